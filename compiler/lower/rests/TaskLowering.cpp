//===- TaskLowering.cpp - from marked spawns to forks --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "abi/openmp.h"
#include "analysis/SmallFunctions.h"
#include "analysis/TaskWaits.h"
#include "ir/Registration.h"
#include "lower/forks/BranchPlaces.h"
#include "lower/rests/DependenceLowering.h"
#include "lower/rests/LoopTasks.h"
#include "lower/rests/ReductionHolds.h"
#include "lower/rests/Rest.h"
#include "lower/rests/RestCopies.h"
#include "lower/rests/SpawnExceptions.h"
#include "model/Remarks.h"
#include "model/RuntimeCalls.h"
#include "model/SpawnMarks.h"
#include "raise/cilk/CilkSpawns.h"
#include "raise/tasks/Tasks.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace tactus {

/// May an exception come out of the call, as far as the code of this module tells?
static bool mayThrow(const CallBase &call, const DenseSet<const Function *> &throwing) {
  if (call.doesNotThrow())
    return false;
  const Function *callee = call.getCalledFunction();
  // What a sync throws, a spawned call has thrown.
  if (callee && callee->getName() == SyncName)
    return false;
  return !callee || callee->isDeclaration() || callee->isInterposable() || throwing.contains(callee);
}

/// A landing pad, and so a `resume`, is only reached through an invoke whose callee throws.
static bool mayThrow(const Function &function, const DenseSet<const Function *> &throwing) {
  bool resumes = any_of(function, [](const BasicBlock &block) { return isa<ResumeInst>(block.getTerminator()); });
  return any_of(instructions(function), [&](const Instruction &instruction) {
    auto *call = dyn_cast<CallBase>(&instruction);
    return call && (resumes || !isa<InvokeInst>(call)) && mayThrow(*call, throwing);
  });
}

/// Removes the syncs that stand before the making of returned objects, where those need none.
static void eraseNeedlessSyncs(Function &function, bool spawnsMayThrow) {
  bool returnsInMemory = any_of(function.args(), [](const Argument &argument) { return argument.hasStructRetAttr(); });
  if (spawnsMayThrow && returnsInMemory)
    return;
  SmallVector<CallBase *, 4> syncs;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallBase>(&instruction); call && isSyncOfKind(*call, SyncKind::BeforeValue))
      syncs.push_back(call);
  for (CallBase *sync : syncs)
    eraseSync(sync);
}

/// Functions of this module that certainly throw nothing, by their code. Only a call's own attribute says so
/// afterwards: forks will have landing pads in some of these functions. An invoke that needs no landing pad becomes a
/// call, so that what follows a spawn has no way out of the function.
static void markCallsThatThrowNothing(Module &module, ArrayRef<Function *> functions) {
  DenseSet<const Function *> throwing;
  for (bool changed = true; changed;) {
    changed = false;
    for (Function &function : module)
      if (!function.isDeclaration() && !function.doesNotThrow() && !throwing.contains(&function) &&
          mayThrow(function, throwing)) {
        throwing.insert(&function);
        changed = true;
      }
  }
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallInst>(&instruction);
          call && call->getCalledFunction() && !mayThrow(*call, throwing))
        call->setDoesNotThrow();
  for (Function *function : functions) {
    bool spawnsMayThrow = any_of(instructions(*function), [&](const Instruction &instruction) {
      auto *call = dyn_cast<CallBase>(&instruction);
      return call && isSpawnedCall(*call) && mayThrow(*call, throwing);
    });
    eraseNeedlessSyncs(*function, spawnsMayThrow);
    SmallVector<InvokeInst *, 8> needless;
    for (BasicBlock &block : *function)
      if (auto *invoke = dyn_cast<InvokeInst>(block.getTerminator());
          invoke && invoke->getCalledFunction() && !mayThrow(*invoke, throwing))
        needless.push_back(invoke);
    for (InvokeInst *invoke : needless)
      if (!spawnsMayThrow || invoke->getCalledFunction()->getName() != SyncName)
        changeToCall(invoke)->setDoesNotThrow();
    if (!needless.empty())
      removeUnreachableBlocks(*function);
  }
}

