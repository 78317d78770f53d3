//===- LoopDependence.h - may iterations of a loop run at the same time? --------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_SUMMARY_LOOPDEPENDENCE_H
#define TACTUS_COMPILER_SUMMARY_LOOPDEPENDENCE_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/PassManager.h"
#include <string>

namespace tactus {

/// In the order of what wins where there are several, as inlined copies of one loop.
enum class Independence {
  Proven,  // no iteration writes what another touches
  Assumed, // the same if memory does not overlap of which the compiler does not know it
  Unknown,
  Refuted // an iteration needs what another computes
};

struct LoopVerdict {
  Independence independence = Independence::Proven;
  /// Of all but proven ones, why, in words with lines.
  std::string because;
  /// LoopVariables::reductions.
  std::string reductions;
  /// SharedVariables::set and SharedVariables::last.
  std::string shared, last;
};

/// Judges the loop by its code after inlining. Changes nothing.
LoopVerdict judgeLoop(llvm::Loop &loop, llvm::FunctionAnalysisManager &analyses);

} // namespace tactus

#endif // TACTUS_COMPILER_SUMMARY_LOOPDEPENDENCE_H
