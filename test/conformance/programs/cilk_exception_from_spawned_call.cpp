// An exception of the spawned call comes before one of what follows.
// FLAGS: -O2 -std=c++20
#include <cilk/cilk.h>
#include <cstdio>

static long work(long n) {
  long sum = 0;
  for (long i = 1; i <= n; ++i)
    sum = sum * 31 + i % 7;
  return sum & 0xffffff;
}

#include <stdexcept>
static long risky(int n, const char *name) {
  if (work(n) % 3 == 0)
    throw std::runtime_error(name);
  return work(n);
}
static long both(int n) {
  long a = cilk_spawn risky(n, "first");
  long b = risky(n * 2 + 1, "second");
  cilk_sync;
  return a + b;
}

int main() {
  for (int n = 0; n < 60; ++n)
    try {
      std::printf("%ld\n", both(n));
    } catch (const std::exception &e) {
      std::printf("%s\n", e.what());
    }
  return 0;
}
