//===- LockFunctions.cpp - critical sections and locks without libomp ----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "ir/LockFunctions.h"
#include "abi/openmp.h"
#include "ir/DebugScope.h"
#include "ir/OpenMPFunctions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace tactus {

namespace {

struct LockFunction {
  StringRef name;
  /// Empty if libtactus has none.
  StringRef ours;
  enum Kind { begin, end, enter, leave, tryEnter } kind;

  [[nodiscard]] bool isCritical() const { return name.starts_with("__kmpc_"); }
  /// Of libomp's arguments, the one that names the lock.
  [[nodiscard]] unsigned lockArgument() const { return isCritical() ? 2 : 0; }
};

constexpr LockFunction::Kind kindOf(StringRef word) {
  return word == "begin"   ? LockFunction::begin
         : word == "end"   ? LockFunction::end
         : word == "enter" ? LockFunction::enter
         : word == "leave" ? LockFunction::leave
                           : LockFunction::tryEnter;
}

const LockFunction lockFunctions[] = {
#define TACTUS_LOCK_FUNCTION(name, ours) {#name, "tactus_lock_" #ours, kindOf(#ours)},
#define TACTUS_OTHER_LOCK_FUNCTION(name, kind) {#name, "", kindOf(#kind)},
#include "abi/lock_functions.def"
};

/// What libomp declares; whatever else has that name is the program's own.
bool hasUsualType(const LockFunction &lock, const Function &function) {
  const FunctionType *type = function.getFunctionType();
  Type *result = type->getReturnType();
  bool returnsNumber = lock.kind == LockFunction::tryEnter;
  return function.isDeclaration() && type->getNumParams() > lock.lockArgument() &&
         type->getParamType(lock.lockArgument())->isPointerTy() &&
         (returnsNumber ? result->isIntegerTy(32) : result->isVoidTy());
}

/// All of libomp's arguments but the number of the thread.
SmallVector<unsigned, 4> keptArguments(const LockFunction &lock, const FunctionType &type) {
  SmallVector<unsigned, 4> kept;
  for (unsigned index = 0; index < type.getNumParams(); ++index)
    if (!lock.isCritical() || index != 1)
      kept.push_back(index);
  return kept;
}

/// An empty function with those parameters of the original. Code of the same image shares it.
Function *createReplacement(Function &original, ArrayRef<unsigned> kept, StringRef name) {
  Module &module = *original.getParent();
  FunctionType *type = original.getFunctionType();
  SmallVector<Type *, 4> parameters;
  for (unsigned index : kept)
    parameters.push_back(type->getParamType(index));
  auto *replacement = Function::createWithDefaultAttr(FunctionType::get(type->getReturnType(), parameters, false),
                                                      GlobalValue::LinkOnceODRLinkage, 0, name, &module);
  replacement->setVisibility(GlobalValue::HiddenVisibility);
  replacement->setComdat(module.getOrInsertComdat(name));
  replacement->setDoesNotThrow();
  // Of several calls for the thread's number LLVM would make one, before it is known whether any is needed.
  replacement->addFnAttr(Attribute::NoInline);
  return replacement;
}

Value *threadNumber(IRBuilder<> &builder, Value *ident) {
  Module &module = *builder.GetInsertBlock()->getModule();
  return builder.CreateCall(
      module.getOrInsertFunction("__kmpc_global_thread_num", builder.getInt32Ty(), builder.getPtrTy()), {ident});
}

bool isWatchedForRaces(const Module &module) {
  return any_of(module.functions(),
                [](const Function &function) { return function.hasFnAttribute(Attribute::SanitizeThread); });
}

/// Libomp's function. ThreadSanitizer is told what it orders, which is not to be seen there.
CallInst *callLibomps(IRBuilder<> &builder, const LockFunction &lock, Function &original, ArrayRef<Value *> arguments) {
  Module &module = *original.getParent();
  Value *address = arguments[lock.lockArgument()];
  auto say = [&](StringRef what) {
    builder.CreateCall(module.getOrInsertFunction(what, builder.getVoidTy(), builder.getPtrTy()), {address});
  };
  bool isWatched = isWatchedForRaces(module);
  if (isWatched && lock.kind == LockFunction::leave)
    say("__tsan_release");
  CallInst *call = builder.CreateCall(&original, arguments);
  // A trial that has failed orders nothing. It is rare, and hides a race at most.
  if (isWatched && (lock.kind == LockFunction::enter || lock.kind == LockFunction::tryEnter))
    say("__tsan_acquire");
  return call;
}

/// Asks libtactus, if it has such a function, and libomp if that does not know the lock.
Function *makeLockReplacement(const LockFunction &lock, Function &original, StringRef name) {
  Module &module = *original.getParent();
  LLVMContext &context = module.getContext();
  FunctionType *type = original.getFunctionType();
  SmallVector<unsigned, 4> kept = keptArguments(lock, *type);
  Function *replacement = createReplacement(original, kept, name);
  SmallVector<Value *, 4> arguments(type->getNumParams());
  for (unsigned index = 0; index < kept.size(); ++index)
    arguments[kept[index]] = replacement->getArg(index);
  auto *entry = BasicBlock::Create(context, "", replacement);
  IRBuilder<> builder(entry);
  if (lock.ours.empty()) {
    CallInst *answer = callLibomps(builder, lock, original, arguments);
    if (type->getReturnType()->isVoidTy())
      builder.CreateRetVoid();
    else
      builder.CreateRet(answer);
    return replacement;
  }
  auto *other = BasicBlock::Create(context, "", replacement), *done = BasicBlock::Create(context, "", replacement);
  FunctionCallee ours = module.getOrInsertFunction(lock.ours, builder.getInt32Ty(), builder.getPtrTy());
  cast<Function>(ours.getCallee())->setDoesNotThrow();
  Value *answer = builder.CreateCall(ours, {arguments[lock.lockArgument()]});
  builder.CreateCondBr(builder.CreateICmpEQ(answer, builder.getInt32(static_cast<uint32_t>(abi::OtherLock))), other,
                       done);
  builder.SetInsertPoint(other);
  if (lock.isCritical())
    arguments[1] = threadNumber(builder, arguments[0]);
  CallInst *libomps = callLibomps(builder, lock, original, arguments);
  if (type->getReturnType()->isVoidTy()) {
    builder.CreateRetVoid();
    builder.SetInsertPoint(done);
    builder.CreateRetVoid();
  } else {
    builder.CreateRet(libomps);
    builder.SetInsertPoint(done);
    builder.CreateRet(answer);
  }
  return replacement;
}

/// The call without the number of the thread.
void replaceCall(const LockFunction &lock, CallInst &call, Function &replacement) {
  SmallVector<Value *, 4> arguments;
  for (unsigned index : keptArguments(lock, *call.getFunctionType()))
    arguments.push_back(call.getArgOperand(index));
  IRBuilder<> builder(&call);
  CallInst *replaced = builder.CreateCall(&replacement, arguments);
  call.replaceAllUsesWith(replaced);
  call.eraseFromParent();
}

bool isReplaced(const CallBase &call, const Function &original) {
  return call.getCalledFunction() == &original && !isReplacement(*call.getFunction());
}

/// C++ does not know that libomp's functions throw nothing, and invokes them where there is something to unwind.
CallInst *asCall(CallBase &call) {
  auto *invoke = dyn_cast<InvokeInst>(&call);
  return invoke ? changeToCall(invoke) : dyn_cast<CallInst>(&call);
}

bool redirectLock(Module &module, const LockFunction &lock) {
  Function *original = module.getFunction(lock.name);
  if (!original || !hasUsualType(lock, *original) || (lock.ours.empty() && !isWatchedForRaces(module)))
    return false;
  SmallVector<CallBase *, 8> calls;
  for (User *user : original->users())
    if (auto *call = dyn_cast<CallBase>(user); call && isReplaced(*call, *original))
      calls.push_back(call);
  if (calls.empty())
    return false;
  std::string name = ("tactus." + lock.name).str();
  Function *replacement = module.getFunction(name);
  if (!replacement)
    replacement = makeLockReplacement(lock, *original, name);
  for (CallBase *call : calls)
    if (CallInst *plain = asCall(*call))
      replaceCall(lock, *plain, *replacement);
  describeAsUser(*replacement);
  return true;
}

/// Calls of libomp's that stand beside converted tasks, in case that code of other files leaves tasks to libomp
/// (lower/rests/TaskLowering). They are hardly ever executed.
constexpr StringRef TaskFunctions[] = {"__kmpc_omp_taskwait", "__kmpc_taskgroup", "__kmpc_end_taskgroup"};

/// The number of the thread that nobody but this call has asked for; null if the program needs it elsewhere as well.
CallInst *ownThreadNumber(const CallInst &call) {
  auto *number = dyn_cast<CallInst>(call.getArgOperand(1));
  const Function *query = number ? number->getCalledFunction() : nullptr;
  return query && query->getName() == "__kmpc_global_thread_num" && number->hasOneUse() ? number : nullptr;
}

/// Has the number asked for in a function of its own.
bool askInside(Module &module, StringRef libomps) {
  Function *original = module.getFunction(libomps);
  if (!original || !original->isDeclaration() || original->arg_size() != 2)
    return false;
  Function *replacement = nullptr;
  for (User *user : make_early_inc_range(original->users())) {
    auto *call = dyn_cast<CallInst>(user);
    CallInst *number = call && isReplaced(*call, *original) ? ownThreadNumber(*call) : nullptr;
    if (!number)
      continue;
    std::string name = ("tactus." + libomps).str();
    if (!replacement && !(replacement = module.getFunction(name))) {
      replacement = createReplacement(*original, {0}, name);
      IRBuilder<> builder(BasicBlock::Create(module.getContext(), "", replacement));
      Value *ident = replacement->getArg(0);
      CallInst *inside = builder.CreateCall(original, {ident, threadNumber(builder, ident)});
      if (inside->getType()->isVoidTy())
        builder.CreateRetVoid();
      else
        builder.CreateRet(inside);
    }
    CallInst *replaced = IRBuilder<>(call).CreateCall(replacement, {call->getArgOperand(0)});
    call->replaceAllUsesWith(replaced);
    call->eraseFromParent();
    number->eraseFromParent();
  }
  if (replacement)
    describeAsUser(*replacement);
  return replacement;
}

} // namespace

bool isLockFunction(StringRef name) {
  return any_of(lockFunctions, [&](const LockFunction &lock) { return !lock.ours.empty() && lock.name == name; });
}

bool redirectLockFunctions(Module &module) {
  bool changed = false;
  for (const LockFunction &lock : lockFunctions)
    changed |= redirectLock(module, lock);
  for (StringRef name : TaskFunctions)
    changed |= askInside(module, name);
  return changed;
}

} // namespace tactus
