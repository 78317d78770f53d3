//===- numbers.cpp - arithmetic -------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/codegen/function.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace tactus::pml::codegen {

/// add, sub, mul, neg, abs of signed integers. A number of 63 bits is kept in 64.
Value *FunctionBuilder::emitOverflowing(const ir::Statement &statement, unsigned bits, StringRef operation) {
  Value *left = value(statement.arguments[0]);
  Type *type = left->getType();
  auto checked = [&](Intrinsic::ID intrinsic, Value *a, Value *b) {
    Value *pair = builder.CreateBinaryIntrinsic(intrinsic, a, b);
    Value *result = builder.CreateExtractValue(pair, 0);
    Value *overflows = builder.CreateExtractValue(pair, 1);
    if (bits == 63)
      overflows = builder.CreateOr(overflows,
                                   builder.CreateICmpNE(builder.CreateAShr(builder.CreateShl(result, 1), 1), result));
    raiseIf(overflows, ir::Overflow, statement.place);
    return result;
  };
  if (operation == "neg" || operation == "abs") {
    Value *negated = checked(Intrinsic::ssub_with_overflow, Constant::getNullValue(type), left);
    if (operation == "neg")
      return negated;
    return builder.CreateSelect(builder.CreateICmpSLT(left, Constant::getNullValue(type)), negated, left);
  }
  auto intrinsic = operation == "add"   ? Intrinsic::sadd_with_overflow
                   : operation == "sub" ? Intrinsic::ssub_with_overflow
                                        : Intrinsic::smul_with_overflow;
  return checked(intrinsic, left, value(statement.arguments[1]));
}

/// div and mod round down, quot and rem to zero.
Value *FunctionBuilder::emitDivision(const ir::Statement &statement, unsigned bits, StringRef operation) {
  Value *left = value(statement.arguments[0]), *right = value(statement.arguments[1]);
  Type *type = left->getType();
  Constant *zero = Constant::getNullValue(type), *minusOne = Constant::getAllOnesValue(type);
  raiseIf(builder.CreateICmpEQ(right, zero), ir::Div, statement.place);
  Value *isMinusOne = builder.CreateICmpEQ(right, minusOne);
  bool isQuotient = operation == "div" || operation == "quot";
  if (isQuotient) {
    APInt least = APInt::getSignedMinValue(bits).sext(type->getIntegerBitWidth());
    Value *isLeast = builder.CreateICmpEQ(left, ConstantInt::get(type, least));
    raiseIf(builder.CreateAnd(isLeast, isMinusOne), ir::Overflow, statement.place);
  }
  // The remainder by -1 is 0, but the machine would trap for the least number.
  Value *divisor = isQuotient ? right : builder.CreateSelect(isMinusOne, ConstantInt::get(type, 1), right);
  return divide(left, divisor, operation);
}

/// With a branch, from which LLVM sees that the result is not negative. In a loop that computes modulo a constant, no
/// remainder is negative then.
Value *FunctionBuilder::remainderByPositive(Value *left, ConstantInt *divisor) {
  Value *remainder = builder.CreateSRem(left, divisor);
  Value *isNegative = builder.CreateICmpSLT(remainder, ConstantInt::get(left->getType(), 0));
  BasicBlock *before = builder.GetInsertBlock(), *negative = createBlock("mod.negative"), *next = createBlock("mod");
  builder.CreateCondBr(isNegative, negative, next);
  builder.SetInsertPoint(negative);
  Value *sum = builder.CreateAdd(remainder, divisor, "", /*HasNUW=*/false, /*HasNSW=*/true);
  builder.CreateBr(next);
  builder.SetInsertPoint(next);
  PHINode *result = builder.CreatePHI(left->getType(), 2);
  result->addIncoming(remainder, before);
  result->addIncoming(sum, negative);
  return result;
}

