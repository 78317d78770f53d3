//===- CarriedState.cpp - what a thread's iterations pass on to each other -----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analysis/CarriedState.h"
#include "analysis/IterationCopy.h"
#include "analysis/LastValues.h"
#include "analysis/PrivateMemory.h"
#include "model/Reasons.h"
#include "model/RuntimeCalls.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tactus {

namespace {

/// Scalars: phis at the header of the copy's loop.
class CarriedValues {
public:
  CarriedValues(const Loop &loop, const PostDominatorTree &postDominators)
      : loop(loop), postDominators(postDominators) {}

  /// Is the value used for more than to be passed on? What only the code behind the loop takes is the last iteration's.
  bool isRead(PHINode &phi) const {
    SmallSetVector<Instruction *, 8> same;
    same.insert(&phi);
    for (unsigned i = 0; i < same.size(); ++i)
      for (const Use &use : same[i]->uses()) {
        auto *user = cast<Instruction>(use.getUser());
        if (!loop.contains(user))
          continue;
        bool isChosen = isa<SelectInst>(user) && use.getOperandNo() != 0;
        if (!isa<PHINode>(user) && !isChosen && !isa<FreezeInst>(user))
          return true;
        same.insert(user);
      }
    return false;
  }

  /// Does the value of a reduction reach anything but itself?
  bool isReadBeyondReduction(PHINode &phi) const {
    SmallSetVector<Instruction *, 16> derived;
    derived.insert(&phi);
    for (unsigned i = 0; i < derived.size(); ++i)
      for (User *user : derived[i]->users()) {
        auto *instruction = cast<Instruction>(user);
        if (!loop.contains(instruction))
          continue;
        if (auto *branch = dyn_cast<BranchInst>(instruction)) {
          if (controlsEffect(*branch, derived))
            return true;
        } else if (isComputation(*instruction)) {
          derived.insert(instruction);
        } else {
          return true;
        }
      }
    return false;
  }

private:
  const Loop &loop;
  const PostDominatorTree &postDominators;

  /// What makes a value and nothing else. A function that takes the value so far and is asked for another combines
  /// them.
  static bool isComputation(const Instruction &instruction) {
    if (isa<CallBase>(instruction))
      return !instruction.use_empty();
    return !instruction.mayReadOrWriteMemory() && !instruction.isTerminator();
  }

  /// `if (x > most) most = x;` chooses between values, which are then derived as well; `ok = ok && check(x)` leaves
  /// out what cannot change the result.
  bool controlsEffect(const BranchInst &branch, SmallSetVector<Instruction *, 16> &derived) const {
    BasicBlock *block = const_cast<BasicBlock *>(branch.getParent());
    const auto *node = postDominators.getNode(block);
    BasicBlock *join = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    if (!join || !loop.contains(join))
      return true;
    SmallSetVector<BasicBlock *, 8> controlled;
    for (BasicBlock *next : successors(block))
      if (next != join)
        controlled.insert(next);
    for (unsigned i = 0; i < controlled.size(); ++i)
      for (BasicBlock *next : successors(controlled[i]))
        if (next != join)
          controlled.insert(next);
    if (controlled.contains(block))
      return true;
    bool isShortCircuit = false;
    for (PHINode &phi : join->phis()) {
      derived.insert(&phi);
      int direct = phi.getBasicBlockIndex(block);
      isShortCircuit |= direct >= 0 && phi.getType()->isIntegerTy(1) && isa<Constant>(phi.getIncomingValue(direct));
    }
    for (BasicBlock *inside : controlled) {
      for (PHINode &phi : inside->phis())
        derived.insert(&phi);
      for (Instruction &instruction : *inside)
        if (!isShortCircuit && instruction.mayHaveSideEffects() && !instruction.isLifetimeStartOrEnd())
          return true;
    }
    return false;
  }
};

class CarriedSearch {
public:
  CarriedSearch(const ParallelLoop &source, ArrayRef<AllocaInst *> candidates, FunctionAnalysisManager &analyses)
      : copy(source, candidates, analyses), loops(analyses.getResult<LoopAnalysis>(copy.function())),
        dominators(analyses.getResult<DominatorTreeAnalysis>(copy.function())),
        postDominators(analyses.getResult<PostDominatorTreeAnalysis>(copy.function())),
        evolution(analyses.getResult<ScalarEvolutionAnalysis>(copy.function())) {}

  bool isCarried() {
    Loop *loop = copy.loop(loops);
    return loop && (isValueCarried(*loop) || isMemoryCarried(*loop));
  }

private:
  IterationCopy copy;
  LoopInfo &loops;
  DominatorTree &dominators;
  PostDominatorTree &postDominators;
  ScalarEvolution &evolution;

  bool isValueCarried(Loop &loop) {
    SmallPtrSet<const PHINode *, 4> reduced = reducedPhis(loop);
    CarriedValues values(loop, postDominators);
    for (PHINode &phi : loop.getHeader()->phis())
      if (reduced.contains(&phi) ? values.isReadBeyondReduction(phi) : values.isRead(phi))
        return true;
    return false;
  }

