//===- SpawnExceptions.cpp - spawned calls that throw beside their rest --------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/rests/SpawnExceptions.h"
#include "lower/rests/RestExceptions.h"
#include "model/SpawnMarks.h"
#include "model/ThrowingCalls.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace tactus {

void SpawnExceptions::prepare(ArrayRef<std::unique_ptr<Rest>> rests) {
  SmallVector<Rest *, 8> throwing;
  for (auto &rest : rests)
    if (isa_and_present<InvokeInst>(rest->spawn.firstBranch) && mayThrowInFunction(*rest->spawn.firstBranch))
      throwing.push_back(rest.get());
  if (throwing.empty())
    return;
  findSlots();
  if (!leavingPad)
    leavingPad = createLeavingPad(function);
  SmallVector<BasicBlock *, 16> pads;
  for (BasicBlock &block : function)
    if (isThrowExit(block))
      pads.push_back(&block);
  for (BasicBlock *pad : pads)
    separateHandler(pad);
  joinResumes();
  for (Rest *rest : throwing)
    givePad(*rest);
  for (Rest *rest : throwing)
    decide(*rest);
  for (Rest *rest : throwing)
    findOuterHandlers(*rest);
  for (Rest *rest : throwing)
    guardResults(*rest);
}

void SpawnExceptions::findSlots() {
  for (Instruction &instruction : instructions(function))
    if (auto part = exceptionSlotPart(instruction))
      (*part == ExceptionSlot::Selector ? selectorSlot : exceptionSlot) = cast<AllocaInst>(&instruction);
  IRBuilder<> entry(&*function.getEntryBlock().getFirstInsertionPt());
  if (!exceptionSlot)
    exceptionSlot = entry.CreateAlloca(entry.getPtrTy(), nullptr, "exception");
  if (!selectorSlot)
    selectorSlot = entry.CreateAlloca(entry.getInt32Ty(), nullptr, "selector");
  recordSlot = entry.CreateAlloca(entry.getPtrTy(), nullptr, "unwound");
  memory.insert({exceptionSlot, selectorSlot, recordSlot});
}

void SpawnExceptions::storeException(IRBuilderBase &builder, Value *landing, Value *exception, Value *selector) {
  builder.CreateStore(builder.CreateExtractValue(landing, 0), exception);
  builder.CreateStore(builder.CreateExtractValue(landing, 1), selector);
}

Value *SpawnExceptions::loadLanding(IRBuilderBase &builder, Type *type) {
  Value *landing = PoisonValue::get(type);
  landing = builder.CreateInsertValue(landing, builder.CreateLoad(builder.getPtrTy(), exceptionSlot), 0);
  return builder.CreateInsertValue(landing, builder.CreateLoad(builder.getInt32Ty(), selectorSlot), 1);
}

/// The landing pad keeps nothing but the exception; what follows finds it in memory, whichever way it is entered.
void SpawnExceptions::separateHandler(BasicBlock *pad) {
  demotePhis(*pad);
  LandingPadInst *landing = pad->getLandingPadInst();
  IRBuilder<> builder(landing->getNextNode());
  builder.SetCurrentDebugLocation(landing->getDebugLoc());
  storeException(builder, landing, exceptionSlot, selectorSlot);
  builder.CreateStore(ConstantPointerNull::get(builder.getPtrTy()), recordSlot);
  BasicBlock *handler = SplitBlock(pad, &*builder.GetInsertPoint());
  if (none_of(landing->users(), [&](User *user) { return cast<Instruction>(user)->getParent() != pad; }))
    return;
  builder.SetInsertPoint(handler, handler->begin());
  builder.SetCurrentDebugLocation(landing->getDebugLoc());
  Value *again = loadLanding(builder, landing->getType());
  landing->replaceUsesWithIf(again, [&](Use &use) { return cast<Instruction>(use.getUser())->getParent() != pad; });
}

/// One block from which exceptions leave the function.
void SpawnExceptions::joinResumes() {
  SmallVector<ResumeInst *, 4> resumes;
  for (BasicBlock &block : function)
    if (auto *resume = dyn_cast<ResumeInst>(block.getTerminator()))
      resumes.push_back(resume);
  resumeBlock = BasicBlock::Create(function.getContext(), "leave", &function);
  for (ResumeInst *resume : resumes) {
    IRBuilder<> builder(resume);
    storeException(builder, resume->getValue(), exceptionSlot, selectorSlot);
    builder.CreateBr(resumeBlock);
    if (resumeBlock->empty()) {
      IRBuilder<> leave(resumeBlock);
      leave.SetCurrentDebugLocation(resume->getDebugLoc());
      leave.CreateResume(loadLanding(leave, resume->getValue()->getType()));
    }
    resume->eraseFromParent();
  }
}

static LandingPadInst *copyLanding(IRBuilderBase &builder, const LandingPadInst &like) {
  LandingPadInst *landing = builder.CreateLandingPad(like.getType(), like.getNumClauses());
  for (unsigned i = 0; i < like.getNumClauses(); ++i)
    landing->addClause(like.getClause(i));
  landing->setCleanup(true);
  return landing;
}

