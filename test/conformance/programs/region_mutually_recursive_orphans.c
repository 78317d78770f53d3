// Two functions with constructs that call each other, in a region and outside of any.
// NEEDS-OPENMP
#include "strands.h"
static long v[900], slots[4];
static void odd(int depth);
static void even(int depth) {
#pragma omp for schedule(static)
  for (int i = 0; i < 900; i++)
    v[i] += depth;
  slots[omp_get_thread_num()] += depth;
  if (depth > 0)
    odd(depth - 1);
}
static void odd(int depth) {
#pragma omp barrier
#pragma omp single nowait
  v[depth] *= 3;
#pragma omp barrier
  if (depth > 0)
    even(depth - 1);
#pragma omp for schedule(dynamic, 40)
  for (int i = 0; i < 900; i++)
    v[i] += v[i] % 2;
}
int main(void) {
#pragma omp parallel num_threads(4)
  even(9);
  even(3);
  SHOW_ARRAY("v", v, 900);
  SHOW_ARRAY("slots", slots, 4);
}
