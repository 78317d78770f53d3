//===- HeaderLoops.cpp - loops of the header become those of a pragma -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/loops/HeaderLoops.h"
#include "analysis/PlainCode.h"
#include "analysis/ThrownExceptions.h"
#include "ir/BeatPoint.h"
#include "ir/CallBundles.h"
#include "ir/EraseFunction.h"
#include "lower/loops/LoopDescriptor.h"
#include "model/IndependentLoop.h"
#include "model/StripFunction.h"
#include "raise/openmp/CanonicalLoop.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace tactus {

static constexpr const char *MarkName = "__tactus_loop";

/// Of the mark, and of the function around it.
enum MarkOperand { Site, Slot, First, Last, KindBytes, StateBytes, Iteration, InPieces };
enum SliceArgument { Begin, End, Kind, State, IsTask };

/// Of what has to be passed itself.
static constexpr uint64_t NotCopied = ~uint64_t{0};

static uint64_t bytesOf(const CallInst &mark, MarkOperand operand) {
  return cast<ConstantInt>(mark.getArgOperand(operand))->getZExtValue();
}

bool hasHeaderLoops(const Module &module) {
  const Function *mark = module.getFunction(MarkName);
  return mark && !mark->use_empty();
}

/// What a call is to be replaced by, whoever is asked.
static Function *alwaysInlined(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  Function *callee = call ? call->getCalledFunction() : nullptr;
  bool isWanted = callee && !callee->isDeclaration() && call->hasFnAttr(Attribute::AlwaysInline) && !call->isNoInline();
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
  Recogniser(std::vector<std::unique_ptr<ParallelLoop>> &loops, CallInst &mark)
      : loops(loops), mark(mark), dominators(*mark.getFunction()) {
    naturalLoops.analyze(dominators);
  }

  ParallelLoop *findLoop() {
    ParallelLoop &loop = createLoop();
    findCanonicalLoop(loop, naturalLoops);
    measureBody(loop, naturalLoops, dominators);
    return &loop;
  }

  /// What is known of an iteration of `loop` holds for this one, too.
  ParallelLoop *findPieces(const ParallelLoop &loop) {
    ParallelLoop &pieces = createLoop();
    findPieceLoop(pieces, naturalLoops);
    pieces.hasUnboundedBody = loop.hasUnboundedBody;
    pieces.bodyInstructions = loop.bodyInstructions;
    return &pieces;
  }

  void claimIndependence(const ParallelLoop &loop) { markIndependent(*naturalLoops.getLoopFor(loop.header)); }

private:
  std::vector<std::unique_ptr<ParallelLoop>> &loops;
  CallInst &mark;
  DominatorTree dominators;
  LoopInfo naturalLoops;

  ParallelLoop &createLoop() {
    ParallelLoop &loop = *loops.emplace_back(std::make_unique<ParallelLoop>());
    loop.init = &mark;
    loop.describesItself = true;
    loop.isNested = true;
    loop.lowerBound = mark.getArgOperand(First)->stripPointerCasts();
    loop.upperBound = mark.getArgOperand(Last)->stripPointerCasts();
    loop.iterationType = Type::getInt64Ty(mark.getContext());
    IRBuilder<> entry(&*mark.getFunction()->getEntryBlock().getFirstInsertionPt());
    loop.isLast = entry.CreateAlloca(entry.getInt32Ty());
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
  scaffolding.insert(cast<Function>(mark.getArgOperand(Iteration)->stripPointerCasts()));
  mark.setArgOperand(Iteration, Constant::getNullValue(mark.getArgOperand(Iteration)->getType()));
  return mark;
}

static void markTaskCalls(const Function &slice) {
  for (const User *user : slice.users())
    if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledOperand() == &slice)
      if (auto *isTask = dyn_cast<ConstantInt>(call->getArgOperand(IsTask)); isTask && isTask->isOne())
        markTasks(*const_cast<Function *>(call->getFunction()));
}

