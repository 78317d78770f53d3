//===- parameters.h - from what a program is like to how it is run -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ANALYZE_PARAMETERS_H
#define TACTUS_ANALYZE_PARAMETERS_H

#include "analyze/stack.h"
#include "analyze/structure.h"

#include <string>

namespace tactus::analyze {

/// What the analyses say of one context.
struct ContextResult {
  Context context;
  double effort = 0;
  /// Over the arguments of the function, if it depends on them.
  std::string formula;
  /// On a stack of its own, and on a worker's.
  StackNeed taskStack, workerStack;
};

/// What they say of the program (Insieme §3.3.1 to §3.3.3).
struct Aggregate {
  unsigned recursive = 0, loopLike = 0;
  double effort = 0;
  StackNeed taskStack, workerStack;
};

/// Insieme's parameters of a runtime (§3.1.2), with the rule that decided each.
struct Parameters {
  std::string queuePolicy = "default";
  unsigned queueSize = 16;
  unsigned eventBuckets = 97;
  uint64_t stackBytes = 8 << 20;
  std::string queuePolicyReason, queueSizeReason, eventBucketsReason, stackReason;
};

/// The minimum of the structure, the mean of the effort and the maximum of the stack; nothing without contexts.
Aggregate aggregate(const std::vector<ContextResult> &contexts);

/// The decision trees of Insieme's §3.3.4, but for the queue policy of recursions.
Parameters decide(const Aggregate &program, bool hasContexts, bool hasFrames);

/// "recursive", "loop", "both", or "single".
const char *kindOf(const Context &context);

/// "yes", "no", or "-" where recursion does not tell: a recursion with one call or one that spawns in a loop is likely
/// to be unbalanced (Insieme §4.3).
const char *balanceOf(const Context &context);

} // namespace tactus::analyze

#endif // TACTUS_ANALYZE_PARAMETERS_H
