//===- AddressFlow.cpp - where the addresses of some objects may come -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analysis/AddressFlow.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tactus {

/// Numbers lead nowhere.
static bool mayHoldAddress(const Value &value) {
  Type *type = value.getType();
  return !type->isVoidTy() && !type->isIntOrIntVectorTy() && !type->isFPOrFPVectorTy();
}

AddressFlow::AddressFlow(ArrayRef<Value *> objects, function_ref<bool(const CallBase &)> isInlined)
    : isInlined(isInlined) {
  for (Value *object : objects)
    reach(object);
  while (!worklist.empty())
    for (const Use &use : worklist.pop_back_val()->uses())
      follow(use);
  // A pointer that was loaded may lead to what has been reached already.
  isEverywhere |= any_of(owners, [&](const Value *owner) { return !reached.contains(owner); });
}

bool AddressFlow::mayKnow(const CallBase &call) const {
  return isEverywhere || any_of(call.args(), [&](const Use &argument) { return reached.contains(argument.get()); });
}

void AddressFlow::reach(Value *value) {
  if (!isa<Constant>(value) && reached.insert(value).second)
    worklist.push_back(value);
}

void AddressFlow::reachMemory(Value *pointer) {
  SmallVector<const Value *, 4> objects;
  getUnderlyingObjects(pointer, objects);
  for (const Value *object : objects)
    if (isa<AllocaInst>(object) || isNoAliasCall(object))
      reach(const_cast<Value *>(object));
    else if (!isa<Constant>(object))
      owners.insert(object);
}

void AddressFlow::follow(const Use &use) {
  auto *user = cast<Instruction>(use.getUser());
  if (auto *store = dyn_cast<StoreInst>(user)) {
    if (store->getValueOperand() == use.get())
      reachMemory(store->getPointerOperand());
  } else if (auto *call = dyn_cast<CallBase>(user)) {
    followCall(*call, use);
  } else if (isa<PtrToIntInst, AtomicRMWInst, AtomicCmpXchgInst, ReturnInst, ResumeInst>(user)) {
    isEverywhere = true;
  } else if (mayHoldAddress(*user)) {
    reach(user);
  }
}

void AddressFlow::followCall(CallBase &call, const Use &use) {
  if (auto *copy = dyn_cast<MemTransferInst>(&call)) {
    if (use.getOperandNo() == 1)
      reachMemory(copy->getRawDest());
    return;
  }
  if (call.isLifetimeStartOrEnd() || isInlined(call))
    return;
  if (mayHoldAddress(call))
    reach(&call);
  if (isa<IntrinsicInst>(call) || call.onlyReadsMemory())
    return;
  for (Value *argument : call.args())
    if (argument->getType()->isPointerTy())
      reachMemory(argument);
}

} // namespace tactus
