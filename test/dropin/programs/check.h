// What the programs here have in common: they say "ok", or what is wrong.
#ifndef TACTUS_TEST_DROPIN_CHECK_H
#define TACTUS_TEST_DROPIN_CHECK_H

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static int failures;

#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);                                                           \
      __atomic_fetch_add(&failures, 1, __ATOMIC_RELAXED);                                                              \
    }                                                                                                                  \
  } while (0)

static int report(void) {
  if (!failures)
    puts("ok");
  return failures != 0;
}

#endif
