//===- micro.c - costs of single mechanisms, measured from inside --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   micro region      nanoseconds for entering and leaving a loop of a few iterations, called many times. Built twice,
//                     with and without the system: the difference is the cost of the region.
//   micro promotion   gaps, in nanoseconds, between consecutive iterations of the innermost of three nested parallel
//                     loops in which the program's count of promotions has risen, the largest first. What lies in such
//                     a gap is the latch, and a poll that walked three loops and promoted the outermost that had
//                     iterations left:
//
//                       iteration i         poll, promotion           iteration i + 1
//                     ──begin───────end │◄───────── gap ─────────►│ begin────────end──
//
//                     Their median is the price of a promotion, walk and task creation included, start and join of the
//                     task not. Another thread may have promoted while this one was in a latch: gaps that are too short
//                     for a poll are left out.
//   micro idle        processor time that threads other than the first use while the program is sequential: over about
//                     a second of computing, then over a second of sleeping, both after a parallel phase.
//
// Loop functions are noinline and see their bounds as arguments only, as in a library.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#if __has_include("tactus/latent.h")
#include "tactus/latent.h"
#endif
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double now(clockid_t clock) {
  struct timespec time;
  if (clock_gettime(clock, &time)) {
    perror("micro: error: cannot read a clock");
    exit(1);
  }
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

#ifdef TACTUS_LATENT_H
/// What the compiler has recorded of the program's loops; null if it has none.
extern tactus_loop_descriptor *const __start_tactus_loops[] __attribute__((weak, visibility("hidden")));
extern tactus_loop_descriptor *const __stop_tactus_loops[] __attribute__((weak, visibility("hidden")));

static inline uint64_t promotionsSoFar(void) {
  uint64_t sum = 0;
  for (tactus_loop_descriptor *const *loop = __start_tactus_loops; loop < __stop_tactus_loops; ++loop)
    sum += __atomic_load_n(&(*loop)->promotions, __ATOMIC_RELAXED);
  return sum;
}
#else
static inline uint64_t promotionsSoFar(void) { return 0; }
#endif

/// An iteration of the innermost loop: when it began and ended, and the promotions of all threads until then.
struct Iteration {
  uint64_t begin, end, promotionsAtBegin, promotionsAtEnd, result;
};

/// Fenced on both sides: without, the stamp is taken while up to a fifth of a microsecond of work before it is still
/// under way, which a promotion then waits for.
static inline uint64_t timeStamp(void) {
  __builtin_ia32_lfence();
  uint64_t ticks = __builtin_ia32_rdtsc();
  __builtin_ia32_lfence();
  return ticks;
}

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

__attribute__((noinline)) static void nest(size_t outer, size_t middle, size_t inner, struct Iteration *iterations) {
#pragma omp parallel for
  for (size_t i = 0; i < outer; ++i) {
#pragma omp parallel for
    for (size_t j = 0; j < middle; ++j) {
#pragma omp parallel for
      for (size_t k = 0; k < inner; ++k) {
        size_t at = (i * middle + j) * inner + k;
        struct Iteration *iteration = &iterations[at];
        iteration->begin = timeStamp();
        iteration->promotionsAtBegin = promotionsSoFar();
        iteration->result = work(at);
        iteration->promotionsAtEnd = promotionsSoFar();
        iteration->end = timeStamp();
      }
    }
  }
}

static int descending(const void *a, const void *b) {
  double left = *(const double *)a, right = *(const double *)b;
  return left < right ? 1 : left > right ? -1 : 0;
}

/// The pages are touched: their faults are not what is measured.
static struct Iteration *allocateIterations(size_t total) {
  struct Iteration *iterations = allocate(total, sizeof(struct Iteration));
  memset(iterations, 1, total * sizeof(struct Iteration));
  return iterations;
}

static int measurePromotion(void) {
  size_t total = (size_t)Outer * Middle * Inner;
  struct Iteration *iterations = allocateIterations(total);
  double *gaps = allocate(total, sizeof(double)), *promoting = allocate(total, sizeof(double));

  double start = now(CLOCK_MONOTONIC);
  uint64_t ticks = timeStamp();
  nest(Outer, Middle, Inner, iterations);
  ticks = timeStamp() - ticks;
  double elapsed = now(CLOCK_MONOTONIC) - start;
  double nanosecondsPerTick = elapsed * 1e9 / (double)ticks;

  // Reading the time stamp counter costs as well; the shortest gap holds that and the latch.
  size_t count = 0, promotingCount = 0;
  for (size_t at = 1; at < total; ++at) {
    const struct Iteration *previous = &iterations[at - 1], *next = &iterations[at];
    // Only inside one run of the innermost loop, and only if the same strand went on: a stolen part begins before.
    if (at % Inner == 0 || next->begin <= previous->end)
      continue;
    double gap = (double)(next->begin - previous->end) * nanosecondsPerTick;
    gaps[count++] = gap;
    if (next->promotionsAtBegin != previous->promotionsAtEnd)
      promoting[promotingCount++] = gap;
  }
  qsort(gaps, count, sizeof(double), descending);
  qsort(promoting, promotingCount, sizeof(double), descending);
  double latch = gaps[count / 2];
  while (promotingCount > 0 && promoting[promotingCount - 1] < 4 * latch)
    --promotingCount;
  printf("elapsed_s %.6f\niterations %zu\nmedian_gap_ns %.2f\nshortest_gap_ns %.2f\ngaps_ns", elapsed, total, latch,
         gaps[count - 1]);
  for (size_t i = 0; i < promotingCount && i < GapsPrinted; ++i)
    printf(" %.1f", promoting[i]);
  printf("\nchecksum %llu\n", (unsigned long long)iterations[total / 2].result);
  return 0;
}

//===----------------------------------------------------------------------===//
// idle
//===----------------------------------------------------------------------===//

/// The clock of a thread's processor time, as pthread_getcpuclockid makes it (but from the thread's number in /proc).
static clockid_t threadClock(pid_t thread) {
  enum { PerThread = 4, Scheduler = 2 };
  return (clockid_t)(~(unsigned)thread << 3) | PerThread | Scheduler;
}

/// The clocks of the processor time of all threads but this one. Each thread's own clock is exact; what getrusage says
/// of a thread that is running on another processor is as old as that processor's last tick, up to 4 ms.
struct Clocks {
  size_t count;
  clockid_t clocks[4096];
};

static void findOthers(struct Clocks *others) {
  DIR *threads = opendir("/proc/self/task");
  if (!threads) {
    fprintf(stderr, "micro: error: cannot list the threads in /proc/self/task, mount /proc\n");
    exit(1);
  }
  const struct dirent *entry;
  while ((entry = readdir(threads)) && others->count < sizeof others->clocks / sizeof *others->clocks) {
    const pid_t thread = (pid_t)strtol(entry->d_name, NULL, 10);
    if (thread > 0 && thread != gettid())
      others->clocks[others->count++] = threadClock(thread);
  }
  closedir(threads);
}

/// Their processor time together, in seconds.
static double timeOf(const struct Clocks *others) {
  double total = 0;
  for (size_t i = 0; i < others->count; ++i)
    total += now(others->clocks[i]);
  return total;
}

static int measureIdle(void) {
  struct Iteration *iterations = allocateIterations((size_t)Outer * Middle * Inner);
  static struct Clocks others;
  nest(Outer, Middle, Inner, iterations); // starts the threads
  findOthers(&others);
  nest(Outer, Middle, Inner, iterations);

  double before = timeOf(&others), start = now(CLOCK_MONOTONIC);
  uint64_t seed = 1;
  while (now(CLOCK_MONOTONIC) - start < 1.0)
    seed = work(seed);
  printf("idle_computing_s %.6f\n", timeOf(&others) - before);

  before = timeOf(&others);
  struct timespec second = {1, 0};
  nanosleep(&second, NULL);
  printf("idle_sleeping_s %.6f\nchecksum %llu\n", timeOf(&others) - before, (unsigned long long)seed % 2);
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
