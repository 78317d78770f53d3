//===- EarlyQuestion.h - the question whether a call returns at once -------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_IR_EARLYQUESTION_H
#define TACTUS_COMPILER_IR_EARLYQUESTION_H

#include "llvm/IR/IRBuilder.h"

namespace tactus {

/// The marker that asks, and the attribute of the call behind an answer of yes, until EarlyReturn.h resolves both.
inline constexpr const char *EarlyQuestionName = "__tactus_returns_early";
inline constexpr const char *EarlyCallAttribute = "tactus-early";

/// At the builder's position: will this call of a function of the module return at once? Null if that is known to make
/// no sense. Else `createEarlyCall` is to be in the block that a true answer leads to, and nowhere else.
llvm::Value *createEarlyQuestion(llvm::IRBuilder<> &builder, const llvm::CallBase &call);
llvm::CallInst *createEarlyCall(llvm::IRBuilder<> &builder, const llvm::CallBase &call);

} // namespace tactus

#endif // TACTUS_COMPILER_IR_EARLYQUESTION_H
