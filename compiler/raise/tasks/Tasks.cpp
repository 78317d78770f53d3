//===- Tasks.cpp - raise OpenMP tasks ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/tasks/Tasks.h"
#include "abi/openmp.h"
#include "analysis/QueryReach.h"
#include "ir/EraseFunction.h"
#include "ir/LLVMVersions.h"
#include "ir/RegionRecords.h"
#include "model/DependenceMarks.h"
#include "model/Remarks.h"
#include "model/RuntimeCalls.h"
#include "model/SpawnMarks.h"
#include "model/TaskCalls.h"
#include "raise/openmp/Recognition.h"
#include "raise/tasks/LeftTasks.h"
#include "raise/tasks/ReductionItems.h"
#include "raise/tasks/TaskBody.h"
#include "raise/tasks/TaskDependences.h"
#include "raise/tasks/TaskIterations.h"
#include "raise/tasks/TaskRecognition.h"
#include "raise/tasks/TaskReductions.h"
#include "raise/tasks/TaskRegions.h"
#include "raise/tasks/TaskStretches.h"
#include "raise/tasks/TaskValues.h"
#include "raise/tasks/Taskloop.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace tactus {

namespace {

constexpr const char *PeeledCall = "tactus.peeled";

class TaskRaiser {
public:
  TaskRaiser(TaskFunction &tasks, FunctionAnalysisManager &analyses, const QueryReach &queries)
      : tasks(tasks), function(*tasks.function), analyses(analyses), queries(queries) {}

  /// The entries of the function's tasks that are converted have been raised: what is inlined is finished.
  void run() {
    raiseTaskReductions(tasks);
    if (tasks.hasDependences)
      raiseDependenceWaits(tasks, scope = createDependenceScope(function));
    for (CallInst *wait : tasks.waits)
      replaceBySync(wait, SyncKind::All);
    for (CallInst *barrier : tasks.barriers)
      replaceBySync(barrier, SyncKind::All);
    for (CallInst *group : tasks.groupBegins)
      replaceBySync(group, SyncKind::GroupBegin);
    for (CallInst *group : tasks.groupEnds) {
      Instruction *behind = group->getNextNode();
      replaceBySync(group, SyncKind::GroupEnd);
      if (scope)
        markDependenceWait(behind, scope, {});
    }
    for (CallInst *call : tasks.superfluous)
      eraseCall(call);
    askThreadNumberAnew(function);
    for (TaskConstruct &task : tasks.tasks) {
      askThreadNumberAnew(*task.entry);
      raise(task);
    }
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      if (isCallTo(instruction, "__kmpc_global_thread_num") && instruction.use_empty())
        instruction.eraseFromParent();
    // The second time, addresses of shared variables are no longer in memory.
    promoteVariables(function, analyses);
    promoteVariables(function, analyses);
    for (TaskConstruct &task : tasks.tasks)
      if (task.entry->use_empty())
        eraseFunction(*task.entry, analyses);
  }

private:
  TaskFunction &tasks;
  Function &function;
  FunctionAnalysisManager &analyses;
  const QueryReach &queries;
  /// Of the function's tasks with dependences (DependenceMarks.h); null if there are none.
  AllocaInst *scope = nullptr;

  static void replaceBySync(CallInst *call, SyncKind kind) {
    markSync(call, kind);
    eraseCall(call);
  }

  static void eraseCall(CallInst *call) {
    if (!call->use_empty())
      call->replaceAllUsesWith(Constant::getNullValue(call->getType()));
    call->eraseFromParent();
  }

  AllocaInst *createSpawnMemory(uint64_t bytes, const char *name) {
    IRBuilder<> entry(&*function.getEntryBlock().getFirstInsertionPt());
    AllocaInst *memory = entry.CreateAlloca(ArrayType::get(entry.getInt8Ty(), bytes), nullptr, name);
    memory->setAlignment(Align(RecordAlignment));
    markSpawnMemory(memory);
    return memory;
  }

  /// The task's record, and the addresses of shared variables, which libomp would have allocated in one piece.
  TaskMemory createRecord(const TaskConstruct &task) {
    TaskMemory memory;
    memory.recordBytes = cast<ConstantInt>(task.alloc->getArgOperand(3))->getZExtValue();
    memory.sharedBytes = cast<ConstantInt>(task.alloc->getArgOperand(4))->getZExtValue();
    memory.record = createSpawnMemory(memory.recordBytes, "task");
    if (memory.sharedBytes) {
      memory.shareds = createSpawnMemory(memory.sharedBytes, "shareds");
      IRBuilder<>(task.alloc).CreateStore(memory.shareds, memory.record);
    }
    task.alloc->replaceAllUsesWith(memory.record);
    task.alloc->eraseFromParent();
    return memory;
  }
  static constexpr uint64_t RecordAlignment = 16;

