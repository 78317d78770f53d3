// The other file: a library that keeps scratch space for each thread, as those that are written for OpenMP do. It
// aborts if two iterations use the same element at a time, or one more than one element.
#include "scratch.h"

#include <omp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static _Atomic int *users;
static int count;

static void fail(const char *what, int number) {
  fprintf(stderr, "error: %s, thread %d of %d\n", what, number, count);
  abort();
}

void prepareScratch(int threads) {
  count = threads;
  free((void *)users);
  users = calloc((size_t)count, sizeof *users);
}

int enterScratch(void) {
  int number = omp_get_thread_num();
  if (number < 0 || number >= count)
    fail("number out of bounds", number);
  if (atomic_exchange(&users[number], 1))
    fail("used by two iterations", number);
  return number;
}

void leaveScratch(int number) {
  if (omp_get_thread_num() != number)
    fail("the number has changed", omp_get_thread_num());
  atomic_store(&users[number], 0);
}
