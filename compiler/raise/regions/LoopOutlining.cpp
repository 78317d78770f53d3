//===- LoopOutlining.cpp - a region's loop becomes a region of its own ---------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/regions/LoopOutlining.h"
#include "ir/DebugScope.h"
#include "model/Microtask.h"
#include "model/RegionMarks.h"
#include "model/RuntimeCalls.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace tactus {

static bool isStatic(const Value *value) {
  const auto *variable = dyn_cast<AllocaInst>(value);
  return variable && variable->isStaticAlloca();
}

namespace {

class Outliner {
public:
  Outliner(const RegionPart &loop, ArrayRef<AllocaInst *> privates, ArrayRef<AllocaInst *> reduced)
      : loop(loop), privates(privates), reduced(reduced), region(*loop.call->getFunction()) {}

  OutlinedLoop run() {
    if (!findInputs())
      return {};
    inputs.insert(reduced.begin(), reduced.end());
    OutlinedLoop result;
    Function *microtask = createMicrotask();
    enterAtLoop(*microtask);
    for (AllocaInst *variable : privates)
      if (auto *copy = dyn_cast_or_null<AllocaInst>(map.lookup(variable)))
        result.copies.push_back(copy);
    for (AllocaInst *variable : reduced)
      result.reduced.push_back({cast<AllocaInst>(map.lookup(variable)), argumentOf(*microtask, variable)});
    removeUnreachableBlocks(*microtask);
    result.fork = createFork(*microtask);
    return result;
  }

private:
  const RegionPart &loop;
  ArrayRef<AllocaInst *> privates, reduced;
  Function &region;
  SmallSetVector<Value *, 16> inputs;
  /// The thread's number, read before the loop, which it reads anew.
  SmallVector<Instruction *, 2> threadNumbers;
  ValueToValueMapTy map;

  bool isOnlyUsedInLoop(const AllocaInst &variable) const {
    return all_of(variable.users(), [&](const User *user) {
      const auto *instruction = cast<Instruction>(user);
      return instruction->isLifetimeStartOrEnd() || loop.blocks.contains(instruction->getParent());
    });
  }

  bool isThreadArgument(const Value *value) const {
    const auto *argument = dyn_cast<Argument>(value);
    return argument && argument->getArgNo() < MicrotaskPrefix;
  }

  bool isThreadNumber(const Instruction &instruction) const {
    const auto *load = dyn_cast<LoadInst>(&instruction);
    return load ? isThreadArgument(load->getPointerOperand()) : isCallTo(instruction, "__kmpc_global_thread_num");
  }

  bool findInputs() {
    for (BasicBlock &block : region) {
      if (!loop.blocks.contains(&block))
        continue;
      for (Instruction &instruction : block)
        for (Value *operand : instruction.operands())
          if (!instruction.isLifetimeStartOrEnd() && !addInput(operand))
            return false;
    }
    return true;
  }

  /// False if the value cannot be passed.
  bool addInput(Value *value) {
    if (auto *wrapped = dyn_cast<MetadataAsValue>(value))
      return !isa<LocalAsMetadata>(wrapped->getMetadata());
    auto *definition = dyn_cast<Instruction>(value);
    if ((!definition && !isa<Argument>(value)) || isThreadArgument(value))
      return true;
    if (definition && loop.blocks.contains(definition->getParent()))
      return true;
    if (isStatic(value) &&
        (is_contained(privates, value) || is_contained(reduced, value) || isOnlyUsedInLoop(*cast<AllocaInst>(value))))
      return true;
    if (definition && isThreadNumber(*definition)) {
      if (!is_contained(threadNumbers, definition))
        threadNumbers.push_back(definition);
      return true;
    }
    if (!value->getType()->isPointerTy() && !value->getType()->isIntegerTy(64))
      return false;
    inputs.insert(value);
    return true;
  }

  Argument *argumentOf(Function &microtask, Value *input) const {
    return microtask.getArg(MicrotaskPrefix + (find(inputs, input) - inputs.begin()));
  }

