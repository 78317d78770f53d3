//===- Continuation.cpp - what may run elsewhere between spawn and sync --------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Why an outlined rest means the same:
//
//  * SSA values are copied when the fork is promoted, and nothing changes them.
//  * Variables in memory stay where they are. The function does not touch them between its fork and its join, because
//  it
//    executes nothing there but the spawned call; that call and the rest are concurrent in the source already.
//  * Memory of a spawn (its arguments) is written again by the rest where the rest spawns again, while the first call
//    still reads it. Each `run` function therefore has its own.
//  * The optimiser knows that a rest elsewhere may write the function's variables: what a fork's environment points to
//    escapes (ForkLowering.h), and the join, a call, may write what has escaped. Lifetimes and noalias would say
//    otherwise, and are dropped.
//
// A value that the rest defines is defined in two places afterwards, in the rest and behind the join; SSAUpdater puts
// the phis where the paths meet.
//
//===----------------------------------------------------------------------===//
#include "lower/rests/Continuation.h"
#include "abi/forks.h"
#include "ir/DebugScope.h"
#include "ir/DebugVariables.h"
#include "ir/ForkDescriptor.h"
#include "lower/rests/Rest.h"
#include "lower/rests/RestExceptions.h"
#include "lower/rests/SpawnExceptions.h"
#include "model/SpawnMarks.h"
#include "model/ThrowingCalls.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"
#include <optional>

using namespace llvm;

namespace tactus {

namespace {

/// A copy of the function, or of a rest of it: where its blocks and values are.
struct Copy {
  Function *function = nullptr;
  ValueToValueMapTy values;
  Value *map(Value *value) {
    if (isa<Constant>(value))
      return value;
    auto found = values.find(value);
    return found == values.end() ? value : static_cast<Value *>(found->second);
  }
  BasicBlock *map(BasicBlock *block) { return cast<BasicBlock>(map(static_cast<Value *>(block))); }
};

/// A value's definitions besides its first one, in one copy.
using Definitions = MapVector<Instruction *, SmallVector<std::pair<BasicBlock *, Value *>, 4>>;

class Outliner {
public:
  Outliner(Function &function, ArrayRef<Spawn> spawns, ArrayRef<Sync> syncs, const SpawnMemory &spawnMemory,
           uint64_t flags)
      : function(function), module(*function.getParent()), context(module.getContext()),
        word(Type::getInt64Ty(context)), spawnMemory(spawnMemory), flags(flags),
        exceptions(function, this->spawnMemory) {
    for (const Spawn &spawn : spawns) {
      auto plan = std::make_unique<Rest>();
      plan->spawn = spawn;
      auto *decision = cast<BranchInst>(spawn.record->getParent()->getTerminator());
      plan->join = decision->getSuccessor(0);
      plan->rest = decision->getSuccessor(1);
      plans.push_back(std::move(plan));
    }
    for (const Sync &sync : syncs)
      splitAt(sync.position, sync);
    for (BasicBlock &block : make_early_inc_range(function))
      if (isa<ReturnInst>(block.getTerminator()))
        splitAt(block.getTerminator(), Sync());
  }

  OutlinedSpawns run() {
    for (auto &plan : plans)
      findRegion(*plan);
    prepareExceptions();
    padsLike.clear(); // of blocks that may be gone
    for (auto &plan : plans)
      findRegion(*plan);
    completeExits();
    demoteExits();
    do
      for (auto &plan : plans)
        findValues(*plan);
    while (demoteUnsupported());
    for (auto plan = plans.begin(); plan != plans.end();) {
      auto reason = obstacleToFork(**plan, function);
      if (!reason && throwsBehindValue(**plan))
        reason = NoFork::ThrowsBehindValue;
      if (reason)
        makeCall(**plan, *reason);
      plan = reason ? plans.erase(plan) : std::next(plan);
    }
    if (!plans.empty()) {
      prepareFunction();
      for (auto &plan : plans)
        createRun(*plan);
      for (auto &plan : plans)
        fillRun(*plan);
      Copy original;
      original.function = &function;
      Definitions definitions;
      lowerSpawns(original, definitions);
      rewriteUses(original, definitions);
    }
    makeCallsAgain();
    return std::move(result);
  }

private:
  Function &function;
  Module &module;
  LLVMContext &context;
  Type *word;
  SpawnMemory spawnMemory;
  uint64_t flags;
  SpawnExceptions exceptions;
  /// Of calls that have no other reason to be invokes than that a rest must catch what they throw.
  BasicBlock *restPad = nullptr;
  std::vector<std::unique_ptr<Rest>> plans;
  DenseMap<BasicBlock *, Sync> syncBlocks;
  OutlinedSpawns result;

