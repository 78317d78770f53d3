//===- micro.c - costs of single mechanisms, measured from inside --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   micro region      nanoseconds for entering and leaving a loop of a few iterations, called many times. Built twice,
//                     with and without the system: the difference is the cost of the region.
//   micro promotion   gaps between consecutive iterations of the innermost of three nested parallel loops, in
//   nanoseconds,
//                     the largest first. What lies in a gap is the latch, or the latch and a poll, or the latch and a
//                     poll that walked three loops and promoted the outermost that had iterations left:
//
//                       iteration i         poll, promotion           iteration i + 1
//                     ──begin───────end │◄───────── gap ─────────►│ begin────────end──
//
//                     If the counters at exit say N promotions, the N largest gaps are theirs, up to interrupts: their
//                     median is the price of a promotion, walk and task creation included, start and join of the task
//                     not.
//   micro idle        processor time that threads other than the first use while the program is sequential: over about
//   a
//                     second of computing, then over a second of sleeping, both after a parallel phase.
//
// Loop functions are noinline and see their bounds as arguments only, as in a library.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static double now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void *allocate(size_t count, size_t size) {
  void *memory = calloc(count, size);
  if (!memory) {
    fprintf(stderr, "micro: error: no memory for %zu objects of %zu bytes, choose a machine with more\n", count, size);
    exit(1);
  }
  return memory;
}

//===----------------------------------------------------------------------===//
// region
//===----------------------------------------------------------------------===//

__attribute__((noinline)) static void touch(int *values, size_t n) {
#pragma omp parallel for
  for (size_t i = 0; i < n; ++i)
    values[i] += 1;
}

static int measureRegion(unsigned long calls, size_t iterations) {
  int *values = allocate(iterations, sizeof(int));
  touch(values, iterations); // Starts whatever the system starts on the first region.
  for (int round = 0; round < 5; ++round) {
    double start = now(CLOCK_MONOTONIC);
    for (unsigned long call = 0; call < calls; ++call)
      touch(values, iterations);
    printf("region_ns %.4f\n", (now(CLOCK_MONOTONIC) - start) * 1e9 / (double)calls);
  }
  printf("checksum %d\n", values[iterations - 1]);
  return 0;
}

//===----------------------------------------------------------------------===//
// promotion
//===----------------------------------------------------------------------===//

enum { Outer = 64, Middle = 16, Inner = 256, GapsPrinted = 20000 };

static inline uint64_t timeStamp(void) { return __builtin_ia32_rdtsc(); }

// Somewhat less than a microsecond of dependent work (a xorshift generator, which compilers do not shorten).
static inline uint64_t work(uint64_t seed) {
  seed |= 1;
  for (int i = 0; i < 300; ++i) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
  }
  return seed;
}

__attribute__((noinline)) static void nest(size_t outer, size_t middle, size_t inner, uint64_t *begins, uint64_t *ends,
                                           uint64_t *results) {
#pragma omp parallel for
  for (size_t i = 0; i < outer; ++i) {
#pragma omp parallel for
    for (size_t j = 0; j < middle; ++j) {
#pragma omp parallel for
      for (size_t k = 0; k < inner; ++k) {
        size_t at = (i * middle + j) * inner + k;
        begins[at] = timeStamp();
        results[at] = work(at);
        ends[at] = timeStamp();
      }
    }
  }
}

static int descending(const void *a, const void *b) {
  double left = *(const double *)a, right = *(const double *)b;
  return left < right ? 1 : left > right ? -1 : 0;
}

static int measurePromotion(void) {
  size_t total = (size_t)Outer * Middle * Inner;
  uint64_t *begins = allocate(total, sizeof(uint64_t)), *ends = allocate(total, sizeof(uint64_t));
  uint64_t *results = allocate(total, sizeof(uint64_t));
  double *gaps = allocate(total, sizeof(double));
  memset(begins, 1, total * sizeof(uint64_t)); // Touch the pages: their faults are not what is measured.
  memset(ends, 1, total * sizeof(uint64_t));
  memset(results, 1, total * sizeof(uint64_t));

  struct rusage before, after;
  getrusage(RUSAGE_SELF, &before);
  double start = now(CLOCK_MONOTONIC);
  uint64_t ticks = timeStamp();
  nest(Outer, Middle, Inner, begins, ends, results);
  ticks = timeStamp() - ticks;
  double elapsed = now(CLOCK_MONOTONIC) - start;
  getrusage(RUSAGE_SELF, &after);
  double nanosecondsPerTick = elapsed * 1e9 / (double)ticks;

  // Reading the time stamp counter costs as well; the shortest gap holds that and the latch.
  size_t count = 0;
  for (size_t at = 0; at < total; ++at)
    // Only inside one run of the innermost loop, and only if the same strand went on: a stolen part begins before.
    if (at % Inner != 0 && begins[at] > ends[at - 1])
      gaps[count++] = (double)(begins[at] - ends[at - 1]) * nanosecondsPerTick;
  qsort(gaps, count, sizeof(double), descending);
  printf("involuntary_switches %ld\n", after.ru_nivcsw - before.ru_nivcsw);
  printf("elapsed_s %.6f\niterations %zu\nmedian_gap_ns %.2f\nshortest_gap_ns %.2f\ngaps_ns", elapsed, total,
         gaps[count / 2], gaps[count - 1]);
  for (size_t i = 0; i < count && i < GapsPrinted; ++i)
    printf(" %.1f", gaps[i]);
  printf("\nchecksum %llu\n", (unsigned long long)results[total / 2]);
  return 0;
}

//===----------------------------------------------------------------------===//
// idle
//===----------------------------------------------------------------------===//

static double processorTime(int who) {
  struct rusage usage;
  getrusage(who, &usage);
  return (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec * 1e-6 + (double)usage.ru_stime.tv_sec +
         (double)usage.ru_stime.tv_usec * 1e-6;
}

/// Processor time of all threads but this one.
static double othersTime(void) { return processorTime(RUSAGE_SELF) - processorTime(RUSAGE_THREAD); }

static int measureIdle(void) {
  size_t total = (size_t)Outer * Middle * Inner;
  uint64_t *begins = allocate(total, sizeof(uint64_t)), *ends = allocate(total, sizeof(uint64_t));
  uint64_t *results = allocate(total, sizeof(uint64_t));
  nest(Outer, Middle, Inner, begins, ends, results);

  double others = othersTime(), start = now(CLOCK_MONOTONIC);
  uint64_t seed = 1;
  while (now(CLOCK_MONOTONIC) - start < 1.0)
    seed = work(seed);
  printf("idle_computing_s %.6f\n", othersTime() - others);

  others = othersTime();
  struct timespec second = {1, 0};
  nanosleep(&second, NULL);
  printf("idle_sleeping_s %.6f\nchecksum %llu\n", othersTime() - others, (unsigned long long)seed % 2);
  return 0;
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  if (!strcmp(what, "region"))
    return measureRegion(argc > 2 ? strtoul(argv[2], NULL, 10) : 2000000, argc > 3 ? strtoul(argv[3], NULL, 10) : 4);
  if (!strcmp(what, "promotion"))
    return measurePromotion();
  if (!strcmp(what, "idle"))
    return measureIdle();
  fprintf(!strcmp(what, "--help") ? stdout : stderr, "usage: micro region [CALLS [ITERATIONS]] | promotion | idle\n");
  return strcmp(what, "--help") ? 2 : 0;
}
