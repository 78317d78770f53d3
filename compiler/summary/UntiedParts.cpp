//===- UntiedParts.cpp - an untied task as it was written ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "summary/UntiedParts.h"
#include "model/RuntimeCalls.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace tactus {

/// The variable that keeps the pointer which the value is loaded through; before the first pass, all are in memory.
static Value *keeperOfPointer(Value *pointer) {
  auto *load = dyn_cast<LoadInst>(pointer);
  return load ? load->getPointerOperand() : nullptr;
}

/// switch (*part), at the beginning of a task's body.
static SwitchInst *choiceOfPart(Function &body) {
  if (body.arg_size() < 5)
    return nullptr;
  auto *choice = dyn_cast<SwitchInst>(body.getEntryBlock().getTerminator());
  auto *number = choice ? dyn_cast<LoadInst>(choice->getCondition()) : nullptr;
  Value *keeper = number ? keeperOfPointer(number->getPointerOperand()) : nullptr;
  if (!keeper)
    return nullptr;
  constexpr unsigned PartArgument = 1;
  bool isPart = any_of(keeper->users(), [&](User *user) {
    auto *store = dyn_cast<StoreInst>(user);
    return store && store->getPointerOperand() == keeper && store->getValueOperand() == body.getArg(PartArgument);
  });
  return isPart ? choice : nullptr;
}

/// The part that comes next, if the block ends by handing the task in again.
static ConstantInt *partBehind(BasicBlock &block, Value *keeper) {
  ConstantInt *part = nullptr;
  for (Instruction &instruction : block) {
    if (auto *store = dyn_cast<StoreInst>(&instruction)) {
      if (keeperOfPointer(store->getPointerOperand()) == keeper)
        part = dyn_cast<ConstantInt>(store->getValueOperand());
    } else if (auto *call = dyn_cast<CallBase>(&instruction); call && part && call->arg_size() > 2) {
      if (calleeName(*call) == "__kmpc_omp_task")
        return part;
    }
  }
  return nullptr;
}

static void branchTo(BasicBlock &block, BasicBlock *target) {
  Instruction *end = block.getTerminator();
  for (BasicBlock *successor : successors(&block))
    successor->removePredecessor(&block);
  BranchInst *branch = BranchInst::Create(target, end->getIterator());
  branch->setDebugLoc(end->getDebugLoc());
  end->eraseFromParent();
}

void joinUntiedParts(Function &copy) {
  SwitchInst *choice = choiceOfPart(copy);
  if (!choice)
    return;
  Value *keeper = keeperOfPointer(cast<LoadInst>(choice->getCondition())->getPointerOperand());
  ConstantInt *first = ConstantInt::get(cast<IntegerType>(choice->getCondition()->getType()), 0);
  SmallVector<std::pair<BasicBlock *, BasicBlock *>, 8> ends;
  for (BasicBlock &block : copy)
    if (ConstantInt *part = partBehind(block, keeper); part && part->getType() == first->getType())
      ends.push_back({&block, choice->findCaseValue(part)->getCaseSuccessor()});
  BasicBlock *begin = choice->findCaseValue(first)->getCaseSuccessor();
  for (auto [block, next] : ends)
    branchTo(*block, next);
  branchTo(copy.getEntryBlock(), begin);
}

} // namespace tactus
