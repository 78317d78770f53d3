// FLAGS: -O2 -std=c11 -latomic
// C's complex numbers have built-in + and *; their private copies are two doubles wide.
#include "support.h"
#include <complex.h>

int main(void) {
  double complex sum = 1.0 + 2.0 * I;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 2000; i++)
    sum += (double)(mix(i) % 1000) - (double)(mix(i + 5) % 1000) * I;
  SHOW("re", creal(sum));
  SHOW("im", cimag(sum));
}
