// backtrace() from inside promoted calls sees through the stubs to main.
#include "support.h"
#include <atomic>
#include <execinfo.h>
#include <tactus/tactus.hpp>
#include <unistd.h>

static std::atomic<int> shallow{0};

// The walk must see at least the frames of this recursion that are known to be there.
static long node(int n, int depth) {
  if (n < 2) {
    void *frames[256];
    if (backtrace(frames, 256) < 1)
      ++shallow;
    return n;
  }
  auto [a, b] = tactus::par([&] { return node(n - 1, depth + 1); }, [&] { return node(n - 2, depth + 1); });
  return a + b;
}
// Only first branches: all frames are on this stack, whatever is promoted.
static long chain(int n, int depth) {
  if (n == 0) {
    void *frames[256];
    if (backtrace(frames, 256) < depth)
      ++shallow;
    return 0;
  }
  auto [a, b] = tactus::par([&] { return chain(n - 1, depth + 1); }, [&] { return node(5, 0); });
  return a + b;
}

int main() {
  long total = node(14, 0);
  for (int i = 0; i < 50; ++i)
    total += chain(60, 0);
  show("total", uint64_t(total));
  show("shallow", uint64_t(shallow.load()));
}
