//===- IndependentLoads.h - what all iterations read stands in front of the loop -===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// In a loop that says that its iterations are independent (model/IndependentLoop.h):
//
//   before   loop: p = load captured.data; n = load captured.width; ...; store byte at p[y * n + x]; if (...) goto loop
//   after    if (there is one iteration) a copy of the body as it was
//            p = load captured.data; n = load captured.width
//            loop: ...; store byte at p[y * n + x]; if (...) goto loop
//
// Every iteration reads captured.data. With a second iteration, one that wrote it would race with the others. Hence
// nothing in the loop writes it. A load that only some iterations execute has the same value as a load of the same
// address that all of them execute.
//
// Runs in the middle of the optimiser, where LLVM's passes then see the loop as they see the serial one: its bytes may
// alias anything, but not these registers.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LATE_LOOPS_INDEPENDENTLOADS_H
#define TACTUS_COMPILER_LATE_LOOPS_INDEPENDENTLOADS_H

#include "llvm/IR/PassManager.h"

namespace tactus {

struct IndependentLoadsPass : llvm::PassInfoMixin<IndependentLoadsPass> {
  static llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace tactus

#endif // TACTUS_COMPILER_LATE_LOOPS_INDEPENDENTLOADS_H
