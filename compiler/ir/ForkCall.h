//===- ForkCall.h - calls that a return stub can return from -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_IR_FORKCALL_H
#define TACTUS_COMPILER_IR_FORKCALL_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace tactus {

/// Has `to`, a function that is called where `from` has called something itself, compiled for the same processor and
/// with the same kind of frame.
void copyTarget(const llvm::Function &from, llvm::Function &to);

/// The call itself, if it can carry a record and its result comes back in registers that the return stub saves: rax,
/// rdx, xmm0, xmm1. Else its replacement, a call of a thunk that makes the call and leaves the result in memory.
llvm::CallBase *makeCallable(llvm::CallBase *call);

/// The value of a call that returned through a stub, from its record. The call has passed makeCallable.
llvm::Value *loadReturnedValue(llvm::IRBuilder<> &builder, llvm::Type *type, llvm::Value *record);

/// Is it the hot call of a lowered fork?
bool isForkCall(const llvm::CallBase &call);
/// Takes the fork, not what is latent around it, out of the call's stack map.
void forgetFork(llvm::CallBase &call);

} // namespace tactus

#endif // TACTUS_COMPILER_IR_FORKCALL_H
