//===- RegionCopies.cpp - two versions of a region's call ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/openmp/RegionCopies.h"
#include "ir/LLVMVersions.h"
#include "model/RuntimeCalls.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace tactus {

/// The microtask may not have come to it, so that it must not be a division.
static bool isOperation(const Value *value) {
  return isa<CastInst, CmpInst, BinaryOperator, GetElementPtrInst>(value) &&
         isSafeToSpeculativelyExecute(cast<Instruction>(value));
}

/// The only store into the local variable that is read, null if there may be others.
static StoreInst *onlyStore(const LoadInst &load) {
  const auto *variable = dyn_cast<AllocaInst>(load.getPointerOperand());
  StoreInst *only = nullptr;
  if (!variable || !load.isSimple())
    return nullptr;
  for (User *user : const_cast<AllocaInst *>(variable)->users()) {
    if (auto *store = dyn_cast<StoreInst>(user)) {
      if (only || !store->isSimple() || store->getPointerOperand() != variable)
        return nullptr;
      only = store;
    } else if (!isa<LoadInst>(user) && !cast<Instruction>(user)->isLifetimeStartOrEnd()) {
      return nullptr;
    }
  }
  return only;
}

/// Does a call of the function change nothing that others see, and always return? As `size()` of a container: straight
/// code that looks at memory, with `depth` levels of calls of such.
static bool onlyLooks(const Function *function, unsigned depth) {
  if (function && (function->getName() == "omp_get_max_threads" || function->getName() == "omp_get_num_procs"))
    return true;
  if (!function || function->isDeclaration() || function->isInterposable() || function->size() != 1 || depth == 0)
    return false;
  return all_of(instructions(*function), [&](const Instruction &instruction) {
    if (const auto *store = dyn_cast<StoreInst>(&instruction))
      return store->isSimple() && isa<AllocaInst>(store->getPointerOperand());
    if (const auto *load = dyn_cast<LoadInst>(&instruction))
      return load->isSimple();
    if (const auto *inner = dyn_cast<CallInst>(&instruction))
      return isa<DbgInfoIntrinsic>(inner) || inner->isLifetimeStartOrEnd() ||
             onlyLooks(inner->getCalledFunction(), depth - 1);
    return isa<AllocaInst, CastInst, CmpInst, BinaryOperator, GetElementPtrInst, SelectInst, ReturnInst>(instruction);
  });
}

/// Is the block reached whenever its function is entered, unless something throws before?
static bool isAlwaysReached(const BasicBlock &block) {
  const BasicBlock *reached = &block.getParent()->getEntryBlock();
  while (reached != &block) {
    const auto *invoke = dyn_cast<InvokeInst>(reached->getTerminator());
    const BasicBlock *next = invoke ? invoke->getNormalDest() : reached->getSingleSuccessor();
    // A loop would come back here.
    if (!next || next->getSinglePredecessor() != reached)
      return false;
    reached = next;
  }
  return true;
}

bool Recomputation::isPossible(const Value *value, Source source) {
  bool ofMemory = source == Source::Memory;
  if (isa<Constant>(value))
    return true;
  if (const auto *argument = dyn_cast<Argument>(value)) // The first two are libomp's.
    return argument->getArgNo() >= 2 && (ofMemory || !argument->getType()->isPointerTy());
  if (const auto *load = dyn_cast<LoadInst>(value))
    if (const StoreInst *store = onlyStore(*load))
      return isPossible(store->getValueOperand(), source);
  auto arePossible = [&](auto operands) {
    return all_of(operands, [&](const Value *operand) { return isPossible(operand, source); });
  };
  const auto *instruction = dyn_cast<Instruction>(value);
  if (ofMemory && instruction && isAlwaysReached(*instruction->getParent())) {
    if (const auto *load = dyn_cast<LoadInst>(value))
      return load->isSimple() && isPossible(load->getPointerOperand(), source);
    if (const auto *call = dyn_cast<CallBase>(value)) {
      constexpr unsigned LevelsOfCalls = 3;
      return onlyLooks(call->getCalledFunction(), LevelsOfCalls) && arePossible(call->args());
    }
  }
  return isOperation(value) && arePossible(instruction->operands());
}

Value *Recomputation::compute(Value *value) {
  if (isa<Constant>(value))
    return value;
  if (auto *argument = dyn_cast<Argument>(value))
    return call.getArgOperand(firstArgument + static_cast<int>(argument->getArgNo()));
  if (auto *load = dyn_cast<LoadInst>(value))
    if (StoreInst *store = onlyStore(*load)) {
      // The variable's type may be shorter than the argument's.
      IRBuilder<> entry(&*call.getFunction()->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
      Value *variable = entry.CreateAlloca(cast<AllocaInst>(load->getPointerOperand())->getAllocatedType());
      builder.CreateStore(compute(store->getValueOperand()), variable);
      return builder.CreateLoad(load->getType(), variable);
    }
  // The program's own terminates where it throws, which functions that only look do not.
  auto *invoke = dyn_cast<InvokeInst>(value);
  Instruction *copy = invoke ? createCallMatchingInvoke(invoke) : cast<Instruction>(value)->clone();
  for (Use &operand : copy->operands())
    operand.set(compute(operand.get()));
  copy->setDebugLoc(call.getDebugLoc());
  return builder.Insert(copy);
}

RegionCall regionOfFork(CallInst &fork) {
  RegionCall region{&fork, &fork, &fork, /*firstArgument=*/1};
  for (CallInst *clause : {findPushNumThreads(&fork), findPushProcBind(fork)})
    if (clause) {
      moveBefore(*clause, *region.first);
      region.first = clause;
    }
  return region;
}

RegionCall regionOfSerialCall(CallInst &call) {
  RegionCall region{&call, &call, &call, /*firstArgument=*/0};
  while (region.first->getPrevNode() && !isCallTo(*region.first, "__kmpc_serialized_parallel"))
    region.first = region.first->getPrevNode();
  while (!region.last->isTerminator() && !isCallTo(*region.last, "__kmpc_end_serialized_parallel"))
    region.last = region.last->getNextNode();
  return region;
}

CallInst *separateRegion(const RegionCall &region, Value *condition, Function &with) {
  SmallVector<Instruction *, 8> instructions;
  for (Instruction *each = region.first;; each = each->getNextNode()) {
    instructions.push_back(each);
    if (each == region.last)
      break;
  }
  Instruction *thenEnd = nullptr, *elseEnd = nullptr;
  SplitBlockAndInsertIfThenElse(condition, region.first->getIterator(), &thenEnd, &elseEnd);
  ValueToValueMapTy copies;
  for (Instruction *each : instructions) {
    Instruction *copy = each->clone();
    copy->insertBefore(thenEnd->getIterator());
    copies[each] = copy;
    RemapInstruction(copy, copies, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    moveBefore(*each, *elseEnd);
  }
  auto *call = cast<CallInst>(static_cast<Value *>(copies.lookup(region.call)));
  if (region.firstArgument == 0)
    call->setCalledFunction(&with);
  else
    call->setArgOperand(2, &with);
  return call;
}

} // namespace tactus
