//===- IterationCopy.cpp - a simplified copy of a loop, to be looked at --------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analysis/IterationCopy.h"
#include "analysis/AddressFlow.h"
#include "analysis/PrivateMemory.h"
#include "ir/EraseFunction.h"
#include "model/Microtask.h"
#include "model/RuntimeCalls.h"
#include "model/SpawnMarks.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace tactus {

/// A copy that would grow beyond so many instructions keeps the remaining calls.
static constexpr unsigned MostInstructions = 20000;
static constexpr unsigned MostInstructionsOfCallee = 4000;
static constexpr unsigned DeepestInlining = 12;
/// What knows none of the objects that are looked at: accessors, of which so many in all.
static constexpr unsigned MostInstructionsOfAccessor = 100;
static constexpr unsigned MostInstructionsOfAccessors = 2000;

static constexpr const char *IterationMark = "tactus.copy.iteration";
static constexpr const char *ReducedMark = "tactus.copy.reduced";

/// The block at which each iteration begins.
static BasicBlock *firstBlock(const ParallelLoop &loop) {
  return cast<BranchInst>(loop.header->getTerminator())->getSuccessor(0);
}

/// Is the variable used beside the loop, or does it come to life there?
static bool isUsedBeside(const AllocaInst &variable, const ParallelLoop &loop) {
  return any_of(variable.users(), [&](const User *user) {
    const auto *instruction = cast<Instruction>(user);
    const auto *marker = dyn_cast<IntrinsicInst>(user);
    bool isEnd = marker && marker->getIntrinsicID() == Intrinsic::lifetime_end;
    return !loop.body.contains(instruction->getParent()) && !isEnd;
  });
}

static bool beginsInBody(const AllocaInst &variable, const ParallelLoop &loop) {
  return any_of(variable.users(), [&](const User *user) {
    const auto *marker = dyn_cast<IntrinsicInst>(user);
    return marker && marker->getIntrinsicID() == Intrinsic::lifetime_start && loop.body.contains(marker->getParent());
  });
}

static bool hasOnlyMarkers(const AllocaInst &variable) {
  return all_of(variable.users(), [](const User *user) { return cast<Instruction>(user)->isLifetimeStartOrEnd(); });
}

/// Is the value computed from the number of the iteration, and from nothing that the body has written?
static bool isNumbered(const Value *value, const ParallelLoop &loop) {
  if (const auto *load = dyn_cast<LoadInst>(value))
    return load->getPointerOperand() == loop.iteration;
  return isa<BinaryOperator, CastInst, GetElementPtrInst>(value) &&
         any_of(cast<Instruction>(value)->operands(), [&](const Value *operand) { return isNumbered(operand, loop); });
}

/// The program's variables that count the loop's iterations, as far as clang computes them in the body's first block.
static SmallPtrSet<const AllocaInst *, 2> countersOf(const ParallelLoop &loop) {
  SmallPtrSet<const AllocaInst *, 2> counters;
  for (Instruction &instruction : *firstBlock(loop))
    if (auto *store = dyn_cast<StoreInst>(&instruction); store && isNumbered(store->getValueOperand(), loop))
      if (auto *slot = dyn_cast<AllocaInst>(store->getPointerOperand()))
        counters.insert(slot);
  return counters;
}

/// The last of the slots that clang has made for the loop's clauses and counters; null if that is not known.
///
/// Clang makes first the variables of the clauses, in the order of their names, then a counter for each loop, and then
/// what the body needs. Where a clause names a counter, that variable is the one that counts, and the one that clang
/// makes behind the clauses is never used. So the last slot is the last one that counts, or one of its type that nobody
/// uses.
static const AllocaInst *lastSlotOfClauses(const ParallelLoop &loop,
                                           const SmallPtrSetImpl<const AllocaInst *> &counters) {
  SmallPtrSet<const Type *, 2> types;
  for (const AllocaInst *counter : counters)
    types.insert(counter->getAllocatedType());
  const AllocaInst *last = nullptr;
  for (Instruction &instruction : loop.microtask->getEntryBlock())
    if (auto *slot = dyn_cast<AllocaInst>(&instruction))
      if (counters.contains(slot) ||
          (last && types.contains(slot->getAllocatedType()) && hasOnlyMarkers(*slot) && !beginsInBody(*slot, loop)))
        last = slot;
  return last;
}

