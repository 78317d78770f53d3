//===- CapturedConstants.h - what all who enter a loop know of what it captures --===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The slice of a loop is called where the loop is entered, and by tasks, which get what the entry has passed. LLVM
// knows as little of a task's arguments as of any memory, so it knows nothing of the slice's, although all entries may
// pass the same:
//
//   entry    box = alloca {ptr, i64, ...};  store 8, box.stride;  call slice(0, ~0, null, 200000, box)
//   before   slice(begin, end, result, n, box):   ... n ...; stride = load box.stride; ... i * stride ...
//   after                                         ... 200000 ...;                      ... i * 8 ...
//
// Fortran passes arrays as descriptors. In the serial program the caller's stride reaches the loop when the procedure
// has been inlined, and with the stride the vectoriser's permission; here it reaches the slice, too.
//
// A descriptor's field is constant if each entry passes a variable of its own that is written by stores in sight alone,
// the same constant all of them. That a store may stand behind the loop does not matter: what was read before it had no
// value.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LATE_LOOPS_CAPTUREDCONSTANTS_H
#define TACTUS_COMPILER_LATE_LOOPS_CAPTUREDCONSTANTS_H

#include "llvm/IR/PassManager.h"

namespace tactus {

/// Runs when everything has been inlined.
struct CapturedConstantsPass : llvm::PassInfoMixin<CapturedConstantsPass> {
  static llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace tactus

#endif // TACTUS_COMPILER_LATE_LOOPS_CAPTUREDCONSTANTS_H
