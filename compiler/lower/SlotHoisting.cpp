//===- SlotHoisting.cpp - slots of inner loops are filled before the outer loop ===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/SlotHoisting.h"
#include "abi.h"
#include "lower/Slice.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include <map>

using namespace llvm;

namespace tactus {

namespace {

/// The address and the contents that a store or memset writes.
Use &addressOf(Instruction &write) { return write.getOperandUse(isa<StoreInst>(write) ? 1 : 0); }
Value *contentsOf(Instruction &write) { return write.getOperand(isa<StoreInst>(write) ? 0 : 1); }

class SlotHoisting {
public:
  SlotHoisting(Function &function, FunctionAnalysisManager &analyses)
      : layout(function.getDataLayout()), loops(analyses.getResult<LoopAnalysis>(function)),
        dominators(analyses.getResult<DominatorTreeAnalysis>(function)),
        frequencies(analyses.getResult<BlockFrequencyAnalysis>(function)) {}

  bool hoist(AllocaInst &slot) {
    Parts parts;
    if (!collect(slot, parts))
      return false;
    bool changed = false;
    for (auto &[range, writes] : parts)
      if (range.first > offsetof(abi::LoopSlot, end) || range.second <= offsetof(abi::LoopSlot, end))
        changed |= hoistPart(slot, range.first, writes);
    if (changed)
      for (User *user : make_early_inc_range(slot.users()))
        if (auto *call = dyn_cast<IntrinsicInst>(user); call && call->isLifetimeStartOrEnd())
          call->eraseFromParent(); // The contents outlive the loop.
    return changed;
  }

private:
  /// What is written to a slot, by the bytes [first, second) of it.
  using Parts = std::map<std::pair<uint64_t, uint64_t>, SmallVector<Instruction *, 2>>;

  const DataLayout &layout;
  LoopInfo &loops;
  DominatorTree &dominators;
  BlockFrequencyInfo &frequencies;

  /// How many bytes the instruction writes at `address`; 0 if it is no such store or memset.
  uint64_t writtenBytes(Instruction &instruction, const Value *address) const {
    uint64_t bytes = 0;
    if (auto *store = dyn_cast<StoreInst>(&instruction))
      bytes = layout.getTypeStoreSize(store->getValueOperand()->getType());
    else if (auto *fill = dyn_cast<MemSetInst>(&instruction); fill && isa<ConstantInt>(fill->getLength()))
      bytes = cast<ConstantInt>(fill->getLength())->getZExtValue();
    return bytes > 0 && addressOf(instruction) == address ? bytes : 0;
  }

  /// False if the program writes to the slot in another way, or to parts of it that overlap.
  bool collect(AllocaInst &slot, Parts &parts) const {
    SmallVector<std::pair<Value *, uint64_t>, 16> addresses{{&slot, 0}};
    for (unsigned i = 0; i < addresses.size(); ++i) { // NOLINT(modernize-loop-convert): it grows
      auto [address, offset] = addresses[i];
      for (User *user : address->users()) {
        auto *instruction = cast<Instruction>(user);
        if (auto *position = dyn_cast<GetElementPtrInst>(user)) {
          APInt distance(64, 0);
          if (!position->accumulateConstantOffset(layout, distance))
            return false;
          addresses.emplace_back(position, offset + distance.getZExtValue());
        } else if (uint64_t bytes = writtenBytes(*instruction, address)) {
          parts[{offset, offset + bytes}].push_back(instruction);
        } else if (isa<MemIntrinsic>(user) || !(isa<LoadInst>(user) || isa<CallBase>(user))) {
          return false;
        }
      }
    }
    for (auto part = parts.begin(); part != parts.end(); ++part)
      if (auto next = std::next(part); next != parts.end() && next->first.first < part->first.second)
        return false;
    return true;
  }

  BasicBlock *preheader(Loop &loop) {
    if (BasicBlock *existing = loop.getLoopPreheader())
      return existing;
    BlockFrequency frequency = frequencies.getBlockFreq(loop.getLoopPredecessor());
    BasicBlock *created = InsertPreheaderForLoop(&loop, &dominators, &loops, nullptr, /*PreserveLCSSA=*/false);
    if (created)
      frequencies.setBlockFreq(created, frequency);
    return created;
  }

  /// Moves what writes one part, which must be the same everywhere, out of the largest loop in which that does not
  /// change and which is not entered more often than the part is written.
  bool hoistPart(AllocaInst &slot, uint64_t offset, ArrayRef<Instruction *> writes) {
    Instruction *first = writes.front();
    Value *contents = contentsOf(*first);
    if (any_of(writes, [&](Instruction *write) {
          return write->getOpcode() != first->getOpcode() || contentsOf(*write) != contents;
        }))
      return false;
    Loop *outermost = nullptr;
    for (Loop *loop = loops.getLoopFor(first->getParent()); loop && loop->isLoopInvariant(contents);
         loop = loop->getParentLoop())
      if (BasicBlock *before = loop->getLoopPredecessor();
          before && frequencies.getBlockFreq(first->getParent()) >= frequencies.getBlockFreq(before))
        outermost = loop;
    BasicBlock *before = outermost ? preheader(*outermost) : nullptr;
    if (!before)
      return false;
    IRBuilder<> builder(before->getTerminator());
    Value *address = builder.CreateInBoundsPtrAdd(&slot, builder.getInt64(offset));
    Instruction *hoisted = builder.Insert(first->clone());
    addressOf(*hoisted) = address;
    hoisted->updateLocationAfterHoist();
    for (Instruction *write : writes)
      if (outermost->contains(write))
        write->eraseFromParent();
    return true;
  }
};

} // namespace

PreservedAnalyses SlotHoistingPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (!function.hasGC())
    return PreservedAnalyses::all();
  SmallVector<AllocaInst *, 4> slots;
  for (Instruction &instruction : function.getEntryBlock())
    if (auto *slot = dyn_cast<AllocaInst>(&instruction); slot && isSlot(*slot))
      slots.push_back(slot);
  if (slots.empty() || analyses.getResult<LoopAnalysis>(function).empty())
    return PreservedAnalyses::all();
  SlotHoisting hoisting(function, analyses);
  bool changed = false;
  for (AllocaInst *slot : slots)
    changed |= hoisting.hoist(*slot);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace tactus
