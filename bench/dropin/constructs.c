//===- constructs.c - what OpenMP's constructs cost ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   constructs THREADS [NAME...]    a line `NAME_ns nanoseconds` for each construct: what it takes longer than the work
//                                   in it alone, in the round in which it took least
//
// As in the EPCC benchmarks: each construct has a delay of some 100 ns in it, so that it is not alone in the pipeline,
// and the same delay without the construct is taken off. Rounds are short: on a machine that others use, too, some have
// it for themselves. Built by clang or gcc, for any OpenMP runtime (../dropin.py).
//
//===----------------------------------------------------------------------===//
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { Rounds = 301, Count = 100, Delay = 100 };

static int threads;
static omp_lock_t lock;
static double sink;

/// Some 100 ns: a chain of multiplications, which takes the same time whoever has compiled it, and wherever it is
/// inlined.
static void delay(void) {
  unsigned long value = 3;
  for (int i = 0; i < Delay; i++) {
    value *= value;
    __asm__ volatile("" : "+r"(value));
  }
}

static double serial(void) {
  double start = omp_get_wtime();
  for (int i = 0; i < Count; i++)
    delay();
  return omp_get_wtime() - start;
}

/// What a member does many times, behind a common start.
#define TOGETHER(...)                                                                                                  \
  double start = 0;                                                                                                    \
  _Pragma("omp parallel num_threads(threads)") {                                                                       \
    _Pragma("omp barrier") _Pragma("omp master") start = omp_get_wtime();                                              \
    for (int i = 0; i < Count; i++) {                                                                                  \
      __VA_ARGS__                                                                                                      \
    }                                                                                                                  \
  }                                                                                                                    \
  return omp_get_wtime() - start;

/// What the master does many times.
#define ALONE(...)                                                                                                     \
  double start = omp_get_wtime();                                                                                      \
  for (int i = 0; i < Count; i++) {                                                                                    \
    __VA_ARGS__                                                                                                        \
  }                                                                                                                    \
  return omp_get_wtime() - start;

#define DO(...) _Pragma(__VA_ARGS__)

static double region(void) { ALONE(DO("omp parallel num_threads(threads)") delay();) }
static double regionReduction(void) {
  double sum = 0;
  ALONE(DO("omp parallel num_threads(threads) reduction(+ : sum)") {
    delay();
    sum += 1;
  } sink = sum;)
}
static double parallelFor(void) {
  ALONE(DO("omp parallel for num_threads(threads)") for (int k = 0; k < threads; k++) delay();)
}
static double staticLoop(void) { TOGETHER(DO("omp for") for (int k = 0; k < threads; k++) delay();) }
static double nowaitLoop(void) { TOGETHER(DO("omp for nowait") for (int k = 0; k < threads; k++) delay();) }
static double dynamicLoop(void) { TOGETHER(DO("omp for schedule(dynamic)") for (int k = 0; k < threads; k++) delay();) }
static double guidedLoop(void) { TOGETHER(DO("omp for schedule(guided)") for (int k = 0; k < threads; k++) delay();) }
static double loopReduction(void) {
  static double sum;
  TOGETHER(DO("omp for reduction(+ : sum)") for (int k = 0; k < threads; k++) {
    delay();
    sum += 1;
  })
}
static double barrier(void) { TOGETHER(delay(); DO("omp barrier")) }
static double single(void) { TOGETHER(DO("omp single") delay();) }
static double sections(void) {
  TOGETHER(DO("omp sections") {
    DO("omp section") delay();
    DO("omp section") delay();
  })
}
static double ordered(void) {
  double start = omp_get_wtime();
#pragma omp parallel for ordered schedule(static, 1) num_threads(threads)
  for (int i = 0; i < Count; i++) {
#pragma omp ordered
    delay();
  }
  return omp_get_wtime() - start;
}

/// Members one after the other: each does its part of all.
#define SHARED(...)                                                                                                    \
  double start = 0;                                                                                                    \
  _Pragma("omp parallel num_threads(threads)") {                                                                       \
    _Pragma("omp barrier") _Pragma("omp master") start = omp_get_wtime();                                              \
    for (int i = 0; i < Count / threads; i++) {                                                                        \
      __VA_ARGS__                                                                                                      \
    }                                                                                                                  \
  }                                                                                                                    \
  return omp_get_wtime() - start;

