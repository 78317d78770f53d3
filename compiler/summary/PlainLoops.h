//===- PlainLoops.h - what is known of loops that are no constructs -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// For `tactus advise`: a line of JSON in the object (abi/embedded.h) for each loop of the program's own code, with
// where it stands and what LoopDependence.h says of it. After inlining, and before loops are vectorised or unrolled by
// parts. Only where the program is compiled with debug information, without which no time could be told to a loop.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_SUMMARY_PLAINLOOPS_H
#define TACTUS_COMPILER_SUMMARY_PLAINLOOPS_H

#include "llvm/IR/PassManager.h"

namespace tactus {

struct PlainLoopsPass : llvm::PassInfoMixin<PlainLoopsPass> {
  static llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace tactus

#endif // TACTUS_COMPILER_SUMMARY_PLAINLOOPS_H
