//===- TaskRecognition.cpp - find the OpenMP tasks that can be converted -------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The tasks of a function are converted if every call of libomp's tasking in it is understood and nothing in them, or
// beside them, depends on the thread that runs it. One construct that is not keeps all of the function's with libomp:
// `taskwait` waits for all of them alike.
//
//===----------------------------------------------------------------------===//
#include "raise/tasks/TaskRecognition.h"
#include "analysis/IterationWaits.h"
#include "analysis/StrandRules.h"
#include "analysis/ThreadIdentity.h"
#include "model/Microtask.h"
#include "model/RegionMarks.h"
#include "model/RuntimeCalls.h"
#include "model/TaskCalls.h"
#include "raise/openmp/Recognition.h"
#include "raise/tasks/LeftTasks.h"
#include "raise/tasks/TaskDependences.h"
#include "raise/tasks/TaskReductions.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tactus {

static StringRef nameOfCallee(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  return callee ? callee->getName() : StringRef();
}

static bool hasKnownDuplication(const CallBase &call) { return isa<Constant>(duplicationOfTaskloop(call)); }

namespace {

class TaskRecogniser {
public:
  TaskRecogniser(TaskFunction &result, const SmallPtrSetImpl<Function *> &regions)
      : result(result), function(*result.function), regions(regions) {}

  void run() {
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        meet(*call); // all of them: tasks that are left are reported, and so are those that stand in them
    if (!result.isConverted())
      return;
    for (TaskConstruct &task : result.tasks)
      if (!checkTask(task))
        return;
    if (!checkDependences())
      return;
    if (leavesTasks(result, regions.contains(&function))) {
      refuse(Reason::TaskAlone, result.tasks.front().alloc);
      return;
    }
    bool isRegion = regions.contains(&function) || function.hasFnAttribute(LatentRegionAttribute);
    if (auto reason = threadDependence(function, isRegion ? TeamQueries::Allowed : TeamQueries::Refused))
      refuse(*reason, function.getEntryBlock().getTerminator());
  }

private:
  TaskFunction &result;
  Function &function;
  const SmallPtrSetImpl<Function *> &regions;

  /// The first obstacle counts.
  bool refuse(Reason reason, const Instruction *obstacle) {
    if (!result.isConverted())
      return false;
    result.blocker = {reason, obstacle};
    return false;
  }

  bool meet(CallBase &call) {
    StringRef name = nameOfCallee(call);
    if (name == "__kmpc_barrier" && regions.contains(&function)) {
      result.barriers.push_back(cast<CallInst>(&call));
      return true;
    }
    if (!isTasking(name))
      return true;
    auto *plain = dyn_cast<CallInst>(&call);
    if (!plain)
      return refuse(Reason::TaskShape, &call);
    if (name == "__kmpc_omp_task_alloc") {
      TaskConstruct task;
      task.alloc = plain;
      task.entry = taskEntryOf(*plain);
      task.location = locationOfIdent(plain->getArgOperand(0));
      if (!task.entry || task.entry->isDeclaration())
        return refuse(Reason::TaskShape, plain);
      result.tasks.push_back(task);
    } else if (name == "__kmpc_omp_taskwait")
      result.waits.push_back(plain);
    else if (name == "__kmpc_taskgroup")
      result.groupBegins.push_back(plain);
    else if (name == "__kmpc_end_taskgroup")
      result.groupEnds.push_back(plain);
    else if (name == "__kmpc_omp_taskyield" || name == "__kmpc_omp_task_begin_if0" ||
             name == "__kmpc_omp_task_complete_if0")
      result.superfluous.push_back(plain);
    else if (name.contains("deps")) {
      result.hasDependences = true;
      if (!dependenceItemsOf(*plain).items)
        return refuse(Reason::DependenceCount, plain);
      if (name == "__kmpc_omp_taskwait_deps_51")
        result.dependenceWaits.push_back(plain);
      else if (!isa<CallInst>(plain->getArgOperand(2)))
        return refuse(Reason::TaskShape, plain);
    } else if (name == "__kmpc_task_allow_completion_event")
      return refuse(Reason::TaskDetach, plain);
    else if (name == "__kmpc_taskred_init") {
      if (!isKnownTaskReduction(*plain))
        return refuse(Reason::TaskShape, plain);
      result.reductions.push_back(plain);
    } else if (name == "__kmpc_task_reduction_get_th_data")
      result.reductionCopies.push_back(plain);
    else if (name.contains("taskred") || name.contains("task_reduction"))
      return refuse(Reason::ReductionModifier, plain);
    else if (name == "__kmpc_taskloop") {
      // Seen from its task.
      if (!isa<CallInst>(taskOfTaskloop(*plain)))
        return refuse(Reason::TaskShape, plain);
    } else if (name.contains("taskloop"))
      return refuse(Reason::RuntimeCall, plain);
    else if (name == "__kmpc_omp_task") {
      if (isResubmission(*plain))
        return true;
    } else
      return refuse(Reason::RuntimeCall, plain);
    return true;
  }

