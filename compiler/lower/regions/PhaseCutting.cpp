//===- PhaseCutting.cpp - a region's code is cut at its barriers ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/regions/PhaseCutting.h"
#include "model/RuntimeCalls.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace tactus {

namespace {

class Cutter {
public:
  explicit Cutter(Function &function) : function(function) {}

  SmallVector<PhaseCut, 8> run() {
    splitAtBarriers();
    dropEmptyPhases();
    separateChunkedLoops();
    SmallVector<PhaseCut, 8> cuts;
    for (const Point &point : points)
      if (point.isKept)
        cuts.push_back(endPhase(point, cuts.size() + 1));
    return cuts;
  }

private:
  /// The branch to what is behind the point, the last in its block.
  struct Point {
    Instruction *branch;
    Value *ident;
    bool isBarrier;
    bool isKept = true;

    BasicBlock *behind() const { return branch->getSuccessor(0); }
  };

  Function &function;
  SmallVector<Point, 8> points;

  void addPoint(Instruction &first, Value *ident) {
    BasicBlock *before = first.getParent();
    before->splitBasicBlock(first.getIterator());
    before->getTerminator()->setDebugLoc(first.getDebugLoc());
    points.push_back({before->getTerminator(), ident, /*isBarrier=*/true});
  }

  void splitAtBarriers() {
    SmallVector<CallInst *, 8> calls;
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallInst>(&instruction))
        calls.push_back(call);
    for (CallInst *call : calls) {
      StringRef name = calleeName(*call);
      if (name == "__kmpc_barrier") {
        addPoint(*call->getNextNode(), call->getArgOperand(0));
        call->eraseFromParent();
      } else if (name == "__kmpc_reduce") {
        useVariantWithoutBarrier(*call);
        auto *choice = cast<SwitchInst>(*call->user_begin());
        addPoint(*behindLifetimes(*choice->getDefaultDest()), call->getArgOperand(0));
      } else if (name == "__kmpc_end_reduce") {
        useVariantWithoutBarrier(*call);
      }
    }
  }

  static void useVariantWithoutBarrier(CallInst &call) {
    Function *callee = call.getCalledFunction();
    call.setCalledFunction(
        call.getModule()->getOrInsertFunction((callee->getName() + "_nowait").str(), callee->getFunctionType()));
  }

  /// The private copies of a reduction end before the barrier that it brings.
  static Instruction *behindLifetimes(BasicBlock &block) {
    Instruction *next = &*block.getFirstNonPHIOrDbg();
    while (next->isLifetimeStartOrEnd())
      next = next->getNextNode();
    return next;
  }

  /// Does the phase end with the block?
  bool endsPhase(const BasicBlock &block) const {
    return any_of(points, [&](const Point &point) { return point.isKept && point.branch->getParent() == &block; });
  }

  /// Is nothing executed between the point and another one, or the region's end?
  bool isFollowedByNothing(const Point &point) const {
    SmallPtrSet<const BasicBlock *, 8> seen;
    for (const BasicBlock *block = point.behind(); block && seen.insert(block).second;
         block = block->getSingleSuccessor()) {
      const Instruction *end = block->getTerminator();
      bool isEmpty = all_of(*block, [&](const Instruction &instruction) {
        return &instruction == end || instruction.isDebugOrPseudoInst() || instruction.isLifetimeStartOrEnd();
      });
      if (!isEmpty)
        return false;
      if (isa<ReturnInst>(end))
        return true;
      if (endsPhase(*block))
        return block != point.branch->getParent();
    }
    return false;
  }

  void dropEmptyPhases() {
    for (Point &point : points)
      point.isKept = !isFollowedByNothing(point);
  }

  /// The blocks that may be entered in the phase in which one of `blocks` is left.
  SmallPtrSet<const BasicBlock *, 16> reachedFrom(ArrayRef<const BasicBlock *> blocks) const {
    SmallPtrSet<const BasicBlock *, 16> reached;
    SmallVector<const BasicBlock *, 16> worklist(blocks);
    while (!worklist.empty()) {
      const BasicBlock *block = worklist.pop_back_val();
      if (endsPhase(*block))
        continue;
      for (const BasicBlock *next : successors(block))
        if (reached.insert(next).second)
          worklist.push_back(next);
    }
    return reached;
  }

  void separateChunkedLoops() {
    SmallVector<CallInst *, 4> loops;
    for (Instruction &instruction : instructions(function))
      if (classifyRuntimeCall(calleeName(instruction)).role == CallRole::DispatchInit)
        loops.push_back(cast<CallInst>(&instruction));
    SmallVector<const BasicBlock *, 4> begun;
    for (CallInst *loop : loops)
      begun.push_back(loop->getParent()->splitBasicBlock(loop->getIterator()));
    SmallPtrSet<const BasicBlock *, 16> reached = reachedFrom(begun);
    for (CallInst *loop : loops) {
      BasicBlock *before = loop->getParent()->getSinglePredecessor();
      if (reached.contains(before))
        points.push_back({before->getTerminator(), loop->getArgOperand(0), /*isBarrier=*/false});
    }
  }

  PhaseCut endPhase(const Point &point, uint64_t next) {
    PhaseCut cut{point.branch->getParent(), point.behind(), point.ident, point.isBarrier};
    auto *end = ReturnInst::Create(function.getContext(),
                                   ConstantInt::get(Type::getInt32Ty(function.getContext()), next), cut.before);
    end->setDebugLoc(point.branch->getDebugLoc());
    point.branch->eraseFromParent();
    return cut;
  }
};

} // namespace

bool isCut(const Instruction &instruction) {
  StringRef name = calleeName(instruction);
  return name == "__kmpc_barrier" || name == "__kmpc_reduce" || name == "__kmpc_end_reduce" ||
         classifyRuntimeCall(name).role == CallRole::DispatchInit;
}

SmallVector<PhaseCut, 8> cutIntoPhases(Function &function) { return Cutter(function).run(); }

} // namespace tactus
