//===- MarkedLoops.cpp - #pragma splice without clauses, in a function ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "sweeps/MarkedLoops.h"
#include "ir/LLVMVersions.h"
#include "model/MathCall.h"
#include "sweeps/InlinedCalls.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/MustExecute.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BuildLibCalls.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

namespace tactus {

static constexpr const char *Mark = "tactus.splice";
static constexpr const char *EffectsMark = "tactus.splice.effects";
static constexpr const char *ParallelMark = "tactus.splice.parallel";

//===--- Marks ---===//

/// Of the annotation; empty if it is none.
static StringRef textOf(const Instruction &instruction) {
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  StringRef text;
  if (call && call->getIntrinsicID() == Intrinsic::annotation)
    getConstantStringInfo(call->getArgOperand(1), text);
  return text;
}

bool isMark(const Instruction &instruction) { return textOf(instruction) == Mark; }

/// The block that the statement begins in: the annotation is 0.
static BasicBlock *statementBehind(const Instruction &mark) {
  for (const Instruction *next = &mark; next; next = next->getNextNode())
    if (auto *branch = dyn_cast<BranchInst>(next))
      return branch->isConditional() ? branch->getSuccessor(1) : branch->getSuccessor(0);
  return nullptr;
}

static void setMark(Loop &loop, unsigned line) {
  LLVMContext &context = loop.getHeader()->getContext();
  Metadata *number = ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), line));
  MDNode *mark = MDNode::get(context, {MDString::get(context, Mark), number});
  SmallVector<Metadata *, 4> operands{nullptr};
  if (MDNode *old = loop.getLoopID())
    append_range(operands, drop_begin(old->operands()));
  operands.push_back(mark);
  MDNode *id = MDNode::getDistinct(context, operands);
  id->replaceOperandWith(0, id);
  loop.setLoopID(id);
}

unsigned lineOfPragma(const Loop &loop) {
  MDNode *id = loop.getLoopID();
  MDNode *mark = id ? GetUnrollMetadata(id, Mark) : nullptr;
  return mark ? mdconst::extract<ConstantInt>(mark->getOperand(1))->getZExtValue() : 0;
}

void forgetPragma(Loop &loop) {
  if (lineOfPragma(loop) != 0)
    loop.setLoopID(makePostTransformationMetadata(loop.getHeader()->getContext(), loop.getLoopID(), {Mark}, {}));
}

static void sayMissed(const Instruction &mark, const Twine &why) {
  OptimizationRemarkMissed remark("tactus", "NotSpliced", mark.getDebugLoc(), mark.getParent());
  remark << "not spliced: " << why.str();
  mark.getContext().diagnose(remark);
}

/// Blocks of the statement, which begins at `first` and ends where `behind` begins.
static SetVector<BasicBlock *> blocksOf(BasicBlock *first, BasicBlock *behind, const DominatorTree &dominators) {
  SetVector<BasicBlock *> blocks;
  blocks.insert(first);
  for (size_t index = 0; index < blocks.size(); ++index)
    for (BasicBlock *next : successors(blocks[index]))
      if (next != behind && dominators.dominates(first, next))
        blocks.insert(next);
  return blocks;
}

/// The only loop of the statement that no other one is around, or null.
static Loop *loopAmong(const SetVector<BasicBlock *> &blocks, const Loop *around, const LoopInfo &loops) {
  Loop *found = nullptr;
  for (BasicBlock *block : blocks) {
    Loop *loop = loops.getLoopFor(block);
    if (!loop || loop->getHeader() != block || loop->getParentLoop() != around)
      continue;
    if (found)
      return nullptr;
    found = loop;
  }
  return found;
}

