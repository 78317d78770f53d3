//===- exhaustive.h - all interleavings of a small program --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Runs a program under every schedule that can make a difference, and reports the first
// that is stuck or whose result differs from the first one found.
//
// Most steps commute with every step of every other task: they touch registers and the
// task's own stack. What other tasks can see are heap accesses, joins that have a choice of
// whom to meet (`assoc-comm` and several open children) and the halt; other joins lead to the
// same state in every order. Only before those does the search branch, and among them dynamic
// partial-order reduction (Flanagan and Godefroid, POPL 2005) with sleep sets branches only
// where two dependent accesses are not ordered by the forks and joins of the execution at hand.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TPAL_EXHAUSTIVE_H
#define TACTUS_TPAL_EXHAUSTIVE_H

#include "machine.h"

#include <set>

namespace tactus::tpal {

struct ExhaustiveOptions {
  /// Off: branch at every visible step. Exponential; it is the reduction's test oracle.
  bool reduce = true;
  /// Off: go on after a finding and collect all of them.
  bool stopAtFirstFinding = true;
  /// Instructions of one execution, and executions.
  uint64_t stepLimit = 1'000'000;
  uint64_t executionLimit = 10'000'000;
};

struct ExhaustiveReport {
  enum class Kind : uint8_t { AllAgree, Differs, Stuck, Deadlock, StepLimit, ExecutionLimit };
  Kind kind = Kind::AllAgree;
  uint64_t executions = 0;
  uint64_t transitions = 0;
  /// The outputs of the first execution that halted, printed.
  std::string firstResult;
  /// What every execution came to: printed outputs, or the reason it did not halt.
  std::set<std::string> allResults;
  /// For a finding: what happened, and the visible steps that lead to it and to the first result.
  std::string message;
  std::vector<std::string> trace;
  std::vector<std::string> firstTrace;
};

[[nodiscard]] ExhaustiveReport checkAllSchedules(const Machine &initial, const ExhaustiveOptions &options);

} // namespace tactus::tpal

#endif
