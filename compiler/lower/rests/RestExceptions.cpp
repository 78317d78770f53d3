//===- RestExceptions.cpp - exceptions that leave an outlined rest -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/rests/RestExceptions.h"
#include "lower/forks/LandingPads.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace tactus {

/// Marks and the runtimes' functions do not, whatever their declarations say.
static bool callMayThrow(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  if (!call || isa<IntrinsicInst>(call) || call->doesNotThrow())
    return false;
  const Function *callee = call->getCalledFunction();
  StringRef name = callee ? callee->getName() : StringRef();
  return !name.starts_with("tactus") && !name.starts_with("__kmpc_");
}

BasicBlock *createLeavingPad(Function &function) {
  function.setPersonalityFn(personalityFor(function));
  auto *pad = BasicBlock::Create(function.getContext(), "rest.pad", &function);
  IRBuilder<> builder(pad);
  if (DISubprogram *subprogram = function.getSubprogram())
    builder.SetCurrentDebugLocation(DILocation::get(function.getContext(), 0, 0, subprogram));
  auto *type = StructType::get(function.getContext(), {builder.getPtrTy(), builder.getInt32Ty()});
  LandingPadInst *landing = builder.CreateLandingPad(type, 0);
  landing->setCleanup(true);
  builder.CreateResume(landing);
  return pad;
}

bool hasHandlers(Function &function) {
  return personalityFor(function)->stripPointerCasts()->getName() != "__gcc_personality_v0";
}

BasicBlock *makeInvokes(Function &function, const SmallPtrSetImpl<BasicBlock *> &blocks, ArrayRef<CallInst *> others,
                        function_ref<void(CallInst *, InvokeInst *)> replaced) {
  if (function.doesNotThrow())
    return nullptr;
  SmallVector<CallInst *, 16> calls(others);
  if (hasHandlers(function))
    for (BasicBlock &block : function)
      if (blocks.contains(&block))
        for (Instruction &instruction : block)
          if (callMayThrow(instruction) && !is_contained(others, &instruction))
            calls.push_back(cast<CallInst>(&instruction));
  if (calls.empty())
    return nullptr;
  BasicBlock *pad = createLeavingPad(function);
  for (CallInst *call : calls) {
    BasicBlock *block = call->getParent();
    BasicBlock *normal = changeToInvokeAndSplitBasicBlock(call, pad);
    (void)normal;
    replaced(call, cast<InvokeInst>(block->getTerminator()));
  }
  return pad;
}

void demotePhis(BasicBlock &pad) {
  SmallVector<PHINode *, 4> phis;
  for (PHINode &phi : pad.phis())
    phis.push_back(&phi);
  for (PHINode *phi : phis)
    DemotePHIToStack(phi);
}

Value *catchException(IRBuilder<> &builder) {
  auto *type = StructType::get(builder.getContext(), {builder.getPtrTy(), builder.getInt32Ty()});
  LandingPadInst *landing = builder.CreateLandingPad(type, 1);
  landing->addClause(ConstantPointerNull::get(builder.getPtrTy()));
  Value *exception = builder.CreateExtractValue(landing, 0);
  noteCaught(builder, exception);
  return exception;
}

void noteCaught(IRBuilder<> &builder, Value *exception) {
  Module &module = *builder.GetInsertBlock()->getModule();
  CallInst *call = builder.CreateCall(
      module.getOrInsertFunction("tactus_exception_caught", builder.getVoidTy(), builder.getPtrTy()), {exception});
  call->setDoesNotThrow();
}

void throwException(IRBuilder<> &builder, Value *exception, BasicBlock *pad, bool isOnItsWay) {
  Module &module = *builder.GetInsertBlock()->getModule();
  auto *unreachable = BasicBlock::Create(builder.getContext(), "", pad->getParent());
  const char *name = isOnItsWay ? "tactus_exception_reraise" : "tactus_exception_rethrow";
  InvokeInst *invoke = builder.CreateInvoke(module.getOrInsertFunction(name, builder.getVoidTy(), builder.getPtrTy()),
                                            unreachable, pad, {exception});
  invoke->addFnAttr(Attribute::NoReturn);
  invoke->addFnAttr(Attribute::Cold);
  builder.SetInsertPoint(unreachable);
  builder.CreateUnreachable();
}

Constant *discardOfExceptions(Module &module) {
  LLVMContext &context = module.getContext();
  return cast<Constant>(
      module.getOrInsertFunction("tactus_exception_discard", Type::getVoidTy(context), PointerType::get(context, 0))
          .getCallee());
}

} // namespace tactus