/// Stack slots of the loop's function, with those of the body's own scopes last, and the number of the others.
static std::pair<SmallVector<AllocaInst *, 32>, unsigned> slotsByScope(const ParallelLoop &loop) {
  SmallVector<AllocaInst *, 32> slots, ofBody;
  SmallPtrSet<const AllocaInst *, 2> counters = countersOf(loop);
  const AllocaInst *lastOfClauses = lastSlotOfClauses(loop, counters);
  bool isBehind = false;
  for (Instruction &instruction : instructions(*loop.microtask)) {
    auto *slot = dyn_cast<AllocaInst>(&instruction);
    if (!slot || loop.body.contains(slot->getParent()))
      continue;
    // A counter is written first of all.
    bool isFresh = counters.contains(slot) || beginsInBody(*slot, loop) || isSpawnMemory(*slot);
    bool isOfBody = slot->isStaticAlloca() && (isFresh || (isBehind && !isUsedBeside(*slot, loop)));
    (isOfBody ? ofBody : slots).push_back(slot);
    isBehind |= slot == lastOfClauses;
  }
  unsigned lasting = slots.size();
  slots.append(ofBody);
  return {slots, lasting};
}

static bool isClangsOwn(const Value *variable, const ParallelLoop &loop) {
  return variable == loop.lowerBound || variable == loop.upperBound || variable == loop.isLast ||
         variable == loop.iteration;
}

SmallVector<AllocaInst *, 8> lastingVariables(const ParallelLoop &loop) {
  auto [slots, lasting] = slotsByScope(loop);
  SmallVector<AllocaInst *, 8> variables;
  for (AllocaInst *slot : ArrayRef(slots).take_front(lasting))
    if (!isClangsOwn(slot, loop))
      variables.push_back(slot);
  return variables;
}

IterationCopy::IterationCopy(const ParallelLoop &loop, ArrayRef<AllocaInst *> candidates,
                             FunctionAnalysisManager &analyses)
    : source(loop), analyses(analyses) {
  copy = CloneFunction(loop.microtask, map);
  copy->setLinkage(GlobalValue::InternalLinkage);
  copy->setComdat(nullptr);
  copy->setName(loop.microtask->getName() + ".copy");
  for (Attribute::AttrKind kind : {Attribute::OptimizeNone, Attribute::NoInline})
    copy->removeFnAttr(kind);
  stripDebugInfo(*copy);
  keepBookkeeping();
  handOverReductions();
  markIterations();
  inlineCalls(candidates);
  simplify();
  readCapturesOnce();
  simplify();
}

IterationCopy::~IterationCopy() {
  // What stands behind the copy has been declared for it: marks, and what the optimiser calls in place of loops.
  Module &module = *copy->getParent();
  SmallVector<Function *, 4> declared;
  for (auto next = std::next(copy->getIterator()); next != module.end(); ++next)
    declared.push_back(&*next);
  eraseFunction(*copy, analyses);
  for (Function *function : declared)
    if (function->isDeclaration() && function->use_empty())
      function->eraseFromParent();
}

/// Classes have constructors, and reductions that the program declares their initialisers.
static bool isInitialisedByCall(const AllocaInst &variable, const ParallelLoop &loop) {
  return any_of(variable.users(), [&](const User *user) {
    return isa<CallBase>(user) && !isa<IntrinsicInst>(user) &&
           !loop.body.contains(cast<Instruction>(user)->getParent());
  });
}

/// Counting is no state that the program carries: keeps it in memory, out of everybody's sight.
void IterationCopy::keepBookkeeping() {
  for (const Value *variable : {source.lowerBound, source.upperBound, source.isLast, source.iteration})
    for (User *user : map[variable]->users()) {
      if (auto *load = dyn_cast<LoadInst>(user))
        load->setVolatile(true);
      else if (auto *store = dyn_cast<StoreInst>(user))
        store->setVolatile(true);
    }
}

