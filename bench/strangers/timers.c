//===- timers.c - timers by number, as scientific programs have them -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A file of its own, which belongs to no construct and holds no barrier.
//
//===----------------------------------------------------------------------===//
#include "timers.h"
#include "../regions/regions.h"

#include <time.h>

static double started[Timers], seconds[Timers];

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

void timerStart(int timer) {
  if (omp_get_thread_num() == 0)
    started[timer] = now();
}

void timerStop(int timer) {
  if (omp_get_thread_num() == 0)
    seconds[timer] += now() - started[timer];
}

double timerSeconds(int timer) { return seconds[timer]; }
