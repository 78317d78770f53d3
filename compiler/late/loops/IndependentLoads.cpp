//===- IndependentLoads.cpp - what all iterations read stands in front of the loop -===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "late/loops/IndependentLoads.h"
#include "ir/LLVMVersions.h"
#include "model/IndependentLoop.h"
#include "model/MathCall.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace tactus {

namespace {

class IndependentLoop {
public:
  IndependentLoop(Loop &loop, LoopInfo &loops, DominatorTree &dominators, ScalarEvolution &evolution,
                  AAResults &aliases, const TargetLibraryInfo &library)
      : loop(loop), loops(loops), dominators(dominators), evolution(evolution), aliases(aliases), library(library) {}

  /// All iterations run to the latch, and the first begins behind the preheader: the loop tests at its end.
  bool isUsable() const {
    return loop.isLoopSimplifyForm() && loop.getExitingBlock() == loop.getLoopLatch() &&
           (isMarkedRepeated(loop) || isSafeToExpand()) && all_of(loop.blocks(), [&](const BasicBlock *block) {
             return all_of(*block, [&](const Instruction &instruction) { return !mayWriteUnknown(instruction); });
           });
  }

  /// True if something has changed.
  bool hoist() {
    LoopBlocksRPO blocks(&loop);
    blocks.perform(&loops);
    for (BasicBlock *block : blocks)
      if (dominators.dominates(block, loop.getLoopLatch()))
        for (Instruction &instruction : make_early_inc_range(*block))
          if (auto *load = dyn_cast<LoadInst>(&instruction))
            hoistLoad(*load);
    for (BasicBlock *block : blocks)
      for (Instruction &instruction : make_early_inc_range(*block))
        if (auto *load = dyn_cast<LoadInst>(&instruction))
          replaceLoad(*load);
    return changed;
  }

private:
  Loop &loop;
  LoopInfo &loops;
  DominatorTree &dominators;
  ScalarEvolution &evolution;
  AAResults &aliases;
  const TargetLibraryInfo &library;
  bool changed = false;
  /// By address.
  MapVector<Value *, SmallVector<LoadInst *, 1>> hoisted;

