// An array with a slot for each of omp_get_max_threads() threads is filled in a region that libomp runs, by its team's
// size and numbers, and combined.
#include "asker.h"

#include <omp.h>
#include <stdlib.h>

static int fill(int *slots) {
  int size = 0;
#pragma omp parallel
  {
    int number = omp_get_thread_num();
    slots[number] = number + 1;
    if (number == 0)
      size = omp_get_num_threads();
    CHECK(askMost() == omp_get_max_threads());
  }
  return size;
}

static int sizeOfFive(void) {
  int size = 0;
#pragma omp parallel num_threads(5)
  if (omp_get_thread_num() == 0)
    size = omp_get_num_threads();
  return size;
}

static void combine(int threads) {
  int most = omp_get_max_threads();
  CHECK(most == threads && askMost() == threads);
  int *slots = malloc((size_t)most * sizeof *slots);
  for (int i = 0; i < most; i++)
    slots[i] = -1000;
  CHECK(fill(slots) == threads);
  CHECK(sizeOfFive() == 5);
  int sum = 0;
  for (int i = 0; i < most; i++)
    sum += slots[i];
  CHECK(sum == most * (most + 1) / 2);
  free(slots);
#pragma omp parallel for
  for (int i = 0; i < 50; i++)
    CHECK(ask().threads == threads);
}

int main(void) {
  combine(omp_get_max_threads());
  omp_set_num_threads(3);
  combine(3);
  omp_set_num_threads(1);
  combine(1);
  omp_set_num_threads(6);
  combine(6);
}
