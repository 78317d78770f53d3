//===- CalleeQuestion.h - do functions of other files return by themselves? --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   i32 tactus.callees_return()      its metadata: the functions
//
// Not 0 if none of the functions waits for another thread, holds a barrier, or leaves a lock to its caller. Whoever
// raises a construct asks; lower/regions/CalleeQuestions.h makes a record of the functions, which libtactus follows
// when the program runs.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_MODEL_CALLEEQUESTION_H
#define TACTUS_COMPILER_MODEL_CALLEEQUESTION_H

#include "llvm/IR/IRBuilder.h"

namespace tactus {

inline constexpr const char *CalleeQuestionName = "tactus.callees_return";

/// Asks. With `needsQuietCallees`, a loop of the caller may wait if a callee synchronises (analysis/PhaseCalls.h).
llvm::CallInst *askForCallees(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::Function *> callees,
                              bool needsQuietCallees);

/// What has been asked.
struct CalleeQuestion {
  llvm::SmallVector<llvm::Function *, 4> callees;
  bool needsQuietCallees = false;
};
CalleeQuestion questionOf(const llvm::CallInst &call);

} // namespace tactus

#endif // TACTUS_COMPILER_MODEL_CALLEEQUESTION_H
