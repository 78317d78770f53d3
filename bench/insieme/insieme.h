/*===- insieme.h - what the twelve programs share -------------------------------===*\
|*
|* Part of Tactus, under the MIT licence. See LICENSE for details.
|*
|* Each program is called as `PROGRAM [SIZE]`, computes one thing with OpenMP tasks and without any cut-off, checks the
|* result and prints one line. Exit status 0, or 1 if the result is wrong. Compiled without -fopenmp it is its own
|* serial elision.
|*
\*===----------------------------------------------------------------------===*/
#ifndef TACTUS_BENCH_INSIEME_H
#define TACTUS_BENCH_INSIEME_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

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

/* Prints the result; the program's exit status. */
static inline int report(const char *name, long size, int64_t result, int is_right) {
  printf("%s %ld: %" PRId64 "%s\n", name, size, result, is_right ? "" : ", which is wrong");
  return is_right ? 0 : 1;
}

#endif
