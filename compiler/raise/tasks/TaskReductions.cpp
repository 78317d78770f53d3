//===- TaskReductions.cpp - task groups that reduce, and their tasks -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/tasks/TaskReductions.h"
#include "abi/openmp.h"
#include "ir/DebugScope.h"
#include "model/RuntimeCalls.h"
#include "model/TaskCalls.h"
#include "raise/tasks/ReductionItems.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <cstddef>
#include <set>

using namespace llvm;

namespace tactus {

using Item = abi::TaskReductionItem;

/// Copies of items up to this size have room in the frame of their group.
static constexpr uint64_t LargestCopyInFrame = 1024;

static AllocaInst *itemsOf(const CallInst &init) {
  return dyn_cast<AllocaInst>(init.getArgOperand(2)->stripPointerCasts());
}

/// Loads of numbers of elements.
static SmallVector<LoadInst *, 2> sizeLoads(Function &function) {
  SmallVector<LoadInst *, 2> loads;
  for (Instruction &instruction : instructions(function)) {
    auto *load = dyn_cast<LoadInst>(&instruction);
    if (!load)
      continue;
    const Value *pointer = load->getPointerOperand()->stripPointerCasts();
    if (auto *address = dyn_cast<IntrinsicInst>(pointer);
        address && address->getIntrinsicID() == Intrinsic::threadlocal_address)
      pointer = address->getArgOperand(0)->stripPointerCasts();
    if (isReductionSize(pointer))
      loads.push_back(load);
  }
  return loads;
}

/// The type of the elements that a load counts: it says where their array ends. Null if it says anything else.
static Type *countedType(const LoadInst &load) {
  Type *type = nullptr;
  for (const User *user : load.users()) {
    auto *end = dyn_cast<GetElementPtrInst>(user);
    if (!end || end->getNumIndices() != 1 || end->getOperand(1) != &load ||
        (type && type != end->getSourceElementType()))
      return nullptr;
    type = end->getSourceElementType();
  }
  return type;
}

bool isKnownTaskReduction(const CallInst &init) {
  if (!itemsOf(init) || !isa<ConstantInt>(init.getArgOperand(1)))
    return false;
  for (const ItemField &each : fieldsOf(*itemsOf(init))) {
    if (!each.isFunction() || isa<ConstantPointerNull>(each.store->getValueOperand()))
      continue;
    auto *function = dyn_cast<Function>(each.store->getValueOperand());
    if (!function || function->isDeclaration())
      return false;
    for (LoadInst *load : sizeLoads(*function))
      if (!load->use_empty() && !countedType(*load))
        return false;
  }
  return true;
}

/// A copy of the function that takes the item's size in bytes as its last argument.
static Function *takingSize(Function &function) {
  SmallVector<Type *, 3> parameters(function.getFunctionType()->params());
  Type *word = Type::getInt64Ty(function.getContext());
  parameters.push_back(word);
  Function *copy = Function::Create(FunctionType::get(function.getReturnType(), parameters, /*isVarArg=*/false),
                                    GlobalValue::InternalLinkage, function.getName() + ".sized", function.getParent());
  ValueToValueMapTy values;
  for (auto [from, to] : zip(function.args(), copy->args()))
    values[&from] = &to;
  SmallVector<ReturnInst *, 2> returns;
  CloneFunctionInto(copy, &function, values, CloneFunctionChangeType::LocalChangesOnly, returns);
  separateAssignments(*copy);
  Argument *bytes = copy->getArg(copy->arg_size() - 1);
  for (LoadInst *load : sizeLoads(*copy)) {
    IRBuilder<> builder(load);
    if (Type *type = countedType(*load)) {
      uint64_t size = copy->getDataLayout().getTypeAllocSize(type);
      load->replaceAllUsesWith(builder.CreateUDiv(bytes, ConstantInt::get(word, size)));
    }
    load->eraseFromParent();
  }
  return copy;
}

/// Room for the group's own copies; the runtime aligns each by its size and address.
static uint64_t roomForCopies(const CallInst &init) {
  uint64_t room = 0;
  for (const ItemField &each : fieldsOf(*itemsOf(init))) {
    auto *bytes = each.field == offsetof(Item, bytes) ? dyn_cast<ConstantInt>(each.store->getValueOperand()) : nullptr;
    if (!bytes || bytes->isZero() || bytes->getZExtValue() > LargestCopyInFrame)
      continue;
    uint64_t alignment = bytes->getZExtValue() & -bytes->getZExtValue();
    room += abi::bytesOfReductionCopy(bytes->getZExtValue()) + alignment - 1;
  }
  return alignTo(room, 8);
}

/// Where the group ends in which the reduction begins: the next end on each way through the function that does not
/// belong to a group inside.
static SmallVector<CallInst *, 2> endsOf(CallInst &init) {
  SmallVector<CallInst *, 2> ends;
  using Place = std::pair<BasicBlock::iterator, unsigned>;
  SmallVector<Place, 8> worklist{{std::next(init.getIterator()), 0}};
  std::set<std::pair<BasicBlock *, unsigned>> seen;
  while (!worklist.empty()) {
    auto [position, depth] = worklist.pop_back_val();
    BasicBlock *block = position->getParent();
    bool ended = false;
    for (; position != block->end() && !ended; ++position) {
      if (isCallTo(*position, "__kmpc_taskgroup"))
        ++depth;
      if (!isCallTo(*position, "__kmpc_end_taskgroup"))
        continue;
      ended = depth == 0;
      if (ended)
        ends.push_back(cast<CallInst>(&*position));
      else
        --depth;
    }
    if (!ended)
      for (BasicBlock *next : successors(block))
        if (seen.insert({next, depth}).second)
          worklist.push_back({next->begin(), depth});
  }
  return ends;
}

static void raiseGroup(CallInst &init) {
  Function &function = *init.getFunction();
  Module &module = *function.getParent();
  for (const ItemField &each : fieldsOf(*itemsOf(init)))
    if (auto *callee = dyn_cast<Function>(each.store->getValueOperand());
        callee && each.isFunction() && !sizeLoads(*callee).empty())
      each.store->setOperand(0, takingSize(*callee));

  uint64_t count = cast<ConstantInt>(init.getArgOperand(1))->getZExtValue();
  uint64_t room = roomForCopies(init);
  uint64_t words = abi::ReductionGroupWords + count * abi::ReductionWords + room / 8;
  IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  AllocaInst *group = builder.CreateAlloca(ArrayType::get(builder.getInt64Ty(), words), nullptr, "reduction");
  builder.SetInsertPoint(&init);
  builder
      .CreateCall(module.getOrInsertFunction("tactus_reduction_begin", builder.getVoidTy(), builder.getPtrTy(),
                                             builder.getPtrTy(), builder.getInt64Ty(), builder.getInt64Ty()),
                  {group, init.getArgOperand(2), builder.getInt64(count), builder.getInt64(room)})
      ->setDoesNotThrow();
  for (CallInst *end : endsOf(init)) {
    builder.SetInsertPoint(end->getNextNode());
    builder.SetCurrentDebugLocation(end->getDebugLoc());
    builder
        .CreateCall(module.getOrInsertFunction("tactus_reduction_end", builder.getVoidTy(), builder.getPtrTy()),
                    {group})
        ->setDoesNotThrow();
  }
  init.replaceAllUsesWith(group);
  init.eraseFromParent();
}

static void raiseQuestion(CallInst &question) {
  IRBuilder<> builder(&question);
  FunctionCallee find = question.getModule()->getOrInsertFunction(FindReductionName, builder.getPtrTy(),
                                                                  builder.getPtrTy(), builder.getPtrTy());
  CallInst *copy = builder.CreateCall(find, {question.getArgOperand(1), question.getArgOperand(2)});
  copy->setDoesNotThrow();
  question.replaceAllUsesWith(copy);
  question.eraseFromParent();
}

void raiseTaskReductions(const TaskFunction &tasks) {
  for (CallInst *init : tasks.reductions)
    raiseGroup(*init);
  for (CallInst *question : tasks.reductionCopies)
    raiseQuestion(*question);
  // Nobody reads them any more.
  for (Instruction &instruction : make_early_inc_range(instructions(*tasks.function)))
    if (auto *store = dyn_cast<StoreInst>(&instruction);
        store && isReductionSize(store->getPointerOperand()->stripPointerCasts()))
      store->eraseFromParent();
}

} // namespace tactus
