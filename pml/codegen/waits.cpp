//===- waits.cpp - loops that wait for other threads ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     fun acquire () = if cas lock (0, 1) = 0 then () else acquire ()      a lock
//     fun await () = if !isReady then () else await ()                     a flag
//
// Such loops end when another thread has done something. That thread may be waiting itself, for a collection to begin,
// which waits until all threads have come to a safepoint: so there has to be one in the loop.
//
//     loop: …                            loop: …
//           if (again) goto loop   ==>         if (again) { if (thread.limit == 0) pml_pause(); goto loop }
//
// Which loops: those without a safepoint that is passed each time, that look at memory which others may change, and
// that do not count. A number that only an overflow ends does not count either. Where signals interrupt a program, all
// loops that do not count.
//
// A read is only looked at as often as it is made. LLVM would make that of a flag once, in front of the loop, unless it
// is atomic. Stores and calls on the way keep it in the loop by themselves, as they may change what is read. So it
// concerns loops with a way back on which nothing is written: LLVM takes it for an inner loop.
//
//===----------------------------------------------------------------------===//
#include "pml/codegen/waits.h"
#include "pml/codegen/module.h"
#include "pml/codegen/preserved.h"
#include "pml/codegen/tags.h"
#include "pml/runtime/interface.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace tactus::pml::codegen {

/// Whether the block leaves the loop when something that counts has come to a value that stays the same.
static bool leavesByCount(BasicBlock &block, const Loop &loop, ScalarEvolution &evolution) {
  auto *branch = dyn_cast<BranchInst>(block.getTerminator());
  auto *compared = branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
  if (!compared || !loop.isLoopExiting(&block) || !evolution.isSCEVable(compared->getOperand(0)->getType()))
    return false;
  const SCEV *left = evolution.getSCEV(compared->getOperand(0)), *right = evolution.getSCEV(compared->getOperand(1));
  if (evolution.isLoopInvariant(left, &loop))
    std::swap(left, right);
  // What checks for an overflow is reached in no program's time.
  constexpr unsigned MostBits = 48;
  if (auto *constant = dyn_cast<SCEVConstant>(right); constant && constant->getAPInt().getSignificantBits() > MostBits)
    return false;
  if (!isa<SCEVCouldNotCompute>(evolution.getExitCount(&loop, &block, ScalarEvolution::SymbolicMaximum)))
    return true;
  auto *counts = dyn_cast<SCEVAddRecExpr>(left);
  return counts && counts->getLoop() == &loop && counts->isAffine() && evolution.isLoopInvariant(right, &loop);
}

/// A loop that goes through an array ends with it, also where LLVM cannot say when: at the latest, the subscript is
/// wrong.
static bool isBounded(const Loop &loop, const DominatorTree &dominators, ScalarEvolution &evolution) {
  SmallVector<BasicBlock *, 8> latches;
  loop.getLoopLatches(latches);
  return any_of(loop.blocks(), [&](BasicBlock *block) {
    return all_of(latches, [&](BasicBlock *latch) { return dominators.dominates(block, latch); }) &&
           leavesByCount(*block, loop, evolution);
  });
}

/// Fields, lengths and headers stay as they are, and nobody else has the thread's own memory.
static bool mayReadShared(const LoadInst &load) {
  const Value *object = getUnderlyingObject(load.getPointerOperand());
  auto *intrinsic = dyn_cast<IntrinsicInst>(object);
  if (isa<AllocaInst>(object) || (intrinsic && intrinsic->getIntrinsicID() == Intrinsic::threadlocal_address))
    return false;
  return !isFixedMemory(load);
}

static bool mayWrite(const Instruction &instruction) {
  // Reads that are atomic count as writes in LLVM: they keep an order.
  return instruction.mayWriteToMemory() && !isa<LoadInst>(instruction);
}

/// The blocks of ways from the loop's header that only read, if one of those ways leads back to it; none otherwise.
static SmallSetVector<BasicBlock *, 8> readingWays(const Loop &loop) {
  SmallSetVector<BasicBlock *, 8> reached;
  bool leadsBack = false;
  auto reach = [&](BasicBlock *block) {
    if (loop.contains(block) && none_of(*block, mayWrite))
      reached.insert(block);
  };
  reach(loop.getHeader());
  for (unsigned i = 0; i < reached.size(); ++i)
    for (BasicBlock *next : successors(reached[i])) {
      leadsBack |= next == loop.getHeader();
      reach(next);
    }
  if (!leadsBack)
    reached.clear();
  return reached;
}

