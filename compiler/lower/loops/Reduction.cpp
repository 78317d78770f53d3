//===- Reduction.cpp - results of tasks ----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/loops/Reduction.h"
#include "abi/loops.h"
#include "model/RuntimeCalls.h"
#include "raise/openmp/Recognition.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace tactus {

static bool movesResults(const ParallelLoop &loop) { return loop.reduce && !loop.reductionNeedsLock; }

static uint64_t alignmentOf(const ReductionItem &item) {
  return std::max<uint64_t>(item.privateCopy->getAlign().value(), TACTUS_RESULT_ALIGNMENT);
}

Value *sizeOf(const ReductionItem &item, IRBuilder<> &builder) {
  const DataLayout &layout = item.privateCopy->getDataLayout();
  Value *elementSize = builder.getInt64(layout.getTypeAllocSize(item.privateCopy->getAllocatedType()));
  Value *count = builder.CreateZExtOrTrunc(item.privateCopy->getArraySize(), builder.getInt64Ty());
  return builder.CreateMul(elementSize, count);
}

Value *alignUp(Value *value, uint64_t alignment, IRBuilder<> &builder) {
  Value *sum = builder.CreateAdd(value, builder.getInt64(alignment - 1));
  return builder.CreateAnd(sum, builder.getInt64(~(alignment - 1)));
}

static uint64_t listBytes(const ParallelLoop &loop) {
  return alignTo(8 * loop.reductions.size(), TACTUS_RESULT_ALIGNMENT);
}

Value *resultBytes(const Slice &slice, IRBuilder<> &builder) {
  const ParallelLoop &loop = *slice.loop;
  if (!loop.reduce)
    return builder.getInt64(0);
  // With a lock the area is not used; that a task has one tells it from the serial call.
  if (!movesResults(loop))
    return builder.getInt64(TACTUS_RESULT_ALIGNMENT);
  Value *bytes = builder.getInt64(listBytes(loop));
  for (const ReductionItem &item : loop.reductions)
    if (item.privateCopy) // Room to align the copy, and the copy.
      bytes = builder.CreateAdd(bytes, builder.CreateAdd(sizeOf(item, builder), builder.getInt64(alignmentOf(item))));
  return bytes;
}

Value *listElement(Value *list, unsigned index, IRBuilder<> &builder) {
  return builder.CreateConstInBoundsGEP1_64(builder.getPtrTy(), list, index);
}

void storeNumber(const ReductionItem &item, Value *list, unsigned index, IRBuilder<> &builder) {
  builder.CreateStore(builder.CreateIntToPtr(item.number, builder.getPtrTy()), listElement(list, index, builder));
}

LentCopies::LentCopies(const Slice &slice, IRBuilder<> &builder) : slice(slice), builder(builder) {
  const ParallelLoop &loop = *slice.loop;
  IRBuilder<> entry(&*slice.function->getEntryBlock().getFirstInsertionPt());
  list = entry.CreateAlloca(ArrayType::get(builder.getPtrTy(), loop.reductions.size()));
  temporaries.resize(loop.reductions.size());
  for (unsigned i = 0; i < loop.reductions.size(); ++i) {
    const ReductionItem &item = loop.reductions[i];
    if (!item.privateCopy) {
      storeNumber(item, list, i, builder);
    } else if (item.privateCopy->isStaticAlloca()) {
      temporaries[i] = entry.CreateAlloca(item.privateCopy->getAllocatedType(), item.privateCopy->getArraySize());
      temporaries[i]->setAlignment(item.privateCopy->getAlign());
      builder.CreateMemCpy(temporaries[i], temporaries[i]->getAlign(), item.privateCopy, item.privateCopy->getAlign(),
                           sizeOf(item, builder));
      builder.CreateStore(temporaries[i], listElement(list, i, builder));
    } else {
      builder.CreateStore(item.privateCopy, listElement(list, i, builder));
    }
  }
}

void LentCopies::takeBack() {
  for (auto [item, temporary] : zip(slice.loop->reductions, temporaries))
    if (temporary)
      builder.CreateMemCpy(item.privateCopy, item.privateCopy->getAlign(), temporary, temporary->getAlign(),
                           sizeOf(item, builder));
}

void combineTaskResults(const Slice &slice, IRBuilder<> &builder) {
  const ParallelLoop &loop = *slice.loop;
  if (!movesResults(loop))
    return;
  LentCopies copies(slice, builder);
  Module &module = *slice.function->getParent();
  FunctionCallee combine = module.getOrInsertFunction("tactus_combine", builder.getVoidTy(), builder.getPtrTy(),
                                                      builder.getPtrTy(), builder.getPtrTy());
  CallInst *call = builder.CreateCall(combine, {slice.slot, copies.list, loop.reduce->getArgOperand(5)});
  call->addFnAttr(Attribute::Cold);
  copies.takeBack();
}

