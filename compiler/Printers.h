//===- Printers.h - what the analyses say, as text ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// For developers and tests. They print to stderr, as LLVM's own printers do, and change nothing:
//
//     opt -load-pass-plugin=TactusPlugin.so -passes='tactus-tidy-microtasks,print<tactus-loops>' -disable-output a.ll
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_PRINTERS_H
#define TACTUS_COMPILER_PRINTERS_H

#include "llvm/IR/PassManager.h"

namespace tactus {

/// For each parallel loop, whether it would be converted, or the reasons why not, and those against strands and phases;
/// whether it is a leaf, and how each captured variable reaches a task.
struct LoopsPrinterPass : llvm::PassInfoMixin<LoopsPrinterPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

/// For each function that is defined here, whether it may reach a promotion point, forks, may ask OpenMP where it is,
/// only reads, and depends on its thread.
struct FunctionsPrinterPass : llvm::PassInfoMixin<FunctionsPrinterPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace tactus

#endif // TACTUS_COMPILER_PRINTERS_H