  void splitAt(Instruction *position, const Sync &sync) {
    BasicBlock *block = position->getParent();
    // A block of its own, without phis, whose only way in is the code before it.
    BasicBlock *rest = SplitBlock(block, position);
    syncBlocks[rest] = sync;
  }

  bool endsAt(const Rest &plan, BasicBlock *block) const {
    auto found = syncBlocks.find(block);
    return found != syncBlocks.end() && (found->second.waitsForAll || found->second.group == plan.spawn.group);
  }

  /// Rests end where they throw, and a landing pad says so of every call.
  void prepareExceptions() {
    SmallPtrSet<BasicBlock *, 32> regions;
    SmallVector<CallInst *, 8> throwing;
    for (auto &plan : plans) {
      regions.insert(plan->region.begin(), plan->region.end());
      // No exception may leave a task of OpenMP's.
      auto *call = dyn_cast_or_null<CallInst>(plan->spawn.firstBranch);
      if (call && !(flags & TACTUS_FORK_OF_TASK) && mayThrowInFunction(*call))
        throwing.push_back(call);
    }
    restPad = makeInvokes(function, regions, throwing, [&](CallInst *call, InvokeInst *invoke) {
      for (auto &plan : plans)
        if (plan->spawn.firstBranch == call)
          plan->spawn.firstBranch = invoke;
    });
    if (!(flags & TACTUS_FORK_OF_TASK))
      exceptions.prepare(plans);
  }

  /// In the function itself, which nobody needs to catch for: recursion may become a loop.
  void makeCallsAgain() {
    if (!restPad)
      return;
    SmallVector<InvokeInst *, 8> invokes;
    for (BasicBlock *caller : predecessors(restPad))
      if (auto *invoke = dyn_cast<InvokeInst>(caller->getTerminator()))
        if (none_of(result.forks, [&](const Fork &fork) { return fork.firstBranch == invoke; }))
          invokes.push_back(invoke);
    for (InvokeInst *invoke : invokes)
      if (invoke->getFunction() == &function)
        changeToCall(invoke);
  }

  void addExit(Rest &plan, BasicBlock *exit, BasicBlock *pad) {
    if (is_contained(plan.exits, exit))
      return;
    plan.exits.push_back(exit);
    if (syncBlocks.contains(exit))
      return;
    plan.throwExits.insert(exit);
    padsLike.try_emplace(exit, pad);
  }
  /// Where exceptions leave a rest behind a landing pad: one that catches the same.
  DenseMap<BasicBlock *, BasicBlock *> padsLike;

  /// A spawn inside another's rest: wherever its own rest ends, by an exception of either, the other must be able to.
  void completeExits() {
    for (bool changed = true; changed;) {
      changed = false;
      for (auto &outer : plans)
        for (auto &inner : plans) {
          if (!outer->region.contains(inner->spawn.record->getParent()))
            continue;
          size_t before = outer->exits.size();
          auto exits = inner->exits; // which may be those that get more
          for (BasicBlock *exit : exits) {
            if (!outer->region.contains(exit))
              addExit(*outer, exit, padsLike.lookup(exit));
            if (!inner->pad || !syncBlocks.contains(exit))
              continue;
            BasicBlock *pad = exceptions.padOfSync(exit);
            if (isThrowExit(*pad) && !outer->region.contains(pad) && !is_contained(outer->exits, pad))
              addExit(*outer, SpawnExceptions::handlerBehind(pad), pad);
          }
          changed |= outer->exits.size() != before;
        }
    }
  }

