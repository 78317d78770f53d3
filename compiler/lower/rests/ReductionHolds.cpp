//===- ReductionHolds.cpp - copies that a task uses beside its own tasks -------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/rests/ReductionHolds.h"
#include "abi/openmp.h"
#include "lower/rests/Rest.h"
#include "model/RuntimeCalls.h"
#include "model/SpawnMarks.h"
#include "model/TaskCalls.h"
#include "model/TaskConstruct.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tactus {

static constexpr const char *HoldName = "tactus_reduction_hold";

static bool isQuestion(const User &user) {
  auto *call = dyn_cast<CallInst>(&user);
  return call && (isCallTo(*call, FindReductionName) || isCallTo(*call, HoldName));
}

/// Does the value only say which item is meant, or how far away something is from it?
static bool isNameOnly(const Value *pointer) {
  SmallVector<const Value *, 8> worklist{pointer};
  SmallPtrSet<const Value *, 8> seen;
  while (!worklist.empty())
    for (const User *user : worklist.pop_back_val()->users()) {
      if (isQuestion(*user) || isa<PtrToIntInst>(user) || isa<ICmpInst>(user))
        continue;
      if (!isa<GetElementPtrInst>(user))
        return false;
      if (seen.insert(user).second)
        worklist.push_back(user);
    }
  return true;
}

/// Loads of what is `offset` bytes behind a pointer, in a function in SSA form; false if there are other uses that may
/// read it.
static bool loadsFrom(const Value *base, uint64_t offset, SmallVectorImpl<const LoadInst *> &loads) {
  const DataLayout &layout = cast<Instruction>(*base->user_begin())->getDataLayout();
  SmallVector<const Value *, 8> worklist{base};
  while (!worklist.empty())
    for (const User *user : worklist.pop_back_val()->users()) {
      if (isa<GetElementPtrInst>(user)) {
        worklist.push_back(user);
        continue;
      }
      const Value *pointer = getLoadStorePointerOperand(user);
      APInt place(64, 0);
      if (!pointer || pointer->stripAndAccumulateConstantOffsets(layout, place, /*AllowNonInbounds=*/true) != base)
        return false;
      if (place != offset)
        continue;
      if (!isa<LoadInst>(user))
        return false;
      loads.push_back(cast<LoadInst>(user));
    }
  return true;
}

/// Whether the store puts a copy's address into the record of a task that only asks for its own copy by it.
static bool namesItemForTask(const StoreInst &store) {
  APInt offset(64, 0);
  const DataLayout &layout = store.getDataLayout();
  auto *shareds = dyn_cast<AllocaInst>(
      store.getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true));
  if (!shareds || !isSpawnMemory(*shareds))
    return false;
  const AllocaInst *record = nullptr;
  for (const User *user : shareds->users())
    if (auto *link = dyn_cast<StoreInst>(user); link && link->getValueOperand() == shareds)
      record = dyn_cast<AllocaInst>(link->getPointerOperand());
  if (!record)
    return false;
  bool isCalled = false;
  for (const User *user : record->users()) {
    auto *call = dyn_cast<CallInst>(user);
    const Function *entry = call ? call->getCalledFunction() : nullptr;
    if (!entry || entry->isDeclaration() || call->arg_size() != 2 || call->getArgOperand(1) != record)
      continue;
    isCalled = true;
    if (entry->getArg(1)->use_empty())
      continue;
    SmallVector<const LoadInst *, 2> links;
    if (!loadsFrom(entry->getArg(1), TaskShareds, links))
      return false;
    for (const LoadInst *link : links) {
      SmallVector<const LoadInst *, 2> names;
      if (!link->use_empty() && !(loadsFrom(link, offset.getZExtValue(), names) &&
                                  all_of(names, [](auto *name) { return isNameOnly(name); })))
        return false;
    }
  }
  return isCalled;
}

/// What the rests of the function's spawns may execute, as far as it does not matter which of them.
static SmallPtrSet<const Instruction *, 32> besideSpawns(const Function &function) {
  SmallPtrSet<const Instruction *, 32> beside;
  SmallVector<const BasicBlock *, 16> worklist;
  for (const Instruction &instruction : instructions(function))
    if (isCallTo(instruction, SpawnName))
      append_range(worklist, successors(instruction.getParent()));
  auto waitsForAll = [](const Instruction &instruction) { return isSyncOfKind(instruction, SyncKind::All); };
  anyUntil(std::move(worklist), waitsForAll, [&](const Instruction &instruction) {
    beside.insert(&instruction);
    return false;
  });
  return beside;
}

