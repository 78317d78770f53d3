//===- AddressUses.cpp - what is done with a variable's address ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analysis/AddressUses.h"
#include "analysis/StrandRules.h"
#include "model/RuntimeCalls.h"
#include "model/SpawnMarks.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tactus {

bool isCopyForDebuggers(const StoreInst &store) {
  const auto *copy = dyn_cast<AllocaInst>(store.getPointerOperand());
  return copy && all_of(copy->users(), [&](const User *user) {
           const auto *other = dyn_cast<StoreInst>(user);
           return other ? other->getPointerOperand() == copy : cast<Instruction>(user)->isLifetimeStartOrEnd();
         });
}

AddressUses::AddressUses(const AllocaInst &variable) : variable(variable) {
  std::optional<TypeSize> allocated = variable.getAllocationSize(variable.getDataLayout());
  size = allocated && !allocated->isScalable() ? allocated->getFixedValue() : 0;
  follow(variable);
}

void AddressUses::follow(const Value &address) {
  if (!seen.insert(&address).second)
    return;
  for (const Use &use : address.uses()) {
    const auto &user = *cast<Instruction>(use.getUser());
    if (user.getFunction() == variable.getFunction())
      found.insert(&user);
    if (isa<GetElementPtrInst, PHINode, SelectInst, CastInst>(user) && user.getType()->isPointerTy())
      follow(user);
    else if (const auto *store = dyn_cast<StoreInst>(&user))
      followStore(*store, use);
    else if (const auto *call = dyn_cast<CallBase>(&user))
      followCall(*call, use);
    else
      isKept |= !isa<LoadInst, ICmpInst, AtomicRMWInst, AtomicCmpXchgInst>(user) ||
                (isa<AtomicRMWInst, AtomicCmpXchgInst>(user) && use.getOperandNo() != 0);
  }
}

/// A reference, or a parameter's copy on the stack: a variable that holds nothing else, and is only read.
void AddressUses::followStore(const StoreInst &store, const Use &use) {
  if (use.getOperandNo() == StoreInst::getPointerOperandIndex() || isCopyForDebuggers(store))
    return;
  const auto *holder = dyn_cast<AllocaInst>(store.getPointerOperand());
  bool isPlain = holder && all_of(holder->users(), [&](const User *user) {
                   return user == &store || isa<LoadInst>(user) || cast<Instruction>(user)->isLifetimeStartOrEnd();
                 });
  if (!isPlain) {
    isKept = true;
    return;
  }
  isHeldByVariable |= holder->getFunction() == variable.getFunction();
  for (const User *user : holder->users())
    if (isa<LoadInst>(user))
      follow(*user);
}

void AddressUses::followCall(const CallBase &call, const Use &use) {
  // What binds to the region looks at its arguments, and forgets them.
  if (call.isLifetimeStartOrEnd() || isTeamFunction(calleeName(call)))
    return;
  if (!call.isArgOperand(&use)) {
    isKept = true;
    return;
  }
  isSpawned |= isSpawnedCall(call);
  unsigned argument = call.getArgOperandNo(&use);
  const Function *callee = call.getCalledFunction();
  if (call.doesNotCapture(argument) || call.isByValArgument(argument))
    return;
  if (callee && !callee->isDeclaration() && !callee->isInterposable() && argument < callee->arg_size())
    follow(*callee->getArg(argument));
  else
    isKept = true;
}

bool AddressUses::replaces(const Instruction &access) const {
  if (const auto *marker = dyn_cast<IntrinsicInst>(&access);
      marker && marker->getIntrinsicID() == Intrinsic::lifetime_start)
    return true;
  if (const auto *memory = dyn_cast<MemIntrinsic>(&access)) {
    const auto *bytes = dyn_cast<ConstantInt>(memory->getLength());
    bool isSource = isa<MemTransferInst>(memory) && cast<MemTransferInst>(memory)->getRawSource() == &variable;
    return memory->getRawDest() == &variable && !isSource && bytes && bytes->getZExtValue() == size;
  }
  // A call that makes an object there: what is read of it has been written.
  const auto *call = dyn_cast<CallBase>(&access);
  if (!call || !call->hasStructRetAttr() || call->getArgOperand(0) != &variable)
    return false;
  return none_of(drop_begin(call->args()), [&](const Use &argument) { return seen.contains(argument.get()); });
}

} // namespace tactus