void IterationCopy::handOverReductions() {
  if (!source.reduce)
    return;
  auto *list = cast<AllocaInst>(map[source.reduce->getArgOperand(4)->stripPointerCasts()]);
  IRBuilder<> builder(cast<Instruction>(map[source.reduce]));
  for (const ReductionItem &item : source.reductions) {
    if (!item.privateCopy || !item.privateCopy->isStaticAlloca() || item.privateCopy->isArrayAllocation() ||
        isInitialisedByCall(*item.privateCopy, source))
      continue;
    auto *variable = cast<AllocaInst>(map[item.privateCopy]);
    Type *type = variable->getAllocatedType();
    if (!type->isSized() || type->isArrayTy() || copy->getDataLayout().getTypeAllocSize(type) > 64)
      continue;
    for (auto [store, index] : reductionListStores(list))
      if (store->getValueOperand()->stripPointerCasts() == variable)
        store->eraseFromParent();
    auto *markType = FunctionType::get(builder.getVoidTy(), {type}, false);
    auto *reduced = Function::Create(markType, GlobalValue::ExternalLinkage, ReducedMark, copy->getParent());
    reduced->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
    reduced->setDoesNotThrow();
    builder.CreateCall(reduced, {builder.CreateLoad(type, variable)});
  }
}

void IterationCopy::markIterations() {
  auto *block = cast<BasicBlock>(map[firstBlock(source)]);
  IRBuilder<> builder(&*block->getFirstInsertionPt());
  FunctionCallee callee = copy->getParent()->getOrInsertFunction(IterationMark, builder.getVoidTy());
  mark = builder.CreateCall(callee);
  // Not "reads or writes any memory": it is to be as if it were not there.
  mark->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  mark->setDoesNotThrow();
  auto [slots, lasting] = slotsByScope(source);
  for (AllocaInst *slot : ArrayRef(slots).drop_front(lasting))
    overwriteAtStart(*cast<AllocaInst>(map[slot]));
}

void IterationCopy::overwriteAtStart(AllocaInst &variable) {
  const DataLayout &layout = copy->getDataLayout();
  std::optional<TypeSize> size = variable.getAllocationSize(layout);
  if (!size || size->isScalable())
    return;
  IRBuilder<> builder(mark->getNextNode());
  builder.CreateMemSet(&variable, builder.getInt8(0), size->getFixedValue(), variable.getAlign());
}

/// A call of nested region's microtask in the place of libomp's call, as its only thread would run it.
static CallBase *callDirectly(CallBase &fork, Function &microtask, SmallVectorImpl<AllocaInst *> &created) {
  if (microtask.isDeclaration() || fork.arg_size() - 1 != microtask.arg_size() || !isa<CallInst>(fork))
    return nullptr;
  IRBuilder<> builder(&*fork.getFunction()->getEntryBlock().getFirstInsertionPt());
  AllocaInst *number = builder.CreateAlloca(builder.getInt32Ty());
  created.push_back(number);
  SmallVector<Value *, 8> arguments{number, number};
  for (unsigned i = 3; i < fork.arg_size(); ++i) {
    Value *argument = fork.getArgOperand(i);
    if (argument->getType() != microtask.getArg(i - 1)->getType())
      return nullptr;
    arguments.push_back(argument);
  }
  builder.SetInsertPoint(&fork);
  CallInst *call = builder.CreateCall(&microtask, arguments);
  fork.eraseFromParent();
  return call;
}

static bool takesAddress(const CallBase &call) {
  return any_of(call.args(),
                [](const Use &argument) { return argument->getType()->isPointerTy() && !isa<Constant>(argument); });
}

/// What would stand in the place of the call, null if the call stays.
Function *IterationCopy::inlinedBy(const CallBase &call) const {
  Function *microtask = microtaskOf(call);
  Function *callee = microtask ? microtask : call.getCalledFunction();
  bool isKept = isa<IntrinsicInst>(call) || !callee || callee->isDeclaration() || callee->isInterposable() ||
                callee == source.microtask || !(microtask || takesAddress(call)) || replacesContent(call) ||
                callee->getInstructionCount() > MostInstructionsOfCallee;
  return isKept ? nullptr : callee;
}

