// FLAGS: -O1
// CONVERTED: 2
// From INT_MIN to INT_MAX: the trip count needs 32 unsigned bits, the distance does not fit in an int.
#include "support.h"
#include <limits.h>

NOINLINE uint64_t up(int from, int to, int step) {
  uint64_t h = 0;
#pragma omp parallel for reduction(^ : h)
  for (int i = from; i < to; i += step)
    h ^= mix((uint64_t)(int64_t)i);
  return h;
}
NOINLINE uint64_t down(int from, int to, int step) {
  uint64_t h = 0;
#pragma omp parallel for reduction(^ : h)
  for (int i = from; i > to; i -= step)
    h ^= mix((uint64_t)(int64_t)i);
  return h;
}

int main(void) {
  SHOW("up", up(INT_MIN, INT_MAX - 1000000, 1000000));
  SHOW("down", down(INT_MAX, INT_MIN + 1000000, 1000000));
}
