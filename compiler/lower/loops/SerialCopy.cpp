//===- SerialCopy.cpp - short loops at the price of sequential ones -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/loops/SerialCopy.h"
#include "analysis/SmallFunctions.h"
#include "ir/DebugScope.h"
#include "lower/loops/Beats.h"
#include "model/Microtask.h"
#include "model/StripFunction.h"
#include "raise/header/HeaderLoops.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace tactus {

/// What the slice does around its loop happens twice when the copy calls the slice: a call into the program may only
/// read.
static bool mayRunSurroundingsTwice(const Slice &slice) {
  for (BasicBlock &block : *slice.function) {
    if (slice.body.contains(&block))
      continue;
    for (Instruction &instruction : block) {
      auto *call = dyn_cast<CallBase>(&instruction);
      if (!call || isa<IntrinsicInst>(call))
        continue;
      const Function *callee = call->getCalledFunction();
      if (!callee || !(callee->getName().starts_with("__kmpc_") || onlyReads(*callee)))
        return false;
    }
  }
  return true;
}

RecursiveFunctions findRecursiveFunctions(Module &module) {
  RecursiveFunctions recursive;
  CallGraph graph(module);
  for (auto component = scc_begin(&graph); !component.isAtEnd(); ++component)
    if (component.hasCycle())
      for (const CallGraphNode *node : *component)
        recursive.insert(node->getFunction());
  return recursive;
}

/// Is the loop entered so often that each entry counts? One that is no leaf, and does not let its leaf pay, is so if
/// its own iterations enter it.
static bool isEnteredOften(const Slice &slice, const RecursiveFunctions &recursive) {
  const ParallelLoop &loop = *slice.loop;
  if (loop.isLeaf)
    return loop.isNested || isInPlace(*slice.function);
  return !slice.isChargedByLeaf && !loop.blockShift && !loop.hasOneVersion && recursive.contains(slice.function);
}

/// Those that enter the loop with all of its iterations.
static SmallVector<CallBase *, 2> serialCalls(const Slice &slice) {
  SmallVector<CallBase *, 2> calls;
  for (User *user : slice.function->users())
    if (auto *call = dyn_cast<CallBase>(user); call && !runsTasks(*call->getFunction()))
      calls.push_back(call);
  return calls;
}

std::unique_ptr<SerialCopy> makeSerialCopy(Slice &slice, const RecursiveFunctions &recursive) {
  const ParallelLoop &loop = *slice.loop;
  if (!loop.hasPromotionPoint() || !isEnteredOften(slice, recursive) || loop.hasRecord ||
      slice.function->hasOptNone() || !(loop.describesItself || mayRunSurroundingsTwice(slice)))
    return nullptr;
  // Iterations that have points whatever is paid are the same in the copy.
  if (!loop.isLeaf && !beats().charges()) {
    for (CallBase *call : serialCalls(slice))
      call->addFnAttr(Attribute::AlwaysInline);
    return nullptr;
  }
  ValueToValueMapTy map;
  // The microtask's own parameters are still mentioned; they stay what they are until all calls that use them are gone.
  if (loop.microtask)
    for (Argument &parameter : loop.microtask->args())
      map[&parameter] = &parameter;
  Function *function = CloneFunction(slice.function, map);
  separateAssignments(*function);
  StringRef name = slice.function->getName();
  function->setName(name.substr(0, name.rfind(".slice")) + ".serial");

  auto copy = std::make_unique<SerialCopy>(copiedLoop(loop, map), slice);
  copy->slice.loop = &copy->loop;
  copy->slice.body = copy->loop.body;
  copy->slice.function = function;
  copy->slice.run = nullptr;
  copy->slice.polled = slice.function;
  copy->slice.slot = cast<AllocaInst>(&*map.lookup(slice.slot));
  for (Value *&value : copy->slice.environment)
    value = map.lookup(value);
  // The slice is only called where there are iterations.
  slice.chargesWhenSkipped = false;

  for (CallBase *call : serialCalls(slice))
    call->setCalledFunction(function);
  if (loop.describesItself)
    function->addFnAttr(Attribute::AlwaysInline);
  // A loop has its name before anybody knows what its iterations cost, from the slice.
  if (loop.describesItself && !loop.isLeaf)
    function->getArg(HeaderLoop::IsTask)->replaceAllUsesWith(ConstantInt::getTrue(function->getContext()));
  return copy;
}

