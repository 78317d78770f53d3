// FLAGS: -O3
// CONVERTED: 5
// Stepped variables that leave the signed range of their type, or come close to its ends: nothing may be concluded from
// an overflow that is none.
#include "support.h"
#include <limits.h>

static uint64_t memory[1 << 12];

NOINLINE void wide(unsigned n, unsigned shift) {
#pragma omp parallel for
  for (unsigned i = 5; i < n; i += 3000001)
    memory[i >> shift] += i;
}

NOINLINE uint64_t indexed(int n, int step) {
  uint64_t h = 0;
#pragma omp parallel for reduction(+ : h)
  for (int i = INT_MIN + 5; i < n; i += step)
    h += mix((uint64_t)(int64_t)i);
  return h;
}

NOINLINE uint64_t rows(int n, unsigned columns, const unsigned char *bytes) {
  uint64_t h = 0;
#pragma omp parallel for collapse(2) reduction(+ : h)
  for (int i = 0; i < n; i++)
    for (unsigned j = 0; j < columns; j += 100000000)
      h += bytes[j / 100000000] + j * (uint64_t)i;
  return h;
}

NOINLINE uint64_t upperHalf(int n) {
  uint64_t h = 0;
#pragma omp parallel for collapse(2) reduction(+ : h)
  for (int i = 0; i < n; i++)
    for (unsigned j = 3000000000u; j < 4000000000u; j += 50000000)
      h += mix(j + (uint64_t)i);
  return h;
}

NOINLINE uint64_t ends(int last) {
  uint64_t h = 0;
#pragma omp parallel for reduction(+ : h)
  for (int i = INT_MAX - 4000; i <= last; i += 3)
    h += (uint64_t)(int64_t)i * (uint64_t)(int64_t)i;
  return h;
}

int main(void) {
  unsigned char bytes[64];
  for (int i = 0; i < 64; i++)
    bytes[i] = (unsigned char)mix((uint64_t)i);
  wide(4100000000u, 20);
  SHOW_ARRAY("wide", memory, 1 << 12);
  SHOW("indexed", indexed(INT_MAX - 70000000, 70000000));
  SHOW("rows", rows(30, 4190000000u, bytes));
  SHOW("upper half", upperHalf(30));
  SHOW("ends", ends(INT_MAX - 3));
}
