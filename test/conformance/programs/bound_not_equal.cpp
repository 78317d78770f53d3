// FLAGS: -O2 -std=c++20
// CONVERTED: 3
// The relation != (OpenMP 5.0): up, down and over iterators.
#include "support.h"
#include <vector>

int main() {
  std::vector<unsigned> v(2000);
#pragma omp parallel for
  for (int i = 0; i != 2000; ++i)
    v[i] = (unsigned)work(i, 3);
#pragma omp parallel for
  for (int i = 1999; i != 999; --i)
    v[i] += 3;
#pragma omp parallel for
  for (auto it = v.begin(); it != v.end(); ++it)
    *it ^= 0x55;
  SHOW_ARRAY("v", v.data(), v.size());
}
