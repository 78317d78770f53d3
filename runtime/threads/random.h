//===- random.h - random choices of chaos mode and of victims -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_THREADS_RANDOM_H
#define TACTUS_RUNTIME_THREADS_RANDOM_H

#include <cstdint>

namespace tactus {

/// Seeded xorshift: random choices of chaos mode and of victims.
class Random {
  uint64_t state = 0x9e3779b97f4a7c15u;

public:
  void seed(uint64_t value) {
    // Neighbouring seeds must not give similar sequences, and zero is a fixed point.
    state = (value + 1) * 0x9e3779b97f4a7c15u;
    state ^= state >> 29;
    if (!state)
      state = 1;
  }
  uint64_t next() {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
  }
  /// Uniform enough for scheduling. `bound` is not 0.
  uint64_t below(uint64_t bound) { return (next() >> 11) % bound; }
  bool oneIn(uint64_t count) { return below(count) == 0; }
};

} // namespace tactus

#endif // TACTUS_RUNTIME_THREADS_RANDOM_H
