//===- TaskBody.cpp - the code of a task ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// An untied task comes as a state machine, which hands itself to libomp again between its parts:
//
//   switch (task->part) { case 0: ... task->part = 1; __kmpc_omp_task(task); return; case 1: ... }
//
// Its variables live in the task, so a jump to the next part does the same.
//
//===----------------------------------------------------------------------===//
#include "raise/tasks/TaskBody.h"
#include "ir/EraseFunction.h"
#include "model/RuntimeCalls.h"
#include "model/SpawnMarks.h"
#include "model/TaskCalls.h"
#include "model/ThrowingCalls.h"
#include "raise/openmp/Recognition.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace tactus {

/// A thunk is inlined whatever the optimisation level, so it must be small.
static constexpr unsigned MostInstructionsOfThunk = 48;
static constexpr unsigned MostInstructionsOfTrivialTask = 24;

void promoteVariables(Function &function, FunctionAnalysisManager &analyses) {
  analyses.clear(function, function.getName());
  SROAPass(SROAOptions::PreserveCFG).run(function, analyses);
  analyses.clear(function, function.getName());
}

/// Clang's own helpers, which the entry calls directly or, once its variables are values, visibly. A parallel region of
/// one thread has the same name and is none: it stays what can be converted, or recorded as a region.
static CallInst *helperCall(Function &entry) {
  for (Instruction &instruction : instructions(entry))
    if (auto *call = dyn_cast<CallInst>(&instruction))
      if (auto *callee = dyn_cast<Function>(call->getCalledOperand()->stripPointerCasts()))
        if (callee != &entry && callee->hasLocalLinkage() && !callee->isDeclaration() &&
            (callee->getName().starts_with(".omp_outlined") ||
             callee->getName().starts_with(".omp_task_privates_map")) &&
            !findSerialBrackets(*call).begin)
          return call;
  return nullptr;
}

/// Regions of one thread are given the address of the thread's number, which must not stay in memory for their sake: it
/// may be another one behind a task. They get a copy. Returns whether there are any.
static bool copyThreadNumbers(Function &entry) {
  SmallVector<CallInst *, 4> calls;
  for (Instruction &instruction : instructions(entry))
    if (auto *call = dyn_cast<CallInst>(&instruction);
        call && call->arg_size() > 0 && isa<AllocaInst>(call->getArgOperand(0)))
      if (Function *callee = call->getCalledFunction();
          callee && !callee->isDeclaration() && findSerialBrackets(*call).begin)
        calls.push_back(call);
  for (CallInst *call : calls) {
    IRBuilder<> builder(&*entry.getEntryBlock().getFirstInsertionPt());
    AllocaInst *copy = builder.CreateAlloca(builder.getInt32Ty());
    builder.SetInsertPoint(call);
    builder.CreateStore(builder.CreateLoad(builder.getInt32Ty(), call->getArgOperand(0)), copy);
    call->setArgOperand(0, copy);
  }
  return !calls.empty();
}

bool tidyTaskEntries(Module &module, FunctionAnalysisManager &analyses) {
  if (!usesTasking(module))
    return false;
  SmallSetVector<Function *, 8> entries;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (Function *entry = taskEntryOf(*call); entry && !entry->isDeclaration())
          entries.insert(entry);
  for (Function *entry : entries) {
    while (CallInst *call = helperCall(*entry)) {
      Function *callee = call->getCalledFunction();
      InlineFunctionInfo info;
      // Its parameters' attributes say nothing that the task's own memory does not.
      for (Argument &argument : callee->args())
        argument.removeAttr(Attribute::NoAlias);
      if (!InlineFunction(*call, info).isSuccess())
        break;
      if (callee->use_empty())
        eraseFunction(*callee, analyses);
      promoteVariables(*entry, analyses);
    }
    if (copyThreadNumbers(*entry))
      promoteVariables(*entry, analyses);
    entry->removeFnAttr(Attribute::NoRecurse);
    for (Argument &argument : entry->args())
      argument.removeAttr(Attribute::NoAlias);
  }
  return !entries.empty();
}

static bool isField(const Value *pointer, const Value *task, uint64_t field, const DataLayout &layout) {
  APInt offset(64, 0);
  return pointer->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true) == task &&
         offset == field;
}

