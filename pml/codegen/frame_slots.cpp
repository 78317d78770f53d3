//===- frame_slots.cpp - objects that live long in large functions -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// RewriteStatepointsForGC makes a value for each object at each safepoint that it lives over: the object may have
// moved. Of n objects over m safepoints these are n m values, and LLVM takes more than linear time for them. So, where
// a function has too many, objects that live over many safepoints lie in an array of the frame:
//
//     x = f()                 slots[3] = f()
//     g()              ==>    g() [slots]
//     if c: h(x)              if c: y = slots[3]; slots[3] = null; h(y) [slots]
//     else: k()               else: slots[3] = null; k() [slots]
//
// The bundle "deopt" of each safepoint names the array, and the stack map has it once as a run of roots
// (runtime/maps.h). A slot is null or an object from the function's entry on. It is null again as soon as the object is
// dead, so that the collector keeps no more than before. Objects whose lifetimes have no block in common share a slot.
//
// Loads and stores of slots are volatile: LLVM does not know that calls change what a bundle names.
//
// Left alone: functions with forks, whose calls have bundles of their own, and addresses inside of objects.
//
//===----------------------------------------------------------------------===//
#include "pml/codegen/frame_slots.h"
#include "pml/codegen/layout.h"
#include "pml/codegen/preserved.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace tactus::pml::codegen {

namespace {

/// As many values at safepoints LLVM compiles in little time.
constexpr uint64_t MostAtSafepoints = 20000;
/// An object that lives over as many safepoints gets a slot. Others cost less as values.
constexpr unsigned LongLife = 32;

/// Where an object lives.
struct Lifetime {
  Value *object;
  /// In which blocks it is live when they begin.
  SmallVector<unsigned, 0> blocks;
  uint64_t safepoints = 0;
  unsigned slot = 0;
};

class SlotMaker {
public:
  SlotMaker(Function &function, const TargetLibraryInfo &library) : function(function), library(library) {}

  bool run() {
    if (!number() || safepoints.size() < LongLife)
      return false;
    findObjects();
    findLifetimes();
    if (lifetimes.empty())
      return false;
    assignSlots();
    makeArray();
    for (Lifetime &each : lifetimes)
      moveToSlot(each);
    for (CallBase *safepoint : safepoints)
      nameArray(*safepoint);
    return true;
  }

private:
  Function &function;
  const TargetLibraryInfo &library;
  std::vector<BasicBlock *> blocks;
  DenseMap<const BasicBlock *, unsigned> numbers;
  std::vector<unsigned> safepointsIn;
  std::vector<CallBase *> safepoints;
  /// Of each instruction: a number that is the same up to the next safepoint or the block's end.
  DenseMap<const Instruction *, unsigned> segments;
  SmallPtrSet<const Value *, 32> objects;
  std::vector<Lifetime> lifetimes;
  unsigned slotCount = 0;
  /// Of each slot: the blocks in which an object needs it.
  std::vector<BitVector> taken;
  AllocaInst *array = nullptr;
  Instruction *zeroing = nullptr;

  /// False if the function has forks.
  bool number() {
    unsigned segment = 0;
    for (BasicBlock &block : function) {
      numbers[&block] = blocks.size();
      blocks.push_back(&block);
      size_t before = safepoints.size();
      for (Instruction &instruction : block) {
        segments[&instruction] = segment;
        auto *call = dyn_cast<CallBase>(&instruction);
        if (!call || call->isInlineAsm() || callsGCLeafFunction(call, library))
          continue;
        if (call->getOperandBundle(LLVMContext::OB_deopt) || !isa<CallInst>(call))
          return false;
        safepoints.push_back(call);
        ++segment;
      }
      safepointsIn.push_back(safepoints.size() - before);
      ++segment;
    }
    return true;
  }

  static bool isPointer(const Value &value) {
    return value.getType()->isPointerTy() && value.getType()->getPointerAddressSpace() == HeapSpace;
  }

  /// Something that is the address of an object itself, whatever its operands are.
  static bool isSource(const Value &value) {
    return isa<Argument>(value) || isa<LoadInst>(value) || isa<ExtractValueInst>(value) || isa<IntToPtrInst>(value) ||
           (isa<CallInst>(value) && !isa<IntrinsicInst>(value));
  }

