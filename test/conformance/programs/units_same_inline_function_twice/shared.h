#include "support.h"

NOINLINE inline uint64_t fold(int i) {
  uint64_t h = 0;
#pragma omp parallel for reduction(+ : h)
  for (int j = 0; j < 30; j++)
    h += work((unsigned)(i * 30 + j), 2);
  return h;
}
