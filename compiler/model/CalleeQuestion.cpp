//===- CalleeQuestion.cpp - do functions of other files return by themselves? ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "model/CalleeQuestion.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace tactus {

static constexpr const char *CalleesMark = "tactus.callees";

CallInst *askForCallees(IRBuilder<> &builder, ArrayRef<Function *> callees, bool needsQuietCallees) {
  LLVMContext &context = builder.getContext();
  Module &module = *builder.GetInsertBlock()->getModule();
  FunctionCallee question = module.getOrInsertFunction(CalleeQuestionName, builder.getInt32Ty());
  auto *function = cast<Function>(question.getCallee());
  for (Attribute::AttrKind kind : {Attribute::NoCallback, Attribute::NoUnwind, Attribute::WillReturn})
    function->addFnAttr(kind);
  CallInst *call = builder.CreateCall(question);
  SmallVector<Metadata *, 4> operands{ConstantAsMetadata::get(ConstantInt::getBool(context, needsQuietCallees))};
  for (Function *callee : callees)
    operands.push_back(ConstantAsMetadata::get(callee));
  call->setMetadata(CalleesMark, MDNode::get(context, operands));
  return call;
}

CalleeQuestion questionOf(const CallInst &call) {
  const MDNode &mark = *call.getMetadata(CalleesMark);
  CalleeQuestion question;
  question.needsQuietCallees = mdconst::extract<ConstantInt>(mark.getOperand(0))->isOne();
  for (const MDOperand &operand : drop_begin(mark.operands()))
    if (auto *callee = mdconst::dyn_extract_or_null<Function>(operand)) // or nobody calls it any more
      question.callees.push_back(callee);
  return question;
}

} // namespace tactus
