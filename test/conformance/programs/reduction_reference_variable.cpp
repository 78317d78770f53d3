// FLAGS: -O3 -std=c++20
// CONVERTED: 1
// The reduced variable is a reference to an element that lives elsewhere.
#include "support.h"
#include <vector>

NOINLINE void accumulate(long &into, const std::vector<int> &values) {
#pragma omp parallel for reduction(+ : into)
  for (std::size_t i = 0; i < values.size(); i++)
    into += values[i];
}

int main() {
  std::vector<int> values(3000);
  for (int i = 0; i < 3000; i++)
    values[i] = (int)(mix(i) % 1000) - 500;
  std::vector<long> totals(3, 10);
  accumulate(totals[1], values);
  for (long total : totals)
    SHOW("total", total);
}