Value *FunctionBuilder::divide(Value *left, Value *divisor, StringRef operation) {
  if (auto *constant = dyn_cast<ConstantInt>(divisor);
      constant && operation == "mod" && constant->getValue().isStrictlyPositive())
    return remainderByPositive(left, constant);
  Type *type = left->getType();
  Constant *zero = Constant::getNullValue(type);
  Value *quotient = operation == "div" || operation == "quot" ? builder.CreateSDiv(left, divisor) : nullptr;
  Value *remainder = builder.CreateSRem(left, divisor);
  if (operation == "quot")
    return quotient;
  if (operation == "rem")
    return remainder;
  Value *differs = builder.CreateAnd(builder.CreateICmpNE(remainder, zero),
                                     builder.CreateICmpSLT(builder.CreateXor(remainder, divisor), zero));
  if (operation == "div")
    return builder.CreateAdd(quotient, builder.CreateSExt(differs, type));
  return builder.CreateAdd(remainder, builder.CreateSelect(differs, divisor, zero));
}

CmpInst::Predicate predicateOf(StringRef operation, bool isSigned) {
  return StringSwitch<CmpInst::Predicate>(operation)
      .Case("eq", CmpInst::ICMP_EQ)
      .Case("lt", isSigned ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT)
      .Case("le", isSigned ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE)
      .Case("gt", isSigned ? CmpInst::ICMP_SGT : CmpInst::ICMP_UGT)
      .Case("ge", isSigned ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE)
      .Default(CmpInst::BAD_ICMP_PREDICATE);
}

/// Null if the runtime does it.
Value *FunctionBuilder::emitInteger(const ir::Statement &statement, unsigned bits, StringRef operation) {
  Value *left = value(statement.arguments[0]);
  if (auto predicate = predicateOf(operation, true); predicate != CmpInst::BAD_ICMP_PREDICATE)
    return builder.CreateICmp(predicate, left, value(statement.arguments[1]));
  if (operation == "add" || operation == "sub" || operation == "mul" || operation == "neg" || operation == "abs")
    return emitOverflowing(statement, bits, operation);
  if (operation == "index")
    return builder.CreateNSWAdd(left, value(statement.arguments[1]));
  if (operation == "div" || operation == "mod" || operation == "quot" || operation == "rem")
    return emitDivision(statement, bits, operation);
  if (operation == "to_int64")
    return builder.CreateSExt(left, builder.getInt64Ty());
  if (operation == "from_int64") {
    if (bits == 64)
      return left;
    Value *narrow = builder.CreateTrunc(left, builder.getIntNTy(bits));
    raiseIf(builder.CreateICmpNE(builder.CreateSExt(narrow, builder.getInt64Ty()), left), ir::Overflow,
            statement.place);
    return bits == 63 ? left : narrow;
  }
  return nullptr;
}

Value *FunctionBuilder::emitWord(const ir::Statement &statement, unsigned bits, StringRef operation) {
  Value *left = value(statement.arguments[0]);
  Value *right = statement.arguments.size() > 1 ? value(statement.arguments[1]) : nullptr;
  Type *type = left->getType(), *wide = builder.getInt64Ty();
  if (auto predicate = predicateOf(operation, false); predicate != CmpInst::BAD_ICMP_PREDICATE)
    return builder.CreateICmp(predicate, left, right);
  auto binary = StringSwitch<int>(operation)
                    .Case("add", Instruction::Add)
                    .Case("sub", Instruction::Sub)
                    .Case("mul", Instruction::Mul)
                    .Case("andb", Instruction::And)
                    .Case("orb", Instruction::Or)
                    .Case("xorb", Instruction::Xor)
                    .Case("div", Instruction::UDiv)
                    .Case("mod", Instruction::URem)
                    .Default(0);
  if (binary) {
    if (binary == Instruction::UDiv || binary == Instruction::URem)
      raiseIf(builder.CreateICmpEQ(right, Constant::getNullValue(type)), ir::Div, statement.place);
    return builder.CreateBinOp(static_cast<Instruction::BinaryOps>(binary), left, right);
  }
  if (operation == "shl" || operation == "shr" || operation == "sar") {
    // Shifts by as many bits as there are or more are defined in SML, and not in LLVM.
    Value *isShort = builder.CreateICmpULT(right, builder.getInt32(bits));
    Value *amount = builder.CreateZExtOrTrunc(right, type);
    if (operation == "sar")
      return builder.CreateAShr(left, builder.CreateSelect(isShort, amount, ConstantInt::get(type, bits - 1)));
    amount = builder.CreateSelect(isShort, amount, ConstantInt::get(type, 0));
    Value *shifted = operation == "shl" ? builder.CreateShl(left, amount) : builder.CreateLShr(left, amount);
    return builder.CreateSelect(isShort, shifted, Constant::getNullValue(type));
  }
  if (operation == "neg")
    return builder.CreateNeg(left);
  if (operation == "notb")
    return builder.CreateNot(left);
  if (operation == "to_word64")
    return builder.CreateZExt(left, wide);
  if (operation == "to_word64_signed")
    return builder.CreateSExt(left, wide);
  if (operation == "from_word64")
    return builder.CreateTrunc(left, builder.getIntNTy(bits));
  if (operation == "to_int64") {
    if (bits == 64)
      raiseIf(builder.CreateICmpSLT(left, Constant::getNullValue(type)), ir::Overflow, statement.place);
    return builder.CreateZExt(left, wide);
  }
  return nullptr;
}

