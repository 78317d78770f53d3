//===- HeaderLoops.cpp - loops of the header become those of a pragma -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/header/HeaderLoops.h"
#include "analysis/PlainCode.h"
#include "analysis/ThrownExceptions.h"
#include "ir/EraseFunction.h"
#include "model/IndependentLoop.h"
#include "model/RegionMarks.h"
#include "model/StripFunction.h"
#include "raise/openmp/CanonicalLoop.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace tactus {

static constexpr const char *MarkName = "__tactus_loop";

bool hasHeaderLoops(const Module &module) {
  const Function *mark = module.getFunction(MarkName);
  return mark && !mark->use_empty();
}

static bool mayReturn(const Function &function) {
  return any_of(function, [](const BasicBlock &block) { return isa<ReturnInst>(block.getTerminator()); });
}

/// What a call is to be replaced by, whoever is asked. An iteration that always throws, or ends the program, would take
/// the loop with it.
static Function *alwaysInlined(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  Function *callee = call ? call->getCalledFunction() : nullptr;
  bool isWanted = callee && !callee->isDeclaration() && call->hasFnAttr(Attribute::AlwaysInline) &&
                  !call->isNoInline() && mayReturn(*callee);
  return isWanted ? callee : nullptr;
}

/// Would there be no end of it?
static bool callsItself(Function &function) {
  SmallSetVector<Function *, 16> reached;
  reached.insert(&function);
  for (unsigned i = 0; i < reached.size(); ++i) // NOLINT(modernize-loop-convert): it grows
    for (const Instruction &instruction : instructions(*reached[i]))
      if (Function *callee = alwaysInlined(instruction)) {
        if (callee == &function)
          return true;
        reached.insert(callee);
      }
  return false;
}

/// The iteration, with the scaffolding of loops in it: so an outer loop sees which of its calls are inner ones, and
/// what these consist of is built where it is captured (late/loops/CapturedVariables.h).
static void inlineScaffolding(Function &function, SmallSetVector<Function *, 16> &inlined) {
  SmallVector<CallBase *, 16> calls;
  auto note = [&](Instruction &instruction) {
    if (alwaysInlined(instruction))
      calls.push_back(cast<CallBase>(&instruction));
  };
  for (Instruction &instruction : instructions(function))
    note(instruction);
  DenseMap<Function *, bool> recursive;
  while (!calls.empty()) {
    CallBase &call = *calls.pop_back_val();
    Function *callee = call.getCalledFunction();
    auto [known, isNew] = recursive.try_emplace(callee, false);
    if (isNew)
      known->second = callee == &function || callsItself(*callee);
    InlineFunctionInfo information;
    if (known->second || !InlineFunction(call, information, /*MergeAttributes=*/true).isSuccess())
      continue;
    inlined.insert(callee);
    for (CallBase *inner : information.InlinedCallSites)
      note(*inner);
  }
}

namespace {

class Recogniser {
public:
  explicit Recogniser(CallInst &mark) : mark(mark), dominators(*mark.getFunction()) {
    naturalLoops.analyze(dominators);
  }

  HeaderLoop find() {
    HeaderLoop found{&mark, createLoop(), nullptr};
    findCanonicalLoop(*found.loop, naturalLoops);
    measureBody(*found.loop, naturalLoops, dominators);
    if (found.hasPieces()) {
      found.pieces = createLoop();
      findPieceLoop(*found.pieces, naturalLoops);
      // What is known of an iteration of the other holds for this one, too.
      found.pieces->hasUnboundedBody = found.loop->hasUnboundedBody;
      found.pieces->bodyInstructions = found.loop->bodyInstructions;
    }
    return found;
  }

  void claimIndependence(const ParallelLoop &loop) { markIndependent(*naturalLoops.getLoopFor(loop.header)); }

private:
  CallInst &mark;
  DominatorTree dominators;
  LoopInfo naturalLoops;

  std::unique_ptr<ParallelLoop> createLoop() {
    auto loop = std::make_unique<ParallelLoop>();
    loop->init = &mark;
    loop->describesItself = true;
    loop->isNested = true;
    loop->isLeaf = hasMark(mark, LoopMark::Leaf);
    loop->lowerBound = mark.getArgOperand(HeaderLoop::First)->stripPointerCasts();
    loop->upperBound = mark.getArgOperand(HeaderLoop::Last)->stripPointerCasts();
    loop->iterationType = Type::getInt64Ty(mark.getContext());
    return loop;
  }
};

} // namespace

static void eraseUncalled(SmallSetVector<Function *, 16> functions, FunctionAnalysisManager &analyses) {
  auto isUncalled = [](const Function *function) { return function->isDefTriviallyDead(); };
  for (const auto *found = find_if(functions, isUncalled); found != functions.end();
       found = find_if(functions, isUncalled)) {
    Function *function = *found;
    functions.remove(function);
    eraseFunction(*function, analyses);
  }
}

