// FLAGS: -O2
// CONVERTED: 1
// PROMOTES
// A section of constant length that starts inside the array: elements outside are neither copied nor touched.
#include "support.h"

int main(void) {
  long histogram[40];
  for (int i = 0; i < 40; i++)
    histogram[i] = 100 * i;
#pragma omp parallel for reduction(+ : histogram[4 : 32])
  for (int i = 0; i < 5000; i++)
    histogram[4 + work(i, 3) % 32] += i;
  SHOW_ARRAY("histogram", histogram, 40);
}
