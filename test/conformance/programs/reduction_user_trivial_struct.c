// FLAGS: -O2
// CONVERTED: 1
// PROMOTES
// declare reduction over a plain struct: position of the maximum, ties to the lowest index, so any split gives one
// answer.
#include "support.h"

typedef struct {
  uint32_t value;
  int index;
} Best;

static Best better(Best a, Best b) {
  if (a.value != b.value)
    return a.value > b.value ? a : b;
  return a.index < b.index ? a : b;
}
#pragma omp declare reduction(best:Best : omp_out = better(omp_out, omp_in))                                           \
    initializer(omp_priv = (Best){0, 2147483647})

int main(void) {
  Best best = {0, 2147483647};
#pragma omp parallel for reduction(best : best)
  for (int i = 0; i < 4000; i++) {
    Best mine = {(uint32_t)(work(i, 3) % 700), i};
    best = better(best, mine);
  }
  printf("%u at %d\n", best.value, best.index);
}
