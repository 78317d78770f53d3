//===- SpawnMarks.cpp - spawns and syncs while they wait to be lowered ---------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "model/SpawnMarks.h"
#include "ir/DebugScope.h"
#include "ir/LLVMVersions.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace tactus {

static constexpr const char *BranchMark = "tactus.branch";
static constexpr const char *MemoryMark = "tactus.memory";
static constexpr const char *ConstructMark = "tactus.construct";

static CallBase *callTo(Instruction &instruction, StringRef name) {
  auto *call = dyn_cast<CallBase>(&instruction);
  return call && call->getCalledFunction() && call->getCalledFunction()->getName() == name ? call : nullptr;
}

static unsigned countSpawns(Module &module) {
  Function *marker = module.getFunction(SpawnName);
  return marker ? marker->getNumUses() : 0;
}

void markSpawn(CallBase *firstBranch, Instruction *rest) {
  Module &module = *firstBranch->getModule();
  LLVMContext &context = module.getContext();
  auto *id = ConstantInt::get(Type::getInt32Ty(context), countSpawns(module));
  firstBranch->setMetadata(BranchMark, MDNode::get(context, ConstantAsMetadata::get(id)));
  BasicBlock *block = rest->getParent();
  BasicBlock *restBlock = SplitBlock(block, rest);
  block->getTerminator()->eraseFromParent();
  BasicBlock *join = BasicBlock::Create(context, "join", block->getParent(), restBlock);
  IRBuilder<> builder(join);
  DebugLoc place = firstBranch->getDebugLoc();
  // A call must stand somewhere; of the construct only a real place is reported.
  builder.SetCurrentDebugLocation(place ? place : lineIn(*block->getParent(), 0));
  // Without a call, this would be undefined behaviour, and the decision gone.
  builder.CreateCall(module.getOrInsertFunction(JoinName, builder.getVoidTy()))->setDoesNotThrow();
  builder.CreateUnreachable();
  builder.SetInsertPoint(block);
  builder.SetCurrentDebugLocation(place);
  CallInst *record =
      builder.CreateCall(module.getOrInsertFunction(SpawnName, builder.getPtrTy(), builder.getInt32Ty()), {id});
  record->setDoesNotThrow();
  builder.CreateCondBr(builder.CreateIsNotNull(record), join, restBlock);
}

bool isSpawnedCall(const CallBase &call) { return call.hasMetadata(BranchMark); }

CallInst *recordOf(const CallBase &firstBranch) {
  MDNode *mark = firstBranch.getMetadata(BranchMark);
  Function *marker = firstBranch.getModule()->getFunction(SpawnName);
  if (!mark || !marker)
    return nullptr;
  auto *id = mdconst::extract<ConstantInt>(mark->getOperand(0));
  for (User *user : marker->users())
    if (auto *call = cast<CallInst>(user); call->getArgOperand(0) == id)
      return call;
  return nullptr;
}

void unmarkSpawn(CallBase *firstBranch, CallInst *record) {
  firstBranch->setMetadata(BranchMark, nullptr);
  auto *decision = cast<BranchInst>(record->getParent()->getTerminator());
  auto *condition = cast<Instruction>(decision->getCondition());
  BasicBlock *join = decision->getSuccessor(0);
  BranchInst::Create(decision->getSuccessor(1), decision->getIterator());
  decision->eraseFromParent();
  condition->eraseFromParent();
  // The ids of other spawns are counted from the number of these calls.
  moveBefore(*record, *join->getTerminator());
}

void markConstruct(CallBase *firstBranch, const SourceLocation &location, const DebugLoc &place) {
  CallInst *record = recordOf(*firstBranch);
  LLVMContext &context = record->getContext();
  auto number = [&](unsigned value) {
    return ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), value));
  };
  record->setMetadata(ConstructMark, MDNode::get(context, {MDString::get(context, location.file),
                                                           MDString::get(context, location.function),
                                                           number(location.line), number(location.column)}));
  record->setDebugLoc(place);
}

SourceLocation locationOfConstruct(const Spawn &spawn) {
  auto number = [&](unsigned index) {
    return static_cast<unsigned>(mdconst::extract<ConstantInt>(spawn.construct->getOperand(index))->getZExtValue());
  };
  SourceLocation location;
  location.file = cast<MDString>(spawn.construct->getOperand(0))->getString().str();
  location.function = cast<MDString>(spawn.construct->getOperand(1))->getString().str();
  location.line = number(2);
  location.column = number(3);
  return location;
}

