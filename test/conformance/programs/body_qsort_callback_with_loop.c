// FLAGS: -O2
// CONVERTED: 2
// The callback that libc calls holds a parallel loop itself: the walk must stop or pass safely at qsort's frames.
#include "support.h"

static uint64_t key(unsigned x) {
  uint64_t h = 0;
#pragma omp parallel for reduction(+ : h)
  for (int k = 0; k < 24; k++)
    h += work(x + (unsigned)k, 1) >> 8;
  return h;
}
static int by_key(const void *a, const void *b) {
  uint64_t x = key(*(const unsigned *)a), y = key(*(const unsigned *)b);
  return (x > y) - (x < y);
}

int main(void) {
  static unsigned a[12][16];
#pragma omp parallel for
  for (int i = 0; i < 12; i++) {
    for (int j = 0; j < 16; j++)
      a[i][j] = (unsigned)mix((unsigned)(i * 16 + j)) >> 4;
    qsort(a[i], 16, sizeof a[i][0], by_key);
  }
  SHOW_ARRAY("a", &a[0][0], 192);
}
