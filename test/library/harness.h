//===- harness.h - an algorithm, its serial twin, and what may go wrong in between ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A case is an algorithm written twice. Both get the same values and call hook.visit(value) wherever the user's code
// would run. A hook may throw from the values of some ids on, or request a stop there. The harness runs all cases over
// sizes, seeds and positions.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TEST_LIBRARY_HARNESS_H
#define TACTUS_TEST_LIBRARY_HARNESS_H

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace library {

using Values = std::vector<int64_t>;

/// A value is a key, by which it is ordered, and an id, its place in the input.
inline int64_t keyOf(int64_t value) { return value >> 20; }
inline int64_t idOf(int64_t value) { return value & 0xfffff; }

struct Failure {
  int64_t id;
};

/// What the user's code does beside its work.
class Hook {
public:
  /// No value: nothing.
  static constexpr int64_t Never = -1;
  int64_t throwsFrom = Never, stopsAt = Never;
  std::stop_source source{};

  int64_t visit(int64_t value) {
    int64_t id = idOf(value);
    if (throwsFrom != Never && id >= throwsFrom && (id - throwsFrom) % 3 == 0)
      throw Failure{id};
    if (id == stopsAt)
      source.request_stop();
    return value;
  }
};

enum class Promise {
  Exact,   ///< the same result or exception as the serial program
  Permutes ///< after an exception or a stop, the result is the input in some order; it may not be the same exception
};

struct Case {
  std::string name;
  Promise promise;
  std::function<Values(Values, Hook &)> serial;
  std::function<Values(Values, Hook &)> parallel, stoppable;
};

/// `parallel` is called with a stop token, and without.
template <class Serial, class Parallel>
Case makeCase(std::string name, Serial serial, Parallel parallel, Promise promise = Promise::Exact) {
  return {std::move(name), promise, serial,
          [parallel](Values values, Hook &hook) { return parallel(std::move(values), hook); },
          [parallel](Values values, Hook &hook) { return parallel(std::move(values), hook, hook.source.get_token()); }};
}

/// Composition of x -> a x + b, modulo 2^64: associative, and not commutative.
struct Affine {
  uint64_t a = 1, b = 0;
  Affine() = default;
  Affine(uint64_t factor, uint64_t offset) : a(factor), b(offset) {}
  Affine(int64_t value) : a(2 * static_cast<uint64_t>(value) + 3), b(static_cast<uint64_t>(value) * 7 + 1) {}
  friend Affine operator*(Affine left, Affine right) { return {left.a * right.a, left.b * right.a + right.b}; }
  void write(Values &values) const {
    values.push_back(static_cast<int64_t>(a));
    values.push_back(static_cast<int64_t>(b));
  }
};

std::vector<Case> loopCases();
std::vector<Case> searchCases();
std::vector<Case> orderCases();
std::vector<Case> structureCases();

} // namespace library

#endif // TACTUS_TEST_LIBRARY_HARNESS_H
