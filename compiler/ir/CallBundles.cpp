//===- CallBundles.cpp - calls with a "deopt" operand bundle ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "ir/CallBundles.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"

using namespace llvm;

namespace tactus {

static constexpr const char *LateBundleAttribute = "tactus-late-bundle";

bool canBecomeStatepoint(const CallBase &call) {
  if (call.isInlineAsm() || isa<IntrinsicInst>(call) || call.isMustTailCall() || isa<CallBrInst>(call))
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