  /// What is entered from landing pads has no phis.
  void demoteExits() {
    SmallSetVector<BasicBlock *, 8> entered;
    for (auto &plan : plans)
      entered.insert(plan->throwExits.begin(), plan->throwExits.end());
    for (BasicBlock &block : function)
      if (isThrowExit(block))
        entered.insert(&block);
    for (BasicBlock *block : entered)
      demotePhis(*block);
  }

  /// The end of the function, or of a scope that it is left from: an exception there would have to destroy the object
  /// that is returned, which clang's code does not foresee.
  bool throwsBehindValue(const Rest &plan) {
    Argument *value = nullptr;
    for (Argument &argument : function.args())
      if (argument.hasStructRetAttr())
        value = &argument;
    if (!plan.pad || !value)
      return false;
    return any_of(plan.exits, [&](BasicBlock *exit) {
      auto found = syncBlocks.find(exit);
      if (found == syncBlocks.end())
        return false;
      if (!found->second.position)
        return true;
      return found->second.groupBegin && isMadeBetween(value, found->second.groupBegin, exit);
    });
  }

  static bool isMadeBetween(const Value *object, Instruction *begin, BasicBlock *end) {
    Blocks seen{end};
    SmallVector<BasicBlock *, 16> worklist{begin->getParent()};
    while (!worklist.empty()) {
      BasicBlock *block = worklist.pop_back_val();
      if (!seen.insert(block).second)
        continue;
      for (Instruction &instruction : *block)
        if ((block != begin->getParent() || begin->comesBefore(&instruction)) && makes(instruction, object))
          return true;
      append_range(worklist, successors(block));
    }
    return false;
  }

  void findRegion(Rest &plan) {
    plan.region.clear();
    plan.exits.clear();
    plan.throwExits.clear();
    SmallVector<BasicBlock *, 16> worklist{plan.rest};
    while (!worklist.empty()) {
      BasicBlock *block = worklist.pop_back_val();
      bool throws = exceptions.isPrepared() ? exceptions.endsByException(plan, block) : isThrowExit(*block);
      if (throws || endsAt(plan, block)) {
        addExit(plan, block, plan.pad ? plan.pad : exceptions.padOfHandler(block));
        continue;
      }
      // The ways to the join and from an exception of another spawn are no part of the code as it was written.
      bool isAdded = any_of(plans, [&](auto &other) { return other->join == block || other->unwound == block; });
      if (isAdded || !plan.region.insert(block).second)
        continue;
      append_range(worklist, successors(block));
    }
    // In the order of the function, so that rests that are the same code number them in the same way.
    SmallVector<BasicBlock *, 2> found = std::move(plan.exits);
    plan.exits.clear();
    for (BasicBlock &block : function)
      if (is_contained(found, &block))
        plan.exits.push_back(&block);
  }

  /// Blocks at whose beginning the value is alive.
  static Blocks liveBlocks(Value *value) {
    Blocks live;
    auto *definition = dyn_cast<Instruction>(value);
    SmallVector<BasicBlock *, 16> worklist;
    auto need = [&](BasicBlock *block) {
      if (!(definition && definition->getParent() == block) && live.insert(block).second)
        append_range(worklist, predecessors(block));
    };
    for (Use &use : value->uses()) {
      auto *user = cast<Instruction>(use.getUser());
      if (auto *phi = dyn_cast<PHINode>(user))
        need(phi->getIncomingBlock(use));
      else
        need(user->getParent());
    }
    while (!worklist.empty())
      need(worklist.pop_back_val());
    // A phi in the block of its own definition is entered with the value alive.
    return live;
  }

  static bool isUsedIn(const Value *value, const Blocks &region) {
    return any_of(value->uses(), [&](const Use &use) {
      const auto *user = cast<Instruction>(use.getUser());
      const auto *phi = dyn_cast<PHINode>(user);
      return region.contains(phi ? phi->getIncomingBlock(use) : user->getParent());
    });
  }