void keepOneCopy(const Slice &slice, const RecursiveFunctions &recursive) {
  const ParallelLoop &loop = *slice.loop;
  // What has a record is called by way of another function, and once.
  if (!loop.hasPromotionPoint() || loop.isNested || isInPlace(*slice.function) || slice.callee != slice.function ||
      recursive.contains(slice.function) ||
      any_of(serialCalls(slice), [&](const CallBase *call) { return recursive.contains(call->getFunction()); }))
    return;
  slice.function->addFnAttr(Attribute::NoInline);
}

/// Adds the types of what is read and written through `pointer`, null for anything else that is done with it. Atomic
/// accesses belong to clang's other way to combine, which is dropped.
static void collectAccesses(const Value *pointer, SmallPtrSetImpl<Type *> &types) {
  for (const User *user : pointer->users()) {
    if (isa<AtomicRMWInst, AtomicCmpXchgInst>(user))
      continue;
    if (auto *load = dyn_cast<LoadInst>(user)) {
      types.insert(load->getType());
      continue;
    }
    auto *store = dyn_cast<StoreInst>(user);
    if (store && store->getPointerOperand() == pointer) {
      types.insert(store->getValueOperand()->getType());
      continue;
    }
    // Clang keeps the parameter in a variable.
    auto *variable = store ? dyn_cast<AllocaInst>(store->getPointerOperand()) : nullptr;
    if (!variable) {
      types.insert(nullptr);
      continue;
    }
    for (const User *access : variable->users())
      if (isa<LoadInst>(access))
        collectAccesses(access, types);
      else if (access != store)
        types.insert(nullptr);
  }
}

/// The type of a variable that the function accesses through `pointer`, always as a whole; else null.
static Type *accessedType(const Argument *pointer) {
  SmallPtrSet<Type *, 2> types;
  collectAccesses(pointer, types);
  return types.size() == 1 ? *types.begin() : nullptr;
}

BasicBlock *createPolledCall(const Slice &copy) {
  Function &function = *copy.function;
  LLVMContext &context = function.getContext();
  BasicBlock *block = BasicBlock::Create(context, "", &function);
  IRBuilder<> builder(block);
  builder.SetCurrentDebugLocation(copy.loop->header->getTerminator()->getDebugLoc());
  IRBuilder<> entry(&*function.getEntryBlock().getFirstInsertionPt());
  // A variable whose address is passed stays in memory. The results of reductions are lent to the call, so that they
  // are in registers everywhere else.
  SmallVector<std::pair<Argument *, AllocaInst *>, 2> lent;
  SmallVector<Value *, 12> arguments;
  for (Argument &parameter : function.args()) {
    arguments.push_back(&parameter);
    if (copy.loop->describesItself)
      continue;
    unsigned capture = parameter.getArgNo() - copy.capture(0)->getArgNo();
    if (&parameter == copy.begin() || capture >= copy.loop->captures.size() ||
        copy.loop->captures[capture].kind != CaptureKind::ReductionOriginal)
      continue;
    Type *type = accessedType(&parameter);
    if (!type)
      continue;
    AllocaInst *temporary = entry.CreateAlloca(type);
    builder.CreateStore(builder.CreateLoad(type, &parameter), temporary);
    arguments.back() = temporary;
    lent.push_back({&parameter, temporary});
  }
  for (auto [index, bytes, isResult] : copy.copied) {
    Align alignment = function.getParamAlign(index).valueOrOne();
    AllocaInst *temporary = entry.CreateAlloca(ArrayType::get(entry.getInt8Ty(), bytes));
    temporary->setAlignment(alignment);
    builder.CreateMemCpy(temporary, alignment, function.getArg(index), alignment, bytes);
    arguments[index] = temporary;
  }
  CallInst *call = builder.CreateCall(copy.polled, arguments, {OperandBundleDef("deopt", ArrayRef<Value *>())});
  call->setCallingConv(copy.polled->getCallingConv());
  call->addFnAttr(Attribute::Cold);
  call->addFnAttr(Attribute::NoInline);
  if (copy.loop->blockShift)
    call->addFnAttr(Attribute::get(context, LongRowsAttribute, utostr(uint64_t{1} << *copy.loop->blockShift)));
  for (auto [parameter, temporary] : lent)
    builder.CreateStore(builder.CreateLoad(temporary->getAllocatedType(), temporary), parameter);
  for (auto [index, bytes, isResult] : copy.copied)
    if (isResult)
      builder.CreateMemCpy(function.getArg(index), function.getParamAlign(index), arguments[index],
                           function.getParamAlign(index), bytes);
  builder.CreateRetVoid();
  return block;
}

} // namespace tactus
