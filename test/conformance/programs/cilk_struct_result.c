// Structures as arguments and as results, small and large, in a loop.
// FLAGS: -O2
// PROMOTES
#include <cilk/cilk.h>
#include <stdio.h>

static long work(long n) {
  long sum = 0;
  for (long i = 1; i <= n; ++i)
    sum = sum * 31 + i % 7;
  return sum & 0xffffff;
}

struct small {
  int a, b;
};
struct large {
  long v[9];
};
static struct small make_small(int n) { return (struct small){n, (int)work(n)}; }
static struct large make_large(struct large seed, int n) {
  for (int i = 0; i < 9; ++i)
    seed.v[i] += work(n + i);
  return seed;
}

int main(void) {
  struct small s[12];
  struct large l[12];
  struct large seed = {{1, 2, 3, 4, 5, 6, 7, 8, 9}};
  for (int i = 0; i < 12; ++i) {
    s[i] = cilk_spawn make_small(i * 10);
    l[i] = cilk_spawn make_large(seed, i * 7);
  }
  cilk_sync;
  for (int i = 0; i < 12; ++i)
    printf("%d %d %ld %ld\n", s[i].a, s[i].b, l[i].v[0], l[i].v[8]);
  return 0;
}