void SpawnExceptions::givePad(Rest &rest) {
  auto *invoke = cast<InvokeInst>(rest.spawn.firstBranch);
  BasicBlock *shared = invoke->getUnwindDest();
  IRBuilder<> builder(function.getContext());
  builder.SetCurrentDebugLocation(invoke->getDebugLoc());
  rest.pad = BasicBlock::Create(function.getContext(), "spawn.pad", &function, shared);
  builder.SetInsertPoint(rest.pad);
  LandingPadInst *landing = copyLanding(builder, *shared->getLandingPadInst());
  storeException(builder, landing, exceptionSlot, selectorSlot);
  CallInst *record = builder.CreateCall(function.getParent()->getOrInsertFunction(UnwoundName, builder.getPtrTy()));
  record->setDoesNotThrow();
  builder.CreateStore(record, recordSlot);
  builder.CreateBr(handlerBehind(shared));
  invoke->setUnwindDest(rest.pad);
  padsOfSpawns.insert(rest.pad);
  if (pred_empty(shared) && shared != leavingPad)
    DeleteDeadBlock(shared);
}

/// The mark of the statement, in what follows its landing pad; null in C, where a statement has no temporaries.
static Instruction *markOfStatement(BasicBlock *block) {
  SmallPtrSet<BasicBlock *, 8> seen;
  SmallVector<BasicBlock *, 8> worklist{block};
  while (!worklist.empty()) {
    BasicBlock *next = worklist.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    for (Instruction &instruction : *next) {
      auto *call = dyn_cast<CallInst>(&instruction);
      if (call && call->getCalledFunction() && call->getCalledFunction()->getName() == UnwindingName)
        return call;
    }
    append_range(worklist, successors(next));
  }
  return nullptr;
}

/// Behind the statement's own destructors: has the rest run?
void SpawnExceptions::decide(Rest &rest) {
  IRBuilder<> builder(function.getContext());
  builder.SetCurrentDebugLocation(rest.spawn.firstBranch->getDebugLoc());
  rest.unwound = BasicBlock::Create(function.getContext(), "unwound", &function);
  builder.SetInsertPoint(rest.unwound);
  builder.CreateCall(function.getParent()->getOrInsertFunction(JoinName, builder.getVoidTy()))->setDoesNotThrow();
  builder.CreateUnreachable();

  Instruction *mark = hasHandlers(function) ? markOfStatement(handlerBehind(rest.pad)) : nullptr;
  rest.decision = mark ? mark->getParent() : rest.pad;
  BasicBlock *handler = mark ? SplitBlock(rest.decision, mark) : handlerBehind(rest.pad);
  if (mark)
    mark->eraseFromParent();
  rest.decision->getTerminator()->eraseFromParent();
  builder.SetInsertPoint(rest.decision);
  Value *record = builder.CreateLoad(builder.getPtrTy(), recordSlot);
  builder.CreateCondBr(builder.CreateIsNotNull(record), rest.unwound, handler);
  handlersOfSpawns[handler] = rest.pad;
}

/// Code that runs while an exception is on its way, from the blocks given.
static Blocks handlersFrom(SmallVector<BasicBlock *, 16> worklist) {
  Blocks found;
  while (!worklist.empty()) {
    BasicBlock *block = worklist.pop_back_val();
    if (found.insert(block).second && !beginsCatch(*block))
      append_range(worklist, successors(block));
  }
  return found;
}

void SpawnExceptions::findOuterHandlers(Rest &rest) {
  rest.outerHandlers = handlersFrom({rest.decision->getTerminator()->getSuccessor(1)});
  rest.outerHandlers.insert(resumeBlock);
}

Blocks SpawnExceptions::handlers() {
  SmallVector<BasicBlock *, 16> starts;
  for (BasicBlock &block : function)
    if (isThrowExit(block))
      append_range(starts, successors(&block));
  return handlersFrom(starts);
}

/// The variable of the function that a pointer points to, which may be the object that it returns; null for none.
static Value *variableOf(Value *pointer) {
  if (!pointer->getType()->isPointerTy())
    return nullptr;
  Value *object = getUnderlyingObject(pointer);
  auto *argument = dyn_cast<Argument>(object);
  return isa<AllocaInst>(object) || (argument && argument->hasStructRetAttr()) ? object : nullptr;
}

