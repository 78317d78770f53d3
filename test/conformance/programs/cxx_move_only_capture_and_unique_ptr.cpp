// FLAGS: -O2 -std=c++20
// CONVERTED: 1
// Shared move-only objects, used through the reference that the region captures.
#include "support.h"
#include <memory>
#include <vector>

int main() {
  std::vector<std::unique_ptr<uint64_t>> cells(800);
#pragma omp parallel for
  for (size_t i = 0; i < cells.size(); i++)
    cells[i] = std::make_unique<uint64_t>(work(i, 3));
  uint64_t h = 0;
  for (auto &cell : cells)
    h = mix(h ^ *cell);
  SHOW("h", h);
}
