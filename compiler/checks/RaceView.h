//===- RaceView.h - what ThreadSanitizer is to look at ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Where races are hunted each task is a thread to ThreadSanitizer (docs/decisions/0181), but tasks still run on
// threads. What belongs to a thread is then used by several of its "threads", one after the other, and that is no race:
//
//     credit -= weight                  the runtime's own variables of a thread    not looked at: !nosanitize
//     errno = 0                         the C library's                            not looked at
//     int *mine = &threadLocal;         the program's                              tactus_own_of_thread() in front
//     i = omp_get_thread_num();         what it has by threads' numbers            tactus_own_of_number(i) behind it
//
// The calls put the task behind all tasks of the same thread, or with the same number, that have made them. So what
// hangs on such a variable is in order too, and what other threads do with its address is still seen.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_CHECKS_RACEVIEW_H
#define TACTUS_COMPILER_CHECKS_RACEVIEW_H

#include "llvm/IR/PassManager.h"

namespace tactus {

/// Functions of <tactus/tactus.h>, which will be inlined: none of their accesses is looked at.
struct HeaderViewPass : llvm::PassInfoMixin<HeaderViewPass> {
  static llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

/// Changes functions that ThreadSanitizer is going to look at, whose pass runs behind this one.
struct RaceViewPass : llvm::PassInfoMixin<RaceViewPass> {
  static llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace tactus

#endif // TACTUS_COMPILER_CHECKS_RACEVIEW_H