/// Variables that the call's result initialises, other than the spawn's own memory.
static SmallPtrSet<Value *, 2> initialisedBy(const Spawn &spawn, const SpawnMemory &memory) {
  SmallPtrSet<Value *, 2> found;
  auto note = [&](Value *pointer) {
    Value *variable = variableOf(pointer);
    if (variable && !(isa<AllocaInst>(variable) && memory.contains(cast<AllocaInst>(variable))))
      found.insert(variable);
  };
  for (unsigned i = 0; i < spawn.firstBranch->arg_size(); ++i)
    if (spawn.firstBranch->paramHasAttr(i, Attribute::StructRet))
      note(spawn.firstBranch->getArgOperand(i));
  SmallPtrSet<BasicBlock *, 4> seen;
  for (Instruction *next = &cast<InvokeInst>(spawn.firstBranch)->getNormalDest()->front();
       next && next != spawn.record;) {
    if (auto *store = dyn_cast<StoreInst>(next))
      note(store->getPointerOperand());
    else if (auto *call = dyn_cast<CallBase>(next); call && !isa<IntrinsicInst>(call) && call->arg_size() > 0)
      note(call->getArgOperand(0));
    if (!next->isTerminator()) {
      next = next->getNextNode();
      continue;
    }
    auto *following =
        isa<InvokeInst>(next) ? cast<InvokeInst>(next)->getNormalDest() : next->getParent()->getSingleSuccessor();
    next = following && seen.insert(following).second ? &following->front() : nullptr;
  }
  return found;
}

/// Such a variable is destroyed by code for exceptions only if the call has not thrown; and not while it still runs.
void SpawnExceptions::guardResults(Rest &rest) {
  SmallPtrSet<Value *, 2> variables = initialisedBy(rest.spawn, memory);
  if (variables.empty())
    return;
  SmallVector<CallBase *, 4> uses;
  for (BasicBlock *block : handlers())
    if (!rest.outerHandlers.contains(block))
      for (Instruction &instruction : *block) {
        auto *call = dyn_cast<CallBase>(&instruction);
        if (call && !isa<IntrinsicInst>(call) && any_of(call->args(), [&](Value *argument) {
              Value *variable = variableOf(argument);
              return variable && variables.contains(variable);
            }))
          uses.push_back(call);
      }
  if (uses.empty())
    return;
  IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  AllocaInst *exists = builder.CreateAlloca(builder.getInt8Ty(), nullptr, "exists");
  builder.SetInsertPoint(rest.spawn.firstBranch);
  builder.CreateStore(builder.getInt8(1), exists);
  builder.SetInsertPoint(&rest.unwound->front());
  builder.CreateStore(builder.getInt8(0), exists);
  for (CallBase *use : uses) {
    BasicBlock *asking = use->getParent();
    BasicBlock *calling = SplitBlock(asking, use);
    BasicBlock *behind = nullptr;
    if (auto *invoke = dyn_cast<InvokeInst>(use)) {
      // A block of its own, so that values meet nowhere.
      behind = invoke->getNormalDest()->getSinglePredecessor() ? invoke->getNormalDest()
                                                               : SplitEdge(calling, invoke->getNormalDest());
    } else {
      behind = SplitBlock(calling, use->getNextNode());
    }
    asking->getTerminator()->eraseFromParent();
    builder.SetInsertPoint(asking);
    builder.SetCurrentDebugLocation(use->getDebugLoc());
    builder.CreateCondBr(builder.CreateIsNotNull(builder.CreateLoad(builder.getInt8Ty(), exists)), calling, behind);
    rest.outerHandlers.insert(asking);
  }
}

bool SpawnExceptions::endsByException(const Rest &rest, BasicBlock *block) const {
  if (rest.pad)
    return rest.outerHandlers.contains(block);
  return (isThrowExit(*block) && !padsOfSpawns.contains(block)) || handlersOfSpawns.contains(block);
}

BasicBlock *SpawnExceptions::padOfSync(BasicBlock *sync) {
  auto *invoke = dyn_cast<InvokeInst>(&sync->front());
  return invoke ? invoke->getUnwindDest() : leavingPad;
}

BasicBlock *SpawnExceptions::padBefore(BasicBlock *place, const BasicBlock *like, bool isElsewhere,
                                       const DebugLoc &location, function_ref<Value *(Value *)> map) {
  auto *pad = BasicBlock::Create(place->getContext(), "again", place->getParent(), place);
  IRBuilder<> builder(pad);
  builder.SetCurrentDebugLocation(location);
  LandingPadInst *copy = copyLanding(builder, *like->getLandingPadInst());
  if (isElsewhere)
    copy->addClause(ConstantPointerNull::get(builder.getPtrTy()));
  storeException(builder, copy, map(exceptionSlot), map(selectorSlot));
  builder.CreateStore(ConstantPointerNull::get(builder.getPtrTy()), map(recordSlot));
  builder.CreateBr(place);
  return pad;
}

Value *SpawnExceptions::loadException(IRBuilderBase &builder, function_ref<Value *(Value *)> map) const {
  return builder.CreateLoad(builder.getPtrTy(), map(exceptionSlot));
}

void SpawnExceptions::catchAll(Function &run) {
  for (BasicBlock &block : run) {
    if (!isThrowExit(block))
      continue;
    LandingPadInst *landing = block.getLandingPadInst();
    unsigned count = landing->getNumClauses();
    if (count > 0 && landing->isCatch(count - 1) && isa<ConstantPointerNull>(landing->getClause(count - 1)))
      continue;
    landing->addClause(ConstantPointerNull::get(PointerType::get(run.getContext(), 0)));
  }
}

} // namespace tactus