/// A statement in no loop becomes the only iteration of one, as long as loops are looked at: `once` is volatile, so
/// that nobody knows.
///
///     first: ...; br behind      once = 1; head: if (!once) br behind; first: ...; once = 0; br head
static BasicBlock *loopAround(const SetVector<BasicBlock *> &blocks, BasicBlock *behind) {
  BasicBlock *first = blocks.front();
  Function &function = *first->getParent();
  LLVMContext &context = function.getContext();
  auto *head = BasicBlock::Create(context, "splice.once", &function, first);
  auto *latch = BasicBlock::Create(context, "splice.done", &function, behind);
  IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  AllocaInst *once = builder.CreateAlloca(builder.getInt32Ty());
  once->setMetadata(Mark, MDNode::get(context, {}));
  auto set = [&](bool value) { builder.CreateStore(builder.getInt32(value), once, /*isVolatile=*/true); };
  SmallVector<BasicBlock *, 4> before(predecessors(first));
  for (BasicBlock *block : before) {
    builder.SetInsertPoint(block->getTerminator());
    set(true);
    block->getTerminator()->replaceSuccessorWith(first, head);
  }
  for (BasicBlock *block : blocks)
    block->getTerminator()->replaceSuccessorWith(behind, latch);
  builder.SetInsertPoint(head);
  Value *isFirst = builder.CreateLoad(builder.getInt32Ty(), once, /*isVolatile=*/true);
  builder.CreateCondBr(builder.CreateIsNotNull(isFirst), first, behind);
  builder.SetInsertPoint(latch);
  set(false);
  builder.CreateBr(head);
  return head;
}

static bool isOf(const Instruction &access, const char *kind) {
  auto *variable = dyn_cast_or_null<AllocaInst>(getLoadStorePointerOperand(&access));
  return variable && variable->hasMetadata(kind);
}

bool isUndecided(const Instruction &access) { return isOf(access, Mark) || isOf(access, ParallelMark); }

void markSingle(BasicBlock &first, BasicBlock &behind, unsigned line, FunctionAnalysisManager &analyses) {
  Function &function = *first.getParent();
  BasicBlock *head =
      loopAround(blocksOf(&first, &behind, analyses.getResult<DominatorTreeAnalysis>(function)), &behind);
  analyses.invalidate(function, PreservedAnalyses::none());
  if (Loop *loop = analyses.getResult<LoopAnalysis>(function).getLoopFor(head))
    setMark(*loop, line);
}

bool isSingle(const Loop &loop) {
  auto asks = [](const Instruction &instruction) { return isOf(instruction, Mark); };
  return any_of(loop.blocks(), [&](const BasicBlock *block) { return any_of(*block, asks); });
}

void forgetOnce(Function &function) {
  for (Instruction &instruction : instructions(function)) {
    if (!isUndecided(instruction))
      continue;
    if (auto *load = dyn_cast<LoadInst>(&instruction))
      load->setVolatile(false);
    else
      cast<StoreInst>(instruction).setVolatile(false);
  }
}

/// Where the statement behind the mark goes on, if it is not left otherwise: both branches do.
static BasicBlock *endBehind(const Instruction &mark) {
  auto *branch = dyn_cast<BranchInst>(mark.getParent()->getTerminator());
  return branch && branch->isConditional() ? branch->getSuccessor(0)->getSingleSuccessor() : nullptr;
}

/// The mark's block ends in `if (0) {} else statement`, so phi nodes are yet to come (this is clang's output).
static Loop *markLoop(Instruction &mark, Function &function, FunctionAnalysisManager &analyses) {
  unsigned line = cast<ConstantInt>(mark.getOperand(3))->getZExtValue();
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  BasicBlock *first = statementBehind(mark), *behind = endBehind(mark);
  Loop *around = loops.getLoopFor(mark.getParent()), *loop = nullptr;
  if (first && behind && first->getSinglePredecessor()) {
    auto blocks = blocksOf(first, behind, analyses.getResult<DominatorTreeAnalysis>(function));
    loop = loopAmong(blocks, around, loops);
    if (!loop && !around && !isa<PHINode>(behind->front())) {
      BasicBlock *head = loopAround(blocks, behind);
      analyses.invalidate(function, PreservedAnalyses::none());
      loop = analyses.getResult<LoopAnalysis>(function).getLoopFor(head);
    }
  }
  if (!loop)
    loop = around;
  if (loop)
    setMark(*loop, line);
  return loop;
}

