#include "support.h"

uint64_t risky(int i) {
  uint64_t h = 0;
#pragma omp parallel for reduction(+ : h)
  for (int j = 0; j < 40; j++)
    h += work((unsigned)(i * 40 + j), 2);
  if (h % 2)
    throw i;
  return h;
}
