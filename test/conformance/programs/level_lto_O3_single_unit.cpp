// FLAGS: -O3 -flto -fuse-ld=lld -std=c++20
// CONVERTED: 2
// PROMOTES
// Link-time optimisation of a single unit, with class-type state in the nest.
#include "support.h"
#include <vector>

int main() {
  std::vector<std::vector<uint64_t>> rows(40);
#pragma omp parallel for
  for (size_t i = 0; i < rows.size(); i++) {
    rows[i].resize(20 + i);
#pragma omp parallel for
    for (size_t j = 0; j < rows[i].size(); j++)
      rows[i][j] = work(i * 100 + j, 2);
  }
  uint64_t h = 0;
  for (auto &row : rows)
    h = mix(h ^ hash_bytes(row.data(), row.size() * 8));
  SHOW("h", h);
}
