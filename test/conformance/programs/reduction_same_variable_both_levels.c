// FLAGS: -O0 -g
// CONVERTED: 2
// PROMOTES
// Both levels reduce the same variable: the inner loop's original is the outer loop's private copy.
#include "support.h"

int main(void) {
  long total = 11;
#pragma omp parallel for reduction(+ : total)
  for (int i = 0; i < 50; i++) {
#pragma omp parallel for reduction(+ : total)
    for (int j = 0; j < 50; j++)
      total += (long)(mix(i * 50 + j) % 64);
    total += i;
  }
  SHOW("total", total);
}
