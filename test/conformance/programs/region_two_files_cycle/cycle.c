#include "cycle.h"

static long grids[LEVELS][LENGTH], result;

void prepare(void) { fill_numbers(grids[0], LENGTH); }

static void smooth(long *grid, int count) {
#pragma omp for schedule(static, 13) nowait
  for (int i = 0; i < count; i++)
    grid[i] = (grid[i] * 5 + i) % 10007;
#pragma omp barrier
}

static void restrictTo(long *coarse, const long *fine, int count) {
#pragma omp for
  for (int i = 0; i < count; i++)
    coarse[i] = fine[2 * i] + fine[2 * i + 1];
}

static void prolong(long *fine, const long *coarse, int count) {
#pragma omp for
  for (int i = 0; i < count; i++) {
    fine[2 * i] += coarse[i] % 101;
    fine[2 * i + 1] -= coarse[i] % 103;
  }
}

// Recursive: each level is a call.
static void descend(int level, int levels) {
  smooth(grids[level], LENGTH >> level);
  if (level + 1 == levels)
    return;
  restrictTo(grids[level + 1], grids[level], LENGTH >> (level + 1));
  descend(level + 1, levels);
  prolong(grids[level], grids[level + 1], LENGTH >> (level + 1));
  smooth(grids[level], LENGTH >> level);
}

void cycle(int levels) { descend(0, levels); }

long norm(void) {
#pragma omp single
  result = 0;
#pragma omp for reduction(+ : result)
  for (int i = 0; i < LENGTH; i++)
    result += grids[0][i] % 1009;
  long own = result;
#pragma omp barrier
  return own;
}
