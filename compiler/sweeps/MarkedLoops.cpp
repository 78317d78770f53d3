//===- MarkedLoops.cpp - #pragma splice without clauses, in a function ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "sweeps/MarkedLoops.h"

#include "llvm/Analysis/InlineCost.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

namespace tactus {

static constexpr const char *Mark = "tactus.splice";

//===--- Marks ---===//

static bool isMark(const Instruction &instruction) {
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  if (!call || call->getIntrinsicID() != Intrinsic::annotation)
    return false;
  StringRef text;
  return getConstantStringInfo(call->getArgOperand(1), text) && text == Mark;
}

/// The block that the statement begins in: the annotation is 0.
static BasicBlock *statementBehind(const Instruction &mark) {
  for (const Instruction *next = &mark; next; next = next->getNextNode())
    if (auto *branch = dyn_cast<BranchInst>(next))
      return branch->isConditional() ? branch->getSuccessor(1) : branch->getSuccessor(0);
  return nullptr;
}

/// The loop that the statement is, or null.
static Loop *loopAt(BasicBlock *block, const Loop *around, const LoopInfo &loops) {
  SmallPtrSet<BasicBlock *, 8> seen;
  while (block && seen.insert(block).second) {
    Loop *loop = loops.getLoopFor(block);
    if (loop != around && loop && loop->getHeader() == block && loop->getParentLoop() == around)
      return loop;
    if (auto *invoke = dyn_cast<InvokeInst>(block->getTerminator()))
      block = invoke->getNormalDest();
    else
      block = block->getSingleSuccessor();
  }
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

static void sayMissed(const Instruction &mark, const Twine &why) {
  OptimizationRemarkMissed remark("tactus", "NotSpliced", mark.getDebugLoc(), mark.getParent());
  remark << "not spliced: " << why.str();
  mark.getContext().diagnose(remark);
}

bool markLoops(Function &function, FunctionAnalysisManager &analyses) {
  SmallVector<Instruction *, 4> marks;
  for (Instruction &instruction : instructions(function))
    if (isMark(instruction))
      marks.push_back(&instruction);
  if (marks.empty())
    return false;
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  bool hasLoop = false;
  for (Instruction *mark : marks) {
    Loop *around = loops.getLoopFor(mark->getParent()), *loop = loopAt(statementBehind(*mark), around, loops);
    if (!loop)
      loop = around;
    if (function.hasOptNone())
      sayMissed(*mark, "nothing is optimised here; compile with -O1 or more");
    else if (!loop)
      sayMissed(*mark, "this is neither a loop nor in one");
    else
      setMark(*loop, cast<ConstantInt>(mark->getOperand(3))->getZExtValue());
    hasLoop |= loop && !function.hasOptNone();
    mark->replaceAllUsesWith(Constant::getNullValue(mark->getType()));
    mark->eraseFromParent();
  }
  return hasLoop;
}

//===--- Preparation ---===//

/// Names tell what these are for, to later passes.
static bool isForTactus(const Function &function) {
  StringRef name = function.getName();
  return name.contains("6tactus") || name.contains("4cilk") || name.starts_with("__kmpc") || name.starts_with("tactus_");
}

static bool isPlain(Function &function) {
  return none_of(instructions(function), [](const Instruction &instruction) {
    auto *call = dyn_cast<CallBase>(&instruction);
    return isMark(instruction) || (call && call->getCalledFunction() && isForTactus(*call->getCalledFunction()));
  });
}

/// Not counting what is only said to debuggers.
static bool mayInline(const CallBase &call) {
  constexpr unsigned LargestCallee = 1000;
  Function *callee = call.getCalledFunction();
  return callee && callee != call.getFunction() && !callee->isDeclaration() && !callee->isInterposable() &&
         !callee->isVarArg() && !callee->hasOptNone() && !callee->hasFnAttribute(Attribute::NoInline) &&
         !call.isNoInline() && callee->getInstructionCount() <= LargestCallee && !isForTactus(*callee) &&
         AttributeFuncs::areInlineCompatible(*call.getFunction(), *callee) && isInlineViable(*callee).isSuccess() &&
         isPlain(*callee);
}

/// Calls in loops, as long as the function does not grow beyond measure. Recursion ends with the rounds.
static void inlineCallsInLoops(Function &function, FunctionAnalysisManager &analyses) {
  constexpr unsigned Rounds = 12, LargestFunction = 20000;
  for (unsigned round = 0; round < Rounds && function.getInstructionCount() < LargestFunction; ++round) {
    auto &loops = analyses.getResult<LoopAnalysis>(function);
    SmallVector<CallBase *, 16> calls;
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction);
          call && loops.getLoopFor(instruction.getParent()) && mayInline(*call))
        calls.push_back(call);
    bool changed = false;
    for (CallBase *call : calls) {
      InlineFunctionInfo information;
      changed |= InlineFunction(*call, information, /*MergeAttributes=*/true).isSuccess();
    }
    if (!changed)
      return;
    analyses.invalidate(function, PreservedAnalyses::none());
  }
}

void prepareLoops(Function &function, FunctionAnalysisManager &analyses) {
  inlineCallsInLoops(function, analyses);
  LoopPassManager loops;
  loops.addPass(LoopRotatePass());
  loops.addPass(LICMPass(LICMOptions()));
  LoopPassManager counters;
  counters.addPass(IndVarSimplifyPass());
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(SimplifyCFGPass());
  passes.addPass(InstCombinePass());
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(loops), /*UseMemorySSA=*/true));
  passes.addPass(SimplifyCFGPass());
  passes.addPass(InstCombinePass());
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(counters)));
  analyses.invalidate(function, passes.run(function, analyses));
}

} // namespace tactus
