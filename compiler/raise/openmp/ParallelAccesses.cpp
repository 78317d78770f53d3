//===- ParallelAccesses.cpp - what clang claims of worksharing loops, and is not so --===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/openmp/ParallelAccesses.h"
#include "model/RuntimeCalls.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace tactus {

/// A task's part of a reduction.
static constexpr StringRef TaskPart = "__kmpc_task_reduction_get_th_data";

/// A worksharing loop, or a taskloop's with a reduction.
static bool holdsSharedLoop(const Function &function) {
  return any_of(instructions(function), [](const Instruction &instruction) {
    StringRef name = calleeName(instruction);
    CallRole role = classifyRuntimeCall(name).role;
    return role == CallRole::StaticInit || role == CallRole::DispatchInit || name == TaskPart;
  });
}

/// Does the address stand in a list, as that of a reduction's variable does?
static bool isListed(const AllocaInst &variable) {
  return any_of(variable.users(), [&](const User *user) {
    const auto *store = dyn_cast<StoreInst>(user);
    return store && store->getValueOperand() == &variable;
  });
}

/// The object that a pointer points into. Clang keeps the address of a reduction's array in a variable that is set
/// once.
static const Value *objectOf(const Value *pointer) {
  const Value *object = getUnderlyingObject(pointer);
  const auto *load = dyn_cast<LoadInst>(object);
  const auto *holder = load ? dyn_cast<AllocaInst>(load->getPointerOperand()) : nullptr;
  if (!holder)
    return object;
  const StoreInst *found = nullptr;
  for (const User *user : holder->users())
    if (const auto *store = dyn_cast<StoreInst>(user)) {
      if (found || store->getPointerOperand() != holder)
        return object;
      found = store;
    }
  return found ? getUnderlyingObject(found->getValueOperand()) : object;
}

/// Iterations of one thread share it. Arrays that are only private are written before they are read, or the program
/// asks for simd in vain; those that a loop in the iteration works on keep what is declared for that loop.
static bool isCarriedVariable(const Value &object) {
  const auto *call = dyn_cast<CallBase>(&object);
  if (call && calleeName(*call) == TaskPart)
    return true;
  const auto *variable = dyn_cast<AllocaInst>(&object);
  if (!variable)
    return false;
  bool isArray = variable->isArrayAllocation() || variable->getAllocatedType()->isArrayTy();
  return !isArray || isListed(*variable);
}

static bool forgetOfVariables(Function &function) {
  bool changed = false;
  for (Instruction &instruction : instructions(function)) {
    const Value *pointer = getLoadStorePointerOperand(&instruction);
    if (!pointer || !instruction.hasMetadata(LLVMContext::MD_access_group) || !isCarriedVariable(*objectOf(pointer)))
      continue;
    instruction.setMetadata(LLVMContext::MD_access_group, nullptr);
    changed = true;
  }
  return changed;
}

static bool forgetOfLoops(Function &function) {
  static constexpr const char *Declaration = "llvm.loop.parallel_accesses";
  bool changed = false;
  for (BasicBlock &block : function) {
    Instruction &end = *block.getTerminator();
    MDNode *properties = end.getMetadata(LLVMContext::MD_loop);
    if (!properties || !findOptionMDForLoopID(properties, Declaration) ||
        findOptionMDForLoopID(properties, "llvm.loop.vectorize.enable"))
      continue;
    end.setMetadata(LLVMContext::MD_loop,
                    makePostTransformationMetadata(function.getContext(), properties, {Declaration}, {}));
    changed = true;
  }
  return changed;
}

bool forgetParallelAccesses(Module &module) {
  bool changed = false;
  for (Function &function : module)
    if (!function.isDeclaration() && holdsSharedLoop(function)) {
      changed |= forgetOfLoops(function);
      changed |= forgetOfVariables(function);
    }
  return changed;
}

} // namespace tactus
