// Tasks with dependences inside of such tasks, in groups, beside plain tasks and taskloops, with large records.
// PROMOTES
#include "support.h"
struct Large {
  uint64_t words[24];
};

static NOINLINE uint64_t tree(int depth, uint64_t seed) {
  uint64_t left = seed, right = seed + 1, joined = 0;
  if (depth == 0)
    return work(seed, 40);
#pragma omp task depend(out : left) shared(left) firstprivate(depth)
  left = tree(depth - 1, left);
#pragma omp task depend(out : right) shared(right) firstprivate(depth)
  right = tree(depth - 1, right);
#pragma omp task depend(in : left, right) depend(out : joined) shared(left, right, joined)
  joined = mix(left * 3 + right);
#pragma omp task depend(inout : joined) shared(joined) firstprivate(depth)
  joined += (uint64_t)depth;
#pragma omp taskwait
  return joined;
}

int main(void) {
  uint64_t results[20] = {0}, total = 0, large = 0, loops[50] = {0};
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 20; i++) {
#pragma omp task depend(inout : total) depend(out : results[i]) shared(results, total) firstprivate(i)
      {
        results[i] = tree(5, (uint64_t)i);
        total = mix(total + results[i]);
      }
      struct Large big;
      for (int k = 0; k < 24; k++)
        big.words[k] = mix((uint64_t)(i * k));
#pragma omp task depend(inout : large) firstprivate(big) shared(large)
      for (int k = 0; k < 24; k++)
        large = mix(large + big.words[k]);
#pragma omp taskgroup
      {
#pragma omp task depend(inout : loops) shared(loops) firstprivate(i)
        for (int k = 0; k < 50; k++)
          loops[k] += mix((uint64_t)(k + i));
#pragma omp task depend(inout : loops) shared(loops)
        for (int k = 0; k < 50; k++)
          loops[k] = work(loops[k], 10);
      }
      loops[i] ^= 5; // behind the group
#pragma omp taskloop shared(loops)
      for (int k = 0; k < 50; k++)
        loops[k] = mix(loops[k]);
    }
#pragma omp taskwait
    SHOW("total", total);
  }
  SHOW_ARRAY("results", results, 20);
  SHOW("large", large);
  SHOW_ARRAY("loops", loops, 50);
}
