//===- Passes.h - all passes of the plugin, as a table ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// passes.def has the rows.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_PASSES_H
#define TACTUS_COMPILER_PASSES_H

#include "llvm/IR/PassManager.h"
#include "llvm/Passes/OptimizationLevel.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"

namespace tactus {

/// LLVM's extension points (llvm/Passes/PassBuilder.h), in the order in which its pipelines come to them.
enum Point : unsigned {
  Nowhere = 0,
  PipelineStart = 1,
  EarlySimplification = 2, // PipelineEarlySimplification
  Peephole = 4,
  LateLoopOptimizations = 8,
  ScalarOptimizerLate = 16,
  OptimizerEarly = 32,
  OptimizerLast = 64,
  LinkTimeLast = 128, // FullLinkTimeOptimizationLast
};

/// A pass of one of the three kinds, of whose functions the others are null.
struct Pass {
  const char *name;
  unsigned points;
  /// Does it run in a pipeline of this level?
  bool (*applies)(llvm::OptimizationLevel level);
  void (*addToModule)(llvm::ModulePassManager &passes);
  void (*addToFunction)(llvm::FunctionPassManager &passes);
  void (*addToLoop)(llvm::LoopPassManager &passes);

  void addTo(llvm::ModulePassManager &passes) const;
  void addTo(llvm::FunctionPassManager &passes) const { addToFunction(passes); }
  void addTo(llvm::LoopPassManager &passes) const { addToLoop(passes); }
};

/// All passes but the stages, in their order.
llvm::ArrayRef<Pass> passes();

/// Is anything converted? Not with -tactus-only-summaries.
bool convertsModules();

} // namespace tactus

#endif // TACTUS_COMPILER_PASSES_H
