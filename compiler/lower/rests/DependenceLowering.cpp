//===- DependenceLowering.cpp - tasks that a rest may have to defer ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/rests/DependenceLowering.h"
#include "ir/DebugScope.h"
#include "ir/ForkCall.h"
#include "ir/ForkDescriptor.h"
#include "model/RegionMarks.h"
#include "model/SpawnMarks.h"
#include "tactus/latent.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace tactus {

static constexpr unsigned WordBytes = 8;
static unsigned wordsFor(uint64_t bytes) { return (bytes + WordBytes - 1) / WordBytes; }

SmallVector<Value *, 3> dependenceWords(const DependenceMark &mark) {
  Value *items = mark.hasItems() ? mark.items() : ConstantInt::get(mark.count()->getType(), 0);
  return {mark.scope(), items, mark.count()};
}

/// Can the arguments be copied, now that it is known what they are?
static bool canBeCopied(const CallBase &call, DeferredForm form, const TaskMemory &task, const SpawnMemory &memory) {
  return form != DeferredForm::None && all_of(call.args(), [&](const Use &argument) {
           if (form == DeferredForm::Record)
             return argument.get() == task.record || isa<Constant>(argument.get());
           auto *object = dyn_cast<AllocaInst>(getUnderlyingObject(argument.get()));
           return isWord(argument->getType()) && !(object && memory.contains(object));
         });
}

static Value *wordAt(IRBuilder<> &builder, Value *words, unsigned index) {
  return builder.CreateConstInBoundsGEP1_64(builder.getInt64Ty(), words, index);
}

/// The arguments of the first branch, from the words of a deferred task.
static SmallVector<Value *, 8> readArguments(IRBuilder<> &builder, const CallBase &call, const TaskMemory &task,
                                             DeferredForm form, Value *words) {
  SmallVector<Value *, 8> arguments;
  if (form == DeferredForm::Record && task.shareds)
    builder.CreateStore(wordAt(builder, words, wordsFor(task.recordBytes)), words);
  for (unsigned index = 0; index < call.arg_size(); ++index) {
    Value *argument = call.getArgOperand(index);
    if (form == DeferredForm::Record)
      arguments.push_back(argument == task.record ? words : argument);
    else
      arguments.push_back(builder.CreateLoad(argument->getType(), wordAt(builder, words, index)));
  }
  return arguments;
}

GlobalVariable *createDeferredTask(const Rest &plan, const SpawnMemory &memory) {
  const CallBase &call = *plan.spawn.firstBranch;
  DeferredForm form = plan.dependences.form();
  TaskMemory task = plan.dependences.memory();
  // What else the task does stands behind the call, and would be left out.
  bool isAll = plan.dependences.hasItems() || call.getNextNode() == plan.spawn.record;
  if (!isAll || !canBeCopied(call, form, task, memory))
    return nullptr;
  const Function &creator = *call.getFunction();
  Module &module = *const_cast<Function &>(creator).getParent();
  Type *pointer = PointerType::get(module.getContext(), 0);
  auto *type = FunctionType::get(Type::getVoidTy(module.getContext()), {pointer, pointer}, false);
  Function *run = Function::Create(type, GlobalValue::InternalLinkage, creator.getName() + ".deferred", module);
  run->setUWTableKind(UWTableKind::Async);
  copyTarget(creator, *run);
  IRBuilder<> builder(BasicBlock::Create(module.getContext(), "", run));
  auto arguments = readArguments(builder, call, task, form, run->getArg(0));
  // What is promoted in the task must find its way through this frame, too.
  SmallVector<OperandBundleDef, 1> bundles;
  if (call.getOperandBundle(LLVMContext::OB_deopt))
    bundles.emplace_back("deopt", ArrayRef<Value *>());
  CallInst *made = builder.CreateCall(call.getFunctionType(), call.getCalledOperand(), arguments, bundles);
  made->setCallingConv(call.getCallingConv());
  made->setAttributes(call.getAttributes());
  // It is called elsewhere, too, and a deferred task is long.
  made->removeFnAttr(Attribute::AlwaysInline);
  made->setIsNoInline();
  builder.CreateRetVoid();
  describeFunction(*run, plan.spawn.location);
  unsigned words =
      form == DeferredForm::Values ? call.arg_size() : wordsFor(task.recordBytes) + wordsFor(task.sharedBytes);
  uint64_t flags = creator.hasFnAttribute(UnaskedTasksAttribute) ? TACTUS_FORK_IS_UNASKED : 0;
  return createForkDescriptor(module, run, plan.spawn.location, words, 0, flags);
}

/// Fills a deferred task with what the first branch would be given.
static void writeArguments(IRBuilder<> &builder, const CallBase &call, const DependenceMark &mark, Value *words) {
  TaskMemory task = mark.memory();
  if (mark.form() == DeferredForm::Values) {
    for (unsigned index = 0; index < call.arg_size(); ++index)
      builder.CreateStore(call.getArgOperand(index), wordAt(builder, words, index));
    return;
  }
  builder.CreateMemCpy(words, MaybeAlign(WordBytes), task.record, task.record->getAlign(), task.recordBytes);
  if (task.shareds)
    builder.CreateMemCpy(wordAt(builder, words, wordsFor(task.recordBytes)), MaybeAlign(WordBytes), task.shareds,
                         task.shareds->getAlign(), task.sharedBytes);
}

