//===- small_integers.cpp - words that stand for small integers as pointers -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/codegen/small_integers.h"
#include "pml/codegen/module.h"
#include "pml/codegen/preserved.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace tactus::pml::codegen {

static constexpr StringLiteral SmallName = "pml.small";

Value *createSmall(IRBuilderBase &builder, Value *tagged) {
  LLVMContext &context = builder.getContext();
  Type *pointer = PointerType::get(context, HeapSpace);
  if (isa<Constant>(tagged))
    return builder.CreateIntToPtr(tagged, pointer);
  Module &module = *builder.GetInsertBlock()->getModule();
  FunctionCallee made = module.getOrInsertFunction(SmallName, pointer, builder.getInt64Ty());
  auto *function = cast<Function>(made.getCallee());
  function->setMemoryEffects(MemoryEffects::none());
  function->addFnAttr(Attribute::NoUnwind);
  function->addFnAttr(Attribute::WillReturn);
  function->addFnAttr(Attribute::get(context, LeafAttribute));
  CallInst *call = builder.CreateCall(made, tagged);
  call->addFnAttr(Attribute::get(context, LeafAttribute));
  call->addFnAttr(Attribute::get(context, NeverRaises));
  return call;
}

static CallInst *smallOf(Value *value) {
  auto *call = dyn_cast<CallInst>(value);
  Function *called = call ? call->getCalledFunction() : nullptr;
  return called && called->getName() == SmallName ? call : nullptr;
}

PreservedAnalyses ReadSmallPass::run(Function &function, FunctionAnalysisManager &) {
  bool isChanged = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (auto *read = dyn_cast<PtrToIntInst>(&instruction))
      if (CallInst *made = smallOf(read->getPointerOperand());
          made && read->getType() == made->getArgOperand(0)->getType()) {
        read->replaceAllUsesWith(made->getArgOperand(0));
        read->eraseFromParent();
        isChanged = true;
      }
  return blocksPreserved(isChanged);
}

void expandSmall(Module &module) {
  Function *function = module.getFunction(SmallName);
  if (!function)
    return;
  for (User *user : make_early_inc_range(function->users())) {
    auto *call = cast<CallInst>(user);
    IRBuilder<> builder(call);
    call->replaceAllUsesWith(builder.CreateIntToPtr(call->getArgOperand(0), call->getType()));
    call->eraseFromParent();
  }
  function->eraseFromParent();
}

} // namespace tactus::pml::codegen
