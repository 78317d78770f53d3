//===- ForkPoll.cpp - the poll of a fork, out of line -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/forks/ForkPoll.h"
#include "ir/DebugScope.h"
#include "ir/ForkCall.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace tactus {

static constexpr const char *PollName = "tactus_fork_poll";
static constexpr const char *PollFunctionName = "tactus.poll";

static bool isPollFunction(const Function &function) {
  return function.hasLocalLinkage() && function.getName().starts_with(PollFunctionName);
}

static Function *existingPollFunction(GlobalVariable &descriptor, const FunctionType *type) {
  for (User *user : descriptor.users())
    if (auto *poll = dyn_cast<CallInst>(user))
      if (Function *known = poll->getFunction(); isPollFunction(*known) && known->getFunctionType() == type)
        return known;
  return nullptr;
}

static void fillPollFunction(Function &function, GlobalVariable &descriptor) {
  IRBuilder<> builder(BasicBlock::Create(function.getContext(), "", &function));
  Type *word = builder.getInt64Ty(), *pointer = builder.getPtrTy();
  Value *array = builder.CreateAlloca(ArrayType::get(word, function.arg_size()));
  for (Argument &value : function.args())
    builder.CreateStore(&value, builder.CreateConstInBoundsGEP1_64(word, array, value.getArgNo()));
  FunctionCallee callee = function.getParent()->getOrInsertFunction(PollName, pointer, pointer, pointer);
  // Not `nounwind`, though it throws nothing: no function that forks may be found to be so. It clobbers the credit,
  // and may be taken to clobber anything: a call follows anyhow.
  CallInst *result = builder.CreateCall(callee, {&descriptor, array}, {OperandBundleDef("deopt", ArrayRef<Value *>())});
  result->addFnAttr(Attribute::WillReturn);
  builder.CreateRet(result);
}

Function *pollFunctionOf(GlobalVariable &descriptor, ArrayRef<Value *> environment, const Function &caller,
                         const DebugLoc &location) {
  SmallVector<Type *, 8> types;
  for (const Value *value : environment)
    types.push_back(value->getType());
  auto *type = FunctionType::get(PointerType::get(caller.getContext(), 0), types, false);
  if (Function *known = existingPollFunction(descriptor, type))
    return known;
  auto *function = Function::Create(type, GlobalValue::InternalLinkage, PollFunctionName, descriptor.getParent());
  function->setCallingConv(CallingConv::PreserveMost);
  function->addFnAttr(Attribute::NoInline);
  function->addFnAttr(Attribute::Cold);
  function->setUWTableKind(UWTableKind::Async);
  copyTarget(caller, *function);
  fillPollFunction(*function, descriptor);
  describeFunction(*function, location);
  return function;
}

bool isForkPoll(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  return callee && isPollFunction(*callee);
}

} // namespace tactus
