//===- RegionRecords.cpp - records of regions and tasks ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/RegionRecords.h"
#include "abi.h"
#include "lower/DebugScope.h"
#include "raise/Microtask.h"
#include "raise/RuntimeCalls.h"
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

/// Regions of one thread begin with the number that libomp knows, too.
static void tellBeforeSerialRegions(Module &module) {
  Function *begin = module.getFunction("__kmpc_serialized_parallel");
  if (!begin)
    return;
  for (User *user : begin->users()) {
    auto *call = dyn_cast<CallInst>(user);
    if (!call || call->getCalledFunction() != begin)
      continue;
    // In a module that has been through here before.
    if (Instruction *previous = call->getPrevNode(); previous && isCallTo(*previous, "tactus_region_threads"))
      continue;
    IRBuilder<> builder(call);
    builder.CreateCall(module.getOrInsertFunction("tactus_region_threads", builder.getInt32Ty(), builder.getInt32Ty()),
                       {builder.getInt32(1)});
  }
}

void sizeLibompRegions(Module &module) {
  tellBeforeSerialRegions(module);
  for (CallInst *fork : forkCalls(module)) {
    IRBuilder<> builder(fork);
    CallInst *push = findPushNumThreads(fork);
    FunctionCallee ask =
        module.getOrInsertFunction("tactus_region_threads", builder.getInt32Ty(), builder.getInt32Ty());
    if (push) {
      // In a module that has been through here before.
      if (auto *known = dyn_cast<CallInst>(push->getArgOperand(2)); known && isCallTo(*known, "tactus_region_threads"))
        continue;
      builder.SetInsertPoint(push);
      push->setArgOperand(2, builder.CreateCall(ask, {push->getArgOperand(2)}));
      continue;
    }
    // Pushing 0 changes nothing.
    Value *threads = builder.CreateCall(ask, {builder.getInt32(0)});
    Value *ident = fork->getArgOperand(0);
    Value *number = builder.CreateCall(
        module.getOrInsertFunction("__kmpc_global_thread_num", builder.getInt32Ty(), builder.getPtrTy()), {ident});
    builder.CreateCall(module.getOrInsertFunction("__kmpc_push_num_threads", builder.getVoidTy(), builder.getPtrTy(),
                                                  builder.getInt32Ty(), builder.getInt32Ty()),
                       {ident, number, threads});
  }
}

bool asksForThreadNumbers(const Module &module) {
  SmallPtrSet<const Function *, 8> microtasks;
  for (const Function &function : module)
    for (const BasicBlock &block : function)
      for (const Instruction &instruction : block)
        if (auto *call = dyn_cast<CallBase>(&instruction))
          if (Function *microtask = microtaskOf(*call))
            microtasks.insert(microtask);
  for (StringRef name :
       {"omp_get_thread_num", "omp_get_thread_num_", "omp_get_ancestor_thread_num", "omp_get_ancestor_thread_num_"})
    if (const Function *query = module.getFunction(name); query && query->isDeclaration())
      for (const User *user : query->users()) {
        auto *call = dyn_cast<CallBase>(user);
        if (!call || !microtasks.contains(call->getFunction()))
          return true;
      }
  return false;
}

} // namespace tactus
