/* nested_loops for|reduce|taskloop N: an outer loop of each kind around short loops, of which a few are long. What a
 * strip of the outer one leaves of the credit has to pay for the inner ones, or every iteration polls
 * (polls_per_beat.py).
 * nested_loops between N: N loops of OpenMP between serial code that takes as long.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <tactus/tactus.h>

static void oneStep(uint64_t k, void *context) {
  (void)context;
  __asm__ volatile("" : "+r"(k));
}

static void row(uint64_t i, void *context) { tactus_parallel_for(0, i % 64 ? 16 : 4096, oneStep, context); }

static void countRow(uint64_t i, void *rows, void *context) {
  row(i, context);
  ++*(uint64_t *)rows;
}

static void add(void *rows, void *later, void *context) {
  (void)context;
  *(uint64_t *)rows += *(uint64_t *)later;
}

#ifdef _OPENMP
static uint64_t between(uint64_t rounds) {
  enum { Count = 1 << 18 };
  static double numbers[Count];
  for (uint64_t round = 0; round < rounds; ++round) {
    for (int times = 0; times < 2; ++times) {
      for (int i = 0; i < Count; ++i)
        numbers[i] = numbers[i] * 0.5 + 1;
      __asm__ volatile("" : : : "memory");
    }
#pragma omp parallel for
    for (int i = 0; i < Count; ++i)
      numbers[i] = numbers[i] * 0.5 + 1;
  }
  return rounds;
}
#endif

int main(int count, char **arguments) {
  const char *kind = count == 3 ? arguments[1] : "";
  uint64_t wanted = count == 3 ? strtoull(arguments[2], NULL, 10) : 0, rows = 0;
  if (!strcmp(kind, "for")) {
    tactus_parallel_for(0, wanted, row, NULL);
    rows = wanted;
  } else if (!strcmp(kind, "reduce")) {
    tactus_parallel_reduce(0, wanted, &rows, sizeof rows, countRow, add, NULL);
#ifdef _OPENMP
  } else if (!strcmp(kind, "taskloop")) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop
    for (uint64_t i = 0; i < wanted; i++)
      row(i, NULL);
    rows = wanted;
  } else if (!strcmp(kind, "between")) {
    rows = between(wanted);
#endif
  } else {
    return 2;
  }
  return rows != wanted;
}
