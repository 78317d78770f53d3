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

} // namespace tactus

#endif // TACTUS_COMPILER_IR_FORKCHARGE_H
