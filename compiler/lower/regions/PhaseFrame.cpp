//===- PhaseFrame.cpp - what a thread keeps from one phase to the next ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/regions/PhaseFrame.h"
#include "abi/teams.h"
#include "analysis/AddressUses.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace tactus {

namespace {

/// A variable that is only read and written as a whole, by its name.
bool isScalar(const AllocaInst &variable) {
  Type *type = variable.getAllocatedType();
  return type->isSingleValueType() && all_of(variable.users(), [&](const User *user) {
           if (const auto *load = dyn_cast<LoadInst>(user))
             return load->isSimple() && load->getType() == type;
           if (const auto *store = dyn_cast<StoreInst>(user))
             return store->getPointerOperand() == &variable
                        ? store->isSimple() && store->getValueOperand()->getType() == type
                        : isCopyForDebuggers(*store);
           return cast<Instruction>(user)->isLifetimeStartOrEnd();
         });
}

void dropLifetimes(AllocaInst &variable) {
  for (User *user : make_early_inc_range(variable.users()))
    if (auto *marker = cast<Instruction>(user); marker->isLifetimeStartOrEnd())
      marker->eraseFromParent();
}

/// Which scalars have a value behind a cut that is still read.
class LiveScalars {
public:
  LiveScalars(Function &function, ArrayRef<AllocaInst *> scalars, ArrayRef<PhaseCut> cuts) : cuts(cuts) {
    for (auto [number, scalar] : enumerate(scalars))
      numbers[scalar] = number;
    for (const BasicBlock &block : function)
      look(block);
    for (bool changed = true; changed;) {
      changed = false;
      for (const BasicBlock &block : function)
        changed |= flow(block);
    }
  }

  bool isLive(const AllocaInst *scalar, const BasicBlock *block) const {
    return blocks.find(block)->second.in[numbers.lookup(scalar)];
  }

private:
  struct State {
    BitVector in, written;
  };
  ArrayRef<PhaseCut> cuts;
  DenseMap<const AllocaInst *, unsigned> numbers;
  DenseMap<const BasicBlock *, State> blocks;

  /// Notes what is read before it is written.
  void look(const BasicBlock &block) {
    State &state = blocks[&block];
    state.in.resize(numbers.size());
    state.written.resize(numbers.size());
    for (const Instruction &instruction : block) {
      const Value *pointer = getLoadStorePointerOperand(&instruction);
      auto found = numbers.find(dyn_cast_or_null<AllocaInst>(pointer));
      if (found == numbers.end())
        continue;
      if (isa<StoreInst>(instruction))
        state.written.set(found->second);
      else if (!state.written[found->second])
        state.in.set(found->second);
    }
  }

  bool flow(const BasicBlock &block) {
    BitVector live(numbers.size());
    for (const BasicBlock *next : successors(&block))
      live |= blocks.find(next)->second.in;
    for (const PhaseCut &cut : cuts)
      if (cut.before == &block)
        live |= blocks.find(cut.behind)->second.in;
    State &state = blocks.find(&block)->second;
    live.reset(state.written);
    live |= state.in;
    bool changed = live != state.in;
    state.in = live;
    return changed;
  }
};

class FrameBuilder {
public:
  FrameBuilder(BasicBlock &start, ArrayRef<PhaseCut> cuts, Argument &frame)
      : function(*start.getParent()), start(start), cuts(cuts), frame(frame), layout(function.getDataLayout()) {}

  uint64_t run(BasicBlock &first, Value &phase) {
    moveVariables();
    connect(first, phase);
    demoteValues();
    SmallVector<AllocaInst *, 16> scalars, others;
    for (Instruction &instruction : start)
      if (auto *variable = dyn_cast<AllocaInst>(&instruction))
        (isScalar(*variable) ? scalars : others).push_back(variable);
    keepScalars(scalars);
    for (AllocaInst *variable : others)
      if (isKept(*variable))
        keep(*variable);
    if (!isShared)
      frame.addAttr(Attribute::NoAlias);
    frame.addAttr(Attribute::getWithAlignment(function.getContext(), Align(abi::PhasedFrameAlignment)));
    return bytes;
  }

private:
  Function &function;
  BasicBlock &start;
  ArrayRef<PhaseCut> cuts;
  Argument &frame;
  const DataLayout &layout;
  /// By cut, where its phase is entered.
  SmallVector<BasicBlock *, 8> entries;
  uint64_t bytes = 0;
  /// Somebody may have the address of a variable in it.
  bool isShared = false;

  void moveVariables() {
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      if (isa<AllocaInst>(instruction) && instruction.getParent() != &start)
        instruction.moveBefore(start, start.getFirstInsertionPt());
  }

  void connect(BasicBlock &first, Value &phase) {
    IRBuilder<> builder(&start);
    SwitchInst *choice = builder.CreateSwitch(&phase, &first, cuts.size());
    for (const PhaseCut &cut : cuts) {
      BasicBlock *entry = BasicBlock::Create(function.getContext(), "", &function, cut.behind);
      BranchInst::Create(cut.behind, entry);
      entries.push_back(entry);
      choice->addCase(builder.getInt32(entries.size()), entry);
    }
  }