/// Null, or why pragmas in the function have no effect.
static const char *whyUnmarked(const Function &function) {
  if (function.hasOptNone())
    return "nothing is optimised here; compile with -O1 or more";
  if (function.isPresplitCoroutine() || function.callsFunctionThatReturnsTwice())
    return "the function is a coroutine, or calls setjmp";
  return nullptr;
}

//===--- Clauses ---===//

static bool isForDeclaredEffects(const Function &function) {
  return function.getName().contains("__tactus_splice_declared");
}

bool isDeclaredEffect(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && isForDeclaredEffects(*callee);
}

bool forgetDeclaredEffects(Module &module) {
  bool changed = false;
  for (Function &function : module)
    if (isForDeclaredEffects(function))
      for (User *user : make_early_inc_range(function.users()))
        if (auto *call = dyn_cast<CallInst>(user)) {
          call->eraseFromParent();
          changed = true;
        }
  return changed;
}

/// if (mark) { effects } else statement      { effects } statement
static void sayEffects(Instruction &mark, Function &function, FunctionAnalysisManager &analyses) {
  auto *branch = dyn_cast<BranchInst>(mark.getParent()->getTerminator());
  BasicBlock *statement = statementBehind(mark), *behind = endBehind(mark);
  if (!branch || !branch->isConditional() || !statement || isa<PHINode>(statement->front()))
    return;
  BasicBlock *effects = branch->getSuccessor(0);
  // They may be more than one block, of which one goes on behind the statement.
  if (!behind)
    behind = branch->getSuccessor(1)->getSingleSuccessor();
  auto blocks = blocksOf(effects, behind, analyses.getResult<DominatorTreeAnalysis>(function));
  for (BasicBlock *block : blocks) {
    if (behind)
      block->getTerminator()->replaceSuccessorWith(behind, statement);
    for (Instruction &instruction : make_early_inc_range(*block))
      if (auto *call = dyn_cast<CallInst>(&instruction);
          call && call->getCalledFunction() && call->getCalledFunction()->getName() == "tactus_splice_access")
        call->eraseFromParent(); // -ftactus-check-effects is about what the program does
  }
  BranchInst::Create(effects, branch->getIterator());
  branch->eraseFromParent();
  analyses.invalidate(function, PreservedAnalyses::none());
}

void sayClauses(Function &function, FunctionAnalysisManager &analyses) {
  SmallVector<Instruction *, 4> marks;
  for (Instruction &instruction : instructions(function))
    if (textOf(instruction) == EffectsMark)
      marks.push_back(&instruction);
  for (Instruction *mark : marks) {
    if (!whyUnmarked(function))
      sayEffects(*mark, function, analyses);
    mark->replaceAllUsesWith(Constant::getNullValue(mark->getType()));
    mark->eraseFromParent();
  }
  if (marks.empty())
    return;
  for (Function &declared : *function.getParent())
    if (isForDeclaredEffects(declared)) {
      declared.setOnlyAccessesInaccessibleMemory();
      declared.setDoesNotThrow();
      declared.setWillReturn();
    }
}

bool markLoops(Function &function, FunctionAnalysisManager &analyses, bool isTrial) {
  sayClauses(function, analyses);
  SmallVector<Instruction *, 4> marks;
  for (Instruction &instruction : instructions(function))
    if (isMark(instruction))
      marks.push_back(&instruction);
  bool hasLoop = false;
  for (Instruction *mark : marks) {
    const char *why = whyUnmarked(function);
    if (!why && markLoop(*mark, function, analyses))
      hasLoop = true;
    else if (!isTrial)
      sayMissed(*mark, why ? why : "this is a statement that is left in a way that is not understood");
    mark->replaceAllUsesWith(Constant::getNullValue(mark->getType()));
    mark->eraseFromParent();
  }
  return hasLoop;
}

//===--- Preparation ---===//

/// Functions of <math.h> write errno, for which LLVM takes any memory. But errno is an int.
static bool mayChange(Instruction &writer, const LoadInst &load, AAResults &aliases, const TargetLibraryInfo &library) {
  auto *call = dyn_cast<CallBase>(&writer);
  if (call && isMathCall(*call, library))
    return load.getType()->isIntegerTy(32);
  return isModSet(aliases.getModRefInfo(&writer, MemoryLocation::get(&load)));
}

