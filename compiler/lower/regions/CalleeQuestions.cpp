//===- CalleeQuestions.cpp - questions for what other files say of their functions -------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/regions/CalleeQuestions.h"
#include "abi/teams.h"
#include "ir/StaticRecord.h"
#include "lower/regions/PhaseCallRecords.h"
#include "model/CalleeQuestion.h"

using namespace llvm;

namespace tactus {

static Value *answerOf(CallInst &call) {
  Module &module = *call.getModule();
  CalleeQuestion question = questionOf(call);
  IRBuilder<> builder(&call);
  Constant *calls = createPhaseCalls(module, question.callees, question.needsQuietCallees);
  if (!calls)
    return builder.getInt32(1);
  using Fields = abi::CalleeQuestionFields;
  StaticRecord<Fields> record(module.getContext());
  record.set(Fields::calls, calls);
  auto *data =
      new GlobalVariable(module, record.type(), false, GlobalValue::InternalLinkage, record.get(), "tactus.question");
  FunctionCallee ask = module.getOrInsertFunction("tactus_callees_return", builder.getInt32Ty(), builder.getPtrTy());
  return builder.CreateCall(ask, {data});
}

void lowerCalleeQuestions(Module &module) {
  Function *marker = module.getFunction(CalleeQuestionName);
  if (!marker)
    return;
  for (User *user : make_early_inc_range(marker->users())) {
    auto *call = cast<CallInst>(user);
    call->replaceAllUsesWith(answerOf(*call));
    call->eraseFromParent();
  }
  marker->eraseFromParent();
}

} // namespace tactus
