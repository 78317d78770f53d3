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
#include "lower/loops/LoopDescriptor.h"
#include "lower/loops/OnlyCalls.h"
#include "model/IndependentLoop.h"
#include "model/StripFunction.h"
#include "raise/openmp/CanonicalLoop.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace tactus {

static constexpr const char *MarkName = "__tactus_loop";

/// Of the mark, and of the function around it.
enum MarkOperand { Site, Slot, First, Last, KindBytes, StateBytes, Iteration };
enum SliceArgument { Begin, End, Kind, State };

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
  bool isWanted = callee && !callee->isDeclaration() && callee != call->getFunction() &&
                  call->hasFnAttr(Attribute::AlwaysInline) && !call->isNoInline();
  return isWanted ? callee : nullptr;
}

/// The iteration, with the scaffolding of loops in it: so an outer loop sees which of its calls are inner ones, and
/// what these consist of is built where it is captured (late/CapturedVariables.h).
static void inlineScaffolding(Function &function, SmallSetVector<Function *, 16> &inlined) {
  for (bool changed = true; changed;) {
    changed = false;
    for (Instruction &instruction : instructions(function))
      if (Function *callee = alwaysInlined(instruction)) {
        inlined.insert(callee);
        InlineFunctionInfo information;
        changed = InlineFunction(cast<CallBase>(instruction), information, /*MergeAttributes=*/true).isSuccess();
        if (changed)
          break;
      }
  }
}

namespace {

class Recogniser {
public:
  Recogniser(ParallelLoop &loop, CallInst &mark) : loop(loop), mark(mark), dominators(*mark.getFunction()) {
    loops.analyze(dominators);
  }

  void run() {
    loop.init = &mark;
    loop.describesItself = true;
    loop.isNested = true;
    loop.lowerBound = mark.getArgOperand(First)->stripPointerCasts();
    loop.upperBound = mark.getArgOperand(Last)->stripPointerCasts();
    loop.iterationType = Type::getInt64Ty(mark.getContext());
    IRBuilder<> entry(&*mark.getFunction()->getEntryBlock().getFirstInsertionPt());
    loop.isLast = entry.CreateAlloca(entry.getInt32Ty());
    findCanonicalLoop(loop, loops);
    measureBody(loop, loops, dominators);
  }

  void claimIndependence() { markIndependent(*loops.getLoopFor(loop.header)); }

private:
  ParallelLoop &loop;
  CallInst &mark;
  DominatorTree dominators;
  LoopInfo loops;
};

} // namespace

/// A single iteration may read what it has written. It gets a copy of the function, without the claim, and one of what
/// the loop consists of, as in lower/loops/SerialCopy.h.
static void leaveSingleIterationOut(Function &function, CallInst &mark, uint64_t kindBytes) {
  ValueToValueMapTy map;
  Function *once = CloneFunction(&function, map);
  once->setName(function.getName() + ".once");
  once->addFnAttr(Attribute::NoInline);
  once->addFnAttr(SingleIterationAttribute);
  auto *copiedMark = cast<CallInst>(map[&mark]);
  copiedMark->replaceAllUsesWith(ConstantInt::getFalse(mark.getContext()));
  copiedMark->eraseFromParent();

  Instruction *first = &*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  IRBuilder<> builder(first);
  builder.SetCurrentDebugLocation(mark.getDebugLoc());
  Value *count = builder.CreateSub(function.getArg(End), function.getArg(Begin));
  Instruction *end =
      SplitBlockAndInsertIfThen(builder.CreateICmpEQ(count, builder.getInt64(1)), first->getIterator(),
                                /*Unreachable=*/true, MDBuilder(mark.getContext()).createUnlikelyBranchWeights());
  builder.SetInsertPoint(end);
  builder.SetCurrentDebugLocation(mark.getDebugLoc());
  SmallVector<Value *, 6> arguments(make_pointer_range(function.args()));
  if (kindBytes != NotCopied) {
    IRBuilder<> entry(&*function.getEntryBlock().getFirstInsertionPt());
    AllocaInst *copy = entry.CreateAlloca(ArrayType::get(entry.getInt8Ty(), kindBytes));
    copy->setAlignment(function.getParamAlign(Kind).valueOrOne());
    builder.CreateMemCpy(copy, copy->getAlign(), arguments[Kind], copy->getAlign(), kindBytes);
    arguments[Kind] = copy;
  }
  builder.CreateCall(once, arguments)->addFnAttr(Attribute::Cold);
  builder.CreateRetVoid();
  end->eraseFromParent();
}

static void eraseUncalled(SmallSetVector<Function *, 16> functions) {
  auto isUncalled = [](const Function *function) { return function->isDefTriviallyDead(); };
  for (const auto *found = find_if(functions, isUncalled); found != functions.end();
       found = find_if(functions, isUncalled)) {
    Function *function = *found;
    functions.remove(function);
    function->eraseFromParent();
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

std::vector<Slice> findHeaderLoops(Module &module, std::vector<std::unique_ptr<ParallelLoop>> &loops,
                                   function_ref<TargetLibraryInfo &(Function &)> libraryInfo) {
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
  for (Function *function : callersOf(functions, scaffolding))
    inlineScaffolding(*function, scaffolding);
  // What nobody calls any more would only be one more who enters the loops.
  eraseUncalled(scaffolding);
  ThrownExceptions exceptions(module);
  SmallVector<CallInst *, 16> marks;
  for (User *user : marker->users())
    marks.push_back(cast<CallInst>(user));
  for (CallInst *call : marks) {
    CallInst &mark = *call;
    auto &loop = loops.emplace_back(std::make_unique<ParallelLoop>());
    Recogniser recogniser(*loop, mark);
    recogniser.run();
    Slice slice;
    slice.loop = loop.get();
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
    if (stateBytes == 0 && isPlainCode(loop->body, libraryInfo)) {
      leaveSingleIterationOut(*slice.function, mark, kindBytes);
      recogniser.claimIndependence();
    }
    slices.push_back(slice);
  }
  return slices;
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
  for (const Slice &slice : slices) {
    functions.insert(slice.function);
    setInitialWeight(*slice.descriptor, *slice.loop);
  }
  shareCharges(slices);
  for (const Slice &slice : slices)
    makeSerialCalls(slice, functions);
}

} // namespace tactus
