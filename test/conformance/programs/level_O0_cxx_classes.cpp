// FLAGS: -O0 -std=c++11
// CONVERTED: 2
// C++11 at -O0: iterators and accessors are real calls.
#include "support.h"
#include <vector>

int main() {
  std::vector<std::vector<unsigned>> rows(30, std::vector<unsigned>(40));
#pragma omp parallel for
  for (std::size_t i = 0; i < rows.size(); ++i) {
#pragma omp parallel for
    for (auto it = rows[i].begin(); it < rows[i].end(); ++it)
      *it = (unsigned)work(i * 40 + (std::size_t)(it - rows[i].begin()), 2);
  }
  uint64_t h = 0;
  for (auto &row : rows)
    h = mix(h ^ hash_bytes(row.data(), row.size() * 4));
  SHOW("h", h);
}
