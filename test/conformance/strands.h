// What the programs strand_* share: arrays of known contents, and what every thread must find.
#ifndef CONFORMANCE_STRANDS_H
#define CONFORMANCE_STRANDS_H

#include "support.h"

#ifdef _OPENMP
#include <omp.h>
#endif

enum { LENGTH = 5000, MOST_THREADS = 64 };

// Ends the program with a message: for what no thread may see.
#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      printf("line %d: not %s\n", __LINE__, #condition);                                                               \
      exit(1);                                                                                                         \
    }                                                                                                                  \
  } while (0)

static inline void fill_numbers(long *numbers, int count) {
  for (int i = 0; i < count; i++)
    numbers[i] = (long)(mix((uint64_t)i) % 1000);
}

#endif
