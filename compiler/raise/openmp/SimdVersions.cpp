//===- SimdVersions.cpp - loops that clang writes twice ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/openmp/SimdVersions.h"
#include "ir/DebugScope.h"
#include "model/Microtask.h"
#include "model/RuntimeCalls.h"
#include "raise/openmp/Recognition.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace tactus {

namespace {

/// Computes anew what a microtask computes of its arguments: of one call's arguments, before that call.
class Recomputation {
public:
  /// `firstArgument` is the call's operand for the microtask's parameter 0.
  Recomputation(CallInst &call, int firstArgument, Instruction &position)
      : call(call), firstArgument(firstArgument), builder(&position) {}

  /// Is the value computed of arguments that are passed by value, and of nothing else?
  static bool isPossible(const Value *value) {
    if (isa<Constant>(value))
      return true;
    if (const auto *argument = dyn_cast<Argument>(value)) // The first two are libomp's.
      return argument->getArgNo() >= 2 && !argument->getType()->isPointerTy();
    if (const auto *load = dyn_cast<LoadInst>(value))
      if (const StoreInst *store = onlyStore(*load))
        return isPossible(store->getValueOperand());
    return isOperation(value) &&
           all_of(cast<Instruction>(value)->operands(), [](const Value *operand) { return isPossible(operand); });
  }