static const char *text(NoFork reason) {
  switch (reason) {
  case NoFork::NothingToDo:
    return "nothing is left to run beside it before it is waited for";
  case NoFork::CallMayWait:
    return "the code behind it may wait for tasks that libomp runs, so this one ends first";
  case NoFork::MayThrow:
    return "what follows may throw out of the function";
  case NoFork::ThrowsBehindValue:
    return "it may throw when the value that the function returns has been made";
  case NoFork::InHandler:
    return "it is created in an exception handler, which ends before it is waited for";
  case NoFork::StackMemory:
    return "what follows makes memory on the stack that may be used behind it";
  case NoFork::ReturnsTwice:
    return "the function calls setjmp";
  case NoFork::LeavesCritical:
    return "it is created where a lock is held";
  case NoFork::NeedsResult:
    return "what follows needs a variable that it writes, before it is waited for";
  case NoFork::NoSupportedType:
    return "what follows needs values of an unusual type";
  }
  return "";
}

static void reportSpawns(Function &function, const OutlinedSpawns &outlined, bool isCilk) {
  auto report = [&](const Spawn &spawn, const char *serial) {
    if (spawn.construct)
      reportConstruct(
          {"task", locationOfConstruct(spawn), &function.getEntryBlock().front(), {}, serial, spawn.location},
          *function.getParent());
  };
  for (const Spawn &spawn : outlined.forked)
    report(spawn, nullptr);
  for (auto &[spawn, reason] : outlined.calls) {
    report(spawn, text(reason));
    if (isCilk && reason != NoFork::NothingToDo)
      reportSerialSpawn(*spawn.firstBranch, text(reason));
  }
}

static Constant *libompFlag(Module &module, const char *name) {
  return module.getOrInsertGlobal(name, Type::getInt32Ty(module.getContext()));
}
static Constant *libompTasksFlag(Module &module) { return libompFlag(module, "tactus_libomp_tasks"); }

/// A call of a function that takes a position and the thread's number.
static void callLibomp(IRBuilder<> &builder, const char *name, Type *result) {
  Module &module = *builder.GetInsertBlock()->getModule();
  Value *ident = ConstantPointerNull::get(builder.getPtrTy());
  Value *thread = builder.CreateCall(
      module.getOrInsertFunction("__kmpc_global_thread_num", builder.getInt32Ty(), builder.getPtrTy()), {ident});
  builder.CreateCall(module.getOrInsertFunction(name, result, builder.getPtrTy(), builder.getInt32Ty()),
                     {ident, thread});
}

/// May a call inside of one of the function's groups create tasks on libomp, or leave some to the running strand, or
/// may a task do so that is created there?
static bool createsInGroups(Function &function, const TaskWaits &waits) {
  // Constructs are structured, so a block is in as many groups however it is reached.
  SmallVector<std::pair<BasicBlock *, unsigned>, 16> worklist{{&function.getEntryBlock(), 0}};
  SmallPtrSet<BasicBlock *, 16> seen;
  while (!worklist.empty()) {
    auto [block, groups] = worklist.pop_back_val();
    if (!seen.insert(block).second)
      continue;
    for (Instruction &instruction : *block) {
      auto *call = dyn_cast<CallBase>(&instruction);
      if (isSyncOfKind(instruction, SyncKind::GroupBegin))
        ++groups;
      else if (isSyncOfKind(instruction, SyncKind::GroupEnd))
        --groups;
      else if (call && groups > 0 && waits.mayCreateInGroup(*call))
        return true;
    }
    for (BasicBlock *successor : successors(block))
      worklist.push_back({successor, groups});
  }
  return false;
}

/// Then the groups are libomp's as well, and wait for those tasks.
static void keepLibompGroups(Function &function, const TaskWaits &waits) {
  if (!createsInGroups(function, waits))
    return;
  SmallVector<CallInst *, 4> bounds;
  for (Instruction &instruction : instructions(function))
    if (isSyncOfKind(instruction, SyncKind::GroupBegin) || isSyncOfKind(instruction, SyncKind::GroupEnd))
      bounds.push_back(cast<CallInst>(&instruction));
  for (CallInst *bound : bounds) {
    bool begins = isSyncOfKind(*bound, SyncKind::GroupBegin);
    // Behind the sync, so that no rest that runs elsewhere holds it.
    IRBuilder<> builder(bound->getNextNode());
    builder.SetCurrentDebugLocation(bound->getDebugLoc());
    callLibomp(builder, begins ? "__kmpc_taskgroup" : "__kmpc_end_taskgroup", builder.getVoidTy());
  }
}