  void raise(TaskConstruct &task) {
    Value *flags = task.alloc->getArgOperand(2);
    DebugLoc place = task.alloc->getDebugLoc();
    bool depends = any_of(task.submits, [](CallInst *submit) { return dependenceItemsOf(*submit).items; });
    if (!task.submits.empty() && !depends && isTrivialTask(*task.entry))
      reportConstruct({"task", task.location, task.alloc, {}, "it is less work than a fork"}, *function.getParent());
    TaskMemory memory = createRecord(task);
    if (task.taskloop) {
      raiseTaskloop(task, memory.record, flags, queries.mayAsk(*task.entry), analyses);
      return;
    }
    Function *entry = queries.mayAsk(*task.entry) ? createRecordOfTask(*task.entry) : task.entry;
    for (CallInst *call : task.undeferred) {
      IRBuilder<> builder(call);
      call->setCalledFunction(entry);
      call->setArgOperand(0, builder.getInt32(0));
      if (Instruction *inFinal = enterFinal(flags, call)) {
        auto *clone = cast<CallInst>(call->clone());
        clone->insertBefore(inFinal->getIterator());
        enterTaskScope(clone, builder.getInt32(FinalTask));
      }
    }
    for (CallInst *submit : task.submits) {
      IRBuilder<> builder(submit);
      CallInst *call = builder.CreateCall(entry, {builder.getInt32(0), memory.record});
      DependenceList items = itemsOfSpawn(*submit);
      if (Instruction *inFinal = enterFinal(flags, call)) {
        auto *clone = cast<CallInst>(call->clone());
        clone->insertBefore(inFinal->getIterator());
        if (items.items)
          markDependenceWait(clone, scope, items);
        enterTaskScope(clone, builder.getInt32(FinalTask));
      }
      submit->eraseFromParent();
      CallBase *spawned = items.items ? raiseDependentCall(call) : raiseCall(call, call->getNextNode(), *entry);
      if (!spawned)
        continue;
      markConstruct(spawned, task.location, place);
      if (scope)
        markDependences(spawned, *recordOf(*spawned), scope, items, deferredFormOf(*spawned, memory), memory);
    }
  }

  /// The tasks that a final task creates are included: they are executed where they are created, one after the other.
  /// Makes a way around the call for the case that its task is final; null if it never is.
  static Instruction *enterFinal(Value *flags, CallInst *call) {
    if (auto *constant = dyn_cast<ConstantInt>(flags); constant && !(constant->getZExtValue() & TaskFinal))
      return nullptr;
    IRBuilder<> builder(call);
    Value *isFinal = builder.CreateIsNotNull(builder.CreateAnd(flags, builder.getInt32(TaskFinal)));
    Instruction *inFinal = nullptr;
    Instruction *otherwise = nullptr;
    SplitBlockAndInsertIfThenElse(isFinal, call->getIterator(), &inFinal, &otherwise);
    moveBefore(*call, *otherwise);
    return inFinal;
  }
  static constexpr int FinalTask = abi::FinalTaskScope;

  /// It must be possible to run the task elsewhere, from a copy of what it is given.
  CallBase *raiseDependentCall(CallInst *call) {
    Instruction *rest = call->getNextNode();
    call = passTaskByValue(call, analyses);
    markSpawn(call, rest);
    return call;
  }

