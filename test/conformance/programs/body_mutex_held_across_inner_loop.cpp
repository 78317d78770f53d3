// FLAGS: -O3 -std=c++20
// CONVERTED: 2
// PROMOTES
// A std::mutex is held while an inner loop is promoted and joined: the thread that locks is the thread that unlocks.
#include "support.h"
#include <mutex>

int main() {
  static uint64_t sums[30];
  std::mutex mutexes[3];
#pragma omp parallel for
  for (int i = 0; i < 30; i++) {
    std::lock_guard<std::mutex> guard(mutexes[i % 3]);
    uint64_t h = 0;
#pragma omp parallel for reduction(+ : h)
    for (int j = 0; j < 80; j++)
      h += work((unsigned)(i * 80 + j), 3);
    sums[i % 3] += h;
  }
  SHOW_ARRAY("sums", sums, 3);
}