std::vector<Slice> findHeaderLoops(Module &module, std::vector<std::unique_ptr<ParallelLoop>> &loops,
                                   FunctionAnalysisManager &analyses) {
  std::vector<Slice> slices;
  Function *marker = module.getFunction(MarkName);
  if (!marker)
    return slices;
  SmallSetVector<Function *, 16> functions, scaffolding;
  for (User *user : marker->users())
    functions.insert(forgetIteration(*cast<CallInst>(user), scaffolding).getFunction());
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
  auto libraryInfo = [&](Function &function) -> TargetLibraryInfo & {
    return analyses.getResult<TargetLibraryAnalysis>(function);
  };
  ThrownExceptions exceptions(module);
  SmallVector<CallInst *, 16> marks;
  for (User *user : marker->users())
    marks.push_back(cast<CallInst>(user));
  for (CallInst *call : marks) {
    CallInst &mark = *call;
    Recogniser recogniser(loops, mark);
    Slice slice;
    slice.loop = recogniser.findLoop();
    if (!isa<ConstantPointerNull>(mark.getArgOperand(InPieces)))
      slice.pieces = recogniser.findPieces(*slice.loop);
    slice.function = slice.callee = mark.getFunction();
    slice.descriptor = cast<GlobalVariable>(mark.getArgOperand(Site)->stripPointerCasts());
    slice.slot = cast<AllocaInst>(mark.getArgOperand(Slot)->stripPointerCasts());
    markSlot(*slice.slot);
    uint64_t stateBytes = bytesOf(mark, StateBytes), kindBytes = bytesOf(mark, KindBytes);
    if (kindBytes != NotCopied && kindBytes != 0)
      slice.copied.push_back({Kind, kindBytes, /*isResult=*/false});
    if (stateBytes != NotCopied && stateBytes != 0)
      slice.copied.push_back({State, stateBytes, /*isResult=*/true});
    // Others' tasks run this function as well if they have the descriptor.
    bool isOnlyHere = slice.descriptor->hasLocalLinkage() && kindBytes != NotCopied;
    markStrips(*slice.function, isOnlyHere ? std::optional<unsigned>(Kind) : std::nullopt);
    if (!exceptions.mayBeginIn(*slice.function))
      slice.function->setDoesNotThrow();
    markTaskCalls(*slice.function);
    if (stateBytes == 0 && !slice.pieces && isPlainCode(slice.loop->body, libraryInfo))
      recogniser.claimIndependence(*slice.loop);
    slices.push_back(slice);
  }
  return slices;
}

/// Of two loops, leaves the one that is to run.
static void choosePieces(Slice &slice) {
  CallInst &mark = *slice.loop->init;
  auto *variable = cast<AllocaInst>(mark.getArgOperand(InPieces)->stripPointerCasts());
  mark.setArgOperand(InPieces, Constant::getNullValue(mark.getArgOperand(InPieces)->getType()));
  bool isLeaf = slice.loop->isLeaf;
  for (User *user : make_early_inc_range(variable->users())) {
    if (auto *load = dyn_cast<LoadInst>(user))
      replaceAndRecursivelySimplify(load, ConstantInt::get(load->getType(), isLeaf));
    else
      cast<Instruction>(user)->eraseFromParent();
  }
  variable->eraseFromParent();
  for (BasicBlock &block : *slice.function)
    ConstantFoldTerminator(&block);
  removeUnreachableBlocks(*slice.function);
  if (!isLeaf)
    return;
  slice.loop = slice.pieces;
  slice.loop->isLeaf = true;
}

/// Has the leaf pay for the iterations of the outer loop, if each of them enters it, or leaves it out at one place.
static bool payByLeaf(Slice &outer, const Slice &leaf) {
  ParallelLoop &loop = *outer.loop;
  auto isOfLeaf = [&](const CallBase *call) { return call->getCalledFunction() == leaf.function; };
  if (any_of(loop.unconditionalCalls, isOfLeaf))
    return true;
  auto *guarded = find_if(loop.guardedCalls, [&](const auto &entry) { return isOfLeaf(entry.first); });
  if (guarded == loop.guardedCalls.end())
    return false;
  for (auto [from, to] : guarded->second) {
    BasicBlock *block = SplitEdge(from, to);
    loop.body.insert(block);
    outer.skippedLeaves.push_back({block, leaf.descriptor});
  }
  return true;
}

/// Inner loops that each iteration enters pay for it.
static void shareCharges(MutableArrayRef<Slice> slices) {
  // A point costs less than to know whether the leaf has one.
  if (compilesForInterrupts())
    return;
  for (Slice &outer : slices)
    if (!outer.loop->isLeaf && !outer.loop->hasUnboundedBody)
      outer.loop->isChargedByLeaf =
          any_of(slices, [&](const Slice &leaf) { return leaf.loop->isLeaf && payByLeaf(outer, leaf); });
}

/// What is put in line around it is in the map of its calls.
static void makeSerialCalls(const Slice &slice, const SmallPtrSetImpl<Function *> &sliceFunctions) {
  for (User *user : make_early_inc_range(slice.function->users())) {
    auto *call = dyn_cast<CallBase>(user);
    if (!call || call->getCalledOperand() != slice.function)
      continue;
    if (sliceFunctions.contains(call->getFunction()) && !slice.function->hasOptNone())
      call->addFnAttr(Attribute::get(call->getContext(), "function-inline-threshold", NestedInlineThreshold));
    if (canCarryBundle(*call))
      addBundle(call, {});
  }
}

void eraseHeaderLoopMark(Module &module) {
  if (Function *mark = module.getFunction(MarkName); mark && mark->use_empty())
    mark->eraseFromParent();
}

void prepareHeaderLoops(MutableArrayRef<Slice> slices) {
  SmallPtrSet<Function *, 16> functions;
  for (Slice &slice : slices) {
    if (slice.pieces)
      choosePieces(slice);
    functions.insert(slice.function);
    setInitialWeight(*slice.descriptor, *slice.loop);
  }
  shareCharges(slices);
  for (const Slice &slice : slices)
    makeSerialCalls(slice, functions);
}

} // namespace tactus
