// FLAGS: -O2 -std=c++20
// CONVERTED: 1
// Appending to a std::vector is associative but not commutative: libomp promises no order, so the result is sorted.
#include "support.h"
#include <algorithm>
#include <vector>

#pragma omp declare reduction(append : std::vector<int> : omp_out.insert(omp_out.end(), omp_in.begin(), omp_in.end()))

int main() {
  std::vector<int> found{-1};
#pragma omp parallel for reduction(append : found)
  for (int i = 0; i < 5000; i++)
    if (work(i, 3) % 3 == 0)
      found.push_back(i);
  std::sort(found.begin(), found.end());
  SHOW("size", found.size());
  SHOW_ARRAY("found", found.data(), found.size());
}