  Function *createMicrotask() {
    LLVMContext &context = region.getContext();
    Type *pointer = PointerType::get(context, 0);
    SmallVector<Type *, 8> parameters{pointer, pointer};
    for (Value *input : inputs)
      parameters.push_back(input->getType());
    auto *microtask = Function::Create(FunctionType::get(Type::getVoidTy(context), parameters, false),
                                       GlobalValue::InternalLinkage, region.getName() + ".loop", region.getParent());
    for (Argument &argument : region.args()) {
      auto *found = find(inputs, &argument);
      if (argument.getArgNo() < MicrotaskPrefix)
        map[&argument] = microtask->getArg(argument.getArgNo());
      else if (found != inputs.end())
        map[&argument] = argumentOf(*microtask, &argument);
      else
        map[&argument] = PoisonValue::get(argument.getType());
    }
    SmallVector<ReturnInst *, 1> returns;
    CloneFunctionInto(microtask, &region, map, CloneFunctionChangeType::LocalChangesOnly, returns);
    separateAssignments(*microtask);
    for (unsigned i = 0; i < inputs.size(); ++i)
      microtask->getArg(MicrotaskPrefix + i)->setName(inputs[i]->getName());
    return microtask;
  }

  /// Used in the region, and nowhere in the loop?
  bool isOnlyUsedBesideLoop(const AllocaInst &variable) const {
    bool isUsed = false;
    for (const User *user : variable.users()) {
      const auto *instruction = cast<Instruction>(user);
      if (instruction->isLifetimeStartOrEnd())
        continue;
      if (loop.blocks.contains(instruction->getParent()))
        return false;
      isUsed = true;
    }
    return isUsed;
  }

  static void eraseScope(AllocaInst &variable) {
    for (User *user : make_early_inc_range(variable.users()))
      if (auto *marker = cast<Instruction>(user); marker->isLifetimeStartOrEnd())
        marker->eraseFromParent();
  }

  /// The copy begins at the loop, with its own variables in their order, and returns behind it. Those that only other
  /// parts of the region use go with these, or stand first if they are reduced with the loop's: none of them is taken
  /// for a counter that nobody uses (analysis/IterationCopy).
  void enterAtLoop(Function &microtask) {
    BasicBlock &former = microtask.getEntryBlock();
    SmallVector<AllocaInst *, 16> unused, variables;
    for (Instruction &instruction : region.getEntryBlock())
      if (isStatic(&instruction)) {
        auto &variable = cast<AllocaInst>(instruction);
        auto *copy = cast<AllocaInst>(map.lookup(&variable));
        if (!isOnlyUsedBesideLoop(variable))
          variables.push_back(copy);
        else if (is_contained(reduced, &variable))
          unused.push_back(copy);
        else
          eraseScope(*copy);
      }
    auto *entry = BasicBlock::Create(microtask.getContext(), "entry", &microtask, &former);
    for (Value *input : inputs)
      if (auto *copy = dyn_cast<Instruction>(map.lookup(input)); copy && !is_contained(reduced, input))
        copy->replaceAllUsesWith(argumentOf(microtask, input));
    for (AllocaInst *variable : concat<AllocaInst *>(unused, variables))
      variable->moveBefore(*entry, entry->end());
    IRBuilder<> builder(entry);
    for (Instruction *number : threadNumbers)
      map.lookup(number)->replaceAllUsesWith(builder.CreateLoad(number->getType(), microtask.getArg(0)));
    builder.CreateBr(cast<BasicBlock>(map.lookup(loop.entry)));
    auto *end = BasicBlock::Create(microtask.getContext(), "end", &microtask);
    ReturnInst::Create(microtask.getContext(), end);
    for (BasicBlock *block : loop.blocks)
      cast<BasicBlock>(map.lookup(block))
          ->getTerminator()
          ->replaceSuccessorWith(cast<BasicBlock>(map.lookup(loop.exit)), end);
  }

  CallInst *createFork(Function &microtask) {
    auto *block = BasicBlock::Create(region.getContext(), "", &region, loop.entry);
    IRBuilder<> builder(block);
    builder.SetCurrentDebugLocation(loop.call->getDebugLoc());
    SmallVector<Value *, 8> arguments{loop.call->getArgOperand(0), builder.getInt32(inputs.size()), &microtask};
    append_range(arguments, inputs);
    CallInst *fork = builder.CreateCall(region.getParent()->getFunction("__kmpc_fork_call"), arguments);
    markLatentFork(*fork);
    builder.CreateBr(loop.exit);
    SmallVector<BasicBlock *, 2> before(predecessors(loop.entry));
    for (BasicBlock *predecessor : before)
      if (!loop.blocks.contains(predecessor))
        predecessor->getTerminator()->replaceSuccessorWith(loop.entry, block);
    return fork;
  }
};

} // namespace

OutlinedLoop outlineLoop(const RegionPart &loop, ArrayRef<AllocaInst *> privates, ArrayRef<AllocaInst *> reduced) {
  return Outliner(loop, privates, reduced).run();
}

} // namespace tactus