  /// A function that has not been inlined may read variables of the iteration's own, by pointers that are in memory.
  bool mayWriteUnknown(const Instruction &instruction) const {
    if (auto *call = dyn_cast<CallBase>(&instruction); call && isMathCall(*call, library))
      return false;
    if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction); intrinsic && intrinsic->isAssumeLikeIntrinsic())
      return false;
    return instruction.mayWriteToMemory() && !isa<StoreInst, MemIntrinsic>(instruction);
  }

  /// A variable of the iteration's own has its address taken in the loop only, and lives and dies there. (Either would
  /// tell; passes may move stores of addresses, and drop markers where no address is taken.)
  bool isOwnVariable(const AllocaInst &variable) const {
    class CaptureOutside : public CaptureSearch {
    public:
      explicit CaptureOutside(const Loop &loop) : loop(loop) {}
      bool isFound = false;
      bool found(const Use &use) override {
        isFound = !loop.contains(cast<Instruction>(use.getUser()));
        return isFound;
      }

    private:
      const Loop &loop;
    } outside(loop);
    PointerMayBeCaptured(&variable, &outside);
    return !outside.isFound || any_of(variable.users(), [&](const User *user) {
      auto *marker = dyn_cast<IntrinsicInst>(user);
      return marker && marker->isLifetimeStartOrEnd() && loop.contains(marker);
    });
  }

  /// Is there one object for all iterations?
  bool isShared(const Value *address) const {
    SmallVector<const Value *, 4> objects;
    getUnderlyingObjects(address, objects);
    return all_of(objects, [&](const Value *object) {
      if (auto *variable = dyn_cast<AllocaInst>(object))
        return !isOwnVariable(*variable);
      return isa<Argument, GlobalVariable>(object) || isa<LoadInst, CallBase>(object);
    });
  }

  /// Threads that all write the same to one place have a race, but mean well.
  bool isWrittenByAll(const LoadInst &load) const {
    MemoryLocation read = MemoryLocation::get(&load);
    for (const BasicBlock *block : loop.blocks())
      for (const Instruction &instruction : *block) {
        auto *store = dyn_cast<StoreInst>(&instruction);
        if (store && loop.isLoopInvariant(store->getPointerOperand()) && isModSet(aliases.getModRefInfo(store, read)))
          return true;
      }
    return false;
  }

  /// Can it be asked in front of the loop whether there is a second iteration?
  bool isSafeToExpand() const {
    const SCEV *repetitions = evolution.getBackedgeTakenCount(&loop);
    return !isa<SCEVCouldNotCompute>(repetitions) &&
           expanderOf(evolution, *loop.getHeader()->getModule(), "").isSafeToExpand(repetitions);
  }

  /// Has a single iteration run by a copy of the loop's body as it is now.
  void leaveSingleIterationOut() {
    formLCSSA(loop, dominators, &loops, &evolution);
    BasicBlock *question = loop.getLoopPreheader(), *exit = loop.getExitBlock();
    SCEVExpander expander = expanderOf(evolution, *question->getModule(), "");
    Instruction *end = question->getTerminator();
    Value *isSingle =
        IRBuilder<>(end).CreateIsNull(expander.expandCodeFor(evolution.getBackedgeTakenCount(&loop), nullptr, end));
    BasicBlock *preheader = SplitBlock(question, question->getTerminator(), &dominators, &loops);
    ValueToValueMapTy copies;
    SmallVector<BasicBlock *, 8> blocks;
    Loop *copy = cloneLoopWithPreheader(preheader, question, &loop, copies, ".once", &loops, &dominators, blocks);
    remapInstructionsInBlocks(blocks, copies);
    auto copied = [&](Value *value) { return copies.count(value) ? static_cast<Value *>(copies[value]) : value; };
    for (PHINode &phi : exit->phis())
      phi.addIncoming(copied(phi.getIncomingValueForBlock(loop.getLoopLatch())), copy->getLoopLatch());
    dominators.changeImmediateDominator(exit, question);
    ReplaceInstWithInst(question->getTerminator(), BranchInst::Create(copy->getLoopPreheader(), preheader, isSingle));
    BasicBlock *latch = copy->getLoopLatch();
    copy->getHeader()->removePredecessor(latch);
    ReplaceInstWithInst(latch->getTerminator(), BranchInst::Create(exit));
    loops.erase(copy);
    evolution.forgetLoop(&loop);
    markRepeated(loop);
  }

  void hoistLoad(LoadInst &load) {
    if (!load.isSimple())
      return;
    Value *address = load.getPointerOperand();
    if (!loop.makeLoopInvariant(address, changed) || !isShared(address) || isWrittenByAll(load))
      return;
    if (!isMarkedRepeated(loop))
      leaveSingleIterationOut();
    moveBefore(load, *loop.getLoopPreheader()->getTerminator());
    load.dropUBImplyingAttrsAndMetadata();
    load.updateLocationAfterHoist();
    hoisted[address].push_back(&load);
    changed = true;
  }

  void replaceLoad(LoadInst &load) {
    auto known = hoisted.find(load.getPointerOperand());
    if (known == hoisted.end() || !load.isSimple())
      return;
    for (LoadInst *other : known->second)
      if (other->getType() == load.getType()) {
        load.replaceAllUsesWith(other);
        load.eraseFromParent();
        changed = true;
        return;
      }
  }
};

} // namespace

PreservedAnalyses IndependentLoadsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  LoopInfo &loops = analyses.getResult<LoopAnalysis>(function);
  bool changed = false;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    if (!isMarkedIndependent(*loop))
      continue;
    IndependentLoop independent(*loop, loops, analyses.getResult<DominatorTreeAnalysis>(function),
                                analyses.getResult<ScalarEvolutionAnalysis>(function),
                                analyses.getResult<AAManager>(function),
                                analyses.getResult<TargetLibraryAnalysis>(function));
    changed |= independent.isUsable() && independent.hoist();
  }
  if (!changed)
    return PreservedAnalyses::all();
  // Whoever removes what is computed twice has been here already, and took each load for a value of its own.
  analyses.invalidate(function, PreservedAnalyses::none());
  EarlyCSEPass(/*UseMemorySSA=*/true).run(function, analyses);
  return PreservedAnalyses::none();
}

} // namespace tactus