/// Does the function come back to itself, by calls or by tasks?
static bool isRecursive(const Function &function) {
  SmallVector<const Function *, 16> worklist{&function};
  SmallPtrSet<const Function *, 16> seen;
  while (!worklist.empty())
    for (const Instruction &instruction : instructions(*worklist.pop_back_val()))
      for (const Use &operand : instruction.operands()) {
        auto *callee = dyn_cast<Function>(operand->stripPointerCasts());
        if (callee == &function)
          return true;
        if (callee && !callee->isDeclaration() && seen.insert(callee).second)
          worklist.push_back(callee);
      }
  return false;
}

/// Tasks that libomp runs, or that were left to the running strand, may be children of the running task too, wherever
/// they were created; a variable of libtactus says whether there are any at all. Behind the sync, so that no rest that
/// runs elsewhere waits. Returns whether the function waits for its own tasks alone, though its caller may have others:
/// a recursion does, which the question would cost too much.
static bool waitForLibompTasks(Function &function, const TaskWaits &waits) {
  SmallVector<CallInst *, 4> syncs;
  bool mayCreate = false;
  bool hasSpawns = false;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallBase>(&instruction)) {
      mayCreate |= !isSpawnedCall(*call) && waits.mayCreateOnLibomp(*call);
      if (!call->getCalledFunction())
        continue;
      hasSpawns |= call->getCalledFunction()->getName() == SpawnName;
      if (isSyncOfKind(*call, SyncKind::All))
        syncs.push_back(cast<CallInst>(call));
    }
  bool isOfTask = function.getName().contains(".omp_outlined") || function.getName().starts_with(".omp_task_entry");
  if (hasSpawns && !mayCreate && !waits.createsOnLibomp() && (isOfTask || isRecursive(function)))
    return !isOfTask && !syncs.empty();
  Module &module = *function.getParent();
  for (CallInst *sync : syncs) {
    IRBuilder<> builder(sync->getNextNode());
    LoadInst *flag = builder.CreateLoad(builder.getInt32Ty(), libompTasksFlag(module));
    flag->setAtomic(AtomicOrdering::Monotonic);
    builder.SetInsertPoint(SplitBlockAndInsertIfThen(builder.CreateIsNotNull(flag), builder.GetInsertPoint(),
                                                     /*Unreachable=*/false,
                                                     MDBuilder(module.getContext()).createUnlikelyBranchWeights()));
    builder.SetCurrentDebugLocation(sync->getDebugLoc());
    callLibomp(builder, "__kmpc_omp_taskwait", builder.getInt32Ty());
  }
  return false;
}

void noteLibompTasks(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction); call && call->getCalledFunction()) {
        StringRef name = call->getCalledFunction()->getName();
        if (name != "__kmpc_omp_task" && name != "__kmpc_omp_task_with_deps" && !name.starts_with("__kmpc_taskloop"))
          continue;
        IRBuilder<> builder(call);
        auto raise = [&](Constant *flag) {
          builder.CreateStore(builder.getInt32(1), flag)->setAtomic(AtomicOrdering::Monotonic);
        };
        raise(libompTasksFlag(module));
        if (name == "__kmpc_omp_task_with_deps")
          raise(libompFlag(module, "tactus_libomp_dependences"));
      }
}

