//===- effort.h - how much work a task is --------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Insieme's algorithm 3: the cycles of all that stands in a task's tree, loops times their iterations, 100 where these
// are not known. Recursive calls add nothing. The summaries have the cycles of LLVM's cost model, and know how often
// loops run in terms of their function's arguments; so effort is a polynomial over the arguments, and a call puts in
// what it passes. Where that is not known, loops that depend on it run 100 times again.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ANALYZE_EFFORT_H
#define TACTUS_ANALYZE_EFFORT_H

#include "analyze/program.h"

#include <set>

namespace tactus::analyze {

/// Iterations of a loop of which nothing is known (Insieme §3.2.5).
inline constexpr double UnknownIterations = 100;
/// A call of what the program has no summary of.
inline constexpr double ForeignCallCycles = 40;

/// A sum of products of arguments. Those that are too long to read are given up.
class Polynomial {
public:
  /// The factors of a product, sorted; the empty one is the constant.
  using Product = std::vector<uint32_t>;
  std::map<Product, double> terms;

  Polynomial() = default;
  explicit Polynomial(double constant);
  static Polynomial argument(uint32_t number);

  Polynomial &operator+=(const Polynomial &other);
  [[nodiscard]] Polynomial operator*(const Polynomial &other) const;
  [[nodiscard]] double constant() const;
  [[nodiscard]] bool isConstant() const;
  [[nodiscard]] bool isTooLong() const;
  /// With names of the arguments a, b, …: "12 + 5·a".
  [[nodiscard]] std::string text() const;
};

class Effort {
  const Program &program;
  /// By function and which of its arguments are known.
  std::map<std::pair<uint32_t, std::set<uint32_t>>, Polynomial> known;
  unsigned depth = 0;

public:
  explicit Effort(const Program &program) : program(program) {}

  /// In cycles, with 100 iterations where arguments decide.
  double cycles(uint32_t function);
  /// Over the arguments of the function.
  Polynomial symbolic(uint32_t function);

private:
  Polynomial compute(uint32_t function, const std::set<uint32_t> &arguments);
  Polynomial ofFunction(uint32_t function, const std::set<uint32_t> &arguments);
  Polynomial ofCall(uint32_t function, size_t node, const std::set<uint32_t> &arguments);
};

} // namespace tactus::analyze

#endif // TACTUS_ANALYZE_EFFORT_H
