// num_threads(1) and if(0) make teams of one thread: tasks follow each other.
#include "support.h"
static uint64_t order;
static void go(int depth, uint64_t seed) {
  order += work(seed, 20);
  if (depth == 0)
    return;
#pragma omp task
  go(depth - 1, seed * 2);
#pragma omp task
  go(depth - 1, seed * 2 + 1);
#pragma omp taskwait
}
int main(int argc, char **argv) {
#pragma omp parallel num_threads(argc)
#pragma omp single
  go(7, 1);
#pragma omp parallel if (argc > 1)
#pragma omp single
  go(7, 1);
  SHOW("order", order);
}
