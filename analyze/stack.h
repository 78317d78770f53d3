//===- stack.h - how deep a task's stack gets ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Insieme's algorithm 4 over the functions that there is code of, with the frames that the code generator gave them
// (.stack_sizes): what a function needs is its frame and the most that anything it calls needs; an indirect call may
// mean every function of its type whose address is taken. A group of functions that call each other in a circle counts
// RecursionDepth times. Insieme does not count recursive calls of the context itself, because each task has a stack of
// its own there; here a task runs on its creator's stack until a beat is due, so they count like all others.
//
// Without recursion, variable-length arrays and calls of unknown code the result is a bound, else an estimate.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ANALYZE_STACK_H
#define TACTUS_ANALYZE_STACK_H

#include "analyze/program.h"

namespace tactus::analyze {

/// Insieme's φ.
inline constexpr uint64_t RecursionDepth = 100;
/// What calls of libtactus need: a poll that promotes, the walk over the stack, a join.
inline constexpr uint64_t RuntimeBytes = 8 << 10;
/// What is set aside for code without a summary, such as the C library's.
inline constexpr uint64_t ForeignBytes = 16 << 10;
/// What is set aside for variable-length arrays of one frame.
inline constexpr uint64_t DynamicBytes = 4 << 10;

struct StackNeed {
  uint64_t bytes = 0;
  /// Why it is an estimate.
  bool isRecursive = false, isDynamic = false, callsUnknown = false;

  [[nodiscard]] bool isBound() const { return !isRecursive && !isDynamic && !callsUnknown; }
  /// Takes the larger, and all reasons.
  void include(const StackNeed &other);
};

/// By compiled function.
std::vector<StackNeed> stackNeeds(const Program &program);

} // namespace tactus::analyze

#endif // TACTUS_ANALYZE_STACK_H
