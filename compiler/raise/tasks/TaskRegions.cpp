//===- TaskRegions.cpp - parallel regions that one thread runs -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/tasks/TaskRegions.h"
#include "abi/openmp.h"
#include "analysis/CallClosure.h"
#include "analysis/ConcurrentParts.h"
#include "analysis/IterationWaits.h"
#include "analysis/StrandRules.h"
#include "ir/RegionRecords.h"
#include "model/Microtask.h"
#include "model/RuntimeCalls.h"
#include "model/SpawnMarks.h"
#include "raise/openmp/Recognition.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace tactus {

static bool isRole(StringRef name) {
  return name == "__kmpc_single" || name == "__kmpc_master" || name == "__kmpc_masked";
}
static bool isRoleEnd(StringRef name) {
  return name == "__kmpc_end_single" || name == "__kmpc_end_master" || name == "__kmpc_end_masked";
}

/// Nothing that a thread without a role does may be seen by others.
static bool isPrivateEffect(const Instruction &instruction) {
  auto isLocal = [](const Value *pointer) {
    while (auto *element = dyn_cast<GEPOperator>(pointer->stripPointerCasts()))
      pointer = element->getPointerOperand();
    return isa<AllocaInst>(pointer->stripPointerCasts());
  };
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return isLocal(store->getPointerOperand());
  if (auto *memory = dyn_cast<MemIntrinsic>(&instruction))
    return isLocal(memory->getDest());
  if (isa<IntrinsicInst>(instruction))
    return true;
  if (isa<CallBase>(instruction)) {
    StringRef name = calleeName(instruction);
    return isRole(name) || name == "__kmpc_barrier" || name == "__kmpc_global_thread_num";
  }
  return !instruction.isAtomic();
}

/// Calls of libomp inside a role that mean the same when one thread runs the region.
static bool isAllowedInRole(StringRef name) {
  // Tasking is judged by TaskRecognition.
  return meansTheSameOnAnyThread(name) || isRoleEnd(name) || name.contains("task");
}

static bool createsTasks(const Function &microtask) {
  SmallPtrSet<const Function *, 8> creating;
  closeOverCalls(
      *microtask.getParent(), creating,
      [&](const CallBase &call) {
        return calleeName(call).starts_with("__kmpc_omp_task") || creating.contains(call.getCalledFunction());
      },
      [](const Function &) { return false; });
  return creating.contains(&microtask);
}

/// Several constructs may be executed by several threads at the same time. One thread for all of them is right if none
/// can wait for another one, and as fast if all that takes time are tasks.
static bool needsTeam(const RegionShape &shape, Function &microtask, FunctionAnalysisManager &analyses) {
  if (!hasConcurrentParts(shape))
    return false;
  // These may race.
  if (microtask.hasFnAttribute(Attribute::SanitizeThread))
    return true;
  Blockers blockers;
  checkConcurrentParts(shape, analyses, TaskCode::Tidied, blockers);
  return !blockers.empty() || mayWaitForOthers(microtask, analyses) || !createsTasks(microtask);
}

/// It may be executed by a thread that is bound where the program looks (docs/decisions/0201). One with tasks has more
/// from being converted.
static bool isLookedAt(Function &microtask) { return asksForPlaces(microtask) && !createsTasks(microtask); }

static bool hasShape(TaskRegion &region, FunctionAnalysisManager &analyses) {
  DominatorTree dominators(*region.microtask);
  RegionShape shape;
  for (Instruction &instruction : instructions(region.microtask)) {
    StringRef name = calleeName(instruction);
    if (isRole(name)) {
      auto *call = dyn_cast<CallInst>(&instruction);
      if (!call || !findRole(*call, dominators, shape.roles.emplace_back()))
        return false;
      region.roles.push_back(call);
    } else if (isRoleEnd(name)) {
      region.roleEnds.push_back(cast<CallInst>(&instruction));
    }
  }
  if (region.roles.empty())
    return false;
  for (Instruction &instruction : instructions(region.microtask)) {
    StringRef name = calleeName(instruction);
    if (shape.partOf(instruction.getParent()) ? name.starts_with("__kmpc_") && !isAllowedInRole(name)
                                              : !isPrivateEffect(instruction))
      return false;
  }
  return !needsTeam(shape, *region.microtask, analyses) && !isLookedAt(*region.microtask);
}

