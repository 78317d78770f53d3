//===- stack.h - how deep a task's stack gets ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Insieme's algorithm 4 over the functions that there is code of, with the frames that the code generator gave them
// (.stack_sizes): what a function needs is its frame and the most that anything it calls needs; an indirect call may
// mean every function of its type whose address is taken. A group of functions that call each other in a circle counts
// RecursionDepth times; Insieme leaves calls of the context itself out, but a task that finds its queue full runs its
// children on its own stack there, too.
//
// There are two answers. On a stack of its own, a task needs its frames. A worker that waits for a task runs it on top
// of the frame that waits (runtime/workers/task_wait.h), so its stack holds a join of the runtime's for each level, and
// a promotion below the deepest frame.
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
/// How deep tasks of one loop or chain nest that wait for each other: each has half of the other's iterations at most.
inline constexpr uint64_t JoinDepth = 32;
/// What a call of libtactus needs at most: the first promotion, which starts the workers. Measured: 16.7 KB.
inline constexpr uint64_t RuntimeBytes = 24 << 10;
/// What stands between a frame that waits and the task that it runs meanwhile. Measured: 700 bytes.
inline constexpr uint64_t JoinBytes = 1 << 10;
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

enum class StackOf { Task, Worker };

/// By compiled function.
std::vector<StackNeed> stackNeeds(const Program &program, StackOf whose);

} // namespace tactus::analyze

#endif // TACTUS_ANALYZE_STACK_H
