//===- ForkCall.cpp - calls that a return stub can return from -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "ir/ForkCall.h"
#include "abi/forks.h"
#include "abi/maps.h"
#include "ir/CallBundles.h"
#include "ir/DebugScope.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace tactus {

namespace {

/// Where the stub finds the parts of a result, in order.
struct ReturnRegisters {
  unsigned integers = 0;
  unsigned vectors = 0;
};

} // namespace

/// The offset in tactus_fork_record of a part of a result, and the registers that it takes; false if the stub does not
/// save them.
static bool assign(Type *type, const DataLayout &layout, ReturnRegisters &used, unsigned &offset) {
  bool isInteger = type->isIntegerTy() || type->isPointerTy();
  uint64_t bits = layout.getTypeSizeInBits(type);
  if (isInteger && bits <= 128) {
    unsigned count = bits > 64 ? 2 : 1;
    if (used.integers + count > 2)
      return false;
    offset = offsetof(tactus_fork_record, returned_integers) + size_t{8} * used.integers;
    used.integers += count;
    return true;
  }
  bool isVector = type->isFloatTy() || type->isDoubleTy() || (isa<FixedVectorType>(type) && bits == 128);
  if (auto *vector = dyn_cast<FixedVectorType>(type); vector && bits == 64)
    isVector = vector->getElementType()->isFloatTy(); // how clang returns two floats
  if (!isVector || used.vectors == 2 ||
      (isa<FixedVectorType>(type) && layout.getTypeSizeInBits(type->getScalarType()) < 8))
    return false;
  offset = offsetof(tactus_fork_record, returned_vectors) + size_t{16} * used.vectors++;
  return true;
}

/// The offsets of all parts of a result; false if it does not come back in the stub's registers.
static bool assignAll(Type *type, const DataLayout &layout, SmallVectorImpl<unsigned> &offsets) {
  ReturnRegisters used;
  unsigned offset = 0;
  if (auto *parts = dyn_cast<StructType>(type)) {
    for (Type *part : parts->elements()) {
      if (!part->isSingleValueType() || !assign(part, layout, used, offset))
        return false;
      offsets.push_back(offset);
    }
    return true;
  }
  if (!type->isSingleValueType() || !assign(type, layout, used, offset))
    return false;
  offsets.push_back(offset);
  return true;
}

static bool returnsInStubRegisters(const CallBase &call) {
  SmallVector<unsigned, 2> offsets;
  return call.getType()->isVoidTy() || assignAll(call.getType(), call.getModule()->getDataLayout(), offsets);
}

static bool canCarryRecord(const CallBase &call) {
  return canBecomeStatepoint(call) &&
         (call.getCallingConv() == CallingConv::C || call.getCallingConv() == CallingConv::X86_64_SysV);
}

static Value *loadPart(IRBuilder<> &builder, Type *type, Value *record, unsigned offset) {
  const DataLayout &layout = builder.GetInsertBlock()->getModule()->getDataLayout();
  Value *address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), record, offset);
  // Bits of the register above the value's are not defined.
  if (type->isIntegerTy() && !isPowerOf2_64(type->getIntegerBitWidth()))
    return builder.CreateTrunc(
        builder.CreateAlignedLoad(builder.getIntNTy(PowerOf2Ceil(type->getIntegerBitWidth())), address, Align(8)),
        type);
  if (type->isIntegerTy(1))
    return builder.CreateTrunc(builder.CreateAlignedLoad(builder.getInt8Ty(), address, Align(8)), type);
  return builder.CreateAlignedLoad(type, address, std::min(Align(8), layout.getABITypeAlign(type)));
}

Value *loadReturnedValue(IRBuilder<> &builder, Type *type, Value *record) {
  SmallVector<unsigned, 2> offsets;
  bool fits = assignAll(type, builder.GetInsertBlock()->getModule()->getDataLayout(), offsets);
  (void)fits;
  auto *parts = dyn_cast<StructType>(type);
  if (!parts)
    return loadPart(builder, type, record, offsets[0]);
  Value *result = PoisonValue::get(type);
  for (unsigned i = 0; i < offsets.size(); ++i)
    result = builder.CreateInsertValue(result, loadPart(builder, parts->getElementType(i), record, offsets[i]), i);
  return result;
}

void copyTarget(const Function &from, Function &to) {
  for (StringRef kind : {"target-cpu", "target-features", "tune-cpu", "frame-pointer"})
    if (from.hasFnAttribute(kind))
      to.addFnAttr(from.getFnAttribute(kind));
}

