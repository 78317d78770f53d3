//===- primitives.cpp - the primitives of the PCall IR ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Arithmetic is written in place. Everything else is a function of the runtime with the primitive's name behind `pml_`
// (pml/runtime/interface.h).
//
//===----------------------------------------------------------------------===//
#include "pml/codegen/function.h"
#include "pml/codegen/tags.h"
#include "pml/runtime/interface.h"

using namespace llvm;

namespace tactus::pml::codegen {

CallInst *FunctionBuilder::callRuntime(StringRef name, Type *result, ArrayRef<Value *> arguments) {
  SmallVector<Type *, 8> types;
  for (Value *argument : arguments)
    types.push_back(argument->getType());
  CallInst *call = builder.CreateCall(module.runtime(name, result, types), arguments);
  call->addFnAttr(Attribute::get(context, NeverRaises));
  return call;
}

CallInst *FunctionBuilder::callLeaf(StringRef name, Type *result, ArrayRef<Value *> arguments) {
  CallInst *call = callRuntime(name, result, arguments);
  call->addFnAttr(Attribute::get(context, LeafAttribute));
  call->addFnAttr(Attribute::NoUnwind);
  return call;
}

Value *FunctionBuilder::emitIdentity(const ir::Statement &statement) {
  return builder.CreateICmpEQ(value(statement.arguments[0]), value(statement.arguments[1]));
}

/// Most strings that are compared differ in their lengths:
///
///     left == right || (length left == length right && pml_string_bytes_eq(left, right))
Value *FunctionBuilder::emitStringEqual(Value *left, Value *right) {
  BasicBlock *lengths = createBlock("string.lengths"), *bytes = createBlock("string.bytes"),
             *next = createBlock("string.equal");
  Value *isSame = builder.CreateICmpEQ(left, right);
  BasicBlock *first = builder.GetInsertBlock();
  builder.CreateCondBr(isSame, next, lengths);
  builder.SetInsertPoint(lengths);
  builder.CreateCondBr(builder.CreateICmpEQ(lengthOf(left), lengthOf(right)), bytes, next);
  builder.SetInsertPoint(bytes);
  CallInst *compared = callLeaf("pml_string_bytes_eq", builder.getInt8Ty(), {left, right});
  compared->setMemoryEffects(MemoryEffects::readOnly());
  compared->addFnAttr(Attribute::WillReturn);
  Value *hasSameBytes = builder.CreateTrunc(compared, builder.getInt1Ty());
  builder.CreateBr(next);
  builder.SetInsertPoint(next);
  PHINode *result = builder.CreatePHI(builder.getInt1Ty(), 3);
  result->addIncoming(builder.getTrue(), first);
  result->addIncoming(builder.getFalse(), lengths);
  result->addIncoming(hasSameBytes, bytes);
  return result;
}

void FunctionBuilder::emitRuntimeCall(const ir::Statement &statement) {
  const ir::PrimitiveInfo &info = ir::infoOf(statement.primitive);
  Values arguments = valuesOf(statement.arguments);
  for (Value *&argument : arguments)
    if (argument->getType()->isIntegerTy(1))
      argument = builder.CreateZExt(argument, builder.getInt8Ty());
  // A second result comes back through memory.
  AllocaInst *second = nullptr;
  if (statement.results.size() > 1) {
    IRBuilder<> entry(&*function->getEntryBlock().getFirstInsertionPt());
    second = entry.CreateAlloca(layout.memoryTypeOf(source.typeOf(statement.results[1])));
    arguments.push_back(second);
  }
  bool isBool = info.results() == "b";
  Type *result = statement.results.empty() ? builder.getVoidTy()
                 : isBool                  ? builder.getInt8Ty()
                                           : layout.typeOf(source.typeOf(statement.results[0]));
  std::string name = "pml_" + std::string(info.name);
  // What may raise leaves it in the thread, and is done before anything is lost.
  bool isSafepoint = info.effects & (ir::MayAllocate | ir::HasEffect);
  CallInst *call = isSafepoint ? callRuntime(name, result, arguments) : callLeaf(name, result, arguments);
  if (info.effects == ir::Pure && !second) {
    // An object never changes where a primitive without effects reads it, or it is asked for its identity alone.
    bool readsMemory = any_of(arguments, [](Value *argument) { return argument->getType()->isPointerTy(); });
    call->setMemoryEffects(readsMemory ? MemoryEffects::readOnly() : MemoryEffects::none());
    call->addFnAttr(Attribute::WillReturn);
  }
  if (info.effects & ir::MayRaise) {
    call->removeFnAttr(NeverRaises);
    checkRaised([&] { notePlace(statement.place); });
  }
  if (!statement.results.empty())
    values[statement.results[0]] = isBool ? builder.CreateTrunc(call, builder.getInt1Ty()) : static_cast<Value *>(call);
  if (second)
    values[statement.results[1]] = builder.CreateLoad(second->getAllocatedType(), second);
}

/// What an iteration of a loop costs, which its runs find out.
GlobalVariable *FunctionBuilder::createLoopWeight() {
  return new GlobalVariable(module.module, builder.getInt64Ty(), false, GlobalValue::InternalLinkage,
                            builder.getInt64(TACTUS_UNKNOWN_WEIGHT), "pml.loop");
}

/// If the loop is short and the credit pays for all of it, nobody else is asked:
///
///     price = count * weight
///     if (price <= MostUnmeasured && price <= tactus_credit) { tactus_credit -= price; 1 } else pml_loop_enter(…)
///
/// Inside of a nest, which pays for all of it, a short one does not even look at the credit.
Value *FunctionBuilder::emitEnterLoop(const ir::Statement &statement, bool isInside) {
  Type *word = builder.getInt64Ty();
  GlobalVariable *weight = createLoopWeight();
  Value *count = value(statement.arguments[0]);
  LoadInst *known = builder.CreateLoad(word, weight);
  known->setAtomic(AtomicOrdering::Monotonic);
  known->setAlignment(Align(8));
  tagAccess(*known, "loop");
  Value *product = builder.CreateBinaryIntrinsic(Intrinsic::smul_with_overflow, count, known);
  Value *price = builder.CreateExtractValue(product, 0);
  Value *isSlow = builder.CreateOr(builder.CreateExtractValue(product, 1),
                                   builder.CreateICmpSGT(price, builder.getInt64(MostUnmeasured)));
  Value *credit = nullptr, *rest = nullptr;
  if (!isInside) {
    credit = builder.CreateThreadLocalAddress(module.credit());
    LoadInst *left = builder.CreateLoad(word, credit);
    tagAccess(*left, "credit");
    rest = builder.CreateSub(left, price);
    isSlow = builder.CreateOr(isSlow, builder.CreateICmpSLT(rest, builder.getInt64(0)));
  }
  BasicBlock *slow = createBlock("loop.slow"), *fast = createBlock("loop.fast"), *next = createBlock("loop.enter");
  branchUnlikely(isSlow, slow, fast);
  builder.SetInsertPoint(fast);
  if (!isInside)
    tagAccess(*builder.CreateStore(rest, credit), "credit");
  builder.CreateBr(next);
  builder.SetInsertPoint(slow);
  CallInst *asked = callLeaf("pml_loop_enter", word, {weight, count});
  asked->addFnAttr(Attribute::Cold);
  builder.CreateBr(next);
  builder.SetInsertPoint(next);
  PHINode *how = builder.CreatePHI(word, 2);
  how->addIncoming(builder.getInt64(1), fast);
  how->addIncoming(asked, slow);
  return how;
}

/// One of the constants, as there are few.
Value *FunctionBuilder::emitCharString(Value *character) {
  GlobalVariable *table = module.charStrings();
  Value *position = builder.CreateZExt(character, builder.getInt64Ty());
  LoadInst *string =
      builder.CreateLoad(layout.objectType(), builder.CreateInBoundsGEP(layout.objectType(), table, position));
  string->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(context, {}));
  return string;
}