static bool canHoist(LoadInst &load, const Loop &loop, FunctionAnalysisManager &analyses) {
  Function &function = *load.getFunction();
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  if (!load.isSimple() || !loop.isLoopInvariant(load.getPointerOperand()) || load.getType()->isFloatingPointTy())
    return false;
  auto &aliases = analyses.getResult<AAManager>(function);
  auto &library = analyses.getResult<TargetLibraryAnalysis>(function);
  for (BasicBlock *block : loop.blocks())
    for (Instruction &writer : *block)
      if (writer.mayWriteToMemory() && mayChange(writer, load, aliases, library))
        return false;
  SimpleLoopSafetyInfo safety;
  safety.computeLoopSafetyInfo(&loop);
  return safety.isGuaranteedToExecute(load, &dominators, &loop);
}

/// Addresses and bounds are read before loops that call functions of <math.h>, too.
static void hoistAddresses(Function &function, FunctionAnalysisManager &analyses) {
  SmallVector<Loop *, 4> loops = analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder();
  for (Loop *loop : reverse(loops))
    for (BasicBlock *block : loop->blocks())
      for (Instruction &instruction : make_early_inc_range(*block))
        if (auto *load = dyn_cast<LoadInst>(&instruction);
            load && loop->getLoopPreheader() && canHoist(*load, *loop, analyses))
          moveBefore(*load, *loop->getLoopPreheader()->getTerminator());
}

/// What LLVM will find out later: that functions of the C library return, say.
static void describeLibraryCalls(Function &function, FunctionAnalysisManager &analyses) {
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallBase>(&instruction); call && call->getCalledFunction())
      inferNonMandatoryLibFuncAttrs(*call->getCalledFunction(), analyses.getResult<TargetLibraryAnalysis>(function));
}

namespace {
/// Not those that are to stay loops: with a pragma, or around one. At -O1, clang says of each loop that it shall not be
/// unrolled.
struct UnrollShortLoopsPass : PassInfoMixin<UnrollShortLoopsPass> {
  static PreservedAnalyses run(Loop &loop, LoopAnalysisManager &analyses, LoopStandardAnalysisResults &results,
                               LPMUpdater &updater) {
    if (any_of(loop.getLoopsInPreorder(), [](const Loop *inner) { return lineOfPragma(*inner) != 0; }))
      return PreservedAnalyses::all();
    MDNode *id = loop.getLoopID();
    loop.setLoopID(
        makePostTransformationMetadata(loop.getHeader()->getContext(), id, {"llvm.loop.unroll.disable"}, {}));
    PreservedAnalyses preserved = LoopFullUnrollPass().run(loop, analyses, results, updater);
    if (preserved.areAllPreserved() && id)
      loop.setLoopID(id);
    return preserved;
  }
};
} // namespace

void prepareLoops(Function &function, FunctionAnalysisManager &analyses) {
  inlineCallsInLoops(function, analyses);
  describeLibraryCalls(function, analyses);
  LoopPassManager loops;
  loops.addPass(LoopRotatePass());
  loops.addPass(LICMPass(LICMOptions()));
  // Short loops may take numbers from tables, which are constants then: directions of a stencil, say.
  LoopPassManager shortOnes;
  shortOnes.addPass(IndVarSimplifyPass());
  shortOnes.addPass(UnrollShortLoopsPass());
  LoopPassManager counters;
  counters.addPass(IndVarSimplifyPass());
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(SimplifyCFGPass());
  passes.addPass(InstCombinePass());
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(loops), /*UseMemorySSA=*/true));
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(shortOnes)));
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  analyses.invalidate(function, passes.run(function, analyses));
  hoistAddresses(function, analyses);
  analyses.invalidate(function, PreservedAnalyses::none());
  FunctionPassManager last;
  last.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  last.addPass(SimplifyCFGPass());
  last.addPass(InstCombinePass());
  last.addPass(createFunctionToLoopPassAdaptor(std::move(counters)));
  analyses.invalidate(function, last.run(function, analyses));
}

} // namespace tactus