  /// An untied task between two of its parts hands itself to libomp again.
  bool isResubmission(const CallInst &submit) const {
    const Value *task = submit.getArgOperand(2);
    if (auto *load = dyn_cast<LoadInst>(task))
      task = load->getPointerOperand();
    return !isa<CallInst>(task);
  }

  bool checkDependences() {
    bool isRegion = regions.contains(&function);
    auto reason = result.hasDependences ? reasonAgainstDependences(result, isRegion) : std::nullopt;
    return reason ? refuse(*reason, obstacleOfDependences()) : true;
  }

  const Instruction *obstacleOfDependences() const {
    for (const TaskConstruct &task : result.tasks)
      for (const CallInst *submit : task.submits)
        if (dependenceItemsOf(*submit).items)
          return submit;
    return function.getEntryBlock().getTerminator();
  }

  bool checkTask(TaskConstruct &task) {
    auto *flags = task.alloc->getArgOperand(2);
    auto *bytes = dyn_cast<ConstantInt>(task.alloc->getArgOperand(3));
    auto *sharedBytes = dyn_cast<ConstantInt>(task.alloc->getArgOperand(4));
    if (!bytes || !sharedBytes)
      return refuse(Reason::TaskShape, task.alloc);
    auto *constant = dyn_cast<ConstantInt>(flags);
    if (constant && (constant->getZExtValue() & TaskIsDetachable))
      return refuse(Reason::TaskDetach, task.alloc);
    for (User *user : task.alloc->users()) {
      auto *call = dyn_cast<CallInst>(user);
      if (call && isTaskSubmission(*call))
        task.submits.push_back(call);
      else if (call && call->getCalledFunction() == task.entry)
        task.undeferred.push_back(call);
      else if (call && isCallTo(*call, "__kmpc_taskloop") && taskOfTaskloop(*call) == task.alloc) {
        if (task.taskloop)
          return refuse(Reason::TaskShape, task.alloc);
        task.taskloop = call;
      }
    }
    if (task.taskloop && !(task.submits.empty() && task.undeferred.empty() && hasKnownDuplication(*task.taskloop)))
      return refuse(Reason::TaskShape, task.alloc);
    for (CallInst *submit : task.submits)
      if (!submit->use_empty())
        return refuse(Reason::TaskShape, task.alloc);
    task.destructors = findDestructors(task);
    if (auto reason = threadDependence(*task.entry))
      return refuse(*reason, task.alloc);
    return true;
  }

