// FLAGS: -O3 -std=c++20
// CONVERTED: 2
// PROMOTES
// Objects with destructors live across an inner loop: cleanup landing pads and promotion in one frame.
#include "support.h"
#include <string>
#include <vector>

int main() {
  static uint64_t out[60];
#pragma omp parallel for
  for (int i = 0; i < 60; i++) {
    std::vector<uint64_t> row((size_t)(20 + i));
    std::string name(40, (char)('a' + i % 26));
#pragma omp parallel for
    for (size_t j = 0; j < row.size(); j++)
      row[j] = work((unsigned)i * 1000 + j, 2) + (unsigned)name[j % 40];
    out[i] = hash_bytes(row.data(), row.size() * 8) ^ hash_bytes(name.data(), name.size());
  }
  SHOW_ARRAY("out", out, 60);
}
