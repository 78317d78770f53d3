// A lambda that is spawned where it is written.
// FLAGS: -O2 -std=c++20
// PROMOTES
#include <cilk/cilk.h>
#include <cstdio>

static long work(long n) {
  long sum = 0;
  for (long i = 1; i <= n; ++i)
    sum = sum * 31 + i % 7;
  return sum & 0xffffff;
}

int main() {
  long a = 0;
  cilk_spawn[&] {
    for (int i = 0; i < 10; ++i)
      a += work(i * 30);
  }
  ();
  long b = work(900);
  cilk_sync;
  std::printf("%ld %ld\n", a, b);
  return 0;
}
