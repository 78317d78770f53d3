//===- ForkMarks.cpp - forks while they wait to be lowered --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "model/ForkMarks.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace tactus {

static constexpr const char *MarkName = "tactus.fork";

static CallInst *asMark(Instruction *instruction) {
  auto *call = dyn_cast_or_null<CallInst>(instruction);
  return call && call->getCalledFunction() && call->getCalledFunction()->getName() == MarkName ? call : nullptr;
}

void markFork(const Fork &fork) {
  IRBuilder<> builder(fork.firstBranch);
  FunctionCallee mark = fork.firstBranch->getModule()->getOrInsertFunction(
      MarkName, FunctionType::get(builder.getPtrTy(), /*isVarArg=*/true));
  SmallVector<Value *, 8> operands{fork.descriptor};
  append_range(operands, fork.environment);
  CallInst *record = builder.CreateCall(mark, operands);
  record->setDoesNotThrow();
  record->setOnlyAccessesInaccessibleMemory();
  fork.record->replaceAllUsesWith(record);
  fork.record->eraseFromParent();
}

bool isMarkedBranch(const CallBase &call) { return asMark(const_cast<CallBase &>(call).getPrevNode()) != nullptr; }

SmallVector<CallInst *, 16> forkMarks(Module &module) {
  SmallVector<CallInst *, 16> marks;
  if (module.getFunction(MarkName))
    for (Function &function : module)
      for (Instruction &instruction : instructions(function))
        if (CallInst *mark = asMark(&instruction))
          marks.push_back(mark);
  return marks;
}

Fork readFork(CallInst &mark) {
  return {cast<CallBase>(mark.getNextNode()), cast<GlobalVariable>(mark.getArgOperand(0)),
          SmallVector<Value *, 4>(drop_begin(mark.args())), &mark};
}

void eraseForkMark(Module &module) {
  if (Function *mark = module.getFunction(MarkName))
    mark->eraseFromParent();
}

} // namespace tactus
