/*===- insieme.h - what the twelve programs share -------------------------------===*\
|*
|* Part of Tactus, under the MIT licence. See LICENSE for details.
|*
|* Each program is called as `PROGRAM [SIZE]`, computes one thing with OpenMP tasks and without any cut-off, checks the
|* result and prints one line. Exit status 0, or 1 if the result is wrong. Compiled without -fopenmp it is its own
|* serial elision. With INSIEME_TIMES in the environment it also says on stderr how many seconds the computation itself
|* has taken, on the clock and of processors; what makes the input and checks the result is not counted.
|*
\*===----------------------------------------------------------------------===*/
#ifndef TACTUS_BENCH_INSIEME_H
#define TACTUS_BENCH_INSIEME_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* The size on the command line, or the usual one. */
static inline long size_argument(int count, char **arguments, long usual) {
  long size = count > 1 ? strtol(arguments[1], NULL, 10) : usual;
  if (size <= 0) {
    fprintf(stderr, "tactus: error: the size '%s' is no positive number\n", arguments[1]);
    exit(2);
  }
  return size;
}

/* Pseudo-random numbers that are the same everywhere (an LCG modulo 2^64; the upper bits are good). */
static inline uint32_t next_random(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(*state >> 33);
}

static inline void *allocate(size_t bytes) {
  void *memory = malloc(bytes);
  if (!memory) {
    fprintf(stderr, "tactus: error: no memory for %zu bytes\n", bytes);
    exit(1);
  }
  return memory;
}

static double measured_seconds[2];

static inline void add_times(double sign) {
  const clockid_t clocks[2] = {CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID};
  for (int i = 0; i < 2; ++i) {
    struct timespec now;
    clock_gettime(clocks[i], &now);
    measured_seconds[i] += sign * ((double)now.tv_sec + 1e-9 * (double)now.tv_nsec);
  }
}

/* Around each computation that is measured. Functions, so that callgrind can be told to count from one to the other. */
static __attribute__((noinline)) void begin_measured(void) { add_times(-1); }
static __attribute__((noinline)) void end_measured(void) { add_times(1); }

/* Prints the result; the program's exit status. */
static inline int report(const char *name, long size, int64_t result, int is_right) {
  if (getenv("INSIEME_TIMES"))
    fprintf(stderr, "%.9f %.9f\n", measured_seconds[0], measured_seconds[1]);
  printf("%s %ld: %" PRId64 "%s\n", name, size, result, is_right ? "" : ", which is wrong");
  return is_right ? 0 : 1;
}

#endif
