//===- SlotHoisting.h - slots of inner loops are filled before the outer loop --===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A loop that holds others writes its slot whenever it is entered: a descriptor, a bound, no join, and all that its
// tasks need. Entered once per iteration of a loop around it, for a few iterations of its own, it would spend its time
// there. Most of these words are the same each time, so they are written before the loop around it:
//
//   before   outer: slot = {descriptor, end, no join, ..., a, b, i};  inner: ...
//
//   after           slot = {descriptor,  - , no join, ..., a, b, -}
//            outer: slot.end = end; slot.i = i;                       inner: ...
//
// The runtime changes two words of a slot: the bound, which therefore stays where it is, and the join, which is null
// again when the loop has been left (abi.h, tactus_join).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_SLOTHOISTING_H
#define TACTUS_COMPILER_LOWER_SLOTHOISTING_H

#include "llvm/IR/PassManager.h"

namespace tactus {

struct SlotHoistingPass : llvm::PassInfoMixin<SlotHoistingPass> {
  static llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_SLOTHOISTING_H
