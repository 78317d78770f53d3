// Tasks in lambdas, recursion through std::function and auto.
// PROMOTES
// FLAGS: -O2 -std=c++20
#include "support.h"
#include <functional>
int main() {
  uint64_t result = 0;
  std::function<uint64_t(int, uint64_t)> go = [&](int depth, uint64_t seed) -> uint64_t {
    if (depth == 0)
      return work(seed, 20);
    uint64_t x, y;
#pragma omp task shared(x, go)
    x = go(depth - 1, seed * 2);
#pragma omp task shared(y, go)
    y = go(depth - 1, seed * 2 + 1);
#pragma omp taskwait
    return x * 3 + y;
  };
#pragma omp parallel
#pragma omp single
  result = go(8, 1);
  SHOW("result", result);
}