/// The functions, and those that call them by what is always inlined. Adds these others to `scaffolding`.
static SmallSetVector<Function *, 16> callersOf(SmallSetVector<Function *, 16> functions,
                                                SmallSetVector<Function *, 16> &scaffolding) {
  SmallSetVector<Function *, 16> callers = functions;
  for (unsigned i = 0; i < functions.size(); ++i) // NOLINT(modernize-loop-convert): it grows
    for (User *user : functions[i]->users()) {
      auto *call = dyn_cast<CallBase>(user);
      if (!call || call->getCalledOperand() != functions[i])
        continue;
      Function *caller = call->getFunction();
      if (!functions.contains(caller))
        scaffolding.insert(caller);
      if (caller->hasFnAttribute(Attribute::AlwaysInline))
        functions.insert(caller);
      else
        callers.insert(caller);
    }
  return callers;
}

/// Each file has its own: what is known of an iteration here need not be what others know.
static void makeLocal(Function &function) {
  function.setComdat(nullptr);
  function.setLinkage(GlobalValue::InternalLinkage);
  function.setDSOLocal(true);
}

/// It stands in the loop, and is named for the summaries alone (summary/Spawns.h).
static CallInst &forgetIteration(CallInst &mark, SmallSetVector<Function *, 16> &scaffolding) {
  scaffolding.insert(cast<Function>(mark.getArgOperand(HeaderLoop::Iteration)->stripPointerCasts()));
  mark.setArgOperand(HeaderLoop::Iteration,
                     Constant::getNullValue(mark.getArgOperand(HeaderLoop::Iteration)->getType()));
  return mark;
}

static void markTaskCalls(const Function &slice) {
  for (const User *user : slice.users())
    if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledOperand() == &slice)
      if (auto *isTask = dyn_cast<ConstantInt>(call->getArgOperand(HeaderLoop::IsTask)); isTask && isTask->isOne())
        markTasks(*const_cast<Function *>(call->getFunction()));
}

static SmallVector<CallInst *, 16> marksIn(const Module &module) {
  SmallVector<CallInst *, 16> marks;
  if (const Function *marker = module.getFunction(MarkName))
    for (const User *user : marker->users())
      marks.push_back(const_cast<CallInst *>(cast<CallInst>(user)));
  return marks;
}

/// Says of the function around the mark what is known of it.
static void describeSlice(CallInst &mark, const ThrownExceptions &exceptions,
                          function_ref<TargetLibraryInfo &(Function &)> libraryInfo) {
  Recogniser recogniser(mark);
  HeaderLoop found = recogniser.find();
  Function &slice = *mark.getFunction();
  // Others' tasks run this function as well if they have the descriptor.
  bool isOnlyHere =
      found.descriptor()->hasLocalLinkage() && found.bytesOf(HeaderLoop::KindBytes) != HeaderLoop::NotCopied;
  markStrips(slice, isOnlyHere ? std::optional<unsigned>(HeaderLoop::Kind) : std::nullopt);
  if (!exceptions.mayBeginIn(slice))
    slice.setDoesNotThrow();
  markTaskCalls(slice);
  if (found.bytesOf(HeaderLoop::StateBytes) == 0 && !found.pieces && isPlainCode(found.loop->body, libraryInfo))
    recogniser.claimIndependence(*found.loop);
}

void raiseHeaderLoops(Module &module, FunctionAnalysisManager &analyses) {
  SmallSetVector<Function *, 16> functions, scaffolding;
  for (CallInst *mark : marksIn(module))
    functions.insert(forgetIteration(*mark, scaffolding).getFunction());
  for (Function *function : functions) {
    makeLocal(*function);
    function->addFnAttr(HeaderLoopAttribute);
  }
  for (Function *function : callersOf(functions, scaffolding)) {
    inlineScaffolding(*function, scaffolding);
    analyses.invalidate(*function, PreservedAnalyses::none());
  }
  // What nobody calls any more would only be one more who enters the loops.
  eraseUncalled(scaffolding, analyses);
  ThrownExceptions exceptions(module);
  for (CallInst *mark : marksIn(module))
    describeSlice(*mark, exceptions, [&](Function &function) -> TargetLibraryInfo & {
      return analyses.getResult<TargetLibraryAnalysis>(function);
    });
}

std::vector<HeaderLoop> recogniseHeaderLoops(Module &module) {
  std::vector<HeaderLoop> loops;
  for (CallInst *mark : marksIn(module))
    loops.push_back(Recogniser(*mark).find());
  return loops;
}

void eraseHeaderLoopMark(Module &module) {
  if (Function *mark = module.getFunction(MarkName); mark && mark->use_empty())
    mark->eraseFromParent();
}

} // namespace tactus