PreservedAnalyses ReadAgainPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (!function.hasFnAttribute(MayWaitAttribute))
    return PreservedAnalyses::all();
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  ScalarEvolution *evolution = nullptr;
  bool isChanged = false;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    SmallSetVector<BasicBlock *, 8> reading = readingWays(*loop);
    if (reading.empty())
      continue;
    if (!evolution)
      evolution = &analyses.getResult<ScalarEvolutionAnalysis>(function);
    if (isBounded(*loop, dominators, *evolution))
      continue;
    for (BasicBlock *block : reading)
      for (Instruction &instruction : *block) {
        auto *load = dyn_cast<LoadInst>(&instruction);
        if (!load || load->isAtomic() || !mayReadShared(*load) ||
            !evolution->isLoopInvariant(evolution->getSCEV(load->getPointerOperand()), loop))
          continue;
        load->setAtomic(AtomicOrdering::Monotonic);
        isChanged = true;
      }
  }
  return blocksPreserved(isChanged);
}

/// Of compiled code or of the runtime's functions that may collect.
static bool isSafepoint(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  return call && !isa<IntrinsicInst>(call) && !call->hasFnAttr(LeafAttribute) && !call->isInlineAsm();
}

/// Whether each time around comes to a safepoint.
static bool hasSafepoint(const Loop &loop, const DominatorTree &dominators, ArrayRef<BasicBlock *> latches) {
  return any_of(loop.blocks(), [&](BasicBlock *block) {
    return all_of(latches, [&](BasicBlock *latch) { return dominators.dominates(block, latch); }) &&
           any_of(*block, isSafepoint);
  });
}

/// Whether it looks at what others may change, in an object that stays the same. A walk from object to object ends by
/// itself.
static bool looksAtShared(const Loop &loop) {
  return any_of(loop.blocks(), [&](BasicBlock *block) {
    return any_of(*block, [&](const Instruction &instruction) {
      auto *load = dyn_cast<LoadInst>(&instruction);
      return load ? mayReadShared(*load) && loop.isLoopInvariant(getUnderlyingObject(load->getPointerOperand()))
                  : isa<AtomicRMWInst, AtomicCmpXchgInst>(instruction);
    });
  });
}

static void pauseOn(BasicBlock &latch) {
  Module &module = *latch.getModule();
  IRBuilder<> builder(latch.getTerminator());
  Value *thread = builder.CreateThreadLocalAddress(module.getNamedGlobal("pml_thread"));
  LoadInst *limit = builder.CreateLoad(
      builder.getInt64Ty(), builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), thread, offsetof(Thread, limit)));
  limit->setAtomic(AtomicOrdering::Monotonic);
  limit->setAlignment(Align(8));
  Instruction *slow = SplitBlockAndInsertIfThen(builder.CreateIsNull(limit), latch.getTerminator(), false,
                                                MDBuilder(module.getContext()).createBranchWeights(1, 1U << 20));
  FunctionCallee pause =
      module.getOrInsertFunction("pml_pause", FunctionType::get(builder.getVoidTy(), /*isVarArg=*/false));
  CallInst *call = IRBuilder<>(slow).CreateCall(pause);
  call->addFnAttr(Attribute::Cold);
  call->addFnAttr(Attribute::NoUnwind);
}

PreservedAnalyses PauseLoopsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (!function.hasFnAttribute(MayWaitAttribute) || function.isDeclaration())
    return PreservedAnalyses::all();
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  if (loops.empty())
    return PreservedAnalyses::all();
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  SmallSetVector<BasicBlock *, 8> chosen;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    SmallVector<BasicBlock *, 8> latches;
    loop->getLoopLatches(latches);
    // An interrupt looks for no safepoint that a call may pass.
    bool mayWait = function.hasFnAttribute(InterruptsAttribute) ||
                   (looksAtShared(*loop) && !hasSafepoint(*loop, dominators, latches));
    if (mayWait && !isBounded(*loop, dominators, evolution))
      chosen.insert(latches.begin(), latches.end());
  }
  for (BasicBlock *latch : chosen)
    pauseOn(*latch);
  return chosen.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace tactus::pml::codegen
