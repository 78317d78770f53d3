// taskloops in taskloops, in tasks, in parallel loops and in orphaned functions, with tasks inside.
// PROMOTES
#include "support.h"

static uint64_t grid[60][60];

static void row(int i) {
#pragma omp taskloop
  for (int k = 0; k < 60; k++) {
    grid[i][k] = work((uint64_t)(i * 60 + k), 20);
    if (k % 10 == 0) {
#pragma omp task
      grid[i][k] += work((uint64_t)k, 50);
    }
  }
}

static uint64_t tree(int depth) {
  uint64_t below[3] = {0, 0, 0};
  if (depth == 0)
    return 1;
#pragma omp taskloop shared(below)
  for (int i = 0; i < 3; i++)
    below[i] = tree(depth - 1) * (uint64_t)(i + 3);
  return mix(below[0] ^ below[1] * 5 ^ below[2] * 7);
}

int main(void) {
  uint64_t result = 0;
#pragma omp parallel master
  {
#pragma omp taskloop
    for (int i = 0; i < 60; i++)
      row(i);
#pragma omp task shared(result)
    result = tree(6);
  }
  SHOW("result", result & 0xffffffffffff);
  SHOW_ARRAY("grid", grid, 60);
#pragma omp parallel for
  for (int i = 0; i < 60; i++)
    row(59 - i);
  SHOW_ARRAY("grid", grid, 60);
  row(3);
  SHOW_ARRAY("grid", grid, 60);
  return 0;
}
