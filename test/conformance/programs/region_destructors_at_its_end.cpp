// FLAGS: -O2 -std=c++20
// Objects of each thread live until the region's end: as many are made as destroyed, and their destructors add up.
#include "support.h"
#include <atomic>

static std::atomic<long> made{0}, destroyed{0}, sum{0};
struct Meter {
  long value = 0;
  Meter() { made++; }
  Meter(const Meter &other) : value(other.value) { made++; }
  ~Meter() {
    destroyed++;
    sum += value;
  }
};

int main() {
  Meter shared;
  shared.value = 1;
#pragma omp parallel num_threads(4) firstprivate(shared)
  {
    Meter own;
#pragma omp for
    for (int i = 0; i < 1000; i++) {
      Meter iteration;
      iteration.value = i % 3;
      own.value += iteration.value;
    }
    shared.value = 0;
#pragma omp single
    {
      Meter role;
      role.value = 5;
    }
  }
  SHOW("balanced", made - 1 == destroyed);
  SHOW("sum", sum.load());
}
