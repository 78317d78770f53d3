// FLAGS: -O0 -std=c++20
// CONVERTED: 2
// Iterations create and join std::threads that enter parallel loops themselves.
#include "support.h"
#include <thread>

static uint64_t inner(int i) {
  uint64_t h = 0;
#pragma omp parallel for reduction(^ : h)
  for (int j = 0; j < 100; j++)
    h ^= work((unsigned)(i * 100 + j), 2);
  return h;
}

int main() {
  static uint64_t out[12];
#pragma omp parallel for
  for (int i = 0; i < 12; i++) {
    std::thread thread([&, i] { out[i] = inner(i); });
    thread.join();
  }
  SHOW_ARRAY("out", out, 12);
}
