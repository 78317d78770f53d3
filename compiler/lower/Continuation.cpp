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
#include "lower/Continuation.h"
#include "abi.h"
#include "lower/DebugScope.h"
#include "lower/DebugVariables.h"
#include "lower/Rest.h"
#include "lower/RestExceptions.h"
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
        word(Type::getInt64Ty(context)), spawnMemory(spawnMemory), flags(flags) {
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
    for (auto &plan : plans)
      findRegion(*plan);
    do
      for (auto &plan : plans)
        findValues(*plan);
    while (demoteUnsupported());
    // One at a time: each is compared with those that are left.
    for (auto plan = plans.begin(); plan != plans.end();) {
      auto reason = obstacleToFork(**plan, function);
      if (!reason && hasForeignPad(**plan))
        reason = NoFork::MayThrow;
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
    return std::move(result);
  }

private:
  Function &function;
  Module &module;
  LLVMContext &context;
  Type *word;
  const SpawnMemory &spawnMemory;
  uint64_t flags;
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
    SmallPtrSet<BasicBlock *, 32> regions, pads;
    for (auto &plan : plans)
      regions.insert(plan->region.begin(), plan->region.end());
    makeInvokes(function, regions, [&](CallInst *call, InvokeInst *invoke) {
      for (auto &plan : plans)
        if (plan->spawn.firstBranch == call)
          plan->spawn.firstBranch = invoke;
    });
    for (BasicBlock &block : function)
      if (isThrowExit(block))
        demotePhis(block);
  }

  /// A spawn inside another's rest, which its own rest goes beyond, may end at landing pads that the other does not
  /// know.
  bool hasForeignPad(const Rest &plan) const {
    return any_of(plans, [&](auto &outer) {
      return outer.get() != &plan && outer->region.contains(plan.spawn.record->getParent()) &&
             any_of(plan.exits, [&](BasicBlock *exit) {
               return isThrowExit(*exit) && !is_contained(outer->exits, exit) && !outer->region.contains(exit);
             });
    });
  }

  void findRegion(Rest &plan) {
    plan.region.clear();
    plan.exits.clear();
    SmallVector<BasicBlock *, 16> worklist{plan.rest};
    while (!worklist.empty()) {
      BasicBlock *block = worklist.pop_back_val();
      if (endsAt(plan, block) || isThrowExit(*block)) {
        if (!is_contained(plan.exits, block))
          plan.exits.push_back(block);
        continue;
      }
      // The way to another spawn's join is no part of the code as it was written.
      bool isJoin = any_of(plans, [&](auto &other) { return other->join == block; });
      if (isJoin || !plan.region.insert(block).second)
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

  void makeCall(Rest &plan, NoFork reason) {
    result.calls.emplace_back(plan.spawn, reason);
    auto *decision = cast<BranchInst>(plan.spawn.record->getParent()->getTerminator());
    auto *condition = cast<Instruction>(decision->getCondition());
    BranchInst::Create(plan.rest, decision->getIterator());
    decision->eraseFromParent();
    condition->eraseFromParent();
    plan.spawn.record->eraseFromParent();
    DeleteDeadBlock(plan.join);
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
    // Of rests that may wait there are never many (runtime/task_wait.h), and waiting follows their forks outwards.
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
      Value *exception = isThrowExit(*plan.exits[exit])
                             ? catchException(builder)
                             : static_cast<Value *>(ConstantPointerNull::get(builder.getPtrTy()));
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
        emitJoin(*plan, copy, fork, definitions);
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

  void emitJoin(Rest &plan, Copy &copy, const Fork &fork, Definitions &definitions) {
    Instruction *record = fork.record;
    BasicBlock *join = copy.map(plan.join);
    while (!join->empty())
      join->back().eraseFromParent();
    IRBuilder<> builder(join);
    builder.SetCurrentDebugLocation(fork.firstBranch->getDebugLoc());
    auto call = [&](StringRef name, ArrayRef<OperandBundleDef> bundles = {}) {
      CallInst *made = builder.CreateCall(module.getOrInsertFunction(name, builder.getVoidTy(), builder.getPtrTy()),
                                          {record}, bundles);
      made->setDoesNotThrow();
      made->addFnAttr(Attribute::Cold);
    };
    // The join may run the rest, which polls; what is latent around the first branch is so around that.
    SmallVector<Value *, 4> around;
    if (auto bundle = fork.firstBranch->getOperandBundle(LLVMContext::OB_deopt))
      append_range(around, bundle->Inputs);
    call("tactus_fork_join", OperandBundleDef("deopt", ArrayRef<Value *>(around)));
    Value *exitIndex = nullptr, *exception = nullptr;
    if (plan.resultBytes() != 0) {
      Value *address = builder.CreateConstInBoundsGEP1_64(word, record, RecordResultWord);
      Value *words = builder.CreateLoad(builder.getPtrTy(), address);
      if (plan.saysExit())
        exitIndex = builder.CreateLoad(word, words);
      if (plan.mayThrow())
        exception = builder.CreateLoad(builder.getPtrTy(), wordAt(builder, words, abi::ExceptionResultWord));
      for (unsigned i = 0; i < plan.results.size(); ++i) {
        Instruction *value = plan.results[i];
        Value *joined = builder.CreateLoad(value->getType(), wordAt(builder, words, plan.firstResult() + i));
        definitions[cast<Instruction>(copy.map(value))].push_back({join, joined});
      }
    }
    call("tactus_fork_release");
    if (plan.exits.empty()) {
      builder.CreateUnreachable(); // The rest never ends.
    } else if (!exitIndex) {
      builder.CreateBr(copy.map(plan.exits[0]));
    } else {
      auto leaveAt = [&](unsigned exit) {
        BasicBlock *target = copy.map(plan.exits[exit]);
        if (!isThrowExit(*plan.exits[exit]))
          return target;
        auto *thrown = BasicBlock::Create(context, "thrown", join->getParent());
        IRBuilder<> thrower(thrown);
        thrower.SetCurrentDebugLocation(fork.firstBranch->getDebugLoc());
        throwException(thrower, exception, target);
        return thrown;
      };
      SwitchInst *choice = builder.CreateSwitch(exitIndex, leaveAt(0), plan.exits.size() - 1);
      for (unsigned i = 1; i < plan.exits.size(); ++i)
        choice->addCase(builder.getInt64(i), leaveAt(i));
    }
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
