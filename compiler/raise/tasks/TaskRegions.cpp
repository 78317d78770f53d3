//===- TaskRegions.cpp - parallel regions that one thread runs -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/tasks/TaskRegions.h"
#include "abi/openmp.h"
#include "ir/RegionRecords.h"
#include "model/Microtask.h"
#include "model/RuntimeCalls.h"
#include "model/SpawnMarks.h"
#include "raise/openmp/Recognition.h"
#include "llvm/IR/Dominators.h"
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

/// The block that only the chosen thread enters.
static BasicBlock *blockOfRole(const CallInst &role) {
  if (!role.hasOneUse())
    return nullptr;
  auto *compare = dyn_cast<ICmpInst>(*role.user_begin());
  if (!compare || compare->getPredicate() != ICmpInst::ICMP_NE || !compare->hasOneUse())
    return nullptr;
  auto *branch = dyn_cast<BranchInst>(*compare->user_begin());
  BasicBlock *block = branch ? branch->getSuccessor(0) : nullptr;
  return block && block->getSinglePredecessor() ? block : nullptr;
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

static bool hasShape(TaskRegion &region) {
  DominatorTree dominators(*region.microtask);
  SmallVector<BasicBlock *, 2> roleBlocks;
  for (Instruction &instruction : instructions(region.microtask)) {
    StringRef name = calleeName(instruction);
    if (isRole(name)) {
      region.roles.push_back(cast<CallInst>(&instruction));
      BasicBlock *block = blockOfRole(*region.roles.back());
      if (!block)
        return false;
      roleBlocks.push_back(block);
    } else if (isRoleEnd(name)) {
      region.roleEnds.push_back(cast<CallInst>(&instruction));
    }
  }
  if (region.roles.empty())
    return false;
  // Several constructs may be executed by several threads at the same time, and race.
  if (region.roles.size() > 1 && region.microtask->hasFnAttribute(Attribute::SanitizeThread))
    return false;
  for (Instruction &instruction : instructions(region.microtask)) {
    bool inRole =
        any_of(roleBlocks, [&](BasicBlock *block) { return dominators.dominates(block, instruction.getParent()); });
    StringRef name = calleeName(instruction);
    if (inRole ? (name.starts_with("__kmpc_") && !isAllowedInRole(name)) : !isPrivateEffect(instruction))
      return false;
  }
  return true;
}

std::vector<TaskRegion> findTaskRegions(Module &module) {
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
    if (!isShared && hasShape(region))
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
