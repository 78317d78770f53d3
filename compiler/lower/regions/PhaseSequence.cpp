//===- PhaseSequence.cpp - a thread that executes its phases itself ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/regions/PhaseSequence.h"
#include "abi/teams.h"
#include "ir/DebugScope.h"
#include "model/Microtask.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace tactus {

/// It stays what it is for those that name it: linkage, attributes and place in the source.
static void removeBody(Function &function) {
  GlobalValue::LinkageTypes linkage = function.getLinkage();
  DISubprogram *subprogram = function.getSubprogram();
  function.deleteBody();
  function.setLinkage(linkage);
  function.setSubprogram(subprogram);
}

static Value *createFrame(uint64_t bytes, IRBuilder<> &builder) {
  if (bytes == 0)
    return ConstantPointerNull::get(builder.getPtrTy());
  AllocaInst *frame = builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), bytes), nullptr, "tactus.frame");
  frame->setAlignment(Align(abi::PhasedFrameAlignment));
  return frame;
}

static Value *storeCaptures(Function &microtask, StructType *environment, IRBuilder<> &builder) {
  AllocaInst *variable = builder.CreateAlloca(environment, nullptr, "tactus.environment");
  for (unsigned i = 0; i < environment->getNumElements(); ++i)
    builder.CreateStore(microtask.getArg(MicrotaskPrefix + i), builder.CreateStructGEP(environment, variable, i));
  return variable;
}

/// One copy of the code is the point.
static CallInst *callPhase(const PhaseFunction &phases, ArrayRef<Value *> arguments, IRBuilder<> &builder) {
  CallInst *call = builder.CreateCall(phases.function, arguments);
  call->setCallingConv(phases.function->getCallingConv());
  call->addFnAttr(Attribute::NoInline);
  return call;
}

static void waitAt(const PhaseCut &cut, Value *number, IRBuilder<> &builder) {
  Module &module = *builder.GetInsertBlock()->getModule();
  FunctionCallee barrier =
      module.getOrInsertFunction("__kmpc_barrier", builder.getVoidTy(), builder.getPtrTy(), builder.getInt32Ty());
  builder.CreateCall(barrier, {cut.ident, number});
}

bool canRunInSequence(ArrayRef<PhaseCut> cuts) {
  return all_of(cuts, [](const PhaseCut &cut) { return cut.isBarrier && isa<Constant>(cut.ident); });
}

void runInSequence(Function &microtask, const PhaseFunction &phases, ArrayRef<PhaseCut> cuts) {
  removeBody(microtask);
  LLVMContext &context = microtask.getContext();
  auto createBlock = [&] { return BasicBlock::Create(context, "", &microtask); };
  BasicBlock *entry = createBlock(), *turn = createBlock(), *done = createBlock();
  IRBuilder<> builder(entry);
  Value *frame = createFrame(phases.frameBytes, builder);
  Value *environment = storeCaptures(microtask, phases.environment, builder);
  Value *number = builder.CreateLoad(builder.getInt32Ty(), microtask.getArg(0));
  builder.CreateBr(turn);

  builder.SetInsertPoint(turn);
  PHINode *phase = builder.CreatePHI(builder.getInt32Ty(), cuts.size() + 1);
  phase->addIncoming(builder.getInt32(0), entry);
  CallInst *next = callPhase(phases, {frame, environment, number, phase}, builder);
  SwitchInst *choice = builder.CreateSwitch(next, done, cuts.size());
  for (auto [i, cut] : enumerate(cuts)) {
    BasicBlock *wait = createBlock();
    choice->addCase(builder.getInt32(i + 1), wait);
    builder.SetInsertPoint(wait);
    waitAt(cut, number, builder);
    builder.CreateBr(turn);
    phase->addIncoming(next, wait);
  }
  builder.SetInsertPoint(done);
  builder.CreateRetVoid();
  if (const DISubprogram *subprogram = microtask.getSubprogram())
    for (Instruction &instruction : instructions(microtask))
      instruction.setDebugLoc(lineIn(microtask, subprogram->getLine()));
}

} // namespace tactus