/// The candidates, and what the region has allocated for its thread.
SmallVector<Value *, 8> IterationCopy::objectsToFollow(ArrayRef<AllocaInst *> candidates) {
  SmallVector<Value *, 8> objects;
  auto add = [&](const Value &original) {
    if (Value *object = map.lookup(&original)) // Else it has been removed meanwhile.
      objects.push_back(object);
  };
  for (AllocaInst *candidate : candidates)
    add(*candidate);
  for (Instruction &original : instructions(*source.microtask))
    if (auto *call = dyn_cast<CallBase>(&original); call && !source.body.contains(call->getParent()))
      if (isNoAliasCall(call) || calleeName(*call) == "__kmpc_alloc" || calleeName(*call) == "__kmpc_aligned_alloc")
        add(*call);
  return objects;
}

void IterationCopy::inlineCall(PendingCall pending, SmallVectorImpl<PendingCall> &next) {
  SmallVector<AllocaInst *, 1> created;
  CallBase *call = pending.call;
  if (Function *microtask = microtaskOf(*call))
    call = callDirectly(*call, *microtask, created);
  InlineFunctionInfo info;
  if (!call || !InlineFunction(*call, info, /*MergeAttributes=*/false, nullptr, /*InsertLifetime=*/false).isSuccess())
    return;
  if (pending.isInBody) {
    for (AllocaInst *variable : info.StaticAllocas)
      overwriteAtStart(*variable);
    for (AllocaInst *variable : created)
      overwriteAtStart(*variable);
  }
  for (CallBase *inner : info.InlinedCallSites)
    if (pending.depth < DeepestInlining && inlinedBy(*inner))
      next.push_back({inner, pending.isInBody, pending.depth + 1});
}

/// Level by level: whom the callees know follows from what has been inlined before.
void IterationCopy::inlineCalls(ArrayRef<AllocaInst *> candidates) {
  SmallVector<PendingCall, 16> queue, chosen;
  unsigned total = 0, spent = 0;
  for (BasicBlock &original : *source.microtask) {
    auto *block = cast<BasicBlock>(map[&original]);
    total += block->size();
    for (Instruction &instruction : *block)
      if (auto *call = dyn_cast<CallBase>(&instruction); call && inlinedBy(*call))
        queue.push_back({call, source.body.contains(&original), 0});
  }
  do {
    chosen.clear();
    SmallPtrSet<const CallBase *, 16> pending;
    for (const PendingCall &each : queue)
      pending.insert(each.call);
    AddressFlow flow(objectsToFollow(candidates), [&](const CallBase &call) { return pending.contains(&call); });
    erase_if(queue, [&](const PendingCall &each) {
      unsigned count = inlinedBy(*each.call)->getInstructionCount();
      bool isAccessor = count <= MostInstructionsOfAccessor && spent + count <= MostInstructionsOfAccessors;
      if (total >= MostInstructions || !(isAccessor || flow.mayKnow(*each.call)))
        return false;
      total += count;
      spent += flow.mayKnow(*each.call) ? 0 : count;
      chosen.push_back(each);
      return true;
    });
    for (const PendingCall &each : chosen)
      inlineCall(each, queue);
  } while (!chosen.empty());
}

/// Is a captured variable out of reach of everything but regions and its own function's plain accesses?
static bool isUntouched(const Value *captured, const Function &function) {
  const auto *variable = dyn_cast<AllocaInst>(captured);
  return variable && all_of(variable->users(), [&](const User *user) {
           const auto *store = dyn_cast<StoreInst>(user);
           const auto *call = dyn_cast<CallBase>(user);
           return isa<LoadInst>(user) || (store && store->getPointerOperand() == variable) ||
                  cast<Instruction>(user)->isLifetimeStartOrEnd() ||
                  (call && (call->getCalledFunction() == &function || microtaskOf(*call)));
         });
}