  Value *compute(Value *value) {
    if (isa<Constant>(value))
      return value;
    if (auto *argument = dyn_cast<Argument>(value))
      return call.getArgOperand(firstArgument + static_cast<int>(argument->getArgNo()));
    if (auto *load = dyn_cast<LoadInst>(value)) {
      // The variable's type may be shorter than the argument's.
      StoreInst *store = onlyStore(*load);
      IRBuilder<> entry(&*call.getFunction()->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
      Value *variable = entry.CreateAlloca(cast<AllocaInst>(load->getPointerOperand())->getAllocatedType());
      builder.CreateStore(compute(store->getValueOperand()), variable);
      return builder.CreateLoad(load->getType(), variable);
    }
    Instruction *copy = cast<Instruction>(value)->clone();
    for (Use &operand : copy->operands())
      operand.set(compute(operand.get()));
    copy->setDebugLoc(call.getDebugLoc());
    return builder.Insert(copy);
  }

private:
  CallInst &call;
  int firstArgument;
  IRBuilder<> builder;

  /// The microtask may not have come to it, so that it must not be a division.
  static bool isOperation(const Value *value) {
    return isa<CastInst, CmpInst, BinaryOperator>(value) && isSafeToSpeculativelyExecute(cast<Instruction>(value));
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
};

/// The loops over the iterations: their headers read the worksharing loop's upper bound.
SmallVector<BasicBlock *, 2> loopHeaders(const ParallelLoop &loop, const LoopInfo &loops) {
  const CallInst *bounds = loop.next ? loop.next : loop.init;
  const Value *upperBound = bounds->getArgOperand(loop.next ? 4 : 5);
  SmallVector<BasicBlock *, 2> headers;
  for (const User *user : upperBound->users())
    if (const auto *load = dyn_cast<LoadInst>(user);
        load && loops.isLoopHeader(load->getParent()) && !is_contained(headers, load->getParent()))
      headers.push_back(const_cast<BasicBlock *>(load->getParent()));
  return headers;
}

/// The question which version is meant; null if this is not how the two come about.
BranchInst *findQuestion(const ParallelLoop &loop) {
  DominatorTree dominators(*loop.microtask);
  LoopInfo loops(dominators);
  SmallVector<BasicBlock *, 2> headers = loopHeaders(loop, loops);
  if (headers.size() != 2)
    return nullptr;
  auto *question = dyn_cast<BranchInst>(dominators.findNearestCommonDominator(headers[0], headers[1])->getTerminator());
  if (!question || !question->isConditional() || !Recomputation::isPossible(question->getCondition()))
    return nullptr;
  BasicBlock *with = question->getSuccessor(0), *without = question->getSuccessor(1);
  if (!dominators.dominates(with, headers[0]))
    std::swap(headers[0], headers[1]);
  return dominators.dominates(with, headers[0]) && dominators.dominates(without, headers[1]) ? question : nullptr;
}

void answer(BranchInst &question, bool isSimd) {
  Function &function = *question.getFunction();
  question.setCondition(ConstantInt::getBool(question.getContext(), isSimd));
  ConstantFoldTerminator(question.getParent(), /*DeleteDeadConditions=*/true);
  removeUnreachableBlocks(function);
}

/// The instructions that belong to a region's call, in one block: `first` to `last`, for one of two microtasks.
struct Region {
  CallInst *call;
  Instruction *first;
  Instruction *last;
  int firstArgument;
};

/// num_threads belongs to the fork.
Region regionOfFork(CallInst &fork) {
  Region region{&fork, &fork, &fork, /*firstArgument=*/1};
  if (CallInst *limit = findPushNumThreads(&fork)) {
    limit->moveBefore(&fork);
    region.first = limit;
  }
  return region;
}

/// libomp is told where a region begins and ends that one thread runs.
Region regionOfSerialCall(CallInst &call) {
  Region region{&call, &call, &call, /*firstArgument=*/0};
  while (region.first->getPrevNode() && !isCallTo(*region.first, "__kmpc_serialized_parallel"))
    region.first = region.first->getPrevNode();
  while (!region.last->isTerminator() && !isCallTo(*region.last, "__kmpc_end_serialized_parallel"))
    region.last = region.last->getNextNode();
  return region;
}

/// Puts the region, and a copy of it that calls `with`, behind the question.
void separate(const Region &region, Value *condition, Function &with) {
  Value *isSimd = Recomputation(*region.call, region.firstArgument, *region.first).compute(condition);
  SmallVector<Instruction *, 8> instructions;
  for (Instruction *each = region.first;; each = each->getNextNode()) {
    instructions.push_back(each);
    if (each == region.last)
      break;
  }
  Instruction *thenEnd = nullptr, *elseEnd = nullptr;
  SplitBlockAndInsertIfThenElse(isSimd, region.first->getIterator(), &thenEnd, &elseEnd);
  ValueToValueMapTy copies;
  for (Instruction *each : instructions) {
    Instruction *copy = each->clone();
    copy->insertBefore(thenEnd);
    copies[each] = copy;
    RemapInstruction(copy, copies, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    each->moveBefore(elseEnd);
  }
  auto *call = cast<CallInst>(static_cast<Value *>(copies.lookup(region.call)));
  if (region.firstArgument == 0)
    call->setCalledFunction(&with);
  else
    call->setArgOperand(2, &with);
}

bool separateVersions(ParallelLoop &loop) {
  BranchInst *question = findQuestion(loop);
  if (!question)
    return false;
  ValueToValueMapTy copies;
  Function *with = CloneFunction(loop.microtask, copies);
  separateAssignments(*with);
  Value *condition = question->getCondition();
  // A fork passes the microtask itself and its captures; libomp adds the first two arguments.
  separate(regionOfFork(*loop.fork), condition, *with);
  for (CallInst *call : loop.serialCalls)
    separate(regionOfSerialCall(*call), condition, *with);
  answer(*cast<BranchInst>(static_cast<Value *>(copies.lookup(question))), true);
  answer(*question, false);
  loop.microtask->addFnAttr(OtherVersionAttribute);
  return true;
}

} // namespace

bool separateSimdVersions(ArrayRef<std::unique_ptr<ParallelLoop>> loops) {
  bool changed = false;
  for (auto &loop : loops)
    if (loop->reason == reasonText(Reason::SimdIf))
      changed |= separateVersions(*loop);
  return changed;
}

} // namespace tactus