/// The parts of an untied task follow each other.
static void chainParts(Function &entry) {
  Argument *task = entry.getArg(1);
  const DataLayout &layout = entry.getDataLayout();
  SwitchInst *parts = nullptr;
  SmallVector<CallInst *, 4> resubmits;
  for (Instruction &instruction : instructions(entry)) {
    if (auto *choice = dyn_cast<SwitchInst>(&instruction))
      if (auto *load = dyn_cast<LoadInst>(choice->getCondition());
          load && isField(load->getPointerOperand(), task, TaskPart, layout))
        parts = choice;
    if (isCallTo(instruction, "__kmpc_omp_task") && cast<CallInst>(instruction).getArgOperand(2) == task)
      resubmits.push_back(cast<CallInst>(&instruction));
  }
  if (!parts)
    return;
  for (CallInst *resubmit : resubmits) {
    ConstantInt *next = nullptr;
    for (Instruction *position = resubmit->getPrevNode(); position && !next; position = position->getPrevNode())
      if (auto *store = dyn_cast<StoreInst>(position))
        if (isField(store->getPointerOperand(), task, TaskPart, layout))
          next = dyn_cast<ConstantInt>(store->getValueOperand());
    if (!next)
      continue;
    BasicBlock *target = parts->findCaseValue(next)->getCaseSuccessor();
    BasicBlock *block = resubmit->getParent();
    BasicBlock *rest = SplitBlock(block, resubmit);
    block->getTerminator()->setSuccessor(0, target);
    DeleteDeadBlock(rest);
  }
  auto *first = ConstantInt::get(cast<IntegerType>(parts->getCondition()->getType()), 0);
  BasicBlock *target = parts->findCaseValue(first)->getCaseSuccessor();
  BasicBlock *block = parts->getParent();
  parts->eraseFromParent();
  BranchInst::Create(target, block);
  removeUnreachableBlocks(entry);
}

void finishTaskEntry(const TaskConstruct &task) {
  chainParts(*task.entry);
  // A record of a taskloop's is used for several parts of it.
  if (!task.destructors || task.taskloop)
    return;
  for (BasicBlock &block : *task.entry)
    if (auto *end = dyn_cast<ReturnInst>(block.getTerminator())) {
      IRBuilder<> builder(end);
      CallInst *call = builder.CreateCall(task.destructors, {builder.getInt32(0), task.entry->getArg(1)});
      if (DISubprogram *subprogram = task.entry->getSubprogram())
        call->setDebugLoc(DILocation::get(call->getContext(), 0, 0, subprogram));
    }
}

static bool isRealCall(const Instruction &instruction) {
  return isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction) && !cast<CallBase>(instruction).isInlineAsm();
}

/// What tasking has in a task is no work that a fork could be made of.
static bool isOfTasking(const CallBase &call) {
  return isCallTo(call, SpawnName) || isCallTo(call, SyncName) || isCallTo(call, FindReductionName) ||
         isTasking(calleeName(call));
}

CallBase *callOfThunk(Function &entry) {
  CallBase *only = nullptr;
  unsigned count = 0;
  SmallPtrSet<BasicBlock *, 8> seen;
  for (BasicBlock *block = &entry.getEntryBlock(); block;) {
    if (!seen.insert(block).second)
      return nullptr;
    for (Instruction &instruction : *block) {
      ++count;
      if (!isRealCall(instruction))
        continue;
      if (only || cast<CallBase>(instruction).doesNotReturn() || isCaughtInFunction(cast<CallBase>(instruction)))
        return nullptr;
      only = cast<CallBase>(&instruction);
    }
    Instruction *end = block->getTerminator();
    if (isa<ReturnInst>(end))
      break;
    if (auto *invoke = dyn_cast<InvokeInst>(end))
      block = invoke->getNormalDest();
    else if (auto *branch = dyn_cast<BranchInst>(end); branch && branch->isUnconditional())
      block = branch->getSuccessor(0);
    else
      return nullptr;
  }
  return only && count <= MostInstructionsOfThunk && !isOfTasking(*only) ? only : nullptr;
}

bool isTrivialTask(const Function &entry) {
  // However little it does, it may race.
  if (entry.hasFnAttribute(Attribute::SanitizeThread))
    return false;
  if (entry.size() != 1 || entry.getInstructionCount() > MostInstructionsOfTrivialTask)
    return false;
  return none_of(instructions(entry), [](const Instruction &instruction) {
    return isRealCall(instruction) && !isCallTo(instruction, FindReductionName);
  });
}

} // namespace tactus