static CallInst *createIssue(IRBuilder<> &builder, const DependenceMark &mark, Value *task) {
  Module &module = *mark.call->getModule();
  Type *pointer = builder.getPtrTy();
  CallInst *issue = builder.CreateCall(
      module.getOrInsertFunction("tactus_tasks_issue", pointer, pointer, pointer, builder.getInt64Ty(), pointer),
      {mark.scope(), mark.items(), mark.count(), task});
  issue->setDoesNotThrow();
  return issue;
}

static void createAwait(IRBuilder<> &builder, const DependenceMark &mark) {
  Module &module = *mark.call->getModule();
  Type *pointer = builder.getPtrTy();
  builder
      .CreateCall(
          module.getOrInsertFunction("tactus_tasks_await", builder.getVoidTy(), pointer, pointer, builder.getInt64Ty()),
          {mark.scope(), mark.items(), mark.count()})
      ->setDoesNotThrow();
}

/// A task that depends on nothing asks where its scope wants to be asked. Goes to `called` if not; the builder then
/// stands where it is asked.
static void createQuestionFirst(IRBuilder<> &builder, const DependenceMark &mark, BasicBlock *called) {
  Function *function = called->getParent();
  LLVMContext &context = called->getContext();
  auto *known = BasicBlock::Create(context, "scope", function, called);
  auto *asking = BasicBlock::Create(context, "asking", function, called);
  Value *scope = builder.CreateLoad(builder.getPtrTy(), mark.scope());
  builder.CreateCondBr(builder.CreateIsNotNull(scope), known, called);
  builder.SetInsertPoint(known);
  Value *wants = builder.CreateLoad(builder.getInt64Ty(), scope);
  builder.CreateCondBr(builder.CreateIsNotNull(wants), asking, called);
  builder.SetInsertPoint(asking);
}

void emitDeferral(DependenceMark mark, const Fork &fork, BasicBlock *rest, GlobalVariable *task) {
  BasicBlock *before = mark.call->getParent();
  if (!task || fork.firstBranch->getParent() != before || isa<InvokeInst>(fork.firstBranch))
    return;
  BasicBlock *called = SplitBlock(before, fork.firstBranch);
  called->setName("called");
  before->getTerminator()->eraseFromParent();
  IRBuilder<> builder(before);
  builder.SetCurrentDebugLocation(fork.firstBranch->getDebugLoc());
  if (!mark.hasItems())
    createQuestionFirst(builder, mark, called);
  Value *words = createIssue(builder, mark, task);
  BasicBlock *deferred = BasicBlock::Create(before->getContext(), "deferred", before->getParent(), called);
  builder.CreateCondBr(builder.CreateIsNotNull(words), deferred, called);
  builder.SetInsertPoint(deferred);
  writeArguments(builder, *fork.firstBranch, mark, words);
  Type *pointer = builder.getPtrTy();
  builder
      .CreateCall(before->getModule()->getOrInsertFunction("tactus_tasks_defer", builder.getVoidTy(), pointer, pointer),
                  {mark.scope(), words})
      ->setDoesNotThrow();
  builder.CreateBr(rest);
  for (PHINode &phi : rest->phis())
    phi.addIncoming(phi.getIncomingValueForBlock(fork.record->getParent()), deferred);
  mark.call->eraseFromParent();
}

/// Tasks that another function has left to libomp or to the running strand may be before those that are called here.
/// They have finished before the first rest is promoted: who runs that does not know of them.
static void waitForLibompDependences(const DependenceMark &mark) {
  Module &module = *mark.call->getModule();
  IRBuilder<> builder(mark.call);
  auto *flag = module.getOrInsertGlobal("tactus_libomp_dependences", builder.getInt32Ty());
  LoadInst *value = builder.CreateLoad(builder.getInt32Ty(), flag);
  value->setAtomic(AtomicOrdering::Monotonic);
  builder.SetInsertPoint(SplitBlockAndInsertIfThen(builder.CreateIsNotNull(value), mark.call, /*Unreachable=*/false,
                                                   MDBuilder(module.getContext()).createUnlikelyBranchWeights()));
  builder.SetCurrentDebugLocation(mark.call->getDebugLoc());
  Type *number = builder.getInt32Ty(), *pointer = builder.getPtrTy();
  Value *null = ConstantPointerNull::get(builder.getPtrTy());
  Value *thread = builder.CreateCall(module.getOrInsertFunction("__kmpc_global_thread_num", number, pointer), {null});
  builder.CreateCall(module.getOrInsertFunction("__kmpc_omp_taskwait_deps_51", builder.getVoidTy(), pointer, number,
                                                number, pointer, number, pointer, number),
                     {null, thread, builder.CreateTrunc(mark.count(), number), mark.items(), builder.getInt32(0), null,
                      builder.getInt32(0)});
}

void lowerDependenceMarks(Function &function, bool isRest) {
  SmallVector<DependenceMark, 8> marks;
  for (Instruction &instruction : instructions(function))
    if (isDependenceMark(instruction))
      marks.push_back({cast<CallInst>(&instruction)});
  for (const DependenceMark &mark : marks) {
    bool isWait = mark.use() == DependenceUse::All || mark.hasItems();
    IRBuilder<> builder(mark.call);
    if (isRest && isWait)
      createAwait(builder, mark);
    else if (!isRest && mark.hasItems())
      waitForLibompDependences(mark);
    mark.call->eraseFromParent();
  }
}

} // namespace tactus