  SmallPtrSet<const PHINode *, 4> reducedPhis(const Loop &loop) const {
    SmallPtrSet<const PHINode *, 4> result;
    SmallSetVector<const Value *, 8> worklist;
    for (const Value *value : copy.reducedValues())
      worklist.insert(value);
    for (unsigned i = 0; i < worklist.size(); ++i) {
      const auto *instruction = dyn_cast<Instruction>(worklist[i]);
      if (!instruction)
        continue;
      const auto *phi = dyn_cast<PHINode>(instruction);
      if (phi && phi->getParent() == loop.getHeader())
        result.insert(phi);
      else if (!loop.contains(instruction))
        for (const Value *operand : instruction->operands())
          worklist.insert(operand);
    }
    return result;
  }

  /// Memory that the constructor of a reduction's private copy has asked for.
  bool belongsToReduction(const Instruction &allocation) const {
    return any_of(allocation.users(), [&](const User *user) {
      const auto *store = dyn_cast<StoreInst>(user);
      return store && store->getValueOperand() == &allocation &&
             copy.isReduced(getUnderlyingObject(store->getPointerOperand()));
    });
  }

  /// The size of a variable with an allocate clause.
  static uint64_t bytesOfClause(const Instruction &allocation) {
    StringRef name = calleeName(allocation);
    unsigned argument = name == "__kmpc_alloc" ? 1 : name == "__kmpc_aligned_alloc" ? 2 : 0;
    const auto *bytes =
        argument != 0 ? dyn_cast<ConstantInt>(cast<CallBase>(allocation).getArgOperand(argument)) : nullptr;
    return bytes ? bytes->getZExtValue() : 0;
  }

  bool isMemoryCarried(Loop &loop) {
    const DataLayout &layout = copy.function().getDataLayout();
    PrivateMemory memory(loop, loops, dominators, evolution);
    for (Instruction &instruction : instructions(copy.function())) {
      if (loop.contains(&instruction))
        continue;
      if (auto *variable = dyn_cast<AllocaInst>(&instruction)) {
        if (copy.isBookkeeping(variable) || copy.isReduced(variable))
          continue;
        std::optional<TypeSize> size = variable->getAllocationSize(layout);
        if (memory.isCarried({variable}, size && !size->isScalable() ? size->getFixedValue() : 0))
          return true;
        // A copy that a constructor has made has memory of its own.
        if (memory.isInitialisedByCall(*variable) && memory.isCarried(memory.addressesBehind({variable}), 0))
          return true;
      } else if (isNoAliasCall(&instruction) || calleeName(instruction) == "__kmpc_alloc" ||
                 calleeName(instruction) == "__kmpc_aligned_alloc") {
        if (belongsToReduction(instruction))
          continue;
        if (memory.isCarried({&instruction}, bytesOfClause(instruction)))
          return true;
        if (bytesOfClause(instruction) != 0)
          continue;
        SmallVector<Value *, 8> addresses = memory.addressesBehind({&instruction});
        addresses.push_back(&instruction);
        if (memory.isCarried(addresses, 0))
          return true;
      }
    }
    return false;
  }
};

/// Does the region have variables with an allocate clause?
bool hasAllocatedVariables(const ParallelLoop &loop) {
  return any_of(instructions(*loop.microtask), [](const Instruction &instruction) {
    StringRef name = calleeName(instruction);
    return name == "__kmpc_alloc" || name == "__kmpc_aligned_alloc";
  });
}

/// Could iterations carry something in the variable?
bool isCandidate(const AllocaInst &variable, const ParallelLoop &loop) {
  bool isUsedInBody = false;
  bool isOnlyLoadedInBody = true;
  bool isOnlyStored = true;
  for (const Use &use : variable.uses()) {
    auto *user = cast<Instruction>(use.getUser());
    bool isStoredTo = isa<StoreInst>(user) && use.getOperandNo() == StoreInst::getPointerOperandIndex();
    if (user == loop.init || user == loop.next || user->isLifetimeStartOrEnd())
      continue;
    if (loop.body.contains(user->getParent())) {
      isUsedInBody = true;
      isOnlyLoadedInBody &= isa<LoadInst>(user);
    } else {
      isOnlyStored &= isStoredTo || isa<LoadInst>(user);
      // Reached through another variable.
      isUsedInBody |= isa<StoreInst>(user) && !isStoredTo;
    }
  }
  return isUsedInBody && !(isOnlyLoadedInBody && isOnlyStored);
}

} // namespace

bool carriesState(const ParallelLoop &loop, FunctionAnalysisManager &analyses) {
  if (mayLeaveLastValueUnwritten(loop))
    return true;
  // Most loops are spared the copy.
  SmallVector<AllocaInst *, 8> candidates = lastingVariables(loop);
  erase_if(candidates, [&](const AllocaInst *variable) { return !isCandidate(*variable, loop); });
  return (!candidates.empty() || hasAllocatedVariables(loop)) && CarriedSearch(loop, candidates, analyses).isCarried();
}

} // namespace tactus
