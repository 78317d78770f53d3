//===- ColdCrossings.cpp - values wait in memory while a promoted fork is joined --===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "late/forks/ColdCrossings.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

using namespace llvm;

namespace tactus {

namespace {

/// What libtactus is asked of forks that have been promoted.
bool isColdCall(const Instruction &instruction) {
  static constexpr StringLiteral Names[] = {"tactus_fork_join",    "tactus_fork_release",      "tactus_fork_hand_on",
                                            "tactus_fork_cancel",  "tactus_fork_discard",      "tactus_fork_leave",
                                            "tactus_fork_unwound", "tactus_fork_leave_unwound"};
  auto *call = dyn_cast<CallInst>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && is_contained(Names, callee->getName());
}

/// Registers have to be preserved for it, at least where code runs that is not cold.
bool isOtherCall(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  return call && !isa<IntrinsicInst>(call) && !call->isInlineAsm() && !call->hasFnAttr(Attribute::Cold) &&
         call->getCallingConv() != CallingConv::PreserveMost && !isColdCall(instruction);
}

/// Of a landing pad: the exception and its selector.
bool isCaught(const Value &value) { return value.getType()->isStructTy() && isa<LandingPadInst, PHINode>(value); }

bool fitsRegister(const Value &value) {
  if (isa<AllocaInst>(value))
    return false;
  return value.getType()->isPointerTy() || isCaught(value) ||
         (value.getType()->isIntegerTy() && value.getType()->getIntegerBitWidth() <= 64);
}

/// Where a value is alive.
class Lifetime {
  const Value &value;
  const BasicBlock *definition;
  SmallPtrSet<const BasicBlock *, 16> liveIn;

public:
  explicit Lifetime(Value &value) : value(value) {
    auto *instruction = dyn_cast<Instruction>(&value);
    definition = instruction ? instruction->getParent() : &cast<Argument>(value).getParent()->getEntryBlock();
    SmallVector<const BasicBlock *, 16> open;
    for (const Use &use : value.uses()) {
      auto *user = cast<Instruction>(use.getUser());
      auto *phi = dyn_cast<PHINode>(user);
      const BasicBlock *block = phi ? phi->getIncomingBlock(use) : user->getParent();
      // In its own block a value is used behind its definition; a phi of that block is another matter.
      if (block != definition)
        open.push_back(block);
    }
    while (!open.empty())
      if (const BasicBlock *block = open.pop_back_val(); block != definition && liveIn.insert(block).second)
        append_range(open, predecessors(block));
  }

  [[nodiscard]] bool crosses(const Instruction &call) const {
    const BasicBlock *block = call.getParent();
    if (block == definition) {
      auto *instruction = dyn_cast<Instruction>(&value);
      if (instruction && (instruction == &call || !instruction->comesBefore(&call)))
        return false;
    } else if (!liveIn.contains(block)) {
      return false;
    }
    for (const Instruction *next = call.getNextNode(); next; next = next->getNextNode())
      if (is_contained(next->operand_values(), &value))
        return true;
    return any_of(successors(block), [&](const BasicBlock *successor) {
      return (successor != definition && liveIn.contains(successor)) || isUsedByPhi(*successor, *block);
    });
  }

private:
  [[nodiscard]] bool isUsedByPhi(const BasicBlock &successor, const BasicBlock &block) const {
    return any_of(successor.phis(), [&](const PHINode &phi) { return phi.getIncomingValueForBlock(&block) == &value; });
  }
};

class ColdCrossings {
public:
  ColdCrossings(Function &function, const LoopInfo &loops) : function(function) {
    for (Instruction &instruction : instructions(function))
      if (isColdCall(instruction))
        coldCalls.push_back(cast<CallInst>(&instruction));
      else if (isOtherCall(instruction))
        otherCalls.push_back(&instruction);
    for (Argument &argument : function.args())
      judge(argument, loops);
    for (Instruction &instruction : instructions(function))
      judge(instruction, loops);
  }

  bool run() {
    if (crossings.empty())
      return false;
    for (CallInst *call : coldCalls) {
      // The loads get a block of their own, for SSAUpdater's sake.
      BasicBlock *loads = SplitBlock(call->getParent(), call->getNextNode());
      loadBlocks.push_back(loads);
      SplitBlock(loads, loads->begin());
    }
    for (Crossing &crossing : crossings)
      waitInMemory(crossing);
    for (BasicBlock *block : loadBlocks) {
      MergeBlockIntoPredecessor(block->getSingleSuccessor());
      MergeBlockIntoPredecessor(block);
    }
    return true;
  }

private:
  /// A value, and the indices of the cold calls that it lives across.
  struct Crossing {
    Value *value;
    SmallVector<unsigned, 2> calls;
  };

