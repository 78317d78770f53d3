//===- ForkCharge.cpp - what a fork pays --------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "ir/ForkCharge.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;

namespace tactus {

static constexpr StringRef ChargeText = "movq tactus_credit@GOTTPOFF(%rip), %rax\n\tsubq $1, %fs:(%rax)";
static constexpr StringRef QuestionText = "movq tactus_credit@GOTTPOFF(%rip), %rax\n\tcmpq $$0, %fs:(%rax)";

/// In assembly, because LLVM would keep the variable's offset in a register across the recursion, which every call then
/// saves and restores.
Value *createForkCharge(IRBuilder<> &builder, Value *price) {
  auto *type = FunctionType::get(builder.getInt8Ty(), {builder.getInt64Ty()}, false);
  InlineAsm *subtract = InlineAsm::get(type, ChargeText, "={@ccs},r,~{rax},~{memory},~{dirflag},~{fpsr},~{flags}",
                                       /*hasSideEffects=*/true);
  CallInst *isUsedUp = builder.CreateCall(type, subtract, {price});
  isUsedUp->addFnAttr(Attribute::NoUnwind);
  return builder.CreateTrunc(isUsedUp, builder.getInt1Ty());
}

Value *createBeatQuestion(IRBuilder<> &builder) {
  auto *type = FunctionType::get(builder.getInt8Ty(), false);
  InlineAsm *compare = InlineAsm::get(type, QuestionText, "={@ccle},~{rax},~{memory},~{dirflag},~{fpsr},~{flags}",
                                      /*hasSideEffects=*/true);
  CallInst *asks = builder.CreateCall(type, compare);
  asks->addFnAttr(Attribute::NoUnwind);
  return builder.CreateTrunc(asks, builder.getInt1Ty());
}

static bool hasText(const Instruction &instruction, StringRef expected) {
  auto *call = dyn_cast<CallInst>(&instruction);
  auto *text = call ? dyn_cast<InlineAsm>(call->getCalledOperand()) : nullptr;
  return text && text->getAsmString() == expected;
}

bool isForkCharge(const Instruction &instruction) { return hasText(instruction, ChargeText); }
bool isBeatQuestion(const Instruction &instruction) { return hasText(instruction, QuestionText); }

} // namespace tactus
