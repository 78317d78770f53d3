//===- Taskloop.cpp - from OpenMP's taskloop to a call of libtactus ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/tasks/Taskloop.h"
#include "abi/loops.h"
#include "abi/openmp.h"
#include "analysis/LastValues.h"
#include "analysis/TaskloopState.h"
#include "ir/StaticRecord.h"
#include "model/RuntimeLoop.h"
#include "model/TaskCalls.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace tactus {

/// The positions of __kmpc_taskloop's arguments.
enum TaskloopArgument : unsigned { TaskloopIf = 3, TaskloopSchedule = 8, TaskloopSize = 9 };

static GlobalVariable *createDescriptor(Module &module, const SourceLocation &location, uint32_t flags) {
  Constant *record = runtimeLoop(module, "tactus_taskloop_run", location, flags);
  return new GlobalVariable(module, record->getType(), false, GlobalValue::InternalLinkage, record, "tactus.loop");
}

static GlobalVariable *createCode(const TaskConstruct &task, uint64_t bytes, uint32_t flags) {
  Module &module = *task.entry->getParent();
  using Fields = abi::TaskloopFields;
  StaticRecord<Fields> record(module.getContext());
  record.set(Fields::descriptor, createDescriptor(module, task.location, flags));
  record.set(Fields::entry, task.entry);
  record.set(Fields::duplicate, cast<Constant>(duplicationOfTaskloop(*task.taskloop)));
  if (task.destructors)
    record.set(Fields::destroy, task.destructors);
  record.set(Fields::bytes, bytes);
  return new GlobalVariable(module, record.type(), true, GlobalValue::InternalLinkage, record.get(), "tactus.taskloop");
}

/// Without a clause the loop may have as many tasks as happen to be made: each strand's is one.
static bool hasClause(const CallInst &taskloop) {
  const auto *schedule = dyn_cast<ConstantInt>(taskloop.getArgOperand(TaskloopSchedule));
  return !schedule || schedule->getZExtValue() != abi::TaskloopFree;
}

void raiseTaskloop(const TaskConstruct &task, AllocaInst *record, Value *flags, bool mayAsk,
                   FunctionAnalysisManager &analyses) {
  CallInst *call = task.taskloop;
  Module &module = *call->getModule();
  uint64_t bytes = record->getAllocationSize(module.getDataLayout())->getFixedValue();
  uint32_t loopFlags = abi::LoopOfTasks | (mayAsk ? 0 : abi::LoopOfUnaskedTasks);
  if (hasClause(*call) && mayPassStateOn(task, bytes, analyses))
    loopFlags |= abi::LoopOfSeparateTasks;
  IRBuilder<> builder(call);
  Value *schedule = call->getArgOperand(TaskloopSchedule), *size = call->getArgOperand(TaskloopSize);
  if (!hasClause(*call) && mayLeaveLastValueUnwritten(*task.entry)) {
    // Only one task surely has the iteration that has written it.
    schedule = builder.getInt32(abi::TaskloopTaskCount);
    size = builder.getInt64(1);
  }
  FunctionCallee callee = module.getOrInsertFunction("tactus_taskloop", builder.getVoidTy(), builder.getPtrTy(),
                                                     builder.getPtrTy(), builder.getInt32Ty(), builder.getInt32Ty(),
                                                     builder.getInt32Ty(), builder.getInt64Ty());
  builder.CreateCall(
      callee, {createCode(task, bytes, loopFlags), record, flags, call->getArgOperand(TaskloopIf), schedule, size});
  call->eraseFromParent();
}

} // namespace tactus