  /// `rest` is where the code behind the task begins. Returns what is marked as spawned, null if nothing is.
  CallBase *raiseCall(CallInst *call, Instruction *rest, Function &entry) {
    InlineFunctionInfo info;
    if (isTrivialTask(entry)) {
      for (Instruction &instruction : instructions(entry))
        if (isCallTo(instruction, FindReductionName))
          instruction.setMetadata(MomentaryReduction, MDNode::get(function.getContext(), {}));
      InlineFunction(*call, info, /*MergeAttributes=*/false, nullptr, /*InsertLifetime=*/false);
      return nullptr;
    }
    CallBase *inner = callOfThunk(entry);
    if (!inner) {
      call = passTaskByValue(call, analyses);
      markSpawn(call, rest);
      return call;
    }
    LLVMContext &context = function.getContext();
    inner->setMetadata(PeeledCall, MDNode::get(context, {}));
    for (Instruction &instruction : instructions(entry))
      if (auto *variable = dyn_cast<AllocaInst>(&instruction))
        markSpawnMemory(variable);
    bool isInlined =
        InlineFunction(*call, info, /*MergeAttributes=*/false, nullptr, /*InsertLifetime=*/false).isSuccess();
    inner->setMetadata(PeeledCall, nullptr);
    if (!isInlined) {
      markSpawn(call, rest);
      return call;
    }
    for (Instruction &instruction : instructions(function))
      if (instruction.getMetadata(PeeledCall)) {
        instruction.setMetadata(PeeledCall, nullptr);
        markSpawn(cast<CallBase>(&instruction), rest);
        return cast<CallBase>(&instruction);
      }
    return nullptr;
  }
};

void report(const TaskFunction &tasks) {
  Module &module = *tasks.function->getParent();
  Reasons reasons = tasks.blocker ? Reasons(tasks.blocker->reason) : Reasons();
  // What becomes of tasks that may be deferred is seen when they are raised and lowered.
  for (const TaskConstruct &task : tasks.tasks)
    if (!tasks.isConverted() || task.submits.empty()) {
      const char *left = !tasks.isConverted() && mayBeLeft(*task.alloc) ? "left to its region" : nullptr;
      const char *construct = task.taskloop ? "taskloop" : "task";
      reportConstruct({construct, task.location, task.alloc, reasons, nullptr, {}, left}, module);
    }
  // A function that only waits, or the body of a task that has been reported.
  bool isBody = tasks.function->getName().starts_with(".omp_task_entry");
  const auto *call = tasks.blocker ? dyn_cast<CallBase>(tasks.blocker->where) : nullptr;
  if (tasks.tasks.empty() && !isBody && call && call->arg_size() > 0)
    reportConstruct({"task", locationOfIdent(call->getArgOperand(0)), call, reasons}, module);
}

/// The functions that create tasks, each behind the entries of its tasks.
SmallVector<TaskFunction *, 16> innermostFirst(ArrayRef<std::unique_ptr<TaskFunction>> functions) {
  DenseMap<const Function *, TaskFunction *> byFunction;
  for (auto &function : functions)
    byFunction[function->function] = function.get();
  SmallVector<TaskFunction *, 16> order;
  SmallPtrSet<const TaskFunction *, 16> seen;
  auto visit = [&](auto &self, TaskFunction &function) -> void {
    if (!seen.insert(&function).second)
      return;
    for (const TaskConstruct &task : function.tasks)
      if (TaskFunction *inner = byFunction.lookup(task.entry))
        self(self, *inner);
    order.push_back(&function);
  };
  for (auto &function : functions)
    visit(visit, *function);
  return order;
}

} // namespace

bool raiseTasks(Module &module, FunctionAnalysisManager &analyses) {
  bool changed = completeReductionSizes(module);
  changed |= tidyTaskEntries(module, analyses);
  std::vector<TaskRegion> regions = findTaskRegions(module, analyses);
  if (regions.empty() && !usesTasking(module))
    return changed;
  SmallPtrSet<Function *, 8> microtasks;
  for (TaskRegion &region : regions)
    microtasks.insert(region.microtask);
  changed |= outlineTaskIterations(module, microtasks);
  changed |= outlineTaskStretches(module, microtasks, analyses);
  QueryReach queries(module, [&](Function &function) -> TargetLibraryInfo & {
    return analyses.getResult<TargetLibraryAnalysis>(function);
  });
  auto functions = recogniseTasks(module, microtasks);
  leaveDependentTasks(functions, analyses);
  for (auto &function : functions) {
    report(*function);
    if (!function->isConverted())
      microtasks.erase(function->function);
  }
  for (TaskRegion &region : regions)
    if (microtasks.contains(region.microtask)) {
      reportConstruct({"region", region.location, region.fork, {}}, module);
      convertRegion(region, queries.mayAsk(*region.microtask));
      changed = true;
    }
  SmallPtrSet<Function *, 8> converted;
  for (auto &function : functions)
    if (function->isConverted()) {
      converted.insert(function->function);
      if (!queries.mayAsk(*function->function))
        function->function->addFnAttr(UnaskedTasksAttribute);
      for (TaskConstruct &task : function->tasks)
        finishTaskEntry(task);
    }
  // Finished entries have other code than those that were looked at.
  auto finished = recogniseTasks(module, microtasks);
  for (TaskFunction *function : innermostFirst(finished))
    if (converted.contains(function->function)) {
      TaskRaiser(*function, analyses, queries).run();
      changed = true;
    }
  noteLibompTasks(module);
  return changed;
}

} // namespace tactus
