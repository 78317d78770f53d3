// A recursion a million frames deep.
// STACK: unlimited
// RUNS: plain
#include "support.h"
#include <tactus/tactus.hpp>

static long list(long n) {
  if (n == 0)
    return 0;
  auto [a, b] = tactus::par([&] { return list(n - 1); }, [&] { return n & 3; });
  return a + b;
}
int main() { show("list", uint64_t(list(1000000))); }
