// What the programs of the corpus share: a hash, and one way to print results.
//
// Results are integers or exactly representable sums, printed with SHOW; SHOW_NEAR prints what a reassociated reduction
// may change in its last digits, on a line that the runner compares with a tolerance.
#ifndef CONFORMANCE_SUPPORT_H
#define CONFORMANCE_SUPPORT_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOINLINE __attribute__((noinline))
#define SHOW(name, value) printf("%s %lld\n", name, (long long)(value))
#define SHOW_NEAR(name, value) printf("~ %s %.17g\n", name, (double)(value))
#define SHOW_ARRAY(name, array, count)                                                                                 \
  printf("%s %016llx\n", name, hash_bytes(array, sizeof((array)[0]) * (size_t)(count)))

// A bijection on 64-bit numbers whose result looks random; the programs' source of data and of work.
static inline uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

// `rounds` dependent mixes: work that no optimiser shortens.
static inline uint64_t work(uint64_t x, int rounds) {
  for (int i = 0; i < rounds; i++)
    x = mix(x);
  return x;
}

static inline unsigned long long hash_bytes(const void *data, size_t bytes) {
  const unsigned char *p = (const unsigned char *)data;
  uint64_t h = bytes;
  for (size_t i = 0; i < bytes; i++)
    h = (h ^ p[i]) * 0x100000001b3u;
  return mix(h);
}

#endif
