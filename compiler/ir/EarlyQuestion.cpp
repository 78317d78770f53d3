//===- EarlyQuestion.cpp - the question whether a call returns at once -----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "ir/EarlyQuestion.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace tactus {

Value *createEarlyQuestion(IRBuilder<> &builder, const CallBase &call) {
  Function *callee = call.getCalledFunction();
  Function &caller = *builder.GetInsertBlock()->getParent();
  if (!callee || callee->isInterposable() || callee->hasFnAttribute(Attribute::NoInline) ||
      callee->getFunctionType() != call.getFunctionType() || callee->isVarArg() || caller.hasOptNone() ||
      !AttributeFuncs::areInlineCompatible(caller, *callee))
    return nullptr;
  for (const Argument &parameter : callee->args())
    if (parameter.hasPassPointeeByValueCopyAttr())
      return nullptr;
  auto *type = FunctionType::get(builder.getInt1Ty(), {builder.getPtrTy()}, /*isVarArg=*/true);
  FunctionCallee marker = caller.getParent()->getOrInsertFunction(EarlyQuestionName, type);
  SmallVector<Value *, 8> operands{callee};
  append_range(operands, call.args());
  CallInst *question = builder.CreateCall(marker, operands);
  question->setMemoryEffects(MemoryEffects::none());
  question->addFnAttr(Attribute::NoUnwind);
  question->addFnAttr(Attribute::WillReturn);
  return question;
}

CallInst *createEarlyCall(IRBuilder<> &builder, const CallBase &call) {
  CallInst *early =
      builder.CreateCall(call.getFunctionType(), call.getCalledOperand(), SmallVector<Value *, 8>(call.args()));
  early->setCallingConv(call.getCallingConv());
  early->setAttributes(call.getAttributes());
  // The only call of its function is to be inlined (lower/loops/OnlyCalls); now there is this one, too.
  early->removeFnAttr(Attribute::AlwaysInline);
  early->addFnAttr(Attribute::NoInline);
  early->addFnAttr(Attribute::get(early->getContext(), EarlyCallAttribute));
  return early;
}

} // namespace tactus
