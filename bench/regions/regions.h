//===- regions.h - what the programs in the region style share ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Each program opens one `parallel` region and puts everything into it, as scientific codes do. The driver and its
// interface are those of the kernels (kernels/workload.h). Three ways to compile each:
//
//   serial elision   clang -O3                     pragmas ignored
//   Tactus           tactus-clang -O3 -fopenmp     as written
//   OpenMP           clang -O3 -fopenmp            as written, and with -DBENCH_TUNED, for OMP_SCHEDULE to choose
//
// BENCH_SCHEDULE stands on loops whose schedule is free. Where a program relies on which thread has which iteration,
// or its author would choose a schedule, the clause is written out.
//
//===----------------------------------------------------------------------===//
#ifndef BENCH_REGIONS_H
#define BENCH_REGIONS_H

#include "../kernels/workload.h"

// Without `monotonic`, clang 19 declares such loops free of dependences, and loses updates of the variables that a loop
// in a loop over time steps reduces into (test/regress/accumulators_of_threads_lose_updates.c).
#ifdef BENCH_TUNED
#define BENCH_SCHEDULE schedule(monotonic : runtime)
#else
#define BENCH_SCHEDULE
#endif

#ifdef _OPENMP
#include <omp.h>
#else
// The serial elision is a team of one.
static inline int omp_get_thread_num(void) { return 0; }
static inline int omp_get_num_threads(void) { return 1; }
static inline int omp_get_max_threads(void) { return 1; }
#endif

/// A sum in which each value counts with another weight, so that values at wrong places are noticed.
static inline double weightedSum(const double *values, size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; ++i)
    sum += values[i] * (double)(i % 1021 + 1);
  return sum;
}

#endif // BENCH_REGIONS_H
