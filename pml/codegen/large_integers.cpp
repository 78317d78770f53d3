//===- large_integers.cpp - arithmetic of integers without bounds ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A small intinf is the word 2 n + 1 (pml/runtime/object.h). What has small operands and a small result is done in
// place; otherwise the function of the runtime is called:
//
//     if (left & right & 1) { result = left + (right - 1); if (!overflow) goto next; }
//     result = pml_intinf_add(left, right);
//   next:
//
// A word that was read from a pointer may stand for an object that moves. Nothing but its lowest bit counts then, and
// that is 0 wherever the object is.
//
//===----------------------------------------------------------------------===//
#include "pml/codegen/function.h"
#include "pml/codegen/small_integers.h"
#include "pml/runtime/object.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace tactus::pml::codegen {

namespace {

/// Writes one operation. Whenever it cannot be done in place, the code goes to `slow`.
class LargeIntegerBuilder {
public:
  LargeIntegerBuilder(IRBuilder<> &builder, const std::function<void(Value *)> &orSlow)
      : builder(builder), orSlow(orSlow), one(builder.getInt64(SmallBit)) {}

  /// Of words. Null if the runtime does it.
  Value *operate(StringRef operation, ArrayRef<Value *> words, function_ref<Value *(Value *, Value *)> divide) const {
    bool isQuotient = operation == "div" || operation == "quot";
    bool divides = isQuotient || operation == "mod" || operation == "rem";
    if (operation == "neg" || operation == "notb") {
      needSmall(words[0]);
      return operation == "neg" ? combine("sub", one, words[0]) : builder.CreateXor(words[0], ~uint64_t{SmallBit});
    }
    if (operation == "eq") {
      // An object is never equal to a small one.
      needSmall(builder.CreateOr(words[0], words[1]));
      return builder.CreateICmpEQ(words[0], words[1]);
    }
    auto predicate = predicateOf(operation, true);
    bool compares = predicate != CmpInst::BAD_ICMP_PREDICATE;
    if (!compares && !divides && !is_contained({"add", "sub", "mul", "andb", "orb", "xorb"}, operation))
      return nullptr;
    needSmall(builder.CreateAnd(words[0], words[1]));
    if (compares)
      return builder.CreateICmp(predicate, words[0], words[1]);
    if (!divides)
      return combine(operation, words[0], words[1]);
    Value *divisor = number(words[1]);
    orSlow(builder.CreateICmpEQ(divisor, builder.getInt64(0)));
    Value *divided = divide(number(words[0]), divisor);
    return isQuotient ? tagChecked(divided) : tagNumber(divided);
  }

  /// To a number of fixed size; a word takes the lowest bits.
  Value *narrow(Value *tagged, Type *type, bool mayOverflow) const {
    needSmall(tagged);
    Value *wide = number(tagged), *result = builder.CreateTrunc(wide, type);
    if (mayOverflow)
      orSlow(builder.CreateICmpNE(builder.CreateSExt(result, wide->getType()), wide));
    return result;
  }
  /// Of a number of fixed size.
  Value *convert(Value *given, bool isSigned, unsigned bits) const {
    Type *word = one->getType();
    Value *wide = isSigned ? builder.CreateSExt(given, word) : builder.CreateZExt(given, word);
    if (bits <= SmallBits)
      return tagNumber(wide);
    if (!isSigned)
      orSlow(builder.CreateICmpSLT(wide, builder.getInt64(0)));
    return tagChecked(wide);
  }

private:
  IRBuilder<> &builder;
  const std::function<void(Value *)> &orSlow;
  ConstantInt *one;

  void needSmall(Value *tagged) const {
    orSlow(builder.CreateICmpEQ(builder.CreateAnd(tagged, one), builder.getInt64(0)));
  }
  Value *number(Value *tagged) const { return builder.CreateAShr(tagged, 1); }
  Value *tag(Value *twice) const { return builder.CreateOr(twice, one); }
  Value *tagNumber(Value *number) const { return tag(builder.CreateShl(number, 1)); }
  Value *tagChecked(Value *number) const { return tag(checked(Intrinsic::sadd_with_overflow, number, number)); }

  Value *combine(StringRef operation, Value *left, Value *right) const {
    if (operation == "add")
      return checked(Intrinsic::sadd_with_overflow, left, builder.CreateSub(right, one));
    if (operation == "sub")
      return tag(checked(Intrinsic::ssub_with_overflow, left, right));
    if (operation == "mul")
      return tag(checked(Intrinsic::smul_with_overflow, builder.CreateSub(left, one), number(right)));
    if (operation == "andb")
      return builder.CreateAnd(left, right);
    return operation == "orb" ? builder.CreateOr(left, right) : tag(builder.CreateXor(left, right));
  }
  Value *checked(Intrinsic::ID intrinsic, Value *left, Value *right) const {
    Value *pair = builder.CreateBinaryIntrinsic(intrinsic, left, right);
    orSlow(builder.CreateExtractValue(pair, 1));
    return builder.CreateExtractValue(pair, 0);
  }
};

} // namespace

Value *FunctionBuilder::emitLargeInteger(StringRef name, ArrayRef<Value *> words, Type *type,
                                         const std::function<void(Value *)> &orSlow) {
  LargeIntegerBuilder integers(builder, orSlow);
  if (name.consume_front("intinf_"))
    return integers.operate(name, words, [&](Value *left, Value *divisor) { return divide(left, divisor, name); });
  bool isSigned = name.starts_with("int") || name.ends_with("_signed");
  unsigned bits = 0;
  if (!(name.consume_front("int") || name.consume_front("word")) || name.consumeInteger(10, bits))
    return nullptr;
  return name == "_from_intinf" ? integers.narrow(words[0], type, isSigned && bits < SmallBits)
                                : integers.convert(words[0], isSigned, bits);
}

bool FunctionBuilder::emitLargeInteger(const ir::Statement &statement) {
  BasicBlock *slow = nullptr;
  auto orSlow = [&](Value *condition) {
    if (!slow)
      slow = createBlock("intinf.slow");
    BasicBlock *fast = createBlock("");
    branchUnlikely(condition, slow, fast);
    builder.SetInsertPoint(fast);
  };
  Values words = valuesOf(statement.arguments);
  for (Value *&each : words)
    if (each->getType()->isPointerTy())
      each = builder.CreatePtrToInt(each, builder.getInt64Ty());
  Type *type = layout.typeOf(source.typeOf(statement.results[0]));
  Value *result = emitLargeInteger(ir::infoOf(statement.primitive).name, words, type, orSlow);
  if (!result)
    return false;
  if (type->isPointerTy())
    result = createSmall(builder, result);
  values[statement.results[0]] = result;
  if (!slow)
    return true;
  BasicBlock *fastEnd = builder.GetInsertBlock(), *next = createBlock("intinf.next");
  builder.CreateBr(next);
  builder.SetInsertPoint(slow);
  emitRuntimeCall(statement);
  BasicBlock *slowEnd = builder.GetInsertBlock();
  builder.CreateBr(next);
  builder.SetInsertPoint(next);
  PHINode *joined = builder.CreatePHI(type, 2);
  joined->addIncoming(result, fastEnd);
  joined->addIncoming(values[statement.results[0]], slowEnd);
  values[statement.results[0]] = joined;
  return true;
}

} // namespace tactus::pml::codegen
