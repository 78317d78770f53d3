// A task whose one call throws, and which catches that itself: what follows it is executed once, whether it was
// promoted or not. In the first function the call is nearly all of the task, in the second there is more around it.
// FLAGS: -O2 -std=c++20
#include "support.h"
#include <atomic>
struct Odd {
  uint64_t value;
};
static std::atomic<uint64_t> followed{0};
static NOINLINE uint64_t risky(int depth, uint64_t seed);
static NOINLINE uint64_t bare(int depth, uint64_t seed) {
  uint64_t left = 0, right = 0;
#pragma omp task shared(left)
  {
    try {
      left = risky(depth, seed * 2 + 1);
    } catch (const Odd &) {
      left = 11;
    }
  }
  ++followed;
  try {
    right = risky(depth, mix(seed + 1));
  } catch (const Odd &odd) {
    right = odd.value;
  }
#pragma omp taskwait
  return left + 3 * right;
}
static NOINLINE uint64_t dressed(int depth, uint64_t seed) {
  uint64_t left = 0, right = 0;
#pragma omp task shared(left)
  {
    uint64_t own = mix(seed);
    if (own % 4 == 2)
      own += work(own, 10) & 1;
    try {
      left = risky(depth, own);
    } catch (const Odd &) {
      left = 13;
    }
    left += own;
  }
  ++followed;
  try {
    right = risky(depth, mix(seed + 1));
  } catch (const Odd &odd) {
    right = odd.value;
  }
#pragma omp taskwait
  return left + 5 * right;
}
static NOINLINE uint64_t risky(int depth, uint64_t seed) {
  uint64_t result = 0;
  if (depth == 0)
    result = work(seed, 200);
  else
    result = seed % 2 ? bare(depth - 1, seed) : dressed(depth - 1, seed);
  if (seed % 3 == 1)
    throw Odd{result};
  return result;
}
int main() {
  uint64_t r = 0;
#pragma omp parallel
#pragma omp single
  r = dressed(9, 1) + bare(5, 2);
  SHOW("r", r);
  SHOW("followed", followed.load());
}