static bool needsHold(const CallInst &find, const PromotionReach &reach) {
  // What is no task entry's would be held until its function's end, which may lie behind the group's.
  if (find.getMetadata(MomentaryReduction))
    return false;
  SmallPtrSet<const Instruction *, 32> beside = besideSpawns(*find.getFunction());
  SmallVector<const Value *, 8> worklist{&find};
  SmallPtrSet<const Value *, 8> seen;
  while (!worklist.empty()) {
    const Value *pointer = worklist.pop_back_val();
    for (const User *user : pointer->users()) {
      auto *instruction = cast<Instruction>(user);
      if (isa<GetElementPtrInst, PHINode, SelectInst, CastInst>(instruction) && instruction->getType()->isPointerTy()) {
        if (seen.insert(instruction).second)
          worklist.push_back(instruction);
        continue;
      }
      if (isQuestion(*user) || isa<PtrToIntInst>(user) || isa<ICmpInst>(user))
        continue;
      if (auto *store = dyn_cast<StoreInst>(instruction); store && store->getValueOperand() == pointer) {
        if (namesItemForTask(*store))
          continue;
        return true;
      }
      if (auto *call = dyn_cast<CallBase>(instruction)) {
        if (!isa<IntrinsicInst>(call) && (isSpawnedCall(*call) || reach.mayReach(*call)))
          return true;
      } else if (!isa<LoadInst, StoreInst, AtomicRMWInst, AtomicCmpXchgInst>(instruction)) {
        return true;
      }
      if (beside.contains(instruction))
        return true;
    }
  }
  return false;
}

static void makeHold(CallInst &find) {
  Function &function = *find.getFunction();
  Module &module = *function.getParent();
  bool spawns = any_of(instructions(function), [](Instruction &each) { return isCallTo(each, SpawnName); });
  IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  auto *type = ArrayType::get(builder.getInt64Ty(), abi::ReductionHoldWords);
  AllocaInst *hold = builder.CreateAlloca(type, nullptr, "hold");
  builder.CreateStore(Constant::getNullValue(type), hold);
  builder.SetInsertPoint(&find);
  CallInst *copy = builder.CreateCall(module.getOrInsertFunction(HoldName, builder.getPtrTy(), builder.getPtrTy(),
                                                                 builder.getPtrTy(), builder.getPtrTy()),
                                      {find.getArgOperand(0), find.getArgOperand(1), hold});
  copy->setDoesNotThrow();
  find.replaceAllUsesWith(copy);
  find.eraseFromParent();
  for (BasicBlock &block : function) {
    auto *end = dyn_cast<ReturnInst>(block.getTerminator());
    if (!end)
      continue;
    // Holds end in the reverse of their order, on the strand that they have begun on: behind the sync.
    Instruction *position = end;
    while (position->getPrevNode() && isCallTo(*position->getPrevNode(), "tactus_reduction_release"))
      position = position->getPrevNode();
    if (spawns && position == end)
      markSync(position, SyncKind::Own);
    builder.SetInsertPoint(position);
    builder.SetCurrentDebugLocation(copy->getDebugLoc());
    builder
        .CreateCall(module.getOrInsertFunction("tactus_reduction_release", builder.getVoidTy(), builder.getPtrTy()),
                    {hold})
        ->setDoesNotThrow();
  }
}

void holdReductions(Module &module, const PromotionReach &reach) {
  Function *find = module.getFunction(FindReductionName);
  if (!find)
    return;
  SmallPtrSet<const CallInst *, 8> needing;
  for (User *user : find->users())
    if (auto *call = dyn_cast<CallInst>(user); call && needsHold(*call, reach))
      needing.insert(call);
  // In the order of the code, which is that in which they begin. A call that is replaced may leave its address to a new
  // one.
  SmallVector<CallInst *, 8> held;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallInst>(&instruction); call && needing.contains(call))
        held.push_back(call);
  for (CallInst *call : held)
    makeHold(*call);
}

} // namespace tactus
