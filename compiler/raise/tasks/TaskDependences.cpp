//===- TaskDependences.cpp - OpenMP tasks with dependences ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/tasks/TaskDependences.h"
#include "model/RuntimeCalls.h"
#include "model/SpawnMarks.h"
#include "model/TaskCalls.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace tactus {

bool waitsForTasks(const Instruction &instruction) {
  static const StringRef names[] = {"__kmpc_omp_taskwait", "__kmpc_end_taskgroup", "__kmpc_barrier",
                                    "__kmpc_omp_taskwait_deps_51"};
  return is_contained(names, calleeName(instruction));
}

/// Can a task with dependences be followed by another task of the function, or by code before a wait? If not, the
/// function is one that creates a task for its caller, and would wait for it at once.
static bool hasSomethingBeside(const TaskFunction &tasks) {
  SmallPtrSet<const BasicBlock *, 16> seen;
  SmallVector<const Instruction *, 16> worklist;
  for (const TaskConstruct &task : tasks.tasks)
    for (const CallInst *submit : task.submits)
      if (dependenceItemsOf(*submit).items)
        worklist.push_back(submit->getNextNode());
  while (!worklist.empty()) {
    const Instruction *instruction = worklist.pop_back_val();
    for (; instruction; instruction = instruction->getNextNode()) {
      if (isTaskSubmission(*instruction) || waitsForTasks(*instruction))
        return true;
      for (unsigned i = 0; instruction->isTerminator() && i < instruction->getNumSuccessors(); ++i)
        if (const BasicBlock *next = instruction->getSuccessor(i); seen.insert(next).second)
          worklist.push_back(&next->front());
    }
  }
  return false;
}

bool isHelper(const Function &function) {
  StringRef name = function.getName();
  return !name.contains(".omp_outlined") && !name.starts_with(".omp_task_entry") && !name.starts_with("tactus.");
}

std::optional<Reason> reasonAgainstDependences(const TaskFunction &tasks, bool isRegion) {
  Function &function = *tasks.function;
  // Who creates a task may wait for an earlier one, which may want the lock.
  if (any_of(instructions(function), takesLock))
    return Reason::DependenceLock;
  if (!tasks.reductions.empty() || !tasks.reductionCopies.empty())
    return Reason::DependenceReduction;
  bool creates = any_of(tasks.tasks, [](const TaskConstruct &task) {
    return any_of(task.submits, [](const CallInst *submit) { return dependenceItemsOf(*submit).items; });
  });
  if (!isRegion && isHelper(function) && creates && !hasSomethingBeside(tasks))
    return Reason::DependenceAlone;
  return std::nullopt;
}

DependenceList itemsOfSpawn(const CallBase &call) {
  DependenceItems found = dependenceItemsOf(call);
  if (!found.items)
    return {};
  markSpawnMemory(found.items);
  return {found.items, found.count};
}

void raiseDependenceWaits(const TaskFunction &tasks, Value *scope) {
  for (CallInst *wait : tasks.dependenceWaits) {
    DependenceItems found = dependenceItemsOf(*wait);
    markDependenceWait(wait, scope, {found.items, found.count});
    wait->eraseFromParent();
  }
}

} // namespace tactus