void markSync(Instruction *position, SyncKind kind) {
  IRBuilder<> builder(position);
  FunctionCallee marker =
      position->getModule()->getOrInsertFunction(SyncName, builder.getVoidTy(), builder.getInt32Ty());
  Value *argument = builder.getInt32(static_cast<unsigned>(kind));
  auto *invoke = dyn_cast<InvokeInst>(position);
  if (invoke && kind != SyncKind::GroupBegin)
    builder.CreateInvoke(marker, invoke->getNormalDest(), invoke->getUnwindDest(), {argument});
  else
    builder.CreateCall(marker, {argument})->setDoesNotThrow();
}

bool isSyncOfKind(const Instruction &instruction, SyncKind kind) {
  auto *call = dyn_cast<CallBase>(&instruction);
  return call && call->getCalledFunction() && call->getCalledFunction()->getName() == SyncName &&
         cast<ConstantInt>(call->getArgOperand(0))->getZExtValue() == static_cast<unsigned>(kind);
}

void eraseSync(CallBase *sync) {
  if (auto *invoke = dyn_cast<InvokeInst>(sync))
    sync = changeToCall(invoke);
  sync->eraseFromParent();
}

void markSpawnMemory(AllocaInst *memory) { memory->setMetadata(MemoryMark, MDNode::get(memory->getContext(), {})); }

bool isSpawnMemory(const AllocaInst &memory) { return memory.hasMetadata(MemoryMark); }

namespace {

class Finder {
public:
  explicit Finder(Function &function) : function(function) {}

  Marks run() {
    for (Instruction &instruction : instructions(function)) {
      if (MDNode *mark = instruction.getMetadata(BranchMark)) {
        auto id = mdconst::extract<ConstantInt>(mark->getOperand(0))->getZExtValue();
        branches[id] = cast<CallBase>(&instruction);
        instruction.setMetadata(BranchMark, nullptr);
      }
      if (instruction.getMetadata(MemoryMark)) {
        instruction.setMetadata(MemoryMark, nullptr);
        marks.memory.insert(cast<AllocaInst>(&instruction));
      }
    }
    // Constructs are structured, so a block is in the same group however it is reached.
    SmallVector<std::pair<BasicBlock *, unsigned>, 16> worklist{{&function.getEntryBlock(), 0}};
    SmallPtrSet<BasicBlock *, 16> seen;
    while (!worklist.empty()) {
      auto [block, group] = worklist.pop_back_val();
      if (!seen.insert(block).second)
        continue;
      unsigned last = visit(*block, group);
      for (BasicBlock *successor : successors(block))
        worklist.push_back({successor, last});
    }
    return std::move(marks);
  }

private:
  Function &function;
  Marks marks;
  DenseMap<uint64_t, CallBase *> branches;
  /// By group, the one around it; 0 is the function itself.
  SmallVector<unsigned, 4> parents{0};
  SmallVector<Instruction *, 4> begins{nullptr};

  unsigned visit(BasicBlock &block, unsigned group) {
    for (Instruction &instruction : block) {
      if (auto *call = cast_or_null<CallInst>(callTo(instruction, SpawnName))) {
        Spawn spawn;
        spawn.firstBranch = branches.lookup(cast<ConstantInt>(call->getArgOperand(0))->getZExtValue());
        spawn.record = call;
        spawn.group = group;
        spawn.location = call->getDebugLoc();
        spawn.construct = call->getMetadata(ConstructMark);
        marks.spawns.push_back(spawn);
      } else if (CallBase *sync = callTo(instruction, SyncName)) {
        auto kind = static_cast<SyncKind>(cast<ConstantInt>(sync->getArgOperand(0))->getZExtValue());
        if (kind == SyncKind::GroupBegin) {
          parents.push_back(group);
          begins.push_back(sync);
          group = parents.size() - 1;
        } else {
          bool waitsForAll = kind == SyncKind::All || kind == SyncKind::BeforeValue;
          marks.syncs.push_back({sync, waitsForAll, group, kind == SyncKind::GroupEnd ? begins[group] : nullptr});
          if (kind == SyncKind::GroupEnd)
            group = parents[group];
        }
      }
    }
    return group;
  }
};

} // namespace

Marks findMarks(Function &function) { return Finder(function).run(); }

} // namespace tactus
