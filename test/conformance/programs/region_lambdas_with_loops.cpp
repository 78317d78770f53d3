// FLAGS: -O2 -std=c++20
// Lambdas and function objects with constructs of the region that calls them.
#include "support.h"
#include <functional>
#include <vector>

static long total = 0;

int main() {
  std::vector<long> a(1500), b(1500);
  auto fill = [&](long offset) {
#pragma omp for
    for (int i = 0; i < 1500; i++)
      a[static_cast<size_t>(i)] = i + offset;
  };
  std::function<void()> combine = [&] {
#pragma omp for schedule(dynamic, 10) reduction(+ : total)
    for (int i = 0; i < 1500; i++) {
      b[static_cast<size_t>(i)] += a[static_cast<size_t>(1499 - i)];
      total += b[static_cast<size_t>(i)] % 5;
    }
  };
#pragma omp parallel num_threads(4)
  for (int step = 0; step < 3; step++) {
    fill(step * 10);
    combine();
  }
  fill(1);
  SHOW("total", total);
  SHOW_ARRAY("a", a.data(), a.size());
  SHOW_ARRAY("b", b.data(), b.size());
}
