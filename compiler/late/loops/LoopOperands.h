//===- LoopOperands.h - what loops compute with, ready for the vectoriser -------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//  * Constants. The serial loop stands between a call that the credit chooses and other loops, and the call may write
//  what
//    they read. Where LLVM finds behind inlining that a global variable has one value only (GlobalOpt), both ways bring
//    the same constant, which nobody looks for any more.
//  * Conversions to floating point. A variable that is never negative is converted as an unsigned number, with a note
//  that
//    its sign may be used. The vectoriser drops the note, and most vector units convert signed numbers alone:
//
//      before   x = uitofp nneg i to double
//      after    x = sitofp i to double
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LATE_LOOPS_LOOPOPERANDS_H
#define TACTUS_COMPILER_LATE_LOOPS_LOOPOPERANDS_H

#include "llvm/IR/PassManager.h"

namespace tactus {

struct LoopOperandsPass : llvm::PassInfoMixin<LoopOperandsPass> {
  static llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace tactus

#endif // TACTUS_COMPILER_LATE_LOOPS_LOOPOPERANDS_H
