#include "phases.h"

long cells[COUNT], entered;

static void grow(int step) {
#pragma omp for schedule(guided)
  for (int i = 0; i < COUNT; i++)
    cells[i] += step + i % 3;
}
static void count(int step) {
#pragma omp single
  entered += step;
}
static void mark(int step) {
#pragma omp sections
  {
    cells[step] ^= 1;
#pragma omp section
    cells[COUNT - 1 - step] ^= 2;
  }
}

void (*const phases[PHASES])(int step) = {grow, count, mark};