  /// Choices between objects are objects.
  void findObjects() {
    SmallVector<Instruction *, 32> choices;
    for (Argument &argument : function.args())
      if (isPointer(argument))
        objects.insert(&argument);
    for (BasicBlock *block : blocks)
      for (Instruction &instruction : *block)
        if (isPointer(instruction)) {
          bool isChoice = isa<PHINode>(instruction) || isa<SelectInst>(instruction);
          if (isChoice)
            choices.push_back(&instruction);
          if (isChoice || isSource(instruction))
            objects.insert(&instruction);
        }
    auto isWrong = [&](const Instruction *choice) {
      return objects.contains(choice) && any_of(choice->operands(), [&](const Use &operand) {
               return isPointer(*operand) && !isa<Constant>(operand) && !objects.contains(operand);
             });
    };
    bool isChanged = true;
    while (isChanged) {
      isChanged = false;
      for (Instruction *choice : choices)
        if (isWrong(choice))
          isChanged |= objects.erase(choice);
    }
  }

  static BasicBlock *blockOf(const Value &value) {
    if (auto *instruction = dyn_cast<Instruction>(&value))
      return const_cast<BasicBlock *>(instruction->getParent());
    return const_cast<BasicBlock *>(&cast<Argument>(value).getParent()->getEntryBlock());
  }

  /// In front of what the object is needed: a phi needs it where control comes from.
  static Instruction *placeOf(const Use &use) {
    auto *user = cast<Instruction>(use.getUser());
    auto *phi = dyn_cast<PHINode>(user);
    return phi ? phi->getIncomingBlock(use)->getTerminator() : user;
  }

  Lifetime lifetimeOf(Value &object) {
    Lifetime result{&object, {}};
    BasicBlock *home = blockOf(object);
    SmallPtrSet<BasicBlock *, 16> seen;
    SmallVector<BasicBlock *, 16> work;
    auto add = [&](BasicBlock *block) {
      if (block != home && seen.insert(block).second)
        work.push_back(block);
    };
    for (const Use &use : object.uses())
      add(placeOf(use)->getParent());
    while (!work.empty()) {
      BasicBlock *block = work.pop_back_val();
      result.blocks.push_back(numbers[block]);
      result.safepoints += safepointsIn[numbers[block]];
      for (BasicBlock *before : predecessors(block))
        add(before);
    }
    return result;
  }

  void findLifetimes() {
    uint64_t all = 0;
    auto look = [&](Value &value) {
      if (!objects.contains(&value))
        return;
      Lifetime found = lifetimeOf(value);
      all += found.safepoints;
      if (found.safepoints >= LongLife)
        lifetimes.push_back(std::move(found));
    };
    for (Argument &argument : function.args())
      look(argument);
    for (BasicBlock *block : blocks)
      for (Instruction &instruction : *block)
        look(instruction);
    if (all <= MostAtSafepoints)
      lifetimes.clear();
  }

  /// The first slot that no other object needs in one of the blocks.
  void assignSlots() {
    for (Lifetime &each : lifetimes) {
      each.blocks.push_back(numbers[blockOf(*each.object)]);
      auto isFree = [&](const BitVector &slot) { return none_of(each.blocks, [&](unsigned i) { return slot[i]; }); };
      auto found = find_if(taken, isFree);
      each.slot = static_cast<unsigned>(found - taken.begin());
      if (found == taken.end())
        taken.emplace_back(blocks.size());
      for (unsigned block : each.blocks)
        taken[each.slot].set(block);
      each.blocks.pop_back();
    }
    slotCount = taken.size();
  }

  void makeArray() {
    IRBuilder<> builder(&function.getEntryBlock(), function.getEntryBlock().begin());
    auto *type = ArrayType::get(PointerType::get(function.getContext(), HeapSpace), slotCount);
    array = builder.CreateAlloca(type);
    zeroing = builder.CreateMemSet(array, builder.getInt8(0), uint64_t{slotCount} * 8, Align(8));
  }

  Value *addressOf(IRBuilder<> &builder, unsigned slot) {
    return builder.CreateConstInBoundsGEP2_64(array->getAllocatedType(), array, 0, slot);
  }

  void store(IRBuilder<> &builder, Value *object, unsigned slot) {
    builder.CreateAlignedStore(object, addressOf(builder, slot), Align(8), /*isVolatile=*/true);
  }

  void storeNull(BasicBlock::iterator place, unsigned slot) {
    IRBuilder<> builder(place->getParent(), place);
    store(builder, Constant::getNullValue(array->getAllocatedType()->getArrayElementType()), slot);
  }

  void moveToSlot(const Lifetime &lifetime) {
    BitVector isLive(static_cast<unsigned>(blocks.size()));
    for (unsigned block : lifetime.blocks)
      isLive.set(block);
    replaceUses(lifetime, isLive);
    forgetOnEdges(lifetime, isLive);
    define(lifetime);
  }

