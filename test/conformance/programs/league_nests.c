// FLAGS: -O2
// ENV: KMP_WARNINGS=0
// Functions with parallel loops of their own, recursive ones too, called from the iterations of a league.
#include "support.h"

static uint64_t results[64];

static NOINLINE uint64_t tree(int depth, uint64_t seed) {
  if (depth == 0)
    return work(seed, 3);
  uint64_t sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int child = 0; child < 3; child++)
    sum += tree(depth - 1, seed * 3 + (uint64_t)child);
  return sum;
}

int main(void) {
#pragma omp teams distribute num_teams(5)
  for (int i = 0; i < 32; i++)
    results[i] = tree(i % 4, (uint64_t)i);
#pragma omp teams distribute parallel for num_teams(2)
  for (int i = 32; i < 64; i++)
    results[i] = tree(i % 4, (uint64_t)i);
  SHOW_ARRAY("results", results, 64);
}