  /// Clang stores their address in the task.
  static Function *findDestructors(const TaskConstruct &task) {
    SmallVector<const Value *, 8> worklist{task.alloc};
    Function *found = nullptr;
    while (!worklist.empty())
      for (const User *user : worklist.pop_back_val()->users()) {
        if (isa<GetElementPtrInst>(user))
          worklist.push_back(user);
        else if (auto *store = dyn_cast<StoreInst>(user))
          if (auto *function = dyn_cast<Function>(const_cast<Value *>(store->getValueOperand())))
            if (function->hasLocalLinkage() && function->getName().contains("omp_task_destructor"))
              found = function;
      }
    return found;
  }
};

/// Microtasks of parallel regions and entries of tasks are run by libomp if their constructs are.
void followConstructs(ArrayRef<std::unique_ptr<TaskFunction>> functions, Module &module,
                      const SmallPtrSetImpl<Function *> &regions) {
  SmallPtrSet<Function *, 8> onLibomp;
  for (CallInst *fork : forkCalls(module))
    if (Function *microtask = microtaskOf(*fork); !regions.contains(microtask))
      onLibomp.insert(microtask);
  for (auto &function : functions)
    if (function->isConverted() && onLibomp.contains(function->function)) {
      function->blocker = {Reason::TasksOfRegion, function->function->getEntryBlock().getTerminator()};
    }
}

/// A task that waits for what is created or done after it would wait for ever: here tasks are executed where they are
/// created, unless they are promoted. OpenMP allows that, but libomp's threads often get through.
void leaveTasksThatWait(ArrayRef<std::unique_ptr<TaskFunction>> functions, FunctionAnalysisManager &analyses) {
  for (auto &function : functions)
    for (TaskConstruct &task : function->tasks)
      if (function->isConverted() && mayWaitForOthers(*task.entry, analyses, Siblings::RunAnything)) {
        function->blocker = {Reason::WaitingTask, task.alloc};
      }
}

/// Does somebody cancel a group who runs when the function does, or in its tasks?
bool reachesCancelledGroup(const Function &root) {
  SmallSetVector<const Function *, 8> reached;
  reached.insert(&root);
  for (unsigned i = 0; i < reached.size(); ++i)
    for (const Instruction &instruction : instructions(*reached[i])) {
      if (cancelsGroup(instruction))
        return true;
      const auto *call = dyn_cast<CallBase>(&instruction);
      if (!call)
        continue;
      for (const Function *callee : {taskEntryOf(*call), call->getCalledFunction()})
        if (callee && !callee->isDeclaration())
          reached.insert(callee);
    }
  return false;
}

/// Only libomp cancels groups, and it must know of the group and of all tasks between it and who cancels.
void leaveCancelledGroups(ArrayRef<std::unique_ptr<TaskFunction>> functions) {
  for (auto &function : functions)
    if (function->isConverted() && reachesCancelledGroup(*function->function)) {
      function->blocker = {Reason::CancelledGroup, function->function->getEntryBlock().getTerminator()};
    }
}

bool takesNestedLock(const Instruction &instruction) {
  return isCallTo(instruction, "omp_set_nest_lock") || isCallTo(instruction, "omp_test_nest_lock");
}

/// What follows a task is its creator's own code, but another thread may run it. If the creator's callers have a nested
/// lock, that thread would wait for them. A task itself is somebody else for the lock.
void leaveTasksBesideNestedLocks(ArrayRef<std::unique_ptr<TaskFunction>> functions) {
  for (auto &function : functions) {
    if (!function->isConverted())
      continue;
    for (const Function *reached : reachedFunctions(*function->function))
      if (any_of(instructions(*reached), takesNestedLock)) {
        function->blocker = {Reason::NestedLock, function->function->getEntryBlock().getTerminator()};
      }
  }
}

/// Where a function's tasks run on libomp, so do the tasks that stand in them.
void leaveNestedTasks(ArrayRef<std::unique_ptr<TaskFunction>> functions) {
  for (bool changed = true; changed;) {
    changed = false;
    for (auto &outer : functions) {
      if (outer->isConverted())
        continue;
      for (TaskConstruct &task : outer->tasks)
        for (auto &inner : functions)
          if (inner->function == task.entry && inner->isConverted()) {
            inner->blocker = {Reason::TasksOfRegion, inner->function->getEntryBlock().getTerminator()};
            changed = true;
          }
    }
  }
}

} // namespace

std::vector<std::unique_ptr<TaskFunction>> recogniseTasks(Module &module, const SmallPtrSetImpl<Function *> &regions) {
  std::vector<std::unique_ptr<TaskFunction>> functions;
  for (Function &function : module) {
    bool hasTasks = regions.contains(&function);
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        hasTasks |= isTasking(nameOfCallee(*call));
    if (!hasTasks)
      continue;
    auto result = std::make_unique<TaskFunction>();
    result->function = &function;
    TaskRecogniser(*result, regions).run();
    functions.push_back(std::move(result));
  }
  followConstructs(functions, module, regions);
  return functions;
}

void leaveDependentTasks(ArrayRef<std::unique_ptr<TaskFunction>> functions, FunctionAnalysisManager &analyses) {
  leaveTasksThatWait(functions, analyses);
  leaveCancelledGroups(functions);
  leaveTasksBesideNestedLocks(functions);
  leaveNestedTasks(functions);
}

} // namespace tactus
