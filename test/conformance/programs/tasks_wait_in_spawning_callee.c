// A callee with tasks of its own uses what the caller's task has written, after its own taskwait.
#include "support.h"
static uint64_t shared_value;
static NOINLINE uint64_t use(uint64_t seed) {
  uint64_t own = 0;
#pragma omp task shared(own)
  own = work(seed, 500);
#pragma omp taskwait
  return own + shared_value;
}
static NOINLINE uint64_t run(uint64_t seed) {
  uint64_t result;
#pragma omp task
  shared_value = work(work(seed, 10), 3000);
  result = use(seed);
#pragma omp taskwait
  return result;
}
int main() {
  uint64_t sum = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 20; i++)
    sum += run((uint64_t)i);
  SHOW("sum", sum);
}
