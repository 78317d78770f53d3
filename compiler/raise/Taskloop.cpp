//===- Taskloop.cpp - from OpenMP's taskloop to a call of libtactus ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/Taskloop.h"
#include "abi.h"
#include "lower/Descriptor.h"
#include "raise/TaskRecognition.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace tactus {

/// The positions of __kmpc_taskloop's arguments.
enum TaskloopArgument : unsigned { TaskloopIf = 3, TaskloopSchedule = 8, TaskloopSize = 9 };

static GlobalVariable *createDescriptor(Module &module, const SourceLocation &location) {
  LLVMContext &context = module.getContext();
  Type *word = Type::getInt64Ty(context);
  Type *half = Type::getInt32Ty(context);
  Type *pointer = PointerType::get(context, 0);
  auto *runType = FunctionType::get(Type::getVoidTy(context), {word, word, pointer, pointer}, false);
  Constant *fields[] = {cast<Constant>(module.getOrInsertFunction("tactus_taskloop_run", runType).getCallee()),
                        createString(module, location.file),
                        createString(module, location.function),
                        ConstantInt::get(half, location.line),
                        ConstantInt::get(half, location.column),
                        ConstantInt::get(half, 1),
                        ConstantInt::get(half, abi::LoopOfTasks),
                        ConstantInt::get(word, abi::UnknownWeight),
                        ConstantInt::get(word, 0),
                        ConstantInt::get(word, 0)};
  auto *type = StructType::get(context, {pointer, pointer, pointer, half, half, half, half, word, word, word});
  return new GlobalVariable(module, type, false, GlobalValue::InternalLinkage, ConstantStruct::get(type, fields),
                            "tactus.loop");
}

static GlobalVariable *createCode(const TaskConstruct &task, uint64_t bytes) {
  Module &module = *task.entry->getParent();
  LLVMContext &context = module.getContext();
  Type *word = Type::getInt64Ty(context);
  PointerType *pointer = PointerType::get(context, 0);
  Constant *fields[] = {
      createDescriptor(module, task.location), task.entry, cast<Constant>(duplicationOfTaskloop(*task.taskloop)),
      task.destructors ? static_cast<Constant *>(task.destructors) : ConstantPointerNull::get(pointer),
      ConstantInt::get(word, bytes)};
  auto *type = StructType::get(context, {pointer, pointer, pointer, pointer, word});
  return new GlobalVariable(module, type, true, GlobalValue::InternalLinkage, ConstantStruct::get(type, fields),
                            "tactus.taskloop");
}

void raiseTaskloop(const TaskConstruct &task, AllocaInst *record, Value *flags) {
  CallInst *call = task.taskloop;
  Module &module = *call->getModule();
  uint64_t bytes = record->getAllocationSize(module.getDataLayout())->getFixedValue();
  IRBuilder<> builder(call);
  FunctionCallee callee = module.getOrInsertFunction("tactus_taskloop", builder.getVoidTy(), builder.getPtrTy(),
                                                     builder.getPtrTy(), builder.getInt32Ty(), builder.getInt32Ty(),
                                                     builder.getInt32Ty(), builder.getInt64Ty());
  builder.CreateCall(callee, {createCode(task, bytes), record, flags, call->getArgOperand(TaskloopIf),
                              call->getArgOperand(TaskloopSchedule), call->getArgOperand(TaskloopSize)});
  call->eraseFromParent();
}

} // namespace tactus
