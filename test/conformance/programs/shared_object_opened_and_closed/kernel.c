#include "support.h"

uint64_t kernel(unsigned seed, int n);
uint64_t kernel(unsigned seed, int n) {
  uint64_t h = 0;
#pragma omp parallel for reduction(+ : h)
  for (int i = 0; i < n; i++)
    h += work(seed + (unsigned)i, 3);
  return h;
}
