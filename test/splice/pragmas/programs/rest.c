// What follows a call is said where the compiler cannot tell: in a loop, and where calls come before other steps.
#include <stdio.h>
#include <tactus/splice.h>
enum { N = 1 << 12, Block = 256 };
static unsigned long a[N], b[N], c[N];
#define RE(p, first, last) tactus_range((p) + (first), (p) + (last))

#pragma splice func Reads(RE(x, 0, n)) Writes(RE(y, 0, n))
static void add(const unsigned long *x, unsigned long *y, long n) {
  if (n <= 32) {
    for (long i = 0; i < n; i++)
      y[i] = 3 * y[i] + x[i];
    return;
  }
  add(x, y, n / 2);
  add(x + n / 2, y + n / 2, n - n / 2);
}

// `i` changes before the later calls.
#pragma splice func Reads(RE(x, 0, n)) Writes(RE(y, 0, n))
static void blocks(const unsigned long *x, unsigned long *y, long n) {
  for (long i = 0; i < n; i += Block) {
#pragma splice rest Reads(RE(x, i + Block, n)) Writes(RE(y, i + Block, n))
    add(x + i, y + i, Block);
  }
}

// The first half, the second, then all of it backwards.
#pragma splice func Reads(RE(x, 0, n)) Writes(RE(y, 0, n))
static void halves(const unsigned long *x, unsigned long *y, long n, long depth) {
  if (depth > 0) {
#pragma splice rest Reads(RE(x, 0, n)) Writes(RE(y, 0, n))
    halves(x, y, n / 2, depth - 1);
#pragma splice rest Reads(RE(x, 0, n)) Writes(RE(y, 0, n))
    halves(x + n / 2, y + n / 2, n - n / 2, depth - 1);
  }
#pragma splice rest
#pragma splice step Reads(RE(x, 0, n)) Writes(RE(y, 0, n))
  for (long i = n - 1; i > 0; i--)
    y[i - 1] += x[i] ^ y[i];
}

int main(void) {
  for (unsigned long i = 0; i < N; i++)
    a[i] = i, b[i] = i * i, c[i] = 7;
#pragma splice try(6)
  for (long t = 0; t < 8; t++) {
    blocks(a, b, N);
    halves(b, c, N, 5);
    blocks(c, a, N);
  }
  unsigned long sum = 0;
  for (long i = 0; i < N; i++)
    sum = sum * 31 + (a[i] ^ b[i] ^ c[i]);
  printf("%lu\n", sum);
  return 0;
}
