//===- loops.h - which loops of a kernel carry their pragma -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A kernel is one source, written with a pragma on every DOALL loop and no schedule. The four systems that the harness
// compares are four ways to compile it:
//
//   serial elision   clang -O3                     pragmas ignored
//   Tactus           tactus-clang -O3 -fopenmp     all pragmas, as written
//   OpenMP nested    clang -O3 -fopenmp            all pragmas, OMP_MAX_ACTIVE_LEVELS large
//   OpenMP, tuned    clang -O3 -fopenmp            -DBENCH_LOOPS=BENCH_OUTER or BENCH_INNER, and -DBENCH_TUNED
//
// The last one is what people do by hand: decide which loop of the nest is worth a team of threads and which schedule
// suits it. BENCH_TUNED puts schedule(runtime) on the loops, so that one binary serves all schedules through
// OMP_SCHEDULE.
//
// A loop that a nest calls "outer" is the first DOALL loop from outside; "inner" are the DOALL loops inside it.
//
//===----------------------------------------------------------------------===//
#ifndef BENCH_LOOPS_H
#define BENCH_LOOPS_H

#define BENCH_OUTER 1
#define BENCH_INNER 2
#define BENCH_ALL 3

#ifndef BENCH_LOOPS
#define BENCH_LOOPS BENCH_ALL
#endif

#define OUTER_PARALLEL (BENCH_LOOPS & BENCH_OUTER)
#define INNER_PARALLEL (BENCH_LOOPS & BENCH_INNER)

// Expands inside `#pragma omp`; empty unless a schedule is being tuned.
#ifdef BENCH_TUNED
#define BENCH_SCHEDULE schedule(runtime)
#else
#define BENCH_SCHEDULE
#endif

#endif // BENCH_LOOPS_H
