// FLAGS: -O2 -std=c++20
// CONVERTED: 6
// PROMOTES
// Loops that their own iterations enter: those that are paid for run without polls, and are split by the polls of what
// they call. Reductions, private and last values, a narrow counter, several calls in an iteration, two functions that
// call each other, and exceptions that iterations catch.
#include "support.h"

static uint64_t folded(int depth, uint64_t seed) {
  if (depth == 0)
    return work(seed, 3);
  uint64_t sum = 0, mixed = seed;
  int last = -1;
#pragma omp parallel for reduction(+ : sum) reduction(^ : mixed) lastprivate(last) firstprivate(seed)
  for (int i = 0; i < 3 + depth % 2; i++) {
    if (i != 1)
      sum += folded(depth - 1, mix(seed + (unsigned)i));
    mixed ^= mix(seed ^ (unsigned)i);
    last = i;
  }
  return sum + mixed + (unsigned)last;
}

static uint32_t counts[4096];
static void narrow(unsigned node, int depth) {
  if (depth == 0)
    return;
#pragma omp parallel for
  for (unsigned char i = 250; i < 254; i++) {
    unsigned below = node * 4 + i - 249;
    counts[below % 4096]++;
    narrow(below, depth - 1);
  }
}

static uint64_t even(int depth);
static uint64_t odd(int depth) {
  if (depth <= 0)
    return 1;
  uint64_t product = 1;
#pragma omp parallel for reduction(* : product)
  for (int i = depth; i > 0; i -= 2)
    product *= 2 * even(i - 1) + even(i - 2) + 1;
  return product;
}
static uint64_t even(int depth) {
  if (depth <= 0)
    return 1;
  uint64_t sum = 0;
#pragma omp parallel for reduction(+ : sum) if (depth > 2)
  for (int i = 0; i < depth; i += 2)
    sum += odd(i - 1) * 3 + odd(i / 2);
  return sum;
}

static uint64_t cells[6 * 6 * 6 * 6 * 6];
static void fill(uint64_t *begin, int size, uint64_t seed) {
  if (size == 1) {
    *begin = work(seed, 2);
    return;
  }
#pragma omp parallel for collapse(2)
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 3; j++)
      fill(begin + (i * 3 + j) * (size / 6), size / 6, mix(seed + (unsigned)(i * 3 + j)));
}

static uint32_t visits[1365];
static void alwaysThrow(unsigned node, int depth) {
  visits[node]++;
  if (depth > 0) {
#pragma omp parallel for
    for (int i = 1; i < 5; i++)
      try {
        alwaysThrow(node * 4 + (unsigned)i, depth - 1);
      } catch (int) {
      }
  }
  throw 1;
}

int main() {
  SHOW("folded", folded(7, 1));
  narrow(0, 5);
  SHOW_ARRAY("narrow", counts, 4096);
  SHOW("odd", odd(11));
  fill(cells, 6 * 6 * 6 * 6 * 6, 3);
  SHOW_ARRAY("filled", cells, 6 * 6 * 6 * 6 * 6);
  for (int round = 0; round < 10; round++)
    try {
      alwaysThrow(0, 5);
    } catch (int) {
    }
  SHOW_ARRAY("visits", visits, 1365);
}
