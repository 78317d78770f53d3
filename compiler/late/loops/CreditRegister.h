//===- CreditRegister.h - credit in a register while a loop runs ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LATE_LOOPS_CREDITREGISTER_H
#define TACTUS_COMPILER_LATE_LOOPS_CREDITREGISTER_H

#include "llvm/IR/PassManager.h"

namespace tactus {

/// Keeps the thread's credit, the loops' weights, and what the program only reads there in registers in loops whose
/// only calls are cold.
struct CreditRegisterPass : llvm::PassInfoMixin<CreditRegisterPass> {
  static llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace tactus

#endif // TACTUS_COMPILER_LATE_LOOPS_CREDITREGISTER_H
