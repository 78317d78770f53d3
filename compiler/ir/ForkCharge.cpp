//===- ForkCharge.cpp - what a fork pays --------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "ir/ForkCharge.h"
#include "ir/BeatPoint.h"
#include "ir/TargetProcessor.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;

namespace tactus {

namespace {

/// Assembly that ends with the flags set, what it clobbers, and the condition of the flags that answers.
struct Assembly {
  StringRef text, clobbers, condition;
};

/// What each processor has for the two: the charge, and the question whether credit is left.
struct Target {
  Assembly charge, question;
};

} // namespace

static constexpr StringRef X86Clobbers = "~{rax},~{memory},~{dirflag},~{fpsr},~{flags}";
static constexpr Target X86{{"movq tactus_credit@GOTTPOFF(%rip), %rax\n\tsubq $1, %fs:(%rax)", X86Clobbers, "s"},
                            {"movq tactus_credit@GOTTPOFF(%rip), %rax\n\tcmpq $$0, %fs:(%rax)", X86Clobbers, "le"}};

/// x17 is the address of the thread's credit.
#define TACTUS_CREDIT_ADDRESS                                                                                          \
  "adrp x17, :gottprel:tactus_credit\n\tmrs x16, tpidr_el0\n\tldr x17, [x17, :gottprel_lo12:tactus_credit]\n\t"        \
  "add x17, x17, x16\n\t"
static constexpr StringRef ArmClobbers = "~{x16},~{x17},~{memory}";
static constexpr Target Arm{
    {TACTUS_CREDIT_ADDRESS "ldr x16, [x17]\n\tsubs x16, x16, $1\n\tstr x16, [x17]", ArmClobbers, "mi"},
    {TACTUS_CREDIT_ADDRESS "ldr x16, [x17]\n\tcmp x16, #0", ArmClobbers, "le"}};
#undef TACTUS_CREDIT_ADDRESS

static const Target &targetOf(const IRBuilder<> &builder) {
  return isArm(*builder.GetInsertBlock()->getModule()) ? Arm : X86;
}

static Value *ask(IRBuilder<> &builder, const Assembly &assembly, ArrayRef<Value *> operands) {
  SmallVector<Type *, 1> types(operands.size(), builder.getInt64Ty());
  auto *type = FunctionType::get(builder.getInt8Ty(), types, false);
  std::string constraints =
      ("={@cc" + assembly.condition + "}," + (operands.empty() ? "" : "r,") + assembly.clobbers).str();
  CallInst *holds =
      builder.CreateCall(type, InlineAsm::get(type, assembly.text, constraints, /*hasSideEffects=*/true), operands);
  holds->addFnAttr(Attribute::NoUnwind);
  return builder.CreateTrunc(holds, builder.getInt1Ty());
}

/// In assembly, because LLVM would keep the variable's offset in a register across the recursion, which every call then
/// saves and restores.
Value *createForkCharge(IRBuilder<> &builder, Value *price) { return ask(builder, targetOf(builder).charge, price); }

Value *createBeatQuestion(IRBuilder<> &builder) { return ask(builder, targetOf(builder).question, {}); }

bool isForkCharge(const Instruction &instruction) {
  return hasAssembly(instruction, X86.charge.text) || hasAssembly(instruction, Arm.charge.text);
}
bool isBeatQuestion(const Instruction &instruction) {
  return hasAssembly(instruction, X86.question.text) || hasAssembly(instruction, Arm.question.text);
}

} // namespace tactus
