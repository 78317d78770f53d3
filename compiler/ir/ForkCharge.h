//===- ForkCharge.h - what a fork pays ----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_IR_FORKCHARGE_H
#define TACTUS_COMPILER_IR_FORKCHARGE_H

#include "llvm/IR/IRBuilder.h"

namespace tactus {

/// At the builder's position: subtracts `price` (64 bits, in credits) from the thread's credit. Returns whether that is
/// used up now.
llvm::Value *createForkCharge(llvm::IRBuilder<> &builder, llvm::Value *price);

/// Is the instruction such a charge?
bool isForkCharge(const llvm::Instruction &instruction);

/// What a fork does instead that waits for interrupts: returns whether the thread has no beat under way, and so is to
/// ask for one. It has no credit then.
llvm::Value *createBeatQuestion(llvm::IRBuilder<> &builder);
bool isBeatQuestion(const llvm::Instruction &instruction);

} // namespace tactus

#endif // TACTUS_COMPILER_IR_FORKCHARGE_H
