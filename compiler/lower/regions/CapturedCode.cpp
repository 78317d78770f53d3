//===- CapturedCode.cpp - microtasks as functions of an environment ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/regions/CapturedCode.h"
#include "analysis/StrandRules.h"
#include "ir/DebugScope.h"
#include "ir/RegionRecords.h"
#include "model/Microtask.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace tactus {

StructType *environmentOf(const CallInst &fork) {
  SmallVector<Type *, 8> types;
  for (unsigned i = ForkPrefix; i < fork.arg_size(); ++i)
    types.push_back(fork.getArgOperand(i)->getType());
  return StructType::get(fork.getContext(), types);
}

bool isOneBody(const Function &microtask) { return !microtask.hasGC(); }

Function *createCodeOfMicrotask(const CallInst &fork, Function &microtask, StringRef suffix) {
  Module &module = *microtask.getParent();
  IRBuilder<> builder(module.getContext());
  auto *type = FunctionType::get(builder.getVoidTy(), {builder.getPtrTy(), builder.getInt32Ty()}, false);
  Function *code = createRecordFunction(microtask, type, microtask.getName() + suffix);
  builder.SetInsertPoint(BasicBlock::Create(module.getContext(), "", code));
  Value *number = builder.CreateAlloca(builder.getInt32Ty()), *zero = builder.CreateAlloca(builder.getInt32Ty());
  Value *own = code->getArg(1);
  if (needsLibompNumber(microtask))
    own = builder.CreateCall(threadNumberQuery(module), {fork.getArgOperand(0)});
  builder.CreateStore(own, number);
  builder.CreateStore(builder.getInt32(0), zero);
  SmallVector<Value *, 8> arguments{number, zero};
  StructType *environment = environmentOf(fork);
  for (unsigned i = 0; i < environment->getNumElements(); ++i)
    arguments.push_back(
        builder.CreateLoad(environment->getElementType(i), builder.CreateStructGEP(environment, code->getArg(0), i)));
  builder.CreateCall(&microtask, arguments)->setCallingConv(microtask.getCallingConv());
  builder.CreateRetVoid();
  if (DISubprogram *model = microtask.getSubprogram())
    describeFunction(*code, model, model->getLine());
  return code;
}

Value *storeCaptures(CallInst &fork) {
  StructType *type = environmentOf(fork);
  IRBuilder<> entry(&*fork.getFunction()->getEntryBlock().getFirstInsertionPt());
  Value *environment = entry.CreateAlloca(type, nullptr, "tactus.environment");
  IRBuilder<> builder(&fork);
  for (unsigned i = 0; i < type->getNumElements(); ++i)
    builder.CreateStore(fork.getArgOperand(ForkPrefix + i), builder.CreateStructGEP(type, environment, i));
  return environment;
}

FunctionCallee threadNumberQuery(Module &module) {
  IRBuilder<> types(module.getContext());
  return module.getOrInsertFunction("__kmpc_global_thread_num", types.getInt32Ty(), types.getPtrTy());
}

void moveClause(CallInst &clause, CallInst &fork) {
  IRBuilder<> builder(&fork);
  SmallVector<Value *, 4> arguments(clause.args());
  arguments[1] = builder.CreateCall(threadNumberQuery(*fork.getModule()), {arguments[0]});
  builder.CreateCall(clause.getFunctionType(), clause.getCalledOperand(), arguments);
  clause.eraseFromParent();
}

} // namespace tactus
