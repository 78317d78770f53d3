#include "support.h"
extern uint64_t total;
void here(int depth, uint64_t seed);
void in_library(int depth, uint64_t seed) {
#pragma omp task in_reduction(+ : total)
  total += work(seed, 20);
  if (depth > 0)
    here(depth - 1, seed + 1);
}
void left_to_libomp(uint64_t seed) {
  int x = 0;
#pragma omp task in_reduction(+ : total) depend(iterator(only = 0 : 1), out : x)
  total += work(seed, 50);
#pragma omp task in_reduction(+ : total) depend(iterator(only = 0 : 1), in : x)
  total += work(seed + 1, 50);
#pragma omp taskwait
}
void group_of_libomp(uint64_t seed) {
  int x = 0;
#pragma omp taskgroup task_reduction(+ : total)
  {
#pragma omp task in_reduction(+ : total) depend(iterator(only = 0 : 1), out : x)
    total += work(seed, 50);
#pragma omp task in_reduction(+ : total) depend(iterator(only = 0 : 1), in : x)
    {
      total += work(seed + 1, 50);
      in_library(3, seed);
    }
    in_library(4, seed);
#pragma omp taskwait
  }
}
