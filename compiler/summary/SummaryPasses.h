//===- SummaryPasses.h - what an object file says about its code ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Two passes write the module's summaries (abi/summary.h) as data of the module, for `tactus analyze` to read:
//
//   StructurePass   first of all passes: the program as it was written. The data then goes the way of all data, through
//                   link-time optimisation too.
//   CodePass        last of all passes: the functions that there will be code of. Where an earlier run of it (before
//                   link-time optimisation) has left data, that is replaced.
//
// The sizes of frames are the code generator's, which adds them to the object file itself (-fstack-size-section).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_SUMMARY_SUMMARYPASSES_H
#define TACTUS_COMPILER_SUMMARY_SUMMARYPASSES_H

#include "llvm/IR/PassManager.h"

namespace tactus {

struct StructurePass : llvm::PassInfoMixin<StructurePass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

struct CodePass : llvm::PassInfoMixin<CodePass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace tactus

#endif // TACTUS_COMPILER_SUMMARY_SUMMARYPASSES_H
