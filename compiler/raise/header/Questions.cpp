//===- Questions.cpp - what the header asks the compiler ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/header/Questions.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace tactus {

void answerQuestions(Module &module, StringRef name, function_ref<bool(Function &)> answer) {
  Function *question = module.getFunction(name);
  if (!question)
    return;
  SmallSetVector<Function *, 16> functions;
  for (User *user : make_early_inc_range(question->users())) {
    auto *call = dyn_cast<CallBase>(user);
    if (!call || call->getCalledOperand() != question)
      continue;
    auto *subject = dyn_cast<Function>(call->getArgOperand(0)->stripPointerCasts());
    bool isTrue = subject && !subject->isDeclaration() && answer(*subject);
    functions.insert(call->getFunction());
    call->replaceAllUsesWith(ConstantInt::getBool(call->getType(), isTrue));
    call->eraseFromParent();
  }
  for (Function *function : functions) {
    for (BasicBlock &block : *function)
      ConstantFoldTerminator(&block, /*DeleteDeadConditions=*/true);
    removeUnreachableBlocks(*function);
  }
  if (question->use_empty())
    question->eraseFromParent();
}

} // namespace tactus