  /// What was computed before a cut and is used behind it becomes a variable.
  void demoteValues() {
    DominatorTree dominators(function);
    SmallVector<Instruction *, 8> values;
    for (Instruction &instruction : instructions(function))
      if (any_of(instruction.uses(), [&](const Use &use) { return !dominators.dominates(&instruction, use); }))
        values.push_back(&instruction);
    for (Instruction *value : values)
      DemoteRegToStack(*value, /*VolatileLoads=*/false, start.getFirstInsertionPt());
  }

  Value *addressAt(uint64_t offset, IRBuilder<> &builder) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), &frame, offset);
  }

  uint64_t reserve(const AllocaInst &variable) {
    uint64_t offset = alignTo(bytes, variable.getAlign());
    bytes = offset + variable.getAllocationSize(layout)->getFixedValue();
    return offset;
  }

  void keepScalars(ArrayRef<AllocaInst *> scalars) {
    LiveScalars live(function, scalars, cuts);
    for (AllocaInst *scalar : scalars) {
      // Their scopes begin in one phase and end in another.
      dropLifetimes(*scalar);
      auto isNeeded = [&](const PhaseCut &cut) { return live.isLive(scalar, cut.behind); };
      if (none_of(cuts, isNeeded))
        continue;
      uint64_t offset = reserve(*scalar);
      Type *type = scalar->getAllocatedType();
      for (auto [cut, entry] : zip_equal(cuts, entries)) {
        if (!isNeeded(cut))
          continue;
        IRBuilder<> leave(cut.before->getTerminator()), enter(entry->getTerminator());
        leave.CreateAlignedStore(leave.CreateLoad(type, scalar), addressAt(offset, leave), scalar->getAlign());
        enter.CreateStore(enter.CreateAlignedLoad(type, addressAt(offset, enter), scalar->getAlign()), scalar);
      }
    }
  }

  bool endsPhase(const BasicBlock &block) const {
    return any_of(cuts, [&](const PhaseCut &cut) { return cut.before == &block; });
  }

  /// Is a cut reached from behind the instruction, without passing one of `ends`?
  bool reachesCut(const Instruction &begin, const SmallPtrSetImpl<const Instruction *> &ends) const {
    SmallPtrSet<const BasicBlock *, 16> seen;
    SmallVector<const Instruction *, 8> worklist{begin.getNextNode()};
    while (!worklist.empty()) {
      const Instruction *next = worklist.pop_back_val();
      while (!next->isTerminator() && !ends.contains(next))
        next = next->getNextNode();
      if (!next->isTerminator())
        continue;
      if (endsPhase(*next->getParent()))
        return true;
      for (const BasicBlock *successor : successors(next->getParent()))
        if (seen.insert(successor).second)
          worklist.push_back(&successor->front());
    }
    return false;
  }

  /// Does the variable's scope begin and end in the same phase, wherever it begins?
  bool hasScopeInPhase(const AllocaInst &variable) const {
    SmallVector<const Instruction *, 2> begins;
    SmallPtrSet<const Instruction *, 4> ends;
    for (const User *user : variable.users())
      if (const auto *marker = dyn_cast<IntrinsicInst>(user); marker && marker->isLifetimeStartOrEnd()) {
        if (marker->getIntrinsicID() == Intrinsic::lifetime_start)
          begins.push_back(marker);
        else
          ends.insert(marker);
      }
    return !begins.empty() && none_of(begins, [&](const Instruction *begin) { return reachesCut(*begin, ends); });
  }

  /// May what the variable holds at a cut be used behind it?
  bool isLiveAtCut(const AddressUses &uses) const {
    SmallPtrSet<const BasicBlock *, 16> seen;
    SmallVector<const BasicBlock *, 8> worklist;
    auto visit = [&](const BasicBlock *block) {
      if (seen.insert(block).second)
        worklist.push_back(block);
    };
    for (const PhaseCut &cut : cuts)
      visit(cut.behind);
    while (!worklist.empty()) {
      const BasicBlock *block = worklist.pop_back_val();
      const Instruction *access = firstAccess(*block, uses);
      if (access && !uses.replaces(*access))
        return true;
      if (!access)
        for (const BasicBlock *next : successors(block))
          visit(next);
    }
    return false;
  }

  static const Instruction *firstAccess(const BasicBlock &block, const AddressUses &uses) {
    for (const Instruction &instruction : block)
      if (!isa<GetElementPtrInst, PHINode, SelectInst, CastInst>(instruction) && uses.accesses().contains(&instruction))
        return &instruction;
    return nullptr;
  }

  bool isKept(AllocaInst &variable) {
    if (hasScopeInPhase(variable))
      return false;
    AddressUses uses(variable);
    isShared |= uses.mayBeKept();
    // A reference must find the variable where it was.
    bool isLive = uses.mayBeKept() || uses.isHeld() || isLiveAtCut(uses);
    // Scopes begin in one phase and end in another.
    dropLifetimes(variable);
    return isLive;
  }

  void keep(AllocaInst &variable) {
    IRBuilder<> builder(&variable);
    Value *address = addressAt(reserve(variable), builder);
    address->takeName(&variable);
    variable.replaceAllUsesWith(address);
    variable.eraseFromParent();
  }
};

} // namespace

uint64_t buildPhaseFrame(BasicBlock &start, BasicBlock &first, ArrayRef<PhaseCut> cuts, Argument &frame, Value &phase) {
  return FrameBuilder(start, cuts, frame).run(first, phase);
}

} // namespace tactus