std::vector<TaskRegion> findTaskRegions(Module &module, FunctionAnalysisManager &analyses) {
  std::vector<TaskRegion> regions;
  for (CallInst *fork : forkCalls(module)) {
    TaskRegion region;
    region.fork = fork;
    region.microtask = microtaskOf(*fork);
    region.location = locationOfIdent(fork->getArgOperand(0));
    if (region.microtask->isDeclaration() || !region.microtask->hasLocalLinkage())
      continue;
    bool isShared = false;
    for (User *user : region.microtask->users()) {
      auto *call = dyn_cast<CallInst>(user);
      if (call == fork)
        continue;
      if (call && call->getCalledFunction() == region.microtask && call->arg_size() + 1 == fork->arg_size())
        region.serialCalls.push_back(call);
      else
        isShared = true;
    }
    if (!isShared && hasShape(region, analyses))
      regions.push_back(std::move(region));
  }
  return regions;
}

/// Tells libtactus between which frames forks of tasks may be promoted, which is why the call must not be inlined.
void enterTaskScope(CallInst *call, Value *threads) {
  Module &module = *call->getModule();
  IRBuilder<> entry(&*call->getFunction()->getEntryBlock().getFirstInsertionPt());
  auto *type = ArrayType::get(entry.getInt64Ty(), sizeof(abi::SavedTaskScope) / 8);
  AllocaInst *saved = entry.CreateAlloca(type, nullptr, "tasks");
  // Its address is a place on the stack of the thread that enters.
  markSpawnMemory(saved);
  IRBuilder<> builder(call);
  builder.CreateCall(
      module.getOrInsertFunction("tactus_tasks_enter", builder.getVoidTy(), builder.getPtrTy(), builder.getInt32Ty()),
      {saved, threads});
  builder.SetInsertPoint(call->getNextNode());
  builder.SetCurrentDebugLocation(call->getDebugLoc());
  builder.CreateCall(module.getOrInsertFunction("tactus_tasks_leave", builder.getVoidTy(), builder.getPtrTy()),
                     {saved});
  call->setIsNoInline();
}

void convertRegion(TaskRegion &region, bool hasRecord) {
  CallInst *fork = region.fork;
  for (CallInst *role : region.roles) {
    role->replaceAllUsesWith(ConstantInt::get(role->getType(), 1));
    role->eraseFromParent();
  }
  for (CallInst *end : region.roleEnds)
    end->eraseFromParent();

  Function *record = hasRecord ? createRegionOfMicrotask(*region.microtask) : nullptr;
  IRBuilder<> builder(fork);
  CallInst *push = findPushNumThreads(fork);
  Value *threads = push ? push->getArgOperand(2) : builder.getInt32(0);
  SmallVector<Value *, 8> arguments;
  if (record)
    arguments.push_back(builder.CreateZExt(threads, builder.getInt64Ty()));
  arguments.append(2, ConstantPointerNull::get(builder.getPtrTy()));
  for (unsigned i = 3; i < fork->arg_size(); ++i)
    arguments.push_back(fork->getArgOperand(i));
  enterTaskScope(builder.CreateCall(record ? record : region.microtask, arguments), threads);
  if (push) {
    auto *thread = dyn_cast<CallInst>(push->getArgOperand(1));
    push->eraseFromParent();
    if (thread && thread->use_empty())
      thread->eraseFromParent();
  }
  fork->eraseFromParent();
  for (CallInst *&serial : region.serialCalls) {
    // To libomp this is no region any more, just as where the fork stood: the record counts it.
    SerialBrackets brackets = findSerialBrackets(*serial);
    for (CallInst *bracket : {brackets.begin, brackets.end})
      if (bracket)
        bracket->eraseFromParent();
    if (record) {
      arguments.assign(1, builder.getInt64(1));
      append_range(arguments, serial->args());
      auto *call = CallInst::Create(record, arguments, "", serial->getIterator());
      call->setDebugLoc(serial->getDebugLoc());
      serial->eraseFromParent();
      serial = call;
    }
    enterTaskScope(serial, builder.getInt32(1));
  }
  region.microtask->removeFnAttr(Attribute::AlwaysInline);
  region.microtask->removeFnAttr(Attribute::NoRecurse);
}

} // namespace tactus
