// Which function shares the region's loop is known when it runs, and is the same for all threads.
// NEEDS-OPENMP
#include "region_arrays.h"

static void add(void) {
#pragma omp for
  for (int i = 0; i < N; i++)
    y[i] += x[i];
}

static void turn(void) {
#pragma omp for schedule(guided)
  for (int i = 0; i < N; i++)
    x[i] = y[i] % 1000 - x[i] % 7;
}

static long total;
static void sum(void) {
#pragma omp single
  total = 0;
#pragma omp for reduction(+ : total)
  for (int i = 0; i < N; i++)
    total += x[i] + y[i];
}

static void (*volatile passes[])(void) = {add, turn, sum, turn, add};

int main(void) {
  fill();
  for (int pass = 0; pass < 5; pass++)
    passes[pass]();
  printf("%ld\n", total);
#pragma omp parallel num_threads(3)
  for (int round = 0; round < 3; round++)
    for (int pass = 0; pass < 5; pass++)
      passes[pass]();
  printf("%ld\n", total);
  show("end");
}