  void findValues(Rest &plan) {
    plan.environment.clear();
    plan.results.clear();
    auto classify = [&](Value *value) {
      auto *variable = dyn_cast<AllocaInst>(value);
      if (value->use_empty() || (variable && spawnMemory.contains(variable)))
        return;
      Blocks live = liveBlocks(value);
      auto *instruction = dyn_cast<Instruction>(value);
      bool isResult = instruction && plan.region.contains(instruction->getParent()) &&
                      any_of(plan.exits, [&](BasicBlock *exit) { return live.contains(exit); });
      if (isResult)
        plan.results.push_back(instruction);
      if (live.contains(plan.rest) && (isResult || isUsedIn(value, plan.region)))
        plan.environment.push_back(value);
    };
    for (Argument &argument : function.args())
      classify(&argument);
    for (Instruction &instruction : instructions(function))
      if (!instruction.getType()->isVoidTy())
        classify(&instruction);
  }

  /// Values that are no scalars of a word travel in memory.
  bool demoteUnsupported() {
    SmallSetVector<Instruction *, 8> values;
    for (auto &plan : plans) {
      for (Value *value : plan->environment)
        if (auto *instruction = dyn_cast<Instruction>(value))
          if (!isWord(instruction->getType()) && !instruction->getType()->isTokenTy())
            values.insert(instruction);
      for (Instruction *value : plan->results)
        if (!isWord(value->getType()) && !value->getType()->isTokenTy())
          values.insert(value);
    }
    for (Instruction *value : values)
      if (auto *phi = dyn_cast<PHINode>(value))
        DemotePHIToStack(phi);
      else
        DemoteRegToStack(*value);
    return !values.empty();
  }

  /// What stands in the landing pad of a spawned call for the record of a rest that has run.
  static Instruction *unwoundRecord(BasicBlock *pad) {
    for (Instruction &instruction : *pad)
      if (auto *call = dyn_cast<CallInst>(&instruction))
        return call;
    return nullptr;
  }

  void makeCall(Rest &plan, NoFork reason) {
    result.calls.emplace_back(plan.spawn, reason);
    auto *decision = cast<BranchInst>(plan.spawn.record->getParent()->getTerminator());
    auto *condition = cast<Instruction>(decision->getCondition());
    BranchInst::Create(plan.rest, decision->getIterator());
    decision->eraseFromParent();
    condition->eraseFromParent();
    plan.spawn.record->eraseFromParent();
    DeleteDeadBlock(plan.join);
    if (!plan.pad)
      return;
    // An exception always goes on from where the call stands.
    Instruction *unwound = unwoundRecord(plan.pad);
    unwound->replaceAllUsesWith(ConstantPointerNull::get(cast<PointerType>(unwound->getType())));
    unwound->eraseFromParent();
    auto *where = cast<BranchInst>(plan.decision->getTerminator());
    BranchInst::Create(where->getSuccessor(1), where->getIterator());
    where->eraseFromParent();
    DeleteDeadBlock(plan.unwound);
  }

  /// What the function's optimisation must know: its variables are written elsewhere, and live until the join.
  void prepareFunction() {
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      if (instruction.isLifetimeStartOrEnd())
        instruction.eraseFromParent();
    for (Argument &argument : function.args())
      argument.removeAttr(Attribute::NoAlias);
  }

  void createRun(Rest &plan) {
    Type *pointer = PointerType::get(context, 0);
    StringRef name = function.getName();
    plan.run = Function::Create(FunctionType::get(Type::getVoidTy(context), {pointer, pointer}, false),
                                GlobalValue::InternalLinkage, name + ".rest", module);
    plan.descriptor =
        createForkDescriptor(module, plan.run, plan.spawn.location, plan.environment.size(), plan.resultBytes(), flags,
                             plan.mayThrow() ? discardOfExceptions(module) : nullptr);
    // Of rests that may wait there are never many (runtime/workers/task_wait.h), and waiting follows their forks
    // outwards.
    bool isInCycle = plan.region.contains(plan.spawn.record->getParent());
    if (isInCycle && !(flags & TACTUS_FORK_MAY_WAIT))
      plan.endingDescriptor =
          createForkDescriptor(module, plan.run, plan.spawn.location, plan.environment.size(), plan.resultBytes(),
                               flags | TACTUS_FORK_ENDS_REST, plan.mayThrow() ? discardOfExceptions(module) : nullptr);
    result.runs.push_back(plan.run);
    result.forked.push_back(plan.spawn);
  }

