//===- StartFunctions.h - start functions run wherever their list is printed -----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Each object file has a constructor that makes its image known to libtactus (ir/Registration.h). An image needs one of
// them, so the entries of the list of constructors name the function itself as what they go with: the linker keeps one
// function and drops the entries of the others.
//
// When the linker generates code in several parts (--lto-partitions), a function and the list may come to different
// ones, and LLVM drops entries that go with a function of another part: nobody would run it. Where all modules have
// become one, nothing is to be dropped any more:
//
//     llvm.global_ctors: {101, @tactus.register, @tactus.register}  ─►  {101, @tactus.register, null}, once
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LATE_VERSIONS_STARTFUNCTIONS_H
#define TACTUS_COMPILER_LATE_VERSIONS_STARTFUNCTIONS_H

#include "llvm/IR/PassManager.h"

namespace tactus {

/// For the whole program, at the end of the linker's optimiser.
struct StartFunctionsPass : llvm::PassInfoMixin<StartFunctionsPass> {
  static llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace tactus

#endif // TACTUS_COMPILER_LATE_VERSIONS_STARTFUNCTIONS_H
