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
// is atomic. Calls on the way that may write anywhere keep it in the loop by themselves. So it concerns loops with a
// way back without such a call: LLVM takes it for an inner loop. A call that only reads would leave the loop as a read
// does: a fence stands behind it, which makes no code.
//
// That has to be done when calls have become part of the loop, or are known to write, and before LLVM moves the first
// read: between inlining and all other passes, for each function after those that it calls. Where a function calls
// itself, which may become a loop, a fence stands before the call.
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

/// Whether no read moves over it, of whatever memory. Stores do not count: LLVM sees by types and by offsets what they
/// leave alone. Nor does what has an effect in LLVM for its order only, as reads that are atomic, or assumptions.
static bool keepsReads(const Instruction &instruction) {
  if (auto *call = dyn_cast<CallBase>(&instruction))
    return !isa<IntrinsicInst>(call) && isModSet(call->getMemoryEffects().getModRef(IRMemLocation::Other));
  return isa<FenceInst, AtomicRMWInst, AtomicCmpXchgInst>(instruction);
}

/// The blocks of ways from the loop's header on which reads may move, if one of those ways leads back to it; none
/// otherwise.
static SmallSetVector<BasicBlock *, 8> readingWays(const Loop &loop) {
  SmallSetVector<BasicBlock *, 8> reached;
  bool leadsBack = false;
  auto reach = [&](BasicBlock *block) {
    if (loop.contains(block) && none_of(*block, keepsReads))
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

static bool isCallThatReads(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  return call && !isa<IntrinsicInst>(call) && call->mayReadFromMemory();
}

/// No read moves over it in the compiler, and it makes no code.
static bool addFenceBefore(Instruction &instruction) {
  if (isa<FenceInst>(instruction) || isa_and_nonnull<FenceInst>(instruction.getPrevNode()))
    return false;
  IRBuilder<>(&instruction).CreateFence(AtomicOrdering::SequentiallyConsistent, SyncScope::SingleThread);
  return true;
}

/// LLVM makes a bit of a global that has two values, and no atomic access has one bit. Alone it is read as a byte.
static void readEachTime(LoadInst &load) {
  if (load.getType()->isIntegerTy(1))
    load.setVolatile(true);
  else
    load.setAtomic(AtomicOrdering::Monotonic);
}

/// Whether something has changed. Which addresses stay the same is not asked: LLVM may find that out later, and it
/// hands what was read at one place on to the next iteration, which reads there too.
static bool readAgain(BasicBlock &block) {
  bool isChanged = false;
  for (Instruction &instruction : make_early_inc_range(block)) {
    auto *load = dyn_cast<LoadInst>(&instruction);
    if (load && !load->isAtomic() && !load->isVolatile() && mayReadShared(*load)) {
      readEachTime(*load);
      isChanged = true;
    } else if (isCallThatReads(instruction))
      isChanged |= addFenceBefore(*instruction.getNextNode());
  }
  return isChanged;
}

/// LLVM may make a loop of them.
static bool fenceOwnCalls(Function &function) {
  bool isChanged = false;
  for (Use &use : function.uses())
    if (auto *call = dyn_cast<CallInst>(use.getUser());
        call && call->isCallee(&use) && call->getFunction() == &function)
      isChanged |= addFenceBefore(*call);
  return isChanged;
}

PreservedAnalyses ReadAgainPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (!function.hasFnAttribute(MayWaitAttribute))
    return PreservedAnalyses::all();
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  bool isChanged = fenceOwnCalls(function);
  for (Loop *loop : loops.getLoopsInPreorder()) {
    SmallSetVector<BasicBlock *, 8> reading = readingWays(*loop);
    if (reading.empty() || isBounded(*loop, dominators, analyses.getResult<ScalarEvolutionAnalysis>(function)))
      continue;
    for (BasicBlock *block : reading)
      isChanged |= readAgain(*block);
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

/// Whether it is of an object, or of one of several, that stay the same.
static bool readsSameObjects(const LoadInst &load, const Loop &loop) {
  SmallVector<const Value *, 4> objects;
  getUnderlyingObjects(load.getPointerOperand(), objects);
  return all_of(objects, [&](const Value *object) { return loop.isLoopInvariant(object); });
}

/// Whether it looks at what others may change, in objects that stay the same. A walk from object to object ends by
/// itself.
static bool looksAtShared(const Loop &loop) {
  return any_of(loop.blocks(), [&](BasicBlock *block) {
    return any_of(*block, [&](const Instruction &instruction) {
      auto *load = dyn_cast<LoadInst>(&instruction);
      return load ? mayReadShared(*load) && readsSameObjects(*load, loop)
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
