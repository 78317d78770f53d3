//===- EffectsBesideLoops.cpp - what code beside a parallel loop may do --------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/openmp/EffectsBesideLoops.h"
#include "model/RuntimeCalls.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tactus {

static bool isLocal(const Value *pointer) { return isa<AllocaInst>(getUnderlyingObject(pointer)); }

/// Is the memory certainly not the thread's own?
static bool isShared(const Value *pointer) {
  SmallVector<const Value *, 4> objects;
  getUnderlyingObjects(pointer, objects);
  return any_of(objects, [](const Value *object) { return isa<GlobalVariable>(object) || isa<Argument>(object); });
}

bool isPrivateEffect(const Instruction &instruction) {
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return isLocal(store->getPointerOperand());
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction)) {
    auto *memory = dyn_cast<MemIntrinsic>(intrinsic);
    return !memory || isLocal(memory->getDest());
  }
  if (calleeName(instruction).starts_with("__kmpc_"))
    return calleeName(instruction) != "__kmpc_fork_call" && calleeName(instruction) != "__kmpc_critical";
  return !isa<CallBase>(instruction) && !instruction.isAtomic();
}

bool mayComeFromClause(const Instruction &instruction) {
  if (instruction.isAtomic())
    return false;
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return !isShared(store->getPointerOperand());
  if (auto *memory = dyn_cast<MemIntrinsic>(&instruction))
    return !isShared(memory->getDest());
  return true;
}

} // namespace tactus
