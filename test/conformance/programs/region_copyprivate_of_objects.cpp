// FLAGS: -O2 -std=c++20
// One thread reads, all get copies: objects with memory of their own, arrays and pointers by copyprivate.
#include "support.h"
#include <string>
#include <vector>

int main() {
  std::vector<long> out(60);
#pragma omp parallel num_threads(3)
  for (int step = 0; step < 4; step++) {
    std::vector<long> values;
    std::string name;
    long pair[2];
#pragma omp single copyprivate(values, name, pair)
    {
      for (long k = 0; k <= step; k++)
        values.push_back(k * k);
      name = std::string(static_cast<size_t>(step + 20), 'n');
      pair[0] = step;
      pair[1] = step * 2;
    }
#pragma omp for
    for (int i = 0; i < 60; i++)
      out[static_cast<size_t>(i)] += values.back() + static_cast<long>(name.size()) + pair[1] - pair[0];
  }
  SHOW_ARRAY("out", out.data(), out.size());
}
