#include "shared.h"

uint64_t other(int i) {
  uint64_t sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int k = 0; k < 4; k++)
    sum += fold(i * 4 + k);
  return sum;
}
