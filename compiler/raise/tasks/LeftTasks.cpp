//===- LeftTasks.cpp - tasks that a function leaves to its caller --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/tasks/LeftTasks.h"
#include "analysis/ThreadIdentity.h"
#include "model/Microtask.h"
#include "model/RuntimeCalls.h"
#include "model/TaskCalls.h"
#include "raise/tasks/TaskBody.h"
#include "raise/tasks/TaskDependences.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tactus {

namespace {

/// What runs when a function does, and in the tasks that are created then, as far as this module tells.
class Reached {
public:
  void add(const Function &function) {
    if (!function.isDeclaration())
      functions.insert(&function);
  }
  void complete() {
    for (unsigned index = 0; index < functions.size(); ++index)
      for (const Instruction &instruction : instructions(*functions[index]))
        if (auto *call = dyn_cast<CallBase>(&instruction))
          for (const Function *callee : {call->getCalledFunction(), taskEntryOf(*call)})
            if (callee)
              add(*callee);
  }
  template <typename Condition> bool any(Condition condition) const {
    return any_of(functions, [&](const Function *function) { return any_of(instructions(*function), condition); });
  }

private:
  SetVector<const Function *> functions;
};

/// Is anything of the function's beside its tasks: between one and the function's end?
enum class Beside { Nothing, OtherTasks, Anything };

Beside codeBeside(const TaskFunction &tasks) {
  Beside found = Beside::Nothing;
  for (const TaskConstruct &task : tasks.tasks)
    for (const CallInst *submit : task.submits) {
      SmallPtrSet<const BasicBlock *, 16> seen;
      SmallVector<const Instruction *, 16> worklist{submit->getNextNode()};
      while (!worklist.empty()) {
        const Instruction *instruction = worklist.pop_back_val();
        for (; instruction; instruction = instruction->getNextNode()) {
          // A loop that creates tasks, or a wait.
          if (instruction == submit || waitsForTasks(*instruction))
            return Beside::Anything;
          if (isTaskSubmission(*instruction))
            found = Beside::OtherTasks;
          else if (isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction) &&
                   !calleeName(*instruction).starts_with("__kmpc_"))
            return Beside::Anything;
          for (unsigned i = 0; instruction->isTerminator() && i < instruction->getNumSuccessors(); ++i)
            if (const BasicBlock *next = instruction->getSuccessor(i); seen.insert(next).second)
              worklist.push_back(&next->front());
        }
      }
    }
  return found;
}

bool reducesTasks(const Instruction &instruction) {
  StringRef name = calleeName(instruction);
  return name.contains("taskred") || name.contains("task_reduction");
}

bool isThreadsOwn(const Instruction &instruction) {
  return isThreadLocalAccess(instruction) || calleeName(instruction).starts_with("__kmpc_threadprivate");
}

/// Is the task handed to libomp as it is, or called where it stands, and nothing else?
bool isPlainlySubmitted(const CallInst &alloc) {
  bool isSubmitted = false;
  for (const User *user : alloc.users()) {
    const auto *call = dyn_cast<CallInst>(user);
    if (!call)
      continue;
    if (isTaskSubmission(*call) && call->getArgOperand(2) == &alloc)
      isSubmitted = true;
    else if (!isCallTo(*call, "__kmpc_omp_task_begin_if0") && !isCallTo(*call, "__kmpc_omp_task_complete_if0") &&
             call->getCalledFunction() != taskEntryOf(alloc) && !isa<IntrinsicInst>(call))
      return false;
  }
  return isSubmitted;
}

} // namespace

/// The microtask of a region that has one thread, because its `if` clause is false, gets the address of the number.
static void passThreadNumberAnew(CallInst &call, FunctionCallee query) {
  Function *callee = call.getCalledFunction();
  if (!callee || callee->isDeclaration() || call.arg_size() < 2 || !call.getArgOperand(0)->getType()->isPointerTy() ||
      !findSerialBrackets(call).begin)
    return;
  IRBuilder<> entry(&*call.getFunction()->getEntryBlock().getFirstInsertionPt());
  AllocaInst *variable = entry.CreateAlloca(entry.getInt32Ty());
  IRBuilder<> builder(&call);
  builder.CreateStore(builder.CreateCall(query, {ConstantPointerNull::get(builder.getPtrTy())}), variable);
  call.setArgOperand(0, variable);
}

