//===- InterruptedForks.h - forks that wait for interrupts -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A fork that waits for interrupts pays nothing: the signal's handler looks at the frames of the stack, and each of
// them is in a call whose stack map says what is latent there (docs/decisions/0083). What is left is to ask for the
// first beat. In a recursion that is done once, where it is entered from outside:
//
//     before   f:  if (no credit) poll          after   f:        if (no credit) tactus_beat()
//                  invoke f(n - 1) …                              jmp f.forks
//                  invoke f(n - 2) …                    f.forks:  invoke f.forks(n - 1) …
//                                                                 invoke f.forks(n - 2) …
//
// Forks that are in no recursion go on asking: they may be all that there is in a loop.
//
// Not handled: recursions through functions that the linker may replace, that take structures by value or a variable
// number of arguments, or that have blocks with addresses. Their forks ask.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LATE_FORKS_INTERRUPTEDFORKS_H
#define TACTUS_COMPILER_LATE_FORKS_INTERRUPTEDFORKS_H

#include "llvm/IR/PassManager.h"

namespace tactus {

/// For code that has been optimised.
struct InterruptedForksPass : llvm::PassInfoMixin<InterruptedForksPass> {
  static llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace tactus

#endif // TACTUS_COMPILER_LATE_FORKS_INTERRUPTEDFORKS_H
