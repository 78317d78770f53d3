//===- CapturedVariables.h - captured variables are there, also in strips -------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A body that captures a variable by reference has its address. Where the loop is the variable's function, LLVM sees
// that it may be read at any time, and reads it in front of the loop although not every iteration does. A loop that is
// divided into strips is a function of its own, which only has an address:
//
//   caller   letter = alloca i8;  body = alloca {ptr};  store letter, body;  call strips(body, ...)
//   before   strips(body, ...):   p = load body                             loop: if (...) use(load p)
//   after                         p = load body, !dereferenceable !{i64 1}  loop: if (...) use(load p)
//
// LLVM then moves load p in front of the loop. So it is done if all callers store the address of a variable there: it
// is in the frame of who has entered the loop, or in none, and neither goes away before the loop is over, whoever runs
// the strip. What is behind other addresses may be freed by an iteration.
//
// Only of functions that nobody else can call, and of what stands in the body itself: a closure that is captured by
// reference may capture others, and these stay unknown.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LATE_LOOPS_CAPTUREDVARIABLES_H
#define TACTUS_COMPILER_LATE_LOOPS_CAPTUREDVARIABLES_H

#include "llvm/IR/PassManager.h"

namespace tactus {

/// Runs when everything has been inlined, before loops are optimised for the last time.
struct CapturedVariablesPass : llvm::PassInfoMixin<CapturedVariablesPass> {
  static llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace tactus

#endif // TACTUS_COMPILER_LATE_LOOPS_CAPTUREDVARIABLES_H