  /// Where the code stands that a rest begins and ends with: at the spawn.
  static DebugLoc placeIn(const Rest &plan) {
    DebugLoc spawn = outermost(plan.spawn.location);
    return lineIn(*plan.run, spawn ? spawn.getLine() : 0);
  }

  Value *wordAt(IRBuilder<> &builder, Value *words, unsigned index) {
    return builder.CreateConstInBoundsGEP1_64(word, words, index);
  }

  void fillRun(Rest &plan) {
    Copy copy;
    copy.function = plan.run;
    auto *entry = BasicBlock::Create(context, "entry", plan.run);
    IRBuilder<> builder(entry);
    Definitions definitions;
    SmallVector<Value *, 8> loads;
    for (unsigned i = 0; i < plan.environment.size(); ++i)
      loads.push_back(builder.CreateLoad(plan.environment[i]->getType(), wordAt(builder, plan.run->getArg(0), i)));
    for (Argument &argument : function.args()) {
      auto *position = find(plan.environment, &argument);
      copy.values[&argument] = position == plan.environment.end()
                                   ? static_cast<Value *>(PoisonValue::get(argument.getType()))
                                   : loads[position - plan.environment.begin()];
    }
    SmallVector<ReturnInst *, 2> returns;
    CloneFunctionInto(plan.run, &function, copy.values, CloneFunctionChangeType::LocalChangesOnly, returns);
    setAttributes(*plan.run);
    nameClone(*plan.run);
    separateAssignments(*plan.run);
    DebugLoc place = placeIn(plan);
    for (Instruction &instruction : *entry)
      instruction.setDebugLoc(place);
    builder.SetCurrentDebugLocation(place);

    for (unsigned i = 0; i < plan.environment.size(); ++i) {
      auto *original = dyn_cast<Instruction>(plan.environment[i]);
      if (!original)
        continue;
      if (plan.region.contains(original->getParent()))
        definitions[cast<Instruction>(copy.map(original))].push_back({entry, loads[i]});
      else {
        Value *clone = copy.map(original);
        clone->replaceAllUsesWith(loads[i]);
        copy.values[original] = loads[i];
      }
    }
    for (AllocaInst *memory : spawnMemory)
      cast<Instruction>(copy.map(memory))->moveBefore(*entry, entry->begin());
    builder.SetInsertPoint(entry);
    builder.CreateBr(copy.map(plan.rest));
    copy.map(plan.rest)->replacePhiUsesWith(copy.map(plan.spawn.record->getParent()), entry);
    describeEnvironment(*plan.spawn.record, plan.environment, copy.values, *entry);

    for (unsigned exit = 0; exit < plan.exits.size(); ++exit)
      finishAt(plan, copy, exit);
    lowerSpawns(copy, definitions, &plan);
    removeOtherCode(*plan.run);
    if (exceptions.isPrepared() && hasHandlers(function))
      SpawnExceptions::catchAll(*plan.run);
    rewriteUses(copy, definitions);
  }

  /// Removes what the rest does not reach. Phis stay, also those with one operand: other definitions join them.
  static void removeOtherCode(Function &run) {
    df_iterator_default_set<BasicBlock *> reached;
    for (BasicBlock *block : depth_first_ext(&run.getEntryBlock(), reached))
      (void)block;
    SmallVector<BasicBlock *, 16> dead;
    for (BasicBlock &block : run)
      if (!reached.contains(&block))
        dead.push_back(&block);
    DeleteDeadBlocks(dead, nullptr, /*KeepOneInputPHIs=*/true);
  }

