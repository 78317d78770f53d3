// What programs/cilk_for_in_c_LEVEL.c compile at different levels, without -fopenmp: variables of all types, bounds and
// steps, bodies of all shapes, nests, and what a body may use of its function.
#ifndef CONFORMANCE_CILK_FOR_H
#define CONFORMANCE_CILK_FOR_H

#include "support.h"
#include <cilk/cilk.h>

#ifdef _OPENMP
#error "this program has not asked for OpenMP"
#endif

static uint64_t out[5000];
static void show(const char *name) { SHOW_ARRAY(name, out, 5000); }

#define TYPES(NAME, TYPE)                                                                                              \
  NOINLINE static void NAME(TYPE n, TYPE step) {                                                                       \
    memset(out, 0, sizeof out);                                                                                        \
    cilk_for(TYPE i = 0; i < n; ++i) out[i] = work(i, 10);                                                             \
    cilk_for(TYPE i = n; i > 3; i -= 2) {                                                                              \
      if (i % 3)                                                                                                       \
        continue;                                                                                                      \
      out[i] += mix(i);                                                                                                \
    }                                                                                                                  \
    cilk_for(TYPE i = 5; i <= n - 3; i += 3) out[i] ^= i;                                                              \
    cilk_for(TYPE i = 0; n > i; i = i + step) out[i] += 5;                                                             \
    cilk_for(TYPE i = n; i < 3; ++i) out[4000] = 1;                                                                    \
    cilk_for(TYPE i = 100; i != 0; i--) out[i] += 7;                                                                   \
    show(#NAME);                                                                                                       \
  }
TYPES(of_int, int)
TYPES(of_unsigned, unsigned)
TYPES(of_byte, unsigned char)
TYPES(of_short, short)
TYPES(of_size, size_t)
TYPES(of_long, long)

NOINLINE static void pointers_and_limits(void) {
  cilk_for(uint64_t *p = out; p != out + 5000; ++p) *p = work(p - out, 5);
  cilk_for(uint64_t *p = out + 4999; p >= out + 7; p -= 7) *p += 1;
  cilk_for(long i = -2000000000000; i < 2000000000000; i += 1000000000) out[(i + 2000000000000) / 1000000000] += i;
  cilk_for(int i = -2147483647 - 1; i < 2146000000; i += 1000000) out[(i + 2147483648u) / 1000000] += i;
  cilk_for(int i = 0; i != 4000; i += 4) out[i] += 3;
  int i;
  cilk_for(i = 0; i < 300; ++i) out[i] += 2;
  show("pointers and limits");
}

/// Everything outside is shared, and is what it is in the function.
NOINLINE static uint64_t surroundings(int n, const uint64_t factors[], ...) {
  static uint64_t kept[300];
  uint64_t lengths[n];
  struct {
    int small : 5;
    uint64_t array[300];
  } object = {3, {0}};
  register int base = n / 7;
  char name[32] = {0};
  cilk_for(int i = 0; i < n; i++) {
    static const int bias = 11;
    kept[i] = work(i + base, 10) * factors[i % 3] + bias;
    lengths[i] = strlen(__func__) + object.small;
    object.array[i] = kept[i] ^ lengths[i];
    if (i == 7)
      strcpy(name, "seventh");
  }
  return hash_bytes(kept, sizeof kept) ^ hash_bytes(lengths, sizeof lengths) ^ hash_bytes(&object.array, 2400) ^
         name[2];
}

NOINLINE static void bodies(int n) {
  if (n > 3)
    cilk_for(int i = 0; i < n; ++i) if (i % 2) out[i]++;
  else
    out[i] += 2;
  else out[3] = 0;
  cilk_for(int i = 0; i < n; ++i)
#pragma clang loop unroll(disable)
      for (int k = 0; k < i % 9; ++k) out[i] += k;
  cilk_for(int i = 0; i < n; ++i) {
    switch (i % 3) {
    case 0:
      break;
    case 1:
      out[i] *= 3;
      // fallthrough
    default:
      out[i] += 9;
    }
    int rounds = 0;
    do
      out[i] = mix(out[i]);
    while (++rounds < i % 5);
  again:
    if (out[i] % 4) {
      out[i] = mix(out[i]);
      goto again;
    }
  }
  switch (n) {
  case 3:
    return;
  default:
    cilk_for(int i = 0; i < n; ++i) out[i] += 1;
    break;
  }
  show("bodies");
}

static uint64_t grid[120][90];
NOINLINE static void row(int i, int n) { cilk_for(int k = i % 5; k < n; ++k) grid[i][k] ^= work(i + k, 20); }
NOINLINE static void nests(int n, int m) {
  cilk_for(int i = 0; i < n; ++i) cilk_for(int k = m - 1; k >= 0; --k) grid[i][k] = work(i * k, 15) % 1000 + m;
  cilk_for(int i = 0; i < n; ++i) row(i, m);
  cilk_for(int i = 0; i < n; ++i) {
    uint64_t sum = 0;
    for (int j = 0; j < i % 3; ++j)
      cilk_for(int k = i % 4; k < m; ++k) grid[i][k] += work(k, 3);
    for (int k = 0; k < m; ++k)
      sum = sum * 3 + grid[i][k];
    grid[i][0] = sum;
  }
  SHOW_ARRAY("nests", &grid[0][0], 120 * 90);
}

int main(void) {
  const uint64_t factors[3] = {3, 5, 7};
  int threads = 0;
#pragma omp parallel for
  for (int i = 0; i < 9; i++)
    threads += i;
  SHOW("the pragma does nothing", threads);
  of_int(3000, 3);
  of_unsigned(2777, 1);
  of_byte(250, 5);
  of_short(1000, 7);
  of_size(4000, 2);
  of_long(101, 1);
  pointers_and_limits();
  SHOW("surroundings", surroundings(300, factors));
  bodies(2);
  bodies(3);
  bodies(900);
  nests(120, 90);
  return 0;
}

#endif
