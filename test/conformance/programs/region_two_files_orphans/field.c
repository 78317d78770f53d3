#include "field.h"

static long now[2000], next[2000], sum, checks;
static int size;

void field_begin(int n) {
  size = n;
#pragma omp for
  for (int i = 0; i < n; i++)
    now[i] = (long)(mix((uint64_t)i) % 512);
}

void field_relax(void) {
#pragma omp for
  for (int i = 0; i < size; i++)
    next[i] = now[i] + now[(i + 1) % size];
#pragma omp for nowait
  for (int i = 0; i < size; i++)
    now[i] = next[i] % 1021;
#pragma omp barrier
}

void field_shift(int by) {
#pragma omp single
  {
    checks += by;
    now[by] += by;
  }
}

void field_recurse(int depth) {
  if (depth == 0)
    return;
#pragma omp for schedule(dynamic, 8) reduction(+ : checks)
  for (int i = 0; i < size; i++)
    checks += now[i] % depth;
  field_recurse(depth - 1);
}

long field_sum(void) {
  sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < size; i++)
    sum += now[i];
  return sum;
}

long field_checks(void) { return checks; }
