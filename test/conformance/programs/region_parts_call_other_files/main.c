// NEEDS-OPENMP
//
// What a part of a region calls in other files may wait for a later part, which other threads are at. The files say
// whether it does: timers do not, and one strand may execute such a region. A function that waits by way of a third
// file does, and so does a loop of the region around a function that shows what others have written.
#include "timers.h"
#include <stdio.h>

enum { Count = 1000, Steps = 20 };
static double a[Count], b[Count];

static void time_loops(void) {
#pragma omp parallel
  {
#pragma omp master
    start_timer(1);
#pragma omp for
    for (int i = 1; i < Count - 1; i++)
      b[i] = (a[i - 1] + 2 * a[i] + a[i + 1]) / 4;
#pragma omp master
    {
      stop_timer(1);
      start_timer(2);
    }
#pragma omp for
    for (int i = 1; i < Count - 1; i++)
      a[i] = b[i];
#pragma omp single nowait
    stop_timer(2);
  }
}

static double time_steps(double *sums) {
  double total = 0;
#pragma omp parallel num_threads(3)
  for (int step = 0; step < Steps; step++) {
#pragma omp single nowait
    start_timer(3);
#pragma omp for reduction(+ : total) schedule(dynamic, 7)
    for (int i = 0; i < Count; i++) {
      double row = 0;
#pragma omp parallel for reduction(+ : row)
      for (int j = 0; j < 10; j++)
        row += a[i] * (j + step);
      total += row;
    }
#pragma omp master
    {
      stop_timer(3);
      sums[step] = total;
    }
#pragma omp barrier
  }
  return total;
}

static int wait_for_loop(void) {
  int flag = 0, found = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp master
    {
      wait_by_way_of_others(&flag);
      found += 1;
    }
#pragma omp for schedule(dynamic, 1)
    for (int i = 0; i < 8; i++)
      if (i == 5)
        set(&flag);
  }
  return found;
}

static int look_again(void) {
  int flag = 0, found = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp single nowait
    {
      while (!is_set(&flag))
        ;
      found += 1;
    }
#pragma omp for schedule(dynamic, 1)
    for (int i = 0; i < 8; i++)
      if (i == 5)
        set(&flag);
  }
  return found;
}

static int wait_through_pointer(void (*wait)(int *)) {
  int flag = 0, found = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp single nowait
    {
      wait(&flag);
      found += 1;
    }
#pragma omp for schedule(dynamic, 1)
    for (int i = 0; i < 8; i++)
      if (i == 5)
        set(&flag);
  }
  return found;
}

int main(void) {
  for (int i = 0; i < Count; i++)
    a[i] = i % 17;
  for (int step = 0; step < Steps; step++)
    time_loops();
  double sum = 0;
  for (int i = 0; i < Count; i++)
    sum += a[i];
  printf("%.6f %d\n", sum, seconds_of(1) > 0 && seconds_of(2) > 0);
  for (int i = 0; i < Count; i++)
    a[i] = i % 5;
  double sums[Steps];
  double total = time_steps(sums);
  printf("%.1f %.1f %.1f\n", total, sums[0], sums[Steps - 1]);
  printf("%d %d %d\n", wait_for_loop(), look_again(), wait_through_pointer(wait_by_way_of_others));
  return 0;
}
