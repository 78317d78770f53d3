// Declarations of all kinds whose initialiser is spawned.
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

typedef unsigned long word;
static char letters[] = "abcdefgh";
static char *letter(int n) { return letters + work(n) % 8; }

int main(void) {
  word a = cilk_spawn work(300);
  const unsigned long long b = cilk_spawn work(400);
  char *c = cilk_spawn letter(50);
  struct {
    int x;
  } s = {3};
  int d = cilk_spawn work(500);
  word e = work(20) + (word)s.x;
  cilk_sync;
  printf("%lu %llu %c %d %lu\n", a, b, *c, d, e);
  return 0;
}
