// FLAGS: -O2 -std=c++20
// CONVERTED: 1
// Captured structured bindings, constexpr bounds and if constexpr in the body.
#include "support.h"
#include <array>
#include <utility>

constexpr int Count = 1200;
template <bool Twice> static uint64_t f(uint64_t x) {
  if constexpr (Twice)
    return mix(mix(x));
  return mix(x);
}

int main() {
  static std::array<uint64_t, Count> out;
  std::pair<int, uint64_t> pair{3, 99};
  auto [step, seed] = pair;
  int stride = step;
  uint64_t start = seed;
#pragma omp parallel for
  for (int i = 0; i < Count; i += 1)
    out[(size_t)i] = i % stride ? f<true>(start + (unsigned)i) : f<false>(start);
  SHOW_ARRAY("out", out.data(), Count);
}