  Function &function;
  SmallVector<CallInst *, 4> coldCalls;
  SmallVector<Instruction *, 8> otherCalls;
  SmallVector<BasicBlock *, 4> loadBlocks;
  SmallVector<Crossing, 4> crossings;
  /// Room for a value, and the indices of the calls at which it is taken: one slot serves many values.
  struct Slot {
    AllocaInst *memory;
    SmallVector<unsigned, 2> calls;
  };
  SmallVector<Slot, 4> slots;

  /// Is it the same in all rounds of a loop around the call, or counted from one to the next?
  static bool isCarriedAround(const Value &value, const Instruction &call, const LoopInfo &loops) {
    const Loop *loop = loops.getLoopFor(call.getParent());
    if (!loop)
      return false;
    auto *instruction = dyn_cast<Instruction>(&value);
    if (!instruction || !loop->contains(instruction))
      return true;
    auto *phi = dyn_cast<PHINode>(instruction);
    return phi && phi->getParent() == loop->getHeader() && any_of(phi->incoming_values(), [&](const Use &next) {
             auto *step = dyn_cast<Instruction>(next);
             return step && is_contained(step->operand_values(), phi);
           });
  }

  void judge(Value &value, const LoopInfo &loops) {
    if (!fitsRegister(value) || value.use_empty())
      return;
    Lifetime lifetime(value);
    Crossing crossing{&value, {}};
    for (auto [index, call] : enumerate(coldCalls))
      if (lifetime.crosses(*call)) {
        if (isCarriedAround(value, *call, loops))
          return;
        crossing.calls.push_back(static_cast<unsigned>(index));
      }
    if (!crossing.calls.empty() && none_of(otherCalls, [&](Instruction *call) { return lifetime.crosses(*call); }))
      crossings.push_back(std::move(crossing));
  }

  AllocaInst *slotFor(const Crossing &crossing) {
    Type *type =
        crossing.value->getType()->isStructTy() ? crossing.value->getType() : Type::getInt64Ty(function.getContext());
    for (Slot &slot : slots)
      if (slot.memory->getAllocatedType() == type &&
          none_of(crossing.calls, [&](unsigned call) { return is_contained(slot.calls, call); })) {
        append_range(slot.calls, crossing.calls);
        return slot.memory;
      }
    IRBuilder<> entry(&*function.getEntryBlock().getFirstInsertionPt());
    slots.push_back({entry.CreateAlloca(type, nullptr, "waiting"), crossing.calls});
    return slots.back().memory;
  }

  void waitInMemory(const Crossing &crossing) {
    Value *value = crossing.value;
    AllocaInst *slot = slotFor(crossing);
    auto *instruction = dyn_cast<Instruction>(value);
    BasicBlock *definition = instruction ? instruction->getParent() : &function.getEntryBlock();
    SmallVector<PHINode *, 4> phis;
    SSAUpdater versions(&phis);
    versions.Initialize(value->getType(), value->getName());
    versions.AddAvailableValue(definition, value);
    SmallVector<Use *, 8> uses;
    for (Use &use : value->uses()) {
      auto *user = cast<Instruction>(use.getUser());
      if (isa<PHINode>(user) || user->getParent() != definition)
        uses.push_back(&use);
    }
    for (unsigned index : crossing.calls) {
      BasicBlock *block = loadBlocks[index];
      IRBuilder<> builder(block->getTerminator());
      builder.SetCurrentDebugLocation(coldCalls[index]->getDebugLoc());
      versions.AddAvailableValue(block, builder.CreateLoad(value->getType(), slot, /*isVolatile=*/true));
    }
    for (unsigned index : crossing.calls) {
      CallInst *call = coldCalls[index];
      IRBuilder<> builder(call);
      BasicBlock *block = call->getParent();
      builder.CreateStore(block == definition ? value : versions.GetValueInMiddleOfBlock(block), slot,
                          /*isVolatile=*/true);
    }
    for (Use *use : uses)
      versions.RewriteUse(*use);
    SmallPtrSet<BasicBlock *, 4> merging;
    for (PHINode *phi : phis)
      merging.insert(phi->getParent());
    for (BasicBlock *block : merging)
      insertDebugValuesForPHIs(block, phis);
  }
};

} // namespace

PreservedAnalyses ColdCrossingsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (function.hasOptNone() || none_of(instructions(function), isColdCall))
    return PreservedAnalyses::all();
  ColdCrossings crossings(function, analyses.getResult<LoopAnalysis>(function));
  return crossings.run() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace tactus
