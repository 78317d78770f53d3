//===- RestOutlining.cpp - what may run elsewhere between spawn and sync -----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Why an outlined rest means the same:
//
//  * SSA values are copied when the fork is promoted, and nothing changes them.
//  * Variables in memory stay where they are. The function does not touch them between its fork and its join, because
//    it executes nothing there but the spawned call; that call and the rest are concurrent in the source already.
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
#include "lower/rests/RestOutlining.h"
#include "abi/forks.h"
#include "ir/DebugScope.h"
#include "ir/DebugVariables.h"
#include "ir/ForkDescriptor.h"
#include "lower/rests/DependenceLowering.h"
#include "lower/rests/RestExceptions.h"
#include "lower/rests/RestPlans.h"
#include "model/SpawnMarks.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
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
  Outliner(Function &function, ArrayRef<Spawn> spawns, ArrayRef<Sync> syncs, const SpawnMemory &memory, uint64_t flags)
      : function(function), module(*function.getParent()), context(module.getContext()),
        word(Type::getInt64Ty(context)), spawnMemory(memory), flags(flags), exceptions(function, spawnMemory),
        plans(function, spawns, syncs, spawnMemory, exceptions, flags) {}

  OutlinedSpawns run() {
    result.calls = plans.complete();
    if (!plans.rests().empty()) {
      prepareFunction();
      for (auto &plan : plans.rests())
        createRun(*plan);
      for (auto &plan : plans.rests())
        fillRun(*plan);
      Copy original;
      original.function = &function;
      Definitions definitions;
      lowerSpawns(original, definitions);
      rewriteUses(original, definitions);
    }
    plans.makeCallsAgain(result.forks);
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
  RestPlans plans;
  OutlinedSpawns result;

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
    uint64_t ownFlags = flags;
    unsigned words = plan.environment.size();
    plan.dependences = dependencesOf(*plan.spawn.record);
    if (plan.dependences.call) {
      ownFlags |= TACTUS_FORK_HAS_DEPENDENCES;
      words += dependenceWords(plan.dependences).size();
      plan.deferred = createDeferredTask(plan, spawnMemory);
    }
    auto createDescriptor = [&](uint64_t all) {
      return createForkDescriptor(module, plan.run, plan.spawn.location, words, plan.resultBytes(), all,
                                  plan.mayThrow() ? discardOfExceptions(module) : nullptr);
    };
    plan.descriptor = createDescriptor(ownFlags);
    // Of rests that may wait there are never many (runtime/workers/task_wait.h), and waiting follows their forks
    // outwards.
    bool isInCycle = plan.region.contains(plan.spawn.record->getParent());
    if (isInCycle && !(flags & TACTUS_FORK_MAY_WAIT))
      plan.endingDescriptor = createDescriptor(ownFlags | TACTUS_FORK_ENDS_REST);
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
    for (auto &plan : plans.rests()) {
      BasicBlock *block = plan->spawn.record->getParent();
      if (of && !of->region.contains(block))
        continue;
      Fork fork;
      fork.firstBranch = cast<CallBase>(copy.map(plan->spawn.firstBranch));
      fork.record = cast<Instruction>(copy.map(plan->spawn.record));
      fork.descriptor = plan->descriptor;
      for (Value *value : plan->environment)
        fork.environment.push_back(copy.map(value));
      if (plan->dependences.call)
        lowerDependences(*plan, copy, fork, of != nullptr);
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

  void lowerDependences(Rest &plan, Copy &copy, Fork &fork, bool isElsewhere) {
    DependenceMark mark{cast<CallInst>(copy.map(static_cast<Value *>(plan.dependences.call)))};
    append_range(fork.environment, dependenceWords(mark));
    if (isElsewhere)
      emitDeferral(mark, fork, copy.map(plan.rest), plan.deferred);
  }

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
                          : exceptions.padBefore(place, plans.padLike(handler), isElsewhere && hasHandlers(function),
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

OutlinedSpawns outlineRests(Function &function, ArrayRef<Spawn> spawns, ArrayRef<Sync> syncs,
                            const SpawnMemory &spawnMemory, uint64_t flags) {
  return Outliner(function, spawns, syncs, spawnMemory, flags).run();
}

} // namespace tactus