  bool leavesLive(const BasicBlock &block, const BitVector &isLive) {
    return any_of(successors(&block), [&](const BasicBlock *next) { return isLive[numbers[next]]; });
  }

  /// Loads the object once between two safepoints. The last load in a block where it dies empties the slot.
  void replaceUses(const Lifetime &lifetime, const BitVector &isLive) {
    auto *definition = dyn_cast<Instruction>(lifetime.object);
    std::optional<unsigned> own = ownSegment(lifetime);
    MapVector<unsigned, SmallVector<Use *, 4>> uses;
    DenseMap<const BasicBlock *, unsigned> last;
    for (Use &use : lifetime.object->uses()) {
      Instruction *place = placeOf(use);
      unsigned segment = segments[place];
      // A phi of the same block may be in front of the definition, but is needed at the block's end.
      if (segment == own && (!definition || definition->comesBefore(place)))
        continue;
      uses[segment].push_back(&use);
      unsigned &latest = last[place->getParent()];
      latest = std::max(latest, segment);
    }
    for (auto &[segment, found] : uses) {
      Instruction *first = placeOf(*found[0]);
      for (Use *use : found)
        if (Instruction *place = placeOf(*use); place->comesBefore(first))
          first = place;
      IRBuilder<> builder(first);
      Value *object = builder.CreateAlignedLoad(lifetime.object->getType(), addressOf(builder, lifetime.slot), Align(8),
                                                /*isVolatile=*/true);
      const BasicBlock &block = *first->getParent();
      if (last[&block] == segment && !leavesLive(block, isLive))
        storeNull(first->getIterator(), lifetime.slot);
      for (Use *use : found)
        use->set(object);
    }
  }

  /// Where the object's own value is right still.
  std::optional<unsigned> ownSegment(const Lifetime &lifetime) {
    auto *definition = dyn_cast<Instruction>(lifetime.object);
    const Instruction *next = definition ? definition->getNextNode() : &*function.getEntryBlock().begin();
    auto found = segments.find(next);
    while (found == segments.end()) // the array, or a load of a slot
      found = segments.find(next = next->getNextNode());
    return found->second;
  }

  /// It dies on a way that leads to none of its uses. The slot is emptied in front of the next safepoint there, which
  /// many ways may share, unless another object takes the slot before.
  void forgetOnEdges(const Lifetime &lifetime, const BitVector &isLive) {
    SmallPtrSet<BasicBlock *, 8> seen;
    SmallVector<BasicBlock *, 8> work;
    auto leave = [&](BasicBlock *block) {
      for (BasicBlock *next : successors(block))
        if (!isLive[numbers[next]] && seen.insert(next).second)
          work.push_back(next);
    };
    leave(blockOf(*lifetime.object));
    for (unsigned block : lifetime.blocks)
      if (leavesLive(*blocks[block], isLive))
        leave(blocks[block]);
    while (!work.empty()) {
      BasicBlock *block = work.pop_back_val();
      if (safepointsIn[numbers[block]] > 0)
        storeNull(block->getFirstInsertionPt(), lifetime.slot);
      else if (!taken[lifetime.slot][numbers[block]])
        leave(block);
    }
  }

  void define(const Lifetime &lifetime) {
    auto *definition = dyn_cast<Instruction>(lifetime.object);
    auto place = isa_and_nonnull<PHINode>(definition) ? definition->getParent()->getFirstInsertionPt()
                                                      : std::next((definition ? definition : zeroing)->getIterator());
    BasicBlock *block = blockOf(*lifetime.object);
    // Behind what empties the slot for another object.
    if (isa_and_nonnull<PHINode>(definition))
      while (place != block->end() && !segments.contains(&*place))
        ++place;
    IRBuilder<> builder(block, place);
    store(builder, lifetime.object, lifetime.slot);
  }

  void nameArray(CallBase &safepoint) {
    Value *count = ConstantInt::get(Type::getInt64Ty(function.getContext()), slotCount);
    auto *replacement = CallBase::addOperandBundle(&safepoint, LLVMContext::OB_deopt,
                                                   OperandBundleDef("deopt", std::vector<Value *>{count, array}),
                                                   safepoint.getIterator());
    replacement->copyMetadata(safepoint);
    safepoint.replaceAllUsesWith(replacement);
    safepoint.eraseFromParent();
  }
};

} // namespace

PreservedAnalyses FrameSlotsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  return blocksPreserved(SlotMaker(function, analyses.getResult<TargetLibraryAnalysis>(function)).run());
}

} // namespace tactus::pml::codegen