void askThreadNumberAnew(Function &function) {
  SmallVector<Value *, 4> numbers;
  for (Instruction &instruction : instructions(function))
    if (isCallTo(instruction, "__kmpc_global_thread_num"))
      numbers.push_back(&instruction);
  if (function.arg_size() > 0) {
    Argument *first = function.getArg(0);
    if (first->getType()->isIntegerTy(32) && function.hasLocalLinkage() &&
        function.getName().starts_with(".omp_task_entry"))
      numbers.push_back(first);
    else if (first->getName() == ".global_tid." || function.getName().contains(".omp_outlined"))
      for (User *user : first->users())
        if (auto *load = dyn_cast<LoadInst>(user))
          numbers.push_back(load);
  }
  FunctionCallee query = function.getParent()->getOrInsertFunction(
      "__kmpc_global_thread_num", Type::getInt32Ty(function.getContext()), PointerType::get(function.getContext(), 0));
  for (Value *number : numbers)
    for (Use &use : make_early_inc_range(number->uses())) {
      auto *call = dyn_cast<CallBase>(use.getUser());
      if (!call || !call->getCalledFunction() || !call->getCalledFunction()->getName().starts_with("__kmpc_"))
        continue;
      IRBuilder<> builder(call);
      use.set(builder.CreateCall(query, {ConstantPointerNull::get(builder.getPtrTy())}));
    }
  for (Value *number : numbers)
    if (auto *instruction = dyn_cast<Instruction>(number); instruction && instruction->use_empty())
      instruction->eraseFromParent();
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallInst>(&instruction))
      passThreadNumberAnew(*call, query);
}

bool mayBeLeft(const CallInst &alloc) {
  const Function *entry = taskEntryOf(alloc);
  if (!entry || entry->isDeclaration() || entry->arg_size() != 2 || !isa<ConstantInt>(alloc.getArgOperand(3)) ||
      !isa<ConstantInt>(alloc.getArgOperand(4)) || !isPlainlySubmitted(alloc))
    return false;
  // A region whose own tasks are not converted is libomp's.
  if (alloc.getFunction()->getName().contains(".omp_outlined"))
    return false;
  // An untied task is handed to libomp again by its own code, and one that can be detached is known to others.
  constexpr uint64_t Tied = 1, Detachable = 0x40;
  KnownBits flags = computeKnownBits(alloc.getArgOperand(2), alloc.getDataLayout());
  if (!(flags.One.getZExtValue() & Tied) || !(flags.Zero.getZExtValue() & Detachable))
    return false;
  Reached inTask, inCreator;
  inTask.add(*entry);
  inTask.complete();
  if (inTask.any(isThreadsOwn) || inTask.any(reducesTasks) || any_of(instructions(alloc.getFunction()), reducesTasks))
    return false;
  // Only libomp cancels groups, and it must know of all tasks in them.
  inCreator.add(*alloc.getFunction());
  inCreator.complete();
  return !inCreator.any(cancelsGroup);
}

bool leavesTasks(const TaskFunction &tasks, bool isRegion) {
  const Function &function = *tasks.function;
  if (isRegion || !isHelper(function) || tasks.tasks.empty() || !tasks.groupBegins.empty())
    return false;
  // ThreadSanitizer does not see what orders the tasks that libomp runs.
  if (function.hasFnAttribute(Attribute::SanitizeThread))
    return false;
  for (const TaskConstruct &task : tasks.tasks)
    if (task.taskloop || task.submits.empty() || !mayBeLeft(*task.alloc))
      return false;
  if (all_of(tasks.tasks, [](const TaskConstruct &task) { return isTrivialTask(*task.entry); }))
    return false;
  Beside beside = codeBeside(tasks);
  if (beside != Beside::OtherTasks)
    return beside == Beside::Nothing;
  // A recursion has enough beside its tasks: what it creates in them.
  Reached inFunction;
  inFunction.add(function);
  inFunction.complete();
  return !inFunction.any([&](const Instruction &instruction) {
    auto *call = dyn_cast<CallBase>(&instruction);
    return call && call->getCalledFunction() == &function;
  });
}

} // namespace tactus
