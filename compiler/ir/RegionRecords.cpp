//===- RegionRecords.cpp - records of regions and tasks ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "ir/RegionRecords.h"
#include "abi/openmp.h"
#include "ir/DebugScope.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace tactus {

Function *createRecordFunction(Function &inner, FunctionType *type, const Twine &name) {
  LLVMContext &context = inner.getContext();
  auto *function = Function::Create(type, GlobalValue::InternalLinkage, name, inner.getParent());
  function->setAttributes(
      AttributeList().addFnAttributes(context, AttrBuilder(context, inner.getAttributes().getFnAttrs())));
  for (Attribute::AttrKind kind : {Attribute::AlwaysInline, Attribute::InlineHint, Attribute::NoRecurse})
    function->removeFnAttr(kind);
  function->addFnAttr(Attribute::NoInline);
  return function;
}

/// Fills in the function: a call of `inner`, with its last arguments, between entering and leaving.
static void fill(Function &function, Function &inner, StringRef enter, ArrayRef<Value *> threads, bool hasBundle) {
  Module &module = *function.getParent();
  IRBuilder<> builder(BasicBlock::Create(function.getContext(), "", &function));
  AllocaInst *region =
      builder.CreateAlloca(ArrayType::get(builder.getInt64Ty(), abi::RegionWords), nullptr, "tactus.region");
  Value *frameEnd = builder.CreateIntrinsic(Intrinsic::addressofreturnaddress, {builder.getPtrTy()}, {});
  SmallVector<Value *, 3> arguments{region};
  append_range(arguments, threads);
  arguments.push_back(frameEnd);
  SmallVector<Type *, 3> types;
  for (Value *argument : arguments)
    types.push_back(argument->getType());
  auto call = [&](StringRef name, ArrayRef<Type *> parameters, ArrayRef<Value *> values) {
    auto callee = module.getOrInsertFunction(name, FunctionType::get(builder.getVoidTy(), parameters, false));
    builder.CreateCall(callee, values)->setDoesNotThrow();
  };
  call(enter, types, arguments);
  SmallVector<Value *, 12> passed;
  for (unsigned i = function.arg_size() - inner.arg_size(); i < function.arg_size(); ++i)
    passed.push_back(function.getArg(i));
  SmallVector<OperandBundleDef, 1> bundles;
  if (hasBundle)
    bundles.push_back(OperandBundleDef("deopt", ArrayRef<Value *>()));
  CallInst *result = builder.CreateCall(&inner, passed, bundles);
  result->setCallingConv(inner.getCallingConv());
  call("tactus_region_leave", {builder.getPtrTy()}, {region});
  if (inner.getReturnType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(result);
  // Where the construct begins.
  if (DISubprogram *model = inner.getSubprogram())
    describeFunction(function, model, model->getLine());
}

Function *createRegionOfSlice(Function &slice, unsigned threads) {
  StringRef name = slice.getName();
  Function *function =
      createRecordFunction(slice, slice.getFunctionType(), name.substr(0, name.rfind(".slice")) + ".region");
  fill(*function, slice, "tactus_region_enter", {function->getArg(threads)}, /*hasBundle=*/true);
  return function;
}

Function *createRegionOfMicrotask(Function &microtask) {
  SmallVector<Type *, 8> parameters{Type::getInt64Ty(microtask.getContext())};
  append_range(parameters, microtask.getFunctionType()->params());
  Function *function = createRecordFunction(microtask, FunctionType::get(microtask.getReturnType(), parameters, false),
                                            microtask.getName() + ".region");
  fill(*function, microtask, "tactus_region_enter", {function->getArg(0)}, /*hasBundle=*/false);
  return function;
}

Function *createRecordOfTask(Function &entry) {
  Function *function = createRecordFunction(entry, entry.getFunctionType(), entry.getName() + ".record");
  fill(*function, entry, "tactus_task_enter", {}, /*hasBundle=*/false);
  return function;
}

} // namespace tactus
