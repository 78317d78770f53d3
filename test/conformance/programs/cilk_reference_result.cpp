// A spawned call that returns a reference.
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

static long cells[4];
static long &cell(int n) noexcept {
  cells[n % 4] = work(n);
  return cells[n % 4];
}

int main() {
  long &a = cilk_spawn cell(401);
  long &b = cell(302);
  cilk_sync;
  a += 1;
  b += 2;
  std::printf("%ld %ld\n", cells[1], cells[2]);
  return 0;
}