static double critical(void) { SHARED(DO("omp critical") delay();) }
static double locked(void) { SHARED(omp_set_lock(&lock); delay(); omp_unset_lock(&lock);) }
static double atomic(void) { SHARED(delay(); DO("omp atomic") sink += 1;) }

static double taskOfEach(void) { TOGETHER(DO("omp task") delay();) }
static double taskOfMaster(void) {
  double start = omp_get_wtime();
#pragma omp parallel num_threads(threads)
#pragma omp master
  for (int i = 0; i < Count; i++) {
#pragma omp task
    delay();
  }
  return omp_get_wtime() - start;
}
static double taskwait(void) { TOGETHER(DO("omp task") delay(); DO("omp taskwait")) }
static double taskgroup(void) {
  TOGETHER(DO("omp taskgroup") { DO("omp task") delay(); })
}
static double taskloop(void) {
  double start = omp_get_wtime();
#pragma omp parallel num_threads(threads)
#pragma omp single
#pragma omp taskloop grainsize(1)
  for (int i = 0; i < Count; i++)
    delay();
  return omp_get_wtime() - start;
}
static double dependent(void) {
  double start = omp_get_wtime();
#pragma omp parallel num_threads(threads)
#pragma omp single
  for (int i = 0; i < Count; i++) {
#pragma omp task depend(inout : sink)
    delay();
  }
  return omp_get_wtime() - start;
}

static void tree(int depth) {
  if (depth == 0)
    return delay();
#pragma omp task
  tree(depth - 1);
#pragma omp task
  tree(depth - 1);
#pragma omp taskwait
}
/// 254 tasks, of which 128 have a delay.
static double taskTree(void) {
  double start = omp_get_wtime();
#pragma omp parallel num_threads(threads)
#pragma omp single
  tree(7);
  return omp_get_wtime() - start;
}

/// Which part of the work is on the way that is measured: all of it, or what a thread has of it.
enum Share { Whole, OfThread };

static const struct {
  const char *name;
  double (*measure)(void);
  enum Share share;
  /// Delays in it, of Count.
  double delays;
} constructs[] = {
    {"region", region, Whole, 1},
    {"region_reduction", regionReduction, Whole, 1},
    {"parallel_for", parallelFor, Whole, 1},
    {"for", staticLoop, Whole, 1},
    {"for_nowait", nowaitLoop, Whole, 1},
    {"for_dynamic", dynamicLoop, Whole, 1},
    {"for_guided", guidedLoop, Whole, 1},
    {"for_reduction", loopReduction, Whole, 1},
    {"barrier", barrier, Whole, 1},
    {"single", single, Whole, 1},
    {"sections", sections, Whole, 1},
    {"ordered", ordered, Whole, 1},
    {"critical", critical, Whole, 1},
    {"lock", locked, Whole, 1},
    {"atomic", atomic, OfThread, 1},
    {"task_of_each", taskOfEach, Whole, 1},
    {"task_of_master", taskOfMaster, OfThread, 1},
    {"taskwait", taskwait, Whole, 1},
    {"taskgroup", taskgroup, Whole, 1},
    {"taskloop", taskloop, OfThread, 1},
    {"task_depend", dependent, Whole, 1},
    {"task_tree", taskTree, OfThread, 1.28},
};

static double least(double (*measure)(void)) {
  double best = measure();
  for (int round = 1; round < Rounds; round++) {
    double next = measure();
    best = next < best ? next : best;
  }
  return best;
}

int main(int argc, char **argv) {
  threads = argc > 1 ? atoi(argv[1]) : 0;
  if (threads < 1 || threads > 1024) {
    fprintf(stderr, "usage: constructs THREADS [NAME...], from 1 to 1024\n");
    return 2;
  }
  omp_init_lock(&lock);
  double alone = least(serial);
  for (unsigned index = 0; index < sizeof constructs / sizeof *constructs; index++) {
    int isWanted = argc == 2;
    for (int word = 2; word < argc; word++)
      isWanted |= strcmp(argv[word], constructs[index].name) == 0;
    if (!isWanted)
      continue;
    double work = alone * constructs[index].delays / (constructs[index].share == OfThread ? threads : 1);
    printf("%s_ns %.1f\n", constructs[index].name, (least(constructs[index].measure) - work) / Count * 1e9);
  }
  omp_destroy_lock(&lock);
  return 0;
}
