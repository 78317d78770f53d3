// What follows a task throws and is caught in the region; destructors of what the task uses wait for it.
// FLAGS: -O2 -std=c++20
// PROMOTES
#include "support.h"
#include <stdexcept>
#include <vector>

static NOINLINE void fill(std::vector<long> &data, long seed) {
  for (long &x : data)
    x = work(seed++, 30) % 1000;
}
static NOINLINE long risky(long n) {
  if (work(n, 50) % 3 == 0)
    throw std::runtime_error("thrown");
  return n % 100;
}

static long one(long n) {
  std::vector<long> data(30 + n % 9);
  long b = 0;
#pragma omp task shared(data)
  fill(data, n);
  try {
    b = risky(n);
    long c = 0;
    risky(n + 7);
#pragma omp task shared(c)
    c = work(n, 20) % 50;
    work(n, 30);
#pragma omp taskwait
    b += c;
  } catch (const std::exception &) {
#pragma omp taskwait
    b = -1;
  }
#pragma omp taskwait
  long sum = b;
  for (long x : data)
    sum += x;
  return sum;
}

int main() {
  uint64_t hash = 0;
#pragma omp parallel
#pragma omp single
  for (long n = 0; n < 200; ++n)
    hash = mix(hash ^ one(n));
  SHOW("hash", hash & 0xffffffffffff);
  return 0;
}