  /// Where the rest ends: the results are stored.
  void finishAt(Rest &plan, Copy &copy, unsigned exit) {
    BasicBlock *target = copy.map(plan.exits[exit]);
    // What follows the sync, or handles an exception, is not part of the rest.
    BasicBlock *finish = BasicBlock::Create(context, "finish", plan.run);
    for (BasicBlock *predecessor : SmallVector<BasicBlock *, 4>(predecessors(target)))
      predecessor->getTerminator()->replaceSuccessorWith(target, finish);
    copy.values[plan.exits[exit]] = finish;
    IRBuilder<> builder(finish);
    builder.SetCurrentDebugLocation(placeIn(plan));
    if (plan.mayThrow()) {
      Value *exception = ConstantPointerNull::get(builder.getPtrTy());
      if (plan.exits[exit]->isLandingPad()) {
        exception = catchException(builder);
      } else if (plan.throwExits.contains(plan.exits[exit])) {
        exception = exceptions.loadException(builder, [&](Value *value) { return copy.map(value); });
        noteCaught(builder, exception);
      }
      builder.CreateStore(exception, wordAt(builder, plan.run->getArg(1), abi::ExceptionResultWord));
    }
    if (plan.saysExit())
      builder.CreateStore(builder.getInt64(exit), wordAt(builder, plan.run->getArg(1), 0));
    for (unsigned i = 0; i < plan.results.size(); ++i) {
      if (!liveBlocks(plan.results[i]).contains(plan.exits[exit]))
        continue;
      builder.CreateStore(copy.map(plan.results[i]), wordAt(builder, plan.run->getArg(1), plan.firstResult() + i));
    }
    builder.CreateRetVoid();
  }

  void setAttributes(Function &run) {
    AttributeList attributes;
    attributes = attributes.addFnAttributes(context, AttrBuilder(context, function.getAttributes().getFnAttrs()));
    for (Attribute::AttrKind kind : {Attribute::AlwaysInline, Attribute::NoRecurse, Attribute::NoReturn,
                                     Attribute::Memory, Attribute::WillReturn, Attribute::MustProgress})
      attributes = attributes.removeFnAttribute(context, kind);
    run.setAttributes(attributes);
    run.setLinkage(GlobalValue::InternalLinkage);
    run.setVisibility(GlobalValue::DefaultVisibility);
    run.setDLLStorageClass(GlobalValue::DefaultStorageClass);
    run.setDSOLocal(true);
    run.setComdat(nullptr);
    run.setDoesNotThrow();
    run.setCallingConv(CallingConv::C);
  }

  /// Makes forks of the spawns in a copy. `of` is the plan whose rest the copy is, or null for the function itself.
  void lowerSpawns(Copy &copy, Definitions &definitions, const Rest *of = nullptr) {
    for (auto &plan : plans) {
      BasicBlock *block = plan->spawn.record->getParent();
      if (of && !of->region.contains(block))
        continue;
      Fork fork;
      fork.firstBranch = cast<CallBase>(copy.map(plan->spawn.firstBranch));
      fork.record = cast<Instruction>(copy.map(plan->spawn.record));
      fork.descriptor = plan->descriptor;
      for (Value *value : plan->environment)
        fork.environment.push_back(copy.map(value));
      if (of && plan->endingDescriptor && endsRest(*plan, *of)) {
        fork.descriptor = plan->endingDescriptor;
        emitHandingOn(*plan, copy, fork);
      } else {
        emitJoin(*plan, copy, fork, definitions, of != nullptr);
      }
      if (plan->pad) {
        fork.unwound = unwoundRecord(copy.map(plan->pad));
        emitUnwound(*plan, copy, fork, definitions, of != nullptr);
      }
      environmentUses.push_back({copy.function, result.forks.size()});
      result.forks.push_back(std::move(fork));
    }
  }
  SmallVector<std::pair<Function *, size_t>, 8> environmentUses;