/// A function that makes the call, whose callee is its last argument but one if it is indirect, and stores the result
/// where its last argument says.
static Function *makeThunk(CallBase &call, ArrayRef<Value *> arguments, bool isIndirect) {
  Function &function = *call.getFunction();
  LLVMContext &context = function.getContext();
  SmallVector<Type *, 8> types;
  for (Value *argument : arguments)
    types.push_back(argument->getType());
  auto *thunk = Function::Create(FunctionType::get(Type::getVoidTy(context), types, false),
                                 GlobalValue::InternalLinkage, function.getName() + ".branch", function.getParent());
  thunk->addFnAttr(Attribute::NoInline);
  thunk->setUWTableKind(UWTableKind::Async);
  copyTarget(function, *thunk);

  IRBuilder<> builder(BasicBlock::Create(context, "", thunk));
  SmallVector<Value *, 8> passed;
  for (unsigned i = 0; i < call.arg_size(); ++i)
    passed.push_back(thunk->getArg(i));
  Value *callee = isIndirect ? thunk->getArg(call.arg_size()) : call.getCalledOperand();
  // Without a bundle, the thunk's frame is crossed by the unwinder.
  SmallVector<OperandBundleDef, 1> bundles;
  if (canCarryRecord(call))
    bundles.emplace_back("deopt", ArrayRef<Value *>());
  CallInst *inner = builder.CreateCall(call.getFunctionType(), callee, passed, bundles);
  inner->setAttributes(call.getAttributes());
  inner->setCallingConv(call.getCallingConv());
  if (!call.getType()->isVoidTy())
    builder.CreateStore(inner, thunk->getArg(thunk->arg_size() - 1));
  builder.CreateRetVoid();
  describeFunction(*thunk, call.getDebugLoc());
  return thunk;
}

/// void thunk(arguments…, callee or nothing, result*) { *result = call(arguments…) }. What is passed by value is passed
/// by address; the copy is made inside.
CallBase *makeCallable(CallBase *call) {
  if (canCarryRecord(*call) && returnsInStubRegisters(*call))
    return call;
  Function &function = *call->getFunction();
  bool isIndirect = !isa<Constant>(call->getCalledOperand()) && !call->isInlineAsm();
  SmallVector<Value *, 8> arguments(call->args());
  if (isIndirect)
    arguments.push_back(call->getCalledOperand());
  AllocaInst *result = nullptr;
  if (!call->getType()->isVoidTy()) {
    IRBuilder<> entry(&*function.getEntryBlock().getFirstInsertionPt());
    result = entry.CreateAlloca(call->getType(), nullptr, "fork.result");
    arguments.push_back(result);
  }
  Function *thunk = makeThunk(*call, arguments, isIndirect);

  IRBuilder<> builder(call);
  builder.SetCurrentDebugLocation(call->getDebugLoc());
  SmallVector<OperandBundleDef, 1> bundles;
  call->getOperandBundlesAsDefs(bundles);
  CallBase *outer;
  if (auto *invoke = dyn_cast<InvokeInst>(call)) {
    BasicBlock *normal = invoke->getNormalDest();
    BasicBlock *loaded = BasicBlock::Create(function.getContext(), "", &function, normal);
    normal->replacePhiUsesWith(invoke->getParent(), loaded);
    outer = builder.CreateInvoke(thunk, loaded, invoke->getUnwindDest(), arguments, bundles);
    builder.SetInsertPoint(loaded);
    builder.SetInsertPoint(builder.CreateBr(normal));
  } else {
    outer = builder.CreateCall(thunk, arguments, bundles);
  }
  if (result)
    call->replaceAllUsesWith(builder.CreateLoad(call->getType(), result));
  call->eraseFromParent();
  return outer;
}

/// Where the fork's entry begins in the call's bundle.
static std::optional<unsigned> placeOfFork(const CallBase &call) {
  auto bundle = call.getOperandBundle(LLVMContext::OB_deopt);
  if (!bundle)
    return std::nullopt;
  // Loops around it come first, as triples.
  for (unsigned i = 0; i < bundle->Inputs.size();) {
    auto *kind = dyn_cast<ConstantInt>(bundle->Inputs[i]);
    if (!kind)
      return std::nullopt;
    if (kind->getZExtValue() == abi::FirstBranch)
      return i;
    i += 3;
  }
  return std::nullopt;
}

bool isForkCall(const CallBase &call) { return placeOfFork(call).has_value(); }

void forgetFork(CallBase &call) {
  SmallVector<Value *, 8> around(
      ArrayRef(call.getOperandBundle(LLVMContext::OB_deopt)->Inputs).take_front(*placeOfFork(call)));
  addBundle(removeBundle(&call), around);
}

} // namespace tactus