/// Whether the rest uses what the spawned call has returned, as a value. It may do so behind a call that waits, and
/// must end before that call then: a rest that runs elsewhere only sees the call's results in memory.
static bool isUsedInRest(const Spawn &spawn, const Marks &marks) {
  SmallPtrSet<const Instruction *, 16> results;
  for (const Instruction *position = spawn.firstBranch; position != spawn.record;
       position = position->isTerminator() ? &*position->getSuccessor(0)->begin() : position->getNextNode())
    if (!results.insert(position).second)
      return true;
  SmallPtrSet<const Instruction *, 8> ends;
  for (const Sync &sync : marks.syncs)
    if (sync.waitsForAll || sync.group == spawn.group)
      ends.insert(sync.position);
  auto *decision = cast<BranchInst>(spawn.record->getParent()->getTerminator());
  auto usesResult = [&](const Instruction &instruction) {
    // Where the rest spawns again, the call has new results.
    return !results.contains(&instruction) && any_of(instruction.operands(), [&](const Use &operand) {
      auto *value = dyn_cast<Instruction>(operand.get());
      return value && results.contains(value);
    });
  };
  return anyUntil(
      {decision->getSuccessor(1)}, [&](const Instruction &instruction) { return ends.contains(&instruction); },
      usesResult);
}

bool hasTasks(const Module &module) {
  return module.getFunction(SpawnName) || module.getFunction(SyncName) || module.getFunction(DependenceName);
}

static bool isCilk(const Function &function) { return function.hasFnAttribute(CilkAttribute); }

/// Functions that spawn, sync, wait for what something depends on, or unwind beside spawns.
static SmallVector<Function *, 16> findFunctionsWithMarks(Module &module) {
  SmallVector<Function *, 16> functions;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (Function *callee = call->getCalledFunction();
            callee && (callee->getName() == SpawnName || callee->getName() == SyncName ||
                       callee->getName() == UnwindingName || callee->getName() == DependenceName)) {
          functions.push_back(&function);
          break;
        }
  return functions;
}

/// libomp's groups belong to the thread that begins them, so one thread executes both bounds: no rest that may run
/// elsewhere goes beyond one.
static bool isBoundOfLibompGroup(const CallBase &call) {
  return isCallTo(call, "__kmpc_taskgroup") || isCallTo(call, "__kmpc_end_taskgroup");
}

/// Where a rest ends that must not go beyond the call: in front of the question for the thread's number, which is
/// another one where the rest has run elsewhere.
static Instruction *beginningOf(CallBase &call) {
  Instruction *beginning = &call;
  for (Use &operand : call.args()) {
    auto *number = dyn_cast<CallInst>(operand.get());
    if (!number || !isCallTo(*number, "__kmpc_global_thread_num"))
      continue;
    Instruction *own = number->clone();
    own->insertBefore(beginning->getIterator());
    operand.set(own);
    beginning = own;
    if (number->use_empty())
      number->eraseFromParent();
  }
  return beginning;
}

/// The marks of a function, and where else a rest of OpenMP's has to wait. Adds to the flags of its forks.
static Marks findMarksAndWaits(Function &function, const TaskWaits &waits, uint64_t &flags) {
  SmallVector<CallBase *, 8> waitingCalls, coveredCalls;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallBase>(&instruction); call && !isCilk(function)) {
      if (RestCopies::covers(*call))
        coveredCalls.push_back(call);
      else if (isBoundOfLibompGroup(*call) ||
               (!isDependenceMark(*call) && waits.mayWait(*call) &&
                !(call->getCalledFunction() && call->getCalledFunction()->getName() == SyncName)))
        waitingCalls.push_back(call);
    }
  Marks marks = findMarks(function);
  for (CallBase *call : waitingCalls) {
    // libomp's own functions are what the program's waits have become.
    bool isWait = calleeName(*call).starts_with("__kmpc_") && !isCallTo(*call, "__kmpc_taskgroup");
    marks.syncs.push_back({beginningOf(*call), true, 0, nullptr, /*isBeforeCall=*/!isWait});
  }
  if (coveredCalls.empty())
    return marks;
  // Of the tasks that a rest has deferred, the copies know nothing.
  if (hasDependences(function) || any_of(marks.spawns, [&](const Spawn &spawn) { return isUsedInRest(spawn, marks); }))
    for (CallBase *call : coveredCalls)
      marks.syncs.push_back({call, true, 0, nullptr, /*isBeforeCall=*/true});
  else
    flags |= TACTUS_FORK_MAY_WAIT;
  return marks;
}

static void eraseMarks(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (auto *call = dyn_cast<CallBase>(&instruction); call && call->getCalledFunction()) {
      StringRef name = call->getCalledFunction()->getName();
      if (name == SyncName)
        eraseSync(call);
      else if (name == UnwindingName)
        call->eraseFromParent();
    }
}

