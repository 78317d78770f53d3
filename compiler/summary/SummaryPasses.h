//===- SummaryPasses.h - what an object file says about its code ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Two passes write the module's summaries (abi/summary.h), for `tactus analyze` to read:
//
//   StructurePass   first of all passes: the program as it was written. It is data of the module, and goes the way
//                   of all data, through link-time optimisation too.
//   CodePass        last of all passes: the functions that there will be code of. Where an earlier run of it (before
//                   link-time optimisation) has left data, that is replaced.
//
// Programs do not read their summaries. So where no optimiser follows, CodePass puts both into sections that are not
// loaded. LLVM has no such variables, so they are directives to the assembler from there on.
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