/// A task's private copies, moved into its result area.
static void moveResults(const Slice &slice, IRBuilder<> &builder) {
  const ParallelLoop &loop = *slice.loop;
  Value *area = slice.result();
  Value *position =
      builder.CreateAdd(builder.CreatePtrToInt(area, builder.getInt64Ty()), builder.getInt64(listBytes(loop)));
  for (unsigned i = 0; i < loop.reductions.size(); ++i) {
    const ReductionItem &item = loop.reductions[i];
    if (!item.privateCopy) {
      storeNumber(item, area, i, builder);
      continue;
    }
    position = alignUp(position, alignmentOf(item), builder);
    Value *copy = builder.CreateIntToPtr(position, builder.getPtrTy());
    Value *bytes = sizeOf(item, builder);
    builder.CreateMemCpy(copy, Align(alignmentOf(item)), item.privateCopy, item.privateCopy->getAlign(), bytes);
    builder.CreateStore(copy, listElement(area, i, builder));
    position = builder.CreateAdd(position, bytes);
  }
}

static void eraseCallsTo(Function &function, std::initializer_list<StringRef> names) {
  for (BasicBlock &block : function)
    for (Instruction &instruction : make_early_inc_range(block))
      if (any_of(names, [&](StringRef name) { return isCallTo(instruction, name); }))
        instruction.eraseFromParent();
}

/// The list's stores would make the private copies escape.
static void eraseList(AllocaInst *list) {
  for (auto [store, index] : reductionListStores(list))
    store->eraseFromParent();
}

/// Every slice combines with the originals itself: tasks take turns by clang's lock for the construct.
static void lowerLockedReduction(Slice &slice) {
  CallInst *reduce = slice.loop->reduce;
  Module &module = *slice.function->getParent();
  IRBuilder<> builder(reduce);
  FunctionCallee threadNumber =
      module.getOrInsertFunction("__kmpc_global_thread_num", builder.getInt32Ty(), builder.getPtrTy());
  FunctionCallee lock = module.getOrInsertFunction("__kmpc_critical", builder.getVoidTy(), builder.getPtrTy(),
                                                   builder.getInt32Ty(), builder.getPtrTy());
  FunctionCallee unlock = module.getOrInsertFunction("__kmpc_end_critical", builder.getVoidTy(), builder.getPtrTy(),
                                                     builder.getInt32Ty(), builder.getPtrTy());
  Value *ident = reduce->getArgOperand(0);
  Value *mutex = reduce->getArgOperand(6);
  Value *thread = builder.CreateCall(threadNumber, {ident});
  builder.CreateCall(lock, {ident, thread, mutex});
  SmallVector<Instruction *, 2> ends;
  for (BasicBlock &block : *slice.function)
    for (Instruction &instruction : block)
      if (isCallTo(instruction, "__kmpc_end_reduce") || isCallTo(instruction, "__kmpc_end_reduce_nowait"))
        ends.push_back(&instruction);
  for (Instruction *end : ends) {
    IRBuilder<> endBuilder(end);
    endBuilder.CreateCall(unlock, {ident, thread, mutex});
    end->eraseFromParent();
  }
  reduce->replaceAllUsesWith(builder.getInt32(1));
  reduce->eraseFromParent();
}

void lowerReduction(Slice &slice) {
  const ParallelLoop &loop = *slice.loop;
  CallInst *reduce = loop.reduce;
  if (!reduce)
    return;
  auto *list = cast<AllocaInst>(reduce->getArgOperand(4)->stripPointerCasts());
  // Case 2, atomic updates by each thread, never happens.
  for (User *user : reduce->users())
    if (auto *choice = dyn_cast<SwitchInst>(user))
      if (auto atomicCase = choice->findCaseValue(ConstantInt::get(Type::getInt32Ty(reduce->getContext()), 2));
          atomicCase != choice->case_default())
        choice->removeCase(atomicCase);
  if (loop.reductionNeedsLock) {
    lowerLockedReduction(slice);
  } else {
    IRBuilder<> builder(reduce);
    Value *isTask = builder.CreateIsNotNull(slice.result());
    BasicBlock *before = reduce->getParent();
    Instruction *inTask = SplitBlockAndInsertIfThen(isTask, reduce->getIterator(), /*Unreachable=*/false,
                                                    MDBuilder(reduce->getContext()).createUnlikelyBranchWeights());
    builder.SetInsertPoint(inTask);
    moveResults(slice, builder);
    builder.SetInsertPoint(reduce);
    PHINode *isCombining = builder.CreatePHI(builder.getInt32Ty(), 2);
    isCombining->addIncoming(builder.getInt32(1), before);
    isCombining->addIncoming(builder.getInt32(0), inTask->getParent());
    reduce->replaceAllUsesWith(isCombining);
    reduce->eraseFromParent();
    eraseCallsTo(*slice.function, {"__kmpc_end_reduce", "__kmpc_end_reduce_nowait"});
  }
  eraseList(list);
}

} // namespace tactus