/// What follows a task is compiled in its function, and once more in each rest. LLVM would put long calls in line in
/// all of these, though they are worth a call: only the function itself may have them in line.
static void keepLongCalls(Function &rest) {
  for (Instruction &instruction : instructions(rest))
    if (auto *call = dyn_cast<CallBase>(&instruction)) {
      const Function *callee = call->getCalledFunction();
      bool isChoice = callee && !callee->isDeclaration() && !call->hasFnAttr(Attribute::AlwaysInline);
      if (isChoice && !instructionsOfSmallCall(*call))
        call->setIsNoInline();
    }
}

/// Makes forks of the spawns of one function, a copy for rests if `isCopy`, and appends them. Appends the rests, too.
static void lowerSpawns(Function &function, const TaskWaits &waits, RestCopies &copies, bool isCopy,
                        std::vector<Fork> &forks, SmallVectorImpl<Function *> &rests) {
  uint64_t flags = isCilk(function) ? 0 : TACTUS_FORK_OF_TASK;
  if (function.hasFnAttribute(UnaskedTasksAttribute))
    flags |= TACTUS_FORK_IS_UNASKED;
  Marks marks = findMarksAndWaits(function, waits, flags);
  SmallVector<Function *, 8> made{&function};
  // A copy waits for tasks of its caller's, which a deferred one may be.
  if (!isCopy && !isCilk(function) && !(flags & TACTUS_FORK_MAY_WAIT) && !hasDependences(function))
    flags |= markLoopTasks(function, marks);
  if (!marks.spawns.empty()) {
    OutlinedSpawns outlined = outlineRests(function, marks.spawns, marks.syncs, marks.memory, flags);
    if (!isCopy)
      reportSpawns(function, outlined, isCilk(function));
    append_range(made, outlined.runs);
    append_range(rests, outlined.runs);
    if (!isCilk(function))
      for (Function *rest : outlined.runs)
        copies.redirect(*rest);
    for (Fork &fork : outlined.forks)
      forks.push_back(std::move(fork));
  }
  for (Function *copy : made) {
    lowerDependenceMarks(*copy, /*isRest=*/copy != &function);
    eraseMarks(*copy);
  }
}

void lowerTasks(Module &module, const PromotionReach &reach) {
  holdReductions(module, reach);
  SmallVector<Function *, 16> functions = findFunctionsWithMarks(module);
  if (functions.empty())
    return;
  markCallsThatThrowNothing(module, functions);
  TaskWaits waits(module, reach);
  SmallVector<Function *, 16> openMPFunctions;
  copy_if(functions, std::back_inserter(openMPFunctions), [](Function *function) { return !isCilk(*function); });
  for (Function *function : openMPFunctions)
    keepLibompGroups(*function, waits);
  bool waitsSilently = false;
  for (Function *function : openMPFunctions)
    waitsSilently |= waitForLibompTasks(*function, waits);
  if (waitsSilently)
    createStartFunction(module, "tactus.waits_for_own_tasks", "tactus_keep_tasks",
                        ConstantPointerNull::get(PointerType::get(module.getContext(), 0)));
  RestCopies copies(waits, openMPFunctions);
  SmallVector<Function *, 8> restCopies = copies.all();
  std::vector<Fork> forks;
  SmallVector<Function *, 16> rests(restCopies.begin(), restCopies.end());
  for (Function *function : functions)
    lowerSpawns(*function, waits, copies, /*isCopy=*/false, forks, rests);
  for (Function *copy : restCopies)
    lowerSpawns(*copy, waits, copies, /*isCopy=*/true, forks, rests);
  for (Fork &fork : forks) {
    fork.place = placeOfBranch(*fork.firstBranch, reach, !isCilk(*fork.firstBranch->getFunction()));
    lowerFork(fork);
  }
  for (Function *rest : rests)
    keepLongCalls(*rest);
  copies.eraseUnused();
  for (StringRef name : {SpawnName, SyncName, JoinName, UnwoundName, UnwindingName, DependenceName})
    if (Function *marker = module.getFunction(name); marker && marker->use_empty())
      marker->eraseFromParent();
}

} // namespace tactus
