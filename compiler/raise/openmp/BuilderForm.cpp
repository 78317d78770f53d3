//===- BuilderForm.cpp - what OpenMPIRBuilder writes, in clang's form ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/openmp/BuilderForm.h"
#include "model/Microtask.h"
#include "model/RuntimeCalls.h"
#include "raise/openmp/BuilderArithmetic.h"
#include "raise/openmp/BuilderLoops.h"
#include "raise/openmp/BuilderPlaces.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace tactus {

/// `if` clauses. The name of the call is LLVM's own for them: clang has a branch.
static bool writeBranch(CallInst &fork) {
  auto *microtask = dyn_cast<Function>(fork.getArgOperand(2));
  if (!microtask || microtask->arg_size() < MicrotaskPrefix || microtask->arg_size() > MicrotaskPrefix + 1)
    return false;
  Module &module = *fork.getModule();
  IRBuilder<> builder(&fork);
  Type *narrow = builder.getInt32Ty(), *pointer = builder.getPtrTy(), *none = builder.getVoidTy();
  Value *ident = fork.getArgOperand(0);
  BasicBlock &entry = fork.getFunction()->getEntryBlock();
  IRBuilder<> variables(&entry, entry.begin());
  Value *thread = variables.CreateAlloca(narrow, nullptr, ".threadid_temp."),
        *bound = variables.CreateAlloca(narrow, nullptr, ".bound.zero.addr");
  Value *condition = builder.CreateICmpNE(fork.getArgOperand(3), builder.getInt32(0));
  Instruction *then = nullptr, *otherwise = nullptr;
  SplitBlockAndInsertIfThenElse(condition, &fork, &then, &otherwise);
  bool captures = microtask->arg_size() > MicrotaskPrefix;

  builder.SetInsertPoint(then);
  FunctionCallee begin = module.getOrInsertFunction(
      "__kmpc_fork_call", FunctionType::get(none, {pointer, narrow, pointer}, /*isVarArg=*/true));
  SmallVector<Value *, 4> arguments{ident, builder.getInt32(captures), microtask};
  if (captures)
    arguments.push_back(fork.getArgOperand(4));
  builder.CreateCall(begin, arguments);

  builder.SetInsertPoint(otherwise);
  FunctionCallee serialBegin = module.getOrInsertFunction("__kmpc_serialized_parallel", none, pointer, narrow),
                 serialEnd = module.getOrInsertFunction("__kmpc_end_serialized_parallel", none, pointer, narrow),
                 number = module.getOrInsertFunction("__kmpc_global_thread_num", narrow, pointer);
  Value *own = builder.CreateCall(number, {ident});
  builder.CreateCall(serialBegin, {ident, own});
  builder.CreateStore(own, thread);
  builder.CreateStore(builder.getInt32(0), bound);
  arguments = {thread, bound};
  if (captures)
    arguments.push_back(fork.getArgOperand(4));
  builder.CreateCall(microtask, arguments);
  builder.CreateCall(serialEnd, {ident, own});
  fork.eraseFromParent();
  return true;
}

namespace {

/// The structure through which a fork passes what its region captures.
class CapturedStruct {
public:
  explicit CapturedStruct(CallInst &fork) : fork(fork), microtask(*microtaskOf(fork)) {}

  bool unpack() {
    if (fork.arg_size() != ForkPrefix + 1 || microtask.isDeclaration() || !microtask.hasLocalLinkage() ||
        microtask.arg_size() != MicrotaskPrefix + 1 || !microtask.getName().contains("..omp_par"))
      return false;
    record = dyn_cast<AllocaInst>(fork.getArgOperand(ForkPrefix));
    type = record ? dyn_cast<StructType>(record->getAllocatedType()) : nullptr;
    if (!type || !findCalls() || !findValues() || !findReads())
      return false;
    Function *unpacked = rewriteMicrotask();
    for (CallInst *call : calls)
      rewriteCall(*call, *unpacked);
    microtask.eraseFromParent();
    for (Instruction *write : writes)
      write->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(record);
    return true;
  }

private:
  CallInst &fork;
  Function &microtask;
  AllocaInst *record = nullptr;
  StructType *type = nullptr;
  /// The fork, and the call for an `if` clause that is false.
  SmallVector<CallInst *, 2> calls;
  SmallVector<Value *, 8> values;
  SmallVector<Instruction *, 16> writes;
  SmallVector<std::pair<LoadInst *, unsigned>, 8> reads;