  /// The rest ends at a fork of its own rest, which stores the results.
  void emitHandingOn(Rest &plan, Copy &copy, const Fork &fork) {
    BasicBlock *join = copy.map(plan.join);
    while (!join->empty())
      join->back().eraseFromParent();
    IRBuilder<> builder(join);
    builder.SetCurrentDebugLocation(fork.firstBranch->getDebugLoc());
    CallInst *call = builder.CreateCall(
        module.getOrInsertFunction("tactus_fork_hand_on", builder.getVoidTy(), builder.getPtrTy()), {fork.record});
    call->setDoesNotThrow();
    call->addFnAttr(Attribute::Cold);
    builder.CreateRetVoid();
  }

  /// What a rest that has run elsewhere has left.
  struct Outcome {
    Value *exit = nullptr;
    Value *exception = nullptr;
    Value *words = nullptr;
  };

  void callRuntime(IRBuilder<> &builder, StringRef name, Value *argument, ArrayRef<OperandBundleDef> bundles = {}) {
    CallInst *made = builder.CreateCall(module.getOrInsertFunction(name, builder.getVoidTy(), builder.getPtrTy()),
                                        {argument}, bundles);
    made->setDoesNotThrow();
    made->addFnAttr(Attribute::Cold);
  }

  Outcome loadOutcome(IRBuilder<> &builder, Rest &plan, Copy &copy, Value *record, Definitions &definitions) {
    Outcome outcome;
    if (plan.resultBytes() == 0)
      return outcome;
    Value *address = builder.CreateConstInBoundsGEP1_64(word, record, RecordResultWord);
    outcome.words = builder.CreateLoad(builder.getPtrTy(), address);
    if (plan.saysExit())
      outcome.exit = builder.CreateLoad(word, outcome.words);
    if (plan.mayThrow())
      outcome.exception =
          builder.CreateLoad(builder.getPtrTy(), wordAt(builder, outcome.words, abi::ExceptionResultWord));
    for (unsigned i = 0; i < plan.results.size(); ++i) {
      Instruction *value = plan.results[i];
      Value *joined = builder.CreateLoad(value->getType(), wordAt(builder, outcome.words, plan.firstResult() + i));
      definitions[cast<Instruction>(copy.map(value))].push_back({builder.GetInsertBlock(), joined});
    }
    return outcome;
  }

  /// Goes on where the rest has ended.
  void leave(IRBuilder<> &builder, const Rest &plan, const Outcome &outcome,
             function_ref<BasicBlock *(BasicBlock *)> target) {
    if (plan.exits.empty()) {
      builder.CreateUnreachable(); // The rest never ends.
    } else if (!outcome.exit) {
      builder.CreateBr(target(plan.exits[0]));
    } else {
      SwitchInst *choice = builder.CreateSwitch(outcome.exit, target(plan.exits[0]), plan.exits.size() - 1);
      for (unsigned i = 1; i < plan.exits.size(); ++i)
        choice->addCase(builder.getInt64(i), target(plan.exits[i]));
    }
  }

  /// A block that throws the exception at the code that handles it.
  BasicBlock *throwTo(Copy &copy, BasicBlock *handler, bool isElsewhere, const DebugLoc &location,
                      function_ref<Value *(IRBuilder<> &)> exception, bool isOnItsWay) {
    BasicBlock *place = copy.map(handler);
    auto *thrown = BasicBlock::Create(context, "thrown", place->getParent());
    IRBuilder<> thrower(thrown);
    thrower.SetCurrentDebugLocation(location);
    BasicBlock *pad = place->isLandingPad()
                          ? place
                          : exceptions.padBefore(place, padsLike.lookup(handler), isElsewhere && hasHandlers(function),
                                                 location, [&](Value *value) { return copy.map(value); });
    throwException(thrower, exception(thrower), pad, isOnItsWay);
    return thrown;
  }

