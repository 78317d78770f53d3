//===- CallBundles.h - calls with a "deopt" operand bundle -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_IR_CALLBUNDLES_H
#define TACTUS_COMPILER_IR_CALLBUNDLES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/InstrTypes.h"

namespace tactus {

/// Does the code generator lower a call of this kind, with these arguments, to one with a record in the stack map?
bool canBecomeStatepoint(const llvm::CallBase &call);

/// Can the call carry an operand bundle of ours? Not if it has one already.
bool canCarryBundle(const llvm::CallBase &call);

/// Replaces a call by the same call with a bundle.
void addBundle(llvm::CallBase *call, llvm::ArrayRef<llvm::Value *> values);
/// Replaces a call by the same call without its bundle, and returns that.
llvm::CallBase *removeBundle(llvm::CallBase *call);

/// Marks a call that gets its empty bundle after optimisation only (LateBundles.h).
void delayBundle(llvm::CallBase &call);
bool isBundleDelayed(const llvm::CallBase &call);
/// The call is marked no longer.
void forgetDelay(llvm::CallBase &call);

} // namespace tactus

#endif // TACTUS_COMPILER_IR_CALLBUNDLES_H