void FunctionBuilder::emitPrimitive(const ir::Statement &statement) {
  StringRef name = ir::infoOf(statement.primitive).name;
  if (name.contains("intinf") && emitLargeInteger(statement))
    return;
  Value *result = nullptr;
  auto numbered = [&](StringRef family, auto emit) {
    StringRef rest = name;
    unsigned bits = 0;
    if (result || !rest.consume_front(family) || rest.consumeInteger(10, bits) || !rest.consume_front("_"))
      return;
    result = (this->*emit)(statement, bits, rest);
  };
  numbered("int", &FunctionBuilder::emitInteger);
  numbered("word", &FunctionBuilder::emitWord);
  numbered("real", &FunctionBuilder::emitReal);
  if (name == "bool_eq")
    result = builder.CreateICmpEQ(value(statement.arguments[0]), value(statement.arguments[1]));
  else if (name == "bool_not")
    result = builder.CreateNot(value(statement.arguments[0]));
  else if (name == "same_object" || (name == "equal" && !value(statement.arguments[0])->getType()->isPointerTy()))
    result = emitIdentity(statement);
  else if (name == "string_eq")
    result = emitStringEqual(value(statement.arguments[0]), value(statement.arguments[1]));
  else if (name == "char_string")
    result = emitCharString(value(statement.arguments[0]));
  else if (name == "loop_enter" || name == "loop_enter_inside")
    result = emitEnterLoop(statement, name == "loop_enter_inside");
  else if (name == "loop_enter_nest")
    result = callLeaf("pml_loop_enter_nest", builder.getInt64Ty(), {createLoopWeight(), value(statement.arguments[0])});
  else if (name == "loop_enter_outer")
    result = builder.CreateZExt(builder.CreateICmpSLE(value(statement.arguments[0]), builder.getInt64(1)),
                                builder.getInt64Ty());
  if (result)
    values[statement.results[0]] = result;
  else
    emitRuntimeCall(statement);
}

} // namespace tactus::pml::codegen