Value *FunctionBuilder::emitReal(const ir::Statement &statement, unsigned bits, StringRef operation) {
  Value *left = value(statement.arguments[0]);
  Value *right = statement.arguments.size() > 1 ? value(statement.arguments[1]) : nullptr;
  Type *type = bits == 64 ? builder.getDoubleTy() : builder.getFloatTy();
  auto predicate = StringSwitch<CmpInst::Predicate>(operation)
                       .Case("equal", CmpInst::FCMP_OEQ)
                       .Case("lt", CmpInst::FCMP_OLT)
                       .Case("le", CmpInst::FCMP_OLE)
                       .Case("gt", CmpInst::FCMP_OGT)
                       .Case("ge", CmpInst::FCMP_OGE)
                       .Default(CmpInst::BAD_FCMP_PREDICATE);
  if (predicate != CmpInst::BAD_FCMP_PREDICATE)
    return builder.CreateFCmp(predicate, left, right);
  auto binary = StringSwitch<int>(operation)
                    .Case("add", Instruction::FAdd)
                    .Case("sub", Instruction::FSub)
                    .Case("mul", Instruction::FMul)
                    .Case("divide", Instruction::FDiv)
                    .Default(0);
  if (binary)
    return builder.CreateBinOp(static_cast<Instruction::BinaryOps>(binary), left, right);
  auto unary = StringSwitch<Intrinsic::ID>(operation)
                   .Case("abs", Intrinsic::fabs)
                   .Case("sqrt", Intrinsic::sqrt)
                   .Case("floor", Intrinsic::floor)
                   .Case("ceil", Intrinsic::ceil)
                   .Case("trunc", Intrinsic::trunc)
                   .Case("round", Intrinsic::roundeven)
                   .Default(Intrinsic::not_intrinsic);
  if (unary != Intrinsic::not_intrinsic)
    return builder.CreateUnaryIntrinsic(unary, left);
  if (operation == "neg")
    return builder.CreateFNeg(left);
  if (operation == "copy_sign")
    return builder.CreateBinaryIntrinsic(Intrinsic::copysign, left, right);
  if (operation == "fma")
    return builder.CreateIntrinsic(Intrinsic::fma, {type}, {left, right, value(statement.arguments[2])});
  if (operation == "sign_bit")
    return builder.CreateICmpSLT(builder.CreateBitCast(left, builder.getIntNTy(bits)),
                                 Constant::getNullValue(builder.getIntNTy(bits)));
  if (operation == "to_word64_bits")
    return builder.CreateZExt(builder.CreateBitCast(left, builder.getIntNTy(bits)), builder.getInt64Ty());
  if (operation == "from_word64_bits")
    return builder.CreateBitCast(builder.CreateTrunc(left, builder.getIntNTy(bits)), type);
  if (operation == "from_int64")
    return builder.CreateSIToFP(left, type);
  if (operation == "from_real64")
    return builder.CreateFPCast(left, type);
  if (operation == "to_real64")
    return builder.CreateFPCast(left, builder.getDoubleTy());
  if (operation == "to_int64") {
    constexpr double Bound = 9223372036854775808.0;
    Value *isInside = builder.CreateAnd(builder.CreateFCmpOGE(left, ConstantFP::get(type, -Bound)),
                                        builder.CreateFCmpOLT(left, ConstantFP::get(type, Bound)));
    raiseIf(builder.CreateNot(isInside), ir::Overflow, statement.place);
    return builder.CreateFPToSI(left, builder.getInt64Ty());
  }
  return nullptr;
}

} // namespace tactus::pml::codegen
