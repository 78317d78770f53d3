// The result is converted by a constructor.
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

struct Wrapped {
  long value;
  Wrapped(long n) noexcept : value(n + 1) {}
};

int main() {
  Wrapped a = cilk_spawn work(900);
  Wrapped b = work(300);
  cilk_sync;
  std::printf("%ld %ld\n", a.value, b.value);
  return 0;
}