  bool findCalls() {
    for (User *user : microtask.users()) {
      auto *call = dyn_cast<CallInst>(user);
      if (!call || call->arg_empty() || call->getArgOperand(call->arg_size() - 1) != record)
        return false;
      calls.push_back(call);
    }
    return true;
  }

  /// The address of a field: of the structure itself, if it is the first.
  std::optional<unsigned> fieldOf(const Value *address, const Value *structure) const {
    if (address == structure)
      return 0;
    const auto *element = dyn_cast<GetElementPtrInst>(address);
    if (!element || element->getPointerOperand() != structure || element->getSourceElementType() != type ||
        element->getNumIndices() != 2)
      return std::nullopt;
    return cast<ConstantInt>(element->getOperand(2))->getZExtValue();
  }

  bool addWrite(User *user, const Value *address, const DominatorTree &dominators) {
    auto *store = dyn_cast<StoreInst>(user);
    std::optional<unsigned> field = fieldOf(address, record);
    if (!store || store->getPointerOperand() != address || !field || values[*field] || !canPass(*store) ||
        !all_of(calls, [&](CallInst *call) { return dominators.dominates(store, call); }))
      return false;
    values[*field] = store->getValueOperand();
    writes.push_back(store);
    return true;
  }

  static bool canPass(const StoreInst &store) {
    Type *type = store.getValueOperand()->getType();
    return type->isPointerTy() || type->isIntegerTy(64);
  }

  bool findValues() {
    DominatorTree dominators(*fork.getFunction());
    values.resize(type->getNumElements());
    SmallVector<Instruction *, 8> addresses;
    for (User *user : record->users()) {
      if (is_contained(calls, user))
        continue;
      if (auto *element = dyn_cast<GetElementPtrInst>(user)) {
        addresses.push_back(element);
        for (User *use : element->users())
          if (!addWrite(use, element, dominators))
            return false;
      } else if (!addWrite(user, record, dominators)) {
        return false;
      }
    }
    append_range(writes, addresses);
    return all_of(values, [](Value *value) { return value; });
  }

  bool addRead(User *user, const Value *address) {
    auto *load = dyn_cast<LoadInst>(user);
    std::optional<unsigned> field = fieldOf(address, microtask.getArg(MicrotaskPrefix));
    if (!load || !field || load->getType() != values[*field]->getType())
      return false;
    reads.push_back({load, *field});
    return true;
  }

  bool findReads() {
    Argument *captured = microtask.getArg(MicrotaskPrefix);
    for (User *user : captured->users())
      if (auto *element = dyn_cast<GetElementPtrInst>(user)) {
        for (User *use : element->users())
          if (!addRead(use, element))
            return false;
      } else if (!addRead(user, captured)) {
        return false;
      }
    return true;
  }

  Function *rewriteMicrotask() {
    SmallVector<Type *, 8> parameters(microtask.getFunctionType()->params().take_front(MicrotaskPrefix));
    for (Value *value : values)
      parameters.push_back(value->getType());
    auto *unpacked = Function::Create(FunctionType::get(microtask.getReturnType(), parameters, false),
                                      microtask.getLinkage(), microtask.getAddressSpace(), "", microtask.getParent());
    unpacked->takeName(&microtask);
    unpacked->setAttributes(AttributeList::get(microtask.getContext(), microtask.getAttributes().getFnAttrs(), {}, {}));
    unpacked->setSubprogram(microtask.getSubprogram());
    microtask.setSubprogram(nullptr);
    unpacked->splice(unpacked->begin(), &microtask);
    for (unsigned i = 0; i < MicrotaskPrefix; ++i) {
      microtask.getArg(i)->replaceAllUsesWith(unpacked->getArg(i));
      unpacked->getArg(i)->takeName(microtask.getArg(i));
      unpacked->addParamAttr(i, Attribute::NoAlias);
    }
    for (auto &[load, field] : reads) {
      load->replaceAllUsesWith(unpacked->getArg(MicrotaskPrefix + field));
      load->eraseFromParent();
    }
    for (User *user : make_early_inc_range(microtask.getArg(MicrotaskPrefix)->users()))
      cast<Instruction>(user)->eraseFromParent();
    return unpacked;
  }

