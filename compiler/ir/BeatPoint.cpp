//===- BeatPoint.cpp - places where an interrupt may bring a beat ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "ir/BeatPoint.h"
#include "abi/points.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

namespace tactus {

static cl::opt<bool> forInterrupts("tactus-beat-interrupt",
                                   cl::desc("promotion points of loops wait for interrupts instead of polling"));

bool compilesForInterrupts() { return forInterrupts; }

static constexpr StringRef PointText = abi::PointText, ReturnText = abi::PointReturnText,
                           PointConstraints = abi::PointConstraints;
static constexpr const char *JumpToCold = ".byte 0xe9; .long ${0:l} - . - 4";

static FunctionType *plainType(LLVMContext &context) { return FunctionType::get(Type::getVoidTy(context), false); }

void createBeatPoint(IRBuilder<> &builder, BasicBlock *hot, BasicBlock *cold) {
  FunctionType *type = plainType(builder.getContext());
  InlineAsm *text = InlineAsm::get(type, PointText, PointConstraints, /*hasSideEffects=*/true);
  CallBrInst *point = builder.CreateCallBr(type, text, hot, {cold});
  point->addFnAttr(Attribute::NoUnwind);
  // What the cold block does is seen there.
  point->setMemoryEffects(MemoryEffects::none());
}

/// Has the code absolute addresses of functions, so that the linker makes a jump, which is bound lazily, for each
/// function of a library?
static bool callsByAbsoluteAddress(const Module &module) {
  return module.getCodeModel() == CodeModel::Large && module.getPICLevel() == PICLevel::NotPIC;
}

/// The function's own address, from static data that the dynamic linker fills in when the program starts. Externally
/// initialised, so that no optimisation puts the constant back into the code.
static Value *loadAddress(IRBuilder<> &builder, Function &entry) {
  Module &module = *entry.getParent();
  std::string name = ("tactus.address." + entry.getName()).str();
  GlobalVariable *address = module.getNamedGlobal(name);
  if (!address) {
    address = new GlobalVariable(module, entry.getType(), false, GlobalValue::LinkOnceODRLinkage, &entry, name);
    address->setVisibility(GlobalValue::HiddenVisibility);
    address->setComdat(module.getOrInsertComdat(name));
    address->setExternallyInitialized(true);
  }
  return builder.CreateLoad(entry.getType(), address, /*isVolatile=*/true);
}

/// A function of libtactus that preserves registers which the dynamic linker's lazy binding clobbers.
static FunctionCallee preservingFunction(IRBuilder<> &builder, StringRef name, FunctionType *type) {
  Module &module = *builder.GetInsertBlock()->getModule();
  auto *declaration = cast<Function>(module.getOrInsertFunction(name, type).getCallee());
  declaration->setCallingConv(CallingConv::PreserveMost);
  declaration->addFnAttr(Attribute::NonLazyBind);
  return {type, callsByAbsoluteAddress(module) ? loadAddress(builder, *declaration) : declaration};
}

CallInst *createPoll(IRBuilder<> &builder, StringRef entry, Value *weight, ArrayRef<Value *> latent) {
  FunctionType *type = FunctionType::get(builder.getInt64Ty(), {builder.getPtrTy()}, false);
  CallInst *call =
      builder.CreateCall(preservingFunction(builder, entry, type), {weight}, {OperandBundleDef("deopt", latent)});
  call->setCallingConv(CallingConv::PreserveMost);
  call->addFnAttr(Attribute::Cold);
  call->addFnAttr(Attribute::NoUnwind);
  call->addFnAttr(Attribute::WillReturn);
  // It writes no memory that the program can see; tasks' writes become visible at the join.
  call->setMemoryEffects(MemoryEffects::readOnly() | MemoryEffects::inaccessibleOrArgMemOnly());
  return call;
}

CallInst *createBeat(IRBuilder<> &builder, Value *weight, ArrayRef<Value *> latent) {
  return createPoll(builder, "tactus_beat", weight, latent);
}

void storeCredit(IRBuilder<> &builder, Value *value) {
  Module &module = *builder.GetInsertBlock()->getModule();
  auto *credit = cast<GlobalVariable>(module.getOrInsertGlobal("tactus_credit", builder.getInt64Ty()));
  // Initial-exec makes its address one instruction.
  credit->setThreadLocalMode(GlobalValue::InitialExecTLSModel);
  builder.CreateStore(value, builder.CreateThreadLocalAddress(credit));
}

static CallInst *createAssembly(IRBuilder<> &builder, StringRef text) {
  FunctionType *type = plainType(builder.getContext());
  CallInst *call = builder.CreateCall(type, InlineAsm::get(type, text, "", /*hasSideEffects=*/true));
  call->addFnAttr(Attribute::NoUnwind);
  return call;
}

void createBeatReturn(IRBuilder<> &builder) {
  CallInst *end = createAssembly(builder, ReturnText);
  end->setMemoryEffects(MemoryEffects::none());
  end->addFnAttr(Attribute::Cold);
}

bool hasAssembly(const Instruction &instruction, StringRef text) {
  auto *call = dyn_cast<CallBase>(&instruction);
  auto *assembly = call ? dyn_cast<InlineAsm>(call->getCalledOperand()) : nullptr;
  return assembly && assembly->getAsmString() == text;
}

bool isBeatPoint(const Instruction &instruction) { return hasAssembly(instruction, PointText); }
bool isBeatReturn(const Instruction &instruction) { return hasAssembly(instruction, ReturnText); }

bool isBeatPointText(StringRef text) { return text == PointText; }
const char *textOfJumpToCold() { return JumpToCold; }

void divert(CallBase &pointOrReturn, const VersionLabels &labels) {
  FunctionType *type = pointOrReturn.getFunctionType();
  // The versions have one layout, so every place is as far from its counterpart as the labels are.
  bool isPoint = isBeatPoint(pointOrReturn);
  std::string text = isPoint ? JumpToCold : ".byte 0xe9; .long " + labels.source + " - " + labels.destination;
  pointOrReturn.setCalledOperand(InlineAsm::get(type, text, isPoint ? PointConstraints : "", /*hasSideEffects=*/true));
}

void createAssembly(Function &function, const Twine &text) {
  IRBuilder<> builder(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  createAssembly(builder, StringRef(text.str()));
}

} // namespace tactus