  void emitJoin(Rest &plan, Copy &copy, const Fork &fork, Definitions &definitions, bool isElsewhere) {
    Instruction *record = fork.record;
    BasicBlock *join = copy.map(plan.join);
    while (!join->empty())
      join->back().eraseFromParent();
    IRBuilder<> builder(join);
    DebugLoc location = fork.firstBranch->getDebugLoc();
    builder.SetCurrentDebugLocation(location);
    // The join may run the rest, which polls; what is latent around the first branch is so around that.
    SmallVector<Value *, 4> around;
    if (auto bundle = fork.firstBranch->getOperandBundle(LLVMContext::OB_deopt))
      append_range(around, bundle->Inputs);
    callRuntime(builder, "tactus_fork_join", record, OperandBundleDef("deopt", ArrayRef<Value *>(around)));
    Outcome outcome = loadOutcome(builder, plan, copy, record, definitions);
    callRuntime(builder, "tactus_fork_release", record);
    leave(builder, plan, outcome, [&](BasicBlock *exit) {
      return plan.throwExits.contains(exit)
                 ? throwTo(
                       copy, exit, isElsewhere, location, [&](IRBuilder<> &) { return outcome.exception; }, false)
                 : copy.map(exit);
    });
  }

  /// The spawned call has thrown, and the rest has run: the call's exception, which comes first, goes on from there.
  void emitUnwound(Rest &plan, Copy &copy, const Fork &fork, Definitions &definitions, bool isElsewhere) {
    BasicBlock *unwound = copy.map(plan.unwound);
    // What it has noted stays; the call is SpawnMarks' for unfinished joins.
    unwound->getTerminator()->eraseFromParent();
    unwound->back().eraseFromParent();
    IRBuilder<> builder(unwound);
    DebugLoc location = fork.firstBranch->getDebugLoc();
    builder.SetCurrentDebugLocation(location);
    auto *decision = cast<BranchInst>(copy.map(plan.decision)->getTerminator());
    Value *record = cast<ICmpInst>(decision->getCondition())->getOperand(0);
    Outcome outcome = loadOutcome(builder, plan, copy, record, definitions);
    if (outcome.exception)
      callRuntime(builder, "tactus_exception_discard", outcome.words);
    callRuntime(builder, "tactus_fork_release", record);
    leave(builder, plan, outcome, [&](BasicBlock *exit) {
      BasicBlock *handler = plan.throwExits.contains(exit) ? exit : exceptions.padOfSync(exit);
      return throwTo(
          copy, handler, isElsewhere, location,
          [&](IRBuilder<> &thrower) {
            return exceptions.loadException(thrower, [&](Value *value) { return copy.map(value); });
          },
          true);
    });
  }
  static constexpr unsigned RecordResultWord = offsetof(tactus_fork_record, result) / 8;

  /// Every use sees the definition that reaches it.
  void rewriteUses(Copy &copy, Definitions &definitions) {
    for (auto &[value, others] : definitions) {
      if (others.empty())
        continue;
      // Environments are no uses yet: forks are lowered later.
      SSAUpdater updater;
      updater.Initialize(value->getType(), value->getName());
      updater.AddAvailableValue(value->getParent(), value);
      for (auto &[block, other] : others)
        updater.AddAvailableValue(block, other);
      for (Use &use : make_early_inc_range(value->uses())) {
        auto *user = cast<Instruction>(use.getUser());
        if (user->getParent() != value->getParent() || isa<PHINode>(user))
          updater.RewriteUse(use);
      }
      for (auto &[owner, index] : environmentUses) {
        if (owner != copy.function)
          continue;
        Fork &fork = result.forks[index];
        for (Value *&recorded : fork.environment)
          if (recorded == value && fork.record->getParent() != value->getParent())
            recorded = updater.GetValueInMiddleOfBlock(fork.record->getParent());
      }
    }
  }
};

} // namespace

OutlinedSpawns outlineContinuations(Function &function, ArrayRef<Spawn> spawns, ArrayRef<Sync> syncs,
                                    const SpawnMemory &spawnMemory, uint64_t flags) {
  return Outliner(function, spawns, syncs, spawnMemory, flags).run();
}

} // namespace tactus
