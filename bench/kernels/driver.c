//===- driver.c - runs one kernel several times and prints what it measured ---===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Output, one fact a line, "key value", for bench.py to read:
//
//   kernel mandelbrot
//   size 1024
//   seed 1
//   repetition 0.312345678 0.624000000 3    wall seconds, processor seconds of the whole process, involuntary
//   ...                                     context switches; one line for each repetition
//   checksum 8.1234567890123456e+07
//   error 0                                 only with --verify: difference to the independent computation
//
// Wall time against processor time and involuntary context switches lets the harness recognise repetitions that
// other processes disturbed. The result of verify() is judged here: beyond the kernel's tolerance the exit status is 1.
//
//===----------------------------------------------------------------------===//
#include "workload.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

void *allocate(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX - 63) {
    fprintf(stderr, "%s: error: size too large, choose a smaller --size\n", workload.name);
    exit(1);
  }
  // aligned_alloc wants a multiple of the alignment.
  void *memory = aligned_alloc(64, (bytes + 63) / 64 * 64 + 64);
  if (!memory) {
    fprintf(stderr, "%s: error: no memory for %zu bytes, choose a smaller --size\n", workload.name, bytes);
    exit(1);
  }
  return memory;
}

static double seconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static long involuntarySwitches(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_nivcsw;
}

static void usage(FILE *stream) {
  fprintf(stream,
          "usage: %s [--size N | --input FILE] [--seed N] [--reps N] [--warmup N] [--verify]\n"
          "  --size N     %s (default %zu)\n"
          "  --input FILE read the input from this file instead (%s)\n"
          "  --seed N     seed of the input generator (default 1)\n"
          "  --reps N     timed repetitions (default 3)\n"
          "  --warmup N   repetitions before them that are not timed (default 1)\n"
          "  --verify     compare the result with an independent sequential computation\n",
          workload.name, workload.sizeMeaning, workload.defaultSize,
          workload.inputFormat ? workload.inputFormat : "not for this kernel");
}

static unsigned long long number(const char *option, const char *text, unsigned long long least) {
  char *end = NULL;
  errno = 0;
  unsigned long long value = text ? strtoull(text, &end, 10) : 0;
  if (!text || end == text || *end || text[0] == '-' || errno || value < least) {
    fprintf(stderr, "%s: error: %s %s: not a number of at least %llu, see --help\n", workload.name, option,
            text ? text : "(nothing)", least);
    exit(2);
  }
  return value;
}

static const char *inputFile(const char *path) {
  if (path && workload.load)
    return path;
  fprintf(stderr, "%s: error: --input %s: %s, see --help\n", workload.name, path ? path : "(nothing)",
          path ? "this kernel generates its input" : "name a file");
  exit(2);
}

/// The timed region. A function of its own, so that callgrind can say what it executes (test/instructions); the empty
/// statement keeps the call from becoming a jump.
static __attribute__((noinline)) void runTimed(void) {
  workload.run();
  __asm__ volatile("");
}

int main(int argc, char **argv) {
  size_t size = workload.defaultSize;
  unsigned long long seed = 1, repetitions = 3, warmup = 1;
  const char *input = NULL;
  int verify = 0;
  for (int i = 1; i < argc; ++i) {
    const char *option = argv[i];
    const char *value = i + 1 < argc ? argv[i + 1] : NULL;
    if (!strcmp(option, "--help"))
      return usage(stdout), 0;
    if (!strcmp(option, "--verify")) {
      verify = 1;
      continue;
    }
    if (!strcmp(option, "--size"))
      size = number(option, value, 1);
    else if (!strcmp(option, "--input"))
      input = inputFile(value);
    else if (!strcmp(option, "--seed"))
      seed = number(option, value, 0);
    else if (!strcmp(option, "--reps"))
      repetitions = number(option, value, 1);
    else if (!strcmp(option, "--warmup"))
      warmup = number(option, value, 0);
    else {
      fprintf(stderr, "%s: error: unknown option %s, see --help\n", workload.name, option);
      return 2;
    }
    ++i;
  }

  printf("kernel %s\n", workload.name);
  if (input) {
    workload.load(input, seed);
    printf("input %s\nseed %llu\n", input, seed);
  } else {
    workload.prepare(size, seed);
    printf("size %zu\nseed %llu\n", size, seed);
  }
  for (unsigned long long i = 0; i < warmup; ++i) {
    workload.reset();
    workload.run();
  }
  for (unsigned long long i = 0; i < repetitions; ++i) {
    workload.reset();
    long switches = involuntarySwitches();
    double processor = seconds(CLOCK_PROCESS_CPUTIME_ID);
    double wall = seconds(CLOCK_MONOTONIC);
    runTimed();
    wall = seconds(CLOCK_MONOTONIC) - wall;
    processor = seconds(CLOCK_PROCESS_CPUTIME_ID) - processor;
    switches = involuntarySwitches() - switches;
    printf("repetition %.9f %.9f %ld\n", wall, processor, switches);
  }
  printf("checksum %.17g\n", workload.checksum());
  if (verify) {
    double error = workload.verify();
    printf("error %.3g\n", error);
    // Written so that a NaN counts as wrong.
    if (!(error <= workload.tolerance)) {
      fprintf(stderr, "%s: error: wrong result: relative difference %g, allowed %g\n", workload.name, error,
              workload.tolerance);
      return 1;
    }
  }
  return 0;
}
