//===- EraseFunction.h - functions that go, with what is known of them ---------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// LLVM's analyses are kept by the function's address, and nobody tells their manager that a function has gone. One that
// is made later may have the same address: it would be looked at with a dominator tree of blocks that have been freed.
// So whoever has the manager erases functions here.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_IR_ERASEFUNCTION_H
#define TACTUS_COMPILER_IR_ERASEFUNCTION_H

#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace tactus {

inline void eraseFunction(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
  analyses.clear(function, function.getName());
  function.eraseFromParent();
}

} // namespace tactus

#endif // TACTUS_COMPILER_IR_ERASEFUNCTION_H
