//===- CallBundles.cpp - calls with a "deopt" operand bundle ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "ir/CallBundles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"

using namespace llvm;

namespace tactus {

static constexpr const char *LateBundleAttribute = "tactus-late-bundle";

/// Does the code generator lose a call with a record in the stack map whose result has this type? LLVM 22 takes results
/// from the x87 unit's stack by a node of its own. The lowering of statepoints takes what is before that node for the
/// call, and leaves two: the call, without a record, and one of some small number as if that were an address.
static bool losesStatepoint(const Type &result) {
#if LLVM_VERSION_MAJOR >= 21
  if (const auto *parts = dyn_cast<StructType>(&result))
    return any_of(parts->elements(), [](const Type *part) { return losesStatepoint(*part); });
  return result.isX86_FP80Ty();
#else
  (void)result;
  return false;
#endif
}

bool canBecomeStatepoint(const CallBase &call) {
  if (call.isInlineAsm() || isa<IntrinsicInst>(call) || call.isMustTailCall() || isa<CallBrInst>(call) ||
      losesStatepoint(*call.getType()))
    return false;
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (call.paramHasAttr(i, Attribute::Nest) || call.paramHasAttr(i, Attribute::SwiftError) ||
        call.paramHasAttr(i, Attribute::InAlloca) || call.paramHasAttr(i, Attribute::Preallocated))
      return false;
  return true;
}

bool canCarryBundle(const CallBase &call) {
  return canBecomeStatepoint(call) && !call.getOperandBundle(LLVMContext::OB_deopt);
}

void addBundle(CallBase *call, ArrayRef<Value *> values) {
  auto *replacement =
      CallBase::addOperandBundle(call, LLVMContext::OB_deopt, OperandBundleDef("deopt", values), call->getIterator());
  replacement->copyMetadata(*call);
  replacement->takeName(call);
  call->replaceAllUsesWith(replacement);
  call->eraseFromParent();
}

CallBase *removeBundle(CallBase *call) {
  CallBase *bare = CallBase::removeOperandBundle(call, LLVMContext::OB_deopt, call->getIterator());
  bare->copyMetadata(*call);
  call->replaceAllUsesWith(bare);
  call->eraseFromParent();
  return bare;
}

void delayBundle(CallBase &call) { call.addFnAttr(Attribute::get(call.getContext(), LateBundleAttribute)); }

bool isBundleDelayed(const CallBase &call) { return call.hasFnAttr(LateBundleAttribute); }

void forgetDelay(CallBase &call) { call.removeFnAttr(LateBundleAttribute); }

} // namespace tactus
