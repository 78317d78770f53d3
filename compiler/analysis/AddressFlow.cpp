//===- AddressFlow.cpp - where some objects' addresses and contents may come ------===//
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

/// Numbers lead nowhere, but tell what an object holds.
static bool isNumber(const Value &value) {
  return value.getType()->isIntOrIntVectorTy() || value.getType()->isFPOrFPVectorTy();
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

/// `source` goes into the memory at `pointer`. A number that is stored where everybody can see it is no address of the
/// object.
void AddressFlow::reachMemory(Value *pointer, const Value &source) {
  SmallVector<const Value *, 4> objects;
  getUnderlyingObjects(pointer, objects);
  for (const Value *object : objects)
    if (isa<AllocaInst>(object) || isNoAliasCall(object))
      reach(const_cast<Value *>(object));
    else if (!isa<Constant>(object) && !isNumber(source))
      owners.insert(object);
}

void AddressFlow::follow(const Use &use) {
  auto *user = cast<Instruction>(use.getUser());
  const Value &value = *use.get();
  if (auto *store = dyn_cast<StoreInst>(user)) {
    if (store->getValueOperand() == &value)
      reachMemory(store->getPointerOperand(), value);
  } else if (auto *call = dyn_cast<CallBase>(user)) {
    followCall(*call, use);
  } else if (isNumber(value)) {
    isEverywhere |= isa<IntToPtrInst>(user);
    if (isNumber(*user))
      reach(user);
  } else if (isa<PtrToIntInst, AtomicRMWInst, AtomicCmpXchgInst, ReturnInst, ResumeInst>(user)) {
    isEverywhere = true;
  } else if (!user->getType()->isVoidTy() && !isa<ICmpInst>(user)) {
    reach(user);
  }
}

void AddressFlow::followCall(CallBase &call, const Use &use) {
  const Value &value = *use.get();
  if (auto *copy = dyn_cast<MemTransferInst>(&call)) {
    if (use.getOperandNo() == 1)
      reachMemory(copy->getRawDest(), value);
    return;
  }
  if (call.isLifetimeStartOrEnd() || isInlined(call))
    return;
  if (!call.getType()->isVoidTy())
    reach(&call);
  if (isa<IntrinsicInst>(call) || call.onlyReadsMemory())
    return;
  for (Value *argument : call.args())
    if (argument->getType()->isPointerTy())
      reachMemory(argument, value);
}

} // namespace tactus
