//===- ParallelLoopsPass.h - the conversion of a module's parallelism -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A list of stages, each of which leaves a whole module behind, and can be run by itself: passes.def names them in
// their order.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_PARALLELLOOPSPASS_H
#define TACTUS_COMPILER_PARALLELLOOPSPASS_H

#include "llvm/IR/PassManager.h"

namespace tactus {

/// One step of the conversion. `run` returns false if the module is as it was.
struct Stage {
  const char *name;
  bool (*run)(llvm::Module &module, llvm::FunctionAnalysisManager &analyses);
};

/// All stages, in their order.
llvm::ArrayRef<Stage> stages();

/// Runs one stage.
class StagePass : public llvm::PassInfoMixin<StagePass> {
public:
  explicit StagePass(const Stage &stage) : stage(stage) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }

private:
  Stage stage;
};

/// Runs all of them. First in the pipeline, on clang's own output: slices must be cut before any pass has used what it
/// knows of the first iteration.
struct ParallelLoopsPass : llvm::PassInfoMixin<ParallelLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; } // At -O0 as well.
};

} // namespace tactus

#endif // TACTUS_COMPILER_PARALLELLOOPSPASS_H