  void rewriteCall(CallInst &call, Function &unpacked) {
    IRBuilder<> builder(&call);
    SmallVector<Value *, 8> arguments(call.args());
    arguments.pop_back();
    append_range(arguments, values);
    if (&call == &fork) {
      arguments[1] = builder.getInt32(values.size());
      arguments[2] = &unpacked;
      builder.CreateCall(fork.getFunctionType(), fork.getCalledOperand(), arguments);
    } else {
      builder.CreateCall(&unpacked, arguments);
    }
    call.eraseFromParent();
  }
};

} // namespace

/// Variables of a region are made where it begins, and are those of its function.
static bool hoistVariables(Function &function) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  SmallVector<AllocaInst *, 8> variables;
  BasicBlock &entry = function.getEntryBlock();
  for (Instruction &instruction : instructions(function))
    if (auto *variable = dyn_cast<AllocaInst>(&instruction))
      if (isa<ConstantInt>(variable->getArraySize()) && !loops.getLoopFor(variable->getParent()))
        variables.push_back(variable);
  for (AllocaInst *variable : reverse(variables))
    variable->moveBefore(entry, entry.begin());
  return !variables.empty();
}

/// The builder keeps each thread's number in a variable that nobody reads, for which each loop would ask the runtime.
static void forgetThreadNumber(Function &microtask) {
  for (User *user : make_early_inc_range(microtask.getArg(0)->users())) {
    auto *number = dyn_cast<LoadInst>(user);
    auto *store = number && number->hasOneUse() ? dyn_cast<StoreInst>(number->user_back()) : nullptr;
    auto *variable = store ? dyn_cast<AllocaInst>(store->getPointerOperand()) : nullptr;
    if (!variable || !all_of(variable->users(), [&](const User *other) {
          return other == store || (isa<LoadInst>(other) && other->use_empty());
        }))
      continue;
    for (User *other : make_early_inc_range(variable->users()))
      cast<Instruction>(other)->eraseFromParent();
    variable->eraseFromParent();
    number->eraseFromParent();
  }
}

/// Only pointers and numbers of 64 bits enter a loop as values.
static void keepInVariables(Function &function) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  SmallPtrSet<const Loop *, 4> shared;
  for (Loop *loop : loops.getLoopsInPreorder())
    if (loop->getHeader()->getName().starts_with("omp.inner.for.cond"))
      shared.insert(loop);
  auto entersLoop = [&](Instruction &instruction) {
    return any_of(instruction.users(), [&](User *user) {
      auto *use = cast<Instruction>(user);
      return any_of(shared, [&](const Loop *loop) { return loop->contains(use) && !loop->contains(&instruction); });
    });
  };
  SmallVector<Instruction *, 8> entering;
  for (Instruction &instruction : instructions(function))
    if (Type *type = instruction.getType(); !type->isPointerTy() && !type->isIntegerTy(64) && !type->isVoidTy() &&
                                            !type->isTokenTy() && !calleeName(instruction).starts_with("__kmpc_") &&
                                            entersLoop(instruction))
      entering.push_back(&instruction);
  for (Instruction *instruction : entering)
    if (auto *phi = dyn_cast<PHINode>(instruction))
      DemotePHIToStack(phi, function.getEntryBlock().begin());
    else
      DemoteRegToStack(*instruction, /*VolatileLoads=*/false, function.getEntryBlock().begin());
}

bool rewriteBuilderForm(Module &module) {
  bool changed = nameFiles(module);
  for (Function &function : module)
    if (changed)
      locateCalls(function);
  SmallVector<CallInst *, 8> conditional;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (isCallTo(instruction, "__kmpc_fork_call_if"))
        conditional.push_back(cast<CallInst>(&instruction));
  for (CallInst *fork : conditional)
    changed |= writeBranch(*fork);
  for (CallInst *fork : forkCalls(module))
    changed |= CapturedStruct(*fork).unpack();
  for (Function &function : module) {
    if (function.isDeclaration() || !rewriteBuilderLoops(function))
      continue;
    EliminateUnreachableBlocks(function);
    function.addFnAttr(InPlaceAttribute);
    changed = true;
  }
  if (!changed)
    return false;
  for (CallInst *fork : forkCalls(module))
    if (Function *microtask = microtaskOf(*fork); microtask && microtask->arg_size() >= MicrotaskPrefix)
      forgetThreadNumber(*microtask);
  for (Function &function : module)
    if (!function.isDeclaration()) {
      hoistVariables(function);
      keepInVariables(function);
      keepArithmetic(function);
      locateCalls(function);
    }
  return true;
}

} // namespace tactus
