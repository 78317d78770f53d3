// Rests that call functions which wait for the caller's tasks and use what they have written, several levels deep: each
// level has tasks of its own, some of them promoted inside the rest of another.
// FLAGS: -O2
// CONVERTED: 6
// PROMOTES
#include "support.h"
enum { Size = 64, Depth = 6 };

// Waits for tasks of whoever calls it.
static NOINLINE uint64_t total(const uint64_t *values, int count) {
#pragma omp taskwait
  uint64_t sum = 0;
  for (int i = 0; i < count; i++)
    sum = sum * 31 + values[i];
  return sum;
}
static NOINLINE void fill(uint64_t *values, int count, uint64_t seed) {
  for (int i = 0; i < count; i++)
    values[i] = work(seed + (uint64_t)i, 2000);
}
// Its own tasks, then those of its callers.
static NOINLINE uint64_t level(uint64_t *outer, uint64_t seed, int depth) {
  uint64_t own[Size];
#pragma omp task shared(own)
  fill(own, Size / 2, seed);
#pragma omp task shared(own)
  fill(own + Size / 2, Size / 2, seed + 1);
  // Another task of the same kind, whose waits are about its own children only.
  uint64_t other = 0;
  if (depth > 0) {
#pragma omp task shared(other)
    other = level(NULL, seed * 3, depth - 2);
  }
  uint64_t deeper = depth > 0 ? level(own, seed + 7, depth - 1) : total(own, Size);
  uint64_t seen = outer ? outer[Size - 1] : 1;
#pragma omp taskwait
  return deeper * 5 + other + seen + total(own, Size);
}
static NOINLINE uint64_t grouped(uint64_t seed) {
  uint64_t a[8], b[8], sum;
#pragma omp task shared(a)
  fill(a, 8, seed);
#pragma omp taskgroup
  {
#pragma omp task shared(b)
    fill(b, 8, seed + 2);
  }
  sum = b[7];
  sum += total(a, 8);
  return sum;
}
int main() {
  uint64_t result = 0;
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 3; round++) {
    result = result * 7 + level(NULL, (uint64_t)round, Depth);
    result += grouped((uint64_t)round);
  }
  SHOW("result", result);
}
