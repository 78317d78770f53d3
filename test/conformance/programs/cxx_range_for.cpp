// FLAGS: -O2 -g -std=c++20
// CONVERTED: 3
// PROMOTES
// Range-for over an array, a std::vector by reference and a std::span by value.
#include "support.h"
#include <span>
#include <vector>

int main() {
  static unsigned a[1000];
  std::vector<uint64_t> v(1500);
  for (unsigned i = 0; i < 1500; i++)
    v[i] = i;
#pragma omp parallel for
  for (unsigned &x : a)
    x = (unsigned)(&x - a) * 3;
#pragma omp parallel for
  for (auto &x : v)
    x = work(x, 4);
  uint64_t sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (uint64_t x : std::span(v).subspan(100, 1200))
    sum += x;
  SHOW("sum", sum);
  SHOW_ARRAY("a", a, 1000);
}
