// Rests that wait for the task before them, and throw, or whose task has thrown inside.
// FLAGS: -O2
// PROMOTES
#include "support.h"
#include <stdexcept>
#include <string>
#include <vector>

static NOINLINE uint64_t take(const std::vector<uint64_t> &values, uint64_t limit) {
  uint64_t sum = 0;
#pragma omp taskwait
  for (uint64_t value : values)
    sum = sum * 17 + value;
  if (sum % 5 == limit)
    throw std::runtime_error("sum " + std::to_string(sum));
  return sum;
}

static NOINLINE void make(std::vector<uint64_t> &values, uint64_t seed) {
  try {
    for (uint64_t i = 0; i < 40; i++) {
      values.push_back(work(seed + i, 2000));
      if (values.back() % 11 == 0)
        throw static_cast<int>(i);
    }
  } catch (int where) {
    values.push_back(static_cast<uint64_t>(where));
  }
}

static NOINLINE uint64_t step(uint64_t seed, int depth) {
  std::vector<uint64_t> values;
  std::string owned = "destroyed " + std::to_string(seed);
  uint64_t sum = 0;
#pragma omp task shared(values)
  make(values, seed);
  try {
    uint64_t below = depth > 0 ? step(seed * 5 + 1, depth - 1) : 1;
    sum = below + take(values, 2);
  } catch (const std::runtime_error &error) {
    sum = std::string(error.what()).size();
  }
#pragma omp taskwait
  return sum * 3 + values.size() + owned.size();
}

int main() {
  uint64_t result = 0;
#pragma omp parallel
#pragma omp single
  for (uint64_t round = 0; round < 10; round++)
    result = result * 3 + step(round, 6);
  SHOW("result", result);
}
