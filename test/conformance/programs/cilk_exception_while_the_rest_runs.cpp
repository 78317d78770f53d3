// The spawned call throws, what follows does not.
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

#include <stdexcept>
static long risky(int n) {
  if (work(n) % 3 == 0)
    throw std::runtime_error("spawned");
  return work(n);
}
static long both(int n) {
  long a = cilk_spawn risky(n);
  long b = work(n * 20 + 1);
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
