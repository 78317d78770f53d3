// Asks OpenMP in a file of its own, whoever compiles it.
#include "helper.h"
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static long slots[MostSlots * SlotStride];

static void add(long value) {
  int number = omp_get_thread_num();
  if (number < 0 || number >= MostSlots)
    abort();
  slots[number * SlotStride] += value;
}

static long takeSum(long *first) {
  long sum = 0;
  *first = slots[0];
  for (int number = 0; number < MostSlots; ++number) {
    sum += slots[number * SlotStride];
    slots[number * SlotStride] = 0;
  }
  return sum;
}

/// Waits for tasks of a region of its own.
static int wrongTasks(void) {
  int ended = 0, wrong = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    for (int i = 0; i < 10; ++i) {
#pragma omp task shared(ended)
#pragma omp atomic
      ++ended;
    }
#pragma omp taskwait
    wrong = ended != 10;
  }
  return wrong;
}

static int wrongIterations(int count) {
  int *executed = (int *)calloc((unsigned)count, sizeof *executed);
  int outside = 0;
  // GCC computes the bounds of each thread in place, from its number and the size of the team.
#pragma omp parallel num_threads(3) reduction(+ : outside)
  {
    outside += omp_get_thread_num() >= omp_get_num_threads();
#pragma omp for schedule(static)
    for (int i = 0; i < count; ++i)
      ++executed[i];
  }
  int wrong = outside + wrongTasks();
  for (int i = 0; i < count; ++i)
    wrong += executed[i] != 1;
  free(executed);
  return wrong;
}

static int isInParallel(void) { return omp_in_parallel(); }
static void setThreads(int count) { omp_set_num_threads(count); }

const struct helper helperFunctions = {add, takeSum, wrongIterations, isInParallel, setThreads};