/// Of a word that a region is given, the variable that it has been read from, if that never had another value: the
/// length of an array of variable length.
static const AllocaInst *constantVariableBehind(const Value *given) {
  const auto *extension = dyn_cast<CastInst>(given);
  const auto *load = dyn_cast<LoadInst>(extension ? extension->getOperand(0) : given);
  const auto *variable = load ? dyn_cast<AllocaInst>(load->getPointerOperand()) : nullptr;
  unsigned stores = variable ? count_if(variable->users(), [](const User *user) { return isa<StoreInst>(user); }) : 0;
  return stores == 1 ? variable : nullptr;
}

/// A shared variable that the region only reads has one value throughout the region: it is read once.
void IterationCopy::readCapturesOnce() {
  for (unsigned i = 2; i < copy->arg_size() && i + 1 < source.fork->arg_size(); ++i) {
    Argument *parameter = copy->getArg(i);
    if (!parameter->getType()->isPointerTy() || parameter->use_empty() ||
        !isUntouched(source.fork->getArgOperand(i + 1), *source.microtask))
      continue;
    Type *type = nullptr;
    bool isOnlyRead = all_of(parameter->users(), [&](const User *user) {
      const auto *load = dyn_cast<LoadInst>(user);
      if (!load || !load->isSimple() || (type && type != load->getType()))
        return false;
      type = load->getType();
      return true;
    });
    if (!isOnlyRead)
      continue;
    IRBuilder<> builder(&*copy->getEntryBlock().getFirstInsertionPt());
    LoadInst *once = builder.CreateLoad(type, parameter);
    for (User *user : make_early_inc_range(parameter->users()))
      if (user != once) {
        user->replaceAllUsesWith(once);
        cast<Instruction>(user)->eraseFromParent();
      }
    for (unsigned j = 2; j + 1 < source.fork->arg_size(); ++j) {
      const Value *given = source.fork->getArgOperand(j + 1);
      if (constantVariableBehind(given) != source.fork->getArgOperand(i + 1))
        continue;
      Value *same = once;
      if (const auto *extension = dyn_cast<CastInst>(given))
        same = builder.CreateCast(extension->getOpcode(), once, given->getType());
      if (same->getType() == copy->getArg(j)->getType())
        copy->getArg(j)->replaceAllUsesWith(same);
    }
  }
}

/// Control flow stays as the program has it, else: what is executed under which condition is a question.
void IterationCopy::simplify() {
  FunctionPassManager values, rest;
  values.addPass(SROAPass(SROAOptions::ModifyCFG));
  values.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  values.addPass(InstSimplifyPass());
  values.run(*copy, analyses);
  for (BasicBlock &block : *copy)
    ConstantFoldTerminator(&block, /*DeleteDeadConditions=*/true);
  removeUnreachableBlocks(*copy);
  analyses.invalidate(*copy, PreservedAnalyses::none());
  rest.addPass(InstSimplifyPass());
  rest.addPass(SROAPass(SROAOptions::ModifyCFG));
  rest.addPass(ADCEPass());
  rest.run(*copy, analyses);
  analyses.invalidate(*copy, PreservedAnalyses::none());
}

Instruction *IterationCopy::start() const {
  for (Instruction &instruction : instructions(*copy))
    if (isCallTo(instruction, IterationMark))
      return &instruction;
  return nullptr;
}

Loop *IterationCopy::loop(const LoopInfo &loops) const {
  const Instruction *first = start();
  return first ? loops.getLoopFor(first->getParent()) : nullptr;
}

SmallVector<const Value *, 4> IterationCopy::reducedValues() const {
  SmallVector<const Value *, 4> values;
  for (const Instruction &instruction : instructions(*copy))
    if (calleeName(instruction).starts_with(ReducedMark))
      values.push_back(cast<CallBase>(instruction).getArgOperand(0));
  return values;
}

/// Of the copy: an address that the copy's counterpart of one of clang's variables has.
bool IterationCopy::isBookkeeping(const Value *variable) const {
  for (const Value *own : {source.lowerBound, source.upperBound, source.isLast, source.iteration})
    if (map.lookup(own) == variable)
      return true;
  return false;
}

bool IterationCopy::isReduced(const Value *variable) const {
  return any_of(source.reductions, [&](const ReductionItem &item) {
    return item.privateCopy && map.lookup(item.privateCopy) == variable;
  });
}

} // namespace tactus
