// Loops, forks, tasks and a region with threads of its own; prints nothing if all is right.
#include <tactus/tactus.hpp>

#include <cstdio>
#include <vector>

static long fib(long n) {
  if (n < 2)
    return n;
  auto [a, b] = tactus::par([=] { return fib(n - 1); }, [=] { return fib(n - 2); });
  return a + b;
}

static long tasks(long n) {
  if (n < 2)
    return n;
  long a, b;
#pragma omp task shared(a)
  a = tasks(n - 1);
  b = tasks(n - 2);
#pragma omp taskwait
  return a + b;
}

int main() {
  constexpr long Rows = 300;
  long sum = 0, expected = 0;
#pragma omp parallel for reduction(+ : sum)
  for (long row = 0; row < Rows; row++)
#pragma omp parallel for reduction(+ : sum)
    for (long column = 0; column < row; column++)
      sum += (row ^ column) % 7;
  for (long row = 0; row < Rows; row++)
    for (long column = 0; column < row; column++)
      expected += (row ^ column) % 7;
  if (sum != expected)
    return std::printf("loops: %ld, not %ld\n", sum, expected), 1;
  long slots[64] = {};
#pragma omp parallel for schedule(static)
  for (long i = 0; i < 64; i++)
    slots[i] = fib(12 + i % 3);
  for (long i = 0; i < 64; i++)
    if (slots[i] != (i % 3 == 0 ? 144 : i % 3 == 1 ? 233 : 377))
      return std::printf("forks in a loop: %ld\n", slots[i]), 1;
  if (fib(22) != 17711)
    return std::puts("forks"), 1;
  long found = 0;
#pragma omp parallel
#pragma omp single
  found = tasks(18);
  return found == 2584 ? 0 : (std::printf("tasks: %ld\n", found), 1);
}
