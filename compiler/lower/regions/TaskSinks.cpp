//===- TaskSinks.cpp - calls of libomp's tasking that ask whose tasks they create ===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/regions/TaskSinks.h"
#include "ir/DebugScope.h"
#include "ir/LLVMVersions.h"
#include "ir/OpenMPFunctions.h"
#include "ir/TeamFunctions.h"
#include "model/RuntimeCalls.h"
#include "model/TaskCalls.h"
#include "raise/tasks/LeftTasks.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace tactus {

namespace {

SmallVector<CallInst *, 16> callsOf(Module &module, StringRef name) {
  SmallVector<CallInst *, 16> calls;
  if (Function *function = module.getFunction(name); function && function->isDeclaration())
    for (User *user : function->users())
      if (auto *call = dyn_cast<CallInst>(user); call && isCallTo(*call, name) && !isReplacement(*call->getFunction()))
        calls.push_back(call);
  return calls;
}

/// The call asks whether there is a sink, and calls `ours` with the same arguments if so.
void askSink(CallInst &call, StringRef ours) {
  Function &original = *call.getCalledFunction();
  std::string name = ("tactus." + original.getName()).str();
  Function *choice = original.getParent()->getFunction(name);
  bool isNew = !choice;
  if (isNew)
    choice = createChoice(original, name, ours, [](IRBuilder<> &builder) {
      return builder.CreateIsNull(builder.CreateLoad(builder.getPtrTy(), taskSinkAddress(builder)));
    });
  call.setCalledFunction(choice);
  if (isNew)
    describeAsUser(*choice);
}

CallInst *allocateOurs(IRBuilder<> &builder, const CallInst &alloc) {
  SmallVector<Type *, 6> types;
  SmallVector<Value *, 6> arguments(alloc.args());
  for (Value *argument : arguments)
    types.push_back(argument->getType());
  Module &module = *builder.GetInsertBlock()->getModule();
  CallInst *call = builder.CreateCall(
      module.getOrInsertFunction("tactus_left_task_alloc", FunctionType::get(builder.getPtrTy(), types, false)),
      arguments);
  call->setDoesNotThrow();
  return call;
}

void askWhereAllocated(CallInst &alloc) {
  IRBuilder<> builder(&alloc);
  Value *hasSink = builder.CreateIsNotNull(builder.CreateLoad(builder.getPtrTy(), taskSinkAddress(builder)));
  Instruction *there = nullptr, *otherwise = nullptr;
  SplitBlockAndInsertIfThenElse(hasSink, alloc.getIterator(), &there, &otherwise);
  builder.SetInsertPoint(alloc.getParent(), alloc.getParent()->begin());
  PHINode *task = builder.CreatePHI(alloc.getType(), 2);
  alloc.replaceAllUsesWith(task);
  moveBefore(alloc, *otherwise);
  task->addIncoming(&alloc, otherwise->getParent());
  builder.SetInsertPoint(there);
  builder.SetCurrentDebugLocation(alloc.getDebugLoc());
  task->addIncoming(allocateOurs(builder, alloc), there->getParent());
}

void leave(CallInst &alloc) {
  Function &entry = *taskEntryOf(alloc);
  for (User *user : make_early_inc_range(alloc.users())) {
    auto *call = dyn_cast<CallInst>(user);
    if (!call)
      continue;
    if (isCallTo(*call, "__kmpc_omp_task"))
      askSink(*call, "tactus_left_task");
    else if (isCallTo(*call, "__kmpc_omp_task_with_deps"))
      askSink(*call, "tactus_left_task_with_deps");
    else if (isCallTo(*call, "__kmpc_omp_task_begin_if0"))
      askSink(*call, "tactus_left_task_begin_if0");
    else if (isCallTo(*call, "__kmpc_omp_task_complete_if0"))
      askSink(*call, "tactus_left_task_complete_if0");
  }
  askWhereAllocated(alloc);
  // Any thread may run it.
  askThreadNumberAnew(entry);
}

} // namespace

bool askTaskSinks(Module &module) {
  bool changed = false;
  SmallVector<CallInst *, 16> left;
  for (CallInst *alloc : callsOf(module, "__kmpc_omp_task_alloc"))
    if (mayBeLeft(*alloc))
      left.push_back(alloc);
  for (CallInst *alloc : left)
    leave(*alloc);
  for (StringRef name : {"__kmpc_omp_wait_deps", "__kmpc_omp_taskwait_deps_51"})
    for (CallInst *call : callsOf(module, name)) {
      askSink(*call, "tactus_left_wait_deps");
      changed = true;
    }
  for (StringRef name : {"__kmpc_omp_taskwait", "__kmpc_end_taskgroup"})
    for (CallInst *call : callsOf(module, name)) {
      IRBuilder<> builder(call);
      builder.SetCurrentDebugLocation(call->getDebugLoc());
      builder.CreateCall(module.getOrInsertFunction("tactus_left_wait", builder.getVoidTy()))->setDoesNotThrow();
      changed = true;
    }
  return changed || !left.empty();
}

} // namespace tactus
