// A scope in C++, left by every kind of jump.
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

static long run(int n) {
  long a = 0, b = 0;
  for (int i = 0; i < n; ++i) {
    cilk_scope {
      a = cilk_spawn work(i * 20);
      b = work(i * 10);
      if (b % 5 == 4)
        break;
      if (b % 7 == 6)
        return a;
    }
    b += a;
  }
  return a + b;
}

int main() {
  for (int n = 0; n < 25; ++n)
    std::printf("%ld\n", run(n));
  return 0;
}
