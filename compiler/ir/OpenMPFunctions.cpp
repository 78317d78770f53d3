//===- OpenMPFunctions.cpp - who answers OpenMP's questions --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "ir/OpenMPFunctions.h"
#include "abi/openmp.h"
#include "ir/DebugScope.h"
#include "ir/LockFunctions.h"
#include "ir/Registration.h"
#include "ir/StaticRecord.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace tactus {

namespace {

enum class Shape {
  Query,
  QueryOfLevel,
  Setter,
  ScheduleSetter,
  ScheduleQuery,
  Pause,
  Capture,
  Display,
  ReductionCopy,
  ThreadLimit
};

struct OpenMPFunction {
  StringRef name;
  Shape shape;
  OpenMPFunctionKind kind;
};

/// What only code of clang's calls: a task asks for its copy of a reduction that may be one of ours.
constexpr const char *ReductionCopyName = "__kmpc_task_reduction_get_th_data";
/// The same: in the task of a target construct with thread_limit, whose regions are to heed that.
constexpr const char *ThreadLimitName = "__kmpc_set_thread_limit";

const OpenMPFunction openmpFunctions[] = {
#define OPENMP_QUERY(name, kind) {#name, Shape::Query, OpenMPFunctionKind::kind},
#define OPENMP_QUERY_OF_LEVEL(name, kind) {#name, Shape::QueryOfLevel, OpenMPFunctionKind::kind},
#define OPENMP_SETTER(name) {#name, Shape::Setter, OpenMPFunctionKind::Setting},
#define OPENMP_SCHEDULE_SETTER(name) {#name, Shape::ScheduleSetter, OpenMPFunctionKind::Setting},
#define OPENMP_SCHEDULE_QUERY(name) {#name, Shape::ScheduleQuery, OpenMPFunctionKind::Setting},
#define OPENMP_PAUSE(name) {#name, Shape::Pause, OpenMPFunctionKind::Setting},
#define OPENMP_C_CAPTURE(name) {#name, Shape::Capture, OpenMPFunctionKind::Identity},
#define OPENMP_C_DISPLAY(name) {#name, Shape::Display, OpenMPFunctionKind::Identity},
#include "abi/openmp_functions.def"
    {ReductionCopyName, Shape::ReductionCopy, OpenMPFunctionKind::Setting},
    {ThreadLimitName, Shape::ThreadLimit, OpenMPFunctionKind::Setting},
};

/// Fortran passes numbers by reference. Of the functions that take texts, libomp's header renames C's: omp_ becomes
/// ompc_.
enum class Language { C, Fortran, LibompsC };

bool takesText(const OpenMPFunction &function) {
  return function.shape == Shape::Capture || function.shape == Shape::Display;
}

/// Not the functions that take texts, and what only clang calls.
bool hasFortranTwin(const OpenMPFunction &function) {
  return !takesText(function) && function.shape != Shape::ReductionCopy && function.shape != Shape::ThreadLimit;
}

std::string spellingOf(const OpenMPFunction &function, Language language) {
  switch (language) {
  case Language::C:
    return function.name.str();
  case Language::Fortran:
    return (function.name + "_").str();
  case Language::LibompsC:
    return ("ompc_" + function.name.drop_front(StringRef("omp_").size())).str();
  }
  llvm_unreachable("all languages are listed");
}

FunctionType *typeOf(Shape shape, Language language, LLVMContext &context) {
  Type *pointer = PointerType::get(context, 0);
  Type *number = Type::getInt32Ty(context);
  Type *nothing = Type::getVoidTy(context);
  Type *argument = language == Language::Fortran ? pointer : number;
  switch (shape) {
  case Shape::Query:
    return FunctionType::get(number, false);
  case Shape::QueryOfLevel:
    return FunctionType::get(number, {argument}, false);
  case Shape::Setter:
    return FunctionType::get(nothing, {argument}, false);
  case Shape::ScheduleSetter:
    return FunctionType::get(nothing, {argument, argument}, false);
  case Shape::ScheduleQuery:
    return FunctionType::get(nothing, {pointer, pointer}, false);
  case Shape::Pause:
    return FunctionType::get(number, {argument, argument}, false);
  case Shape::Capture:
    return FunctionType::get(Type::getInt64Ty(context), {pointer, Type::getInt64Ty(context), pointer}, false);
  case Shape::Display:
    return FunctionType::get(nothing, {pointer}, false);
  case Shape::ReductionCopy:
    return FunctionType::get(pointer, {number, pointer, pointer}, false);
  case Shape::ThreadLimit:
    return FunctionType::get(nothing, {pointer, number, number}, false);
  }
  llvm_unreachable("all shapes are listed");
}

/// A strand's number does not change, and one execution of a function stays in its strand, region and task: what
/// follows a task elsewhere, regions and tasks are functions of their own. So a loop need not ask again each time
/// around. Only a coroutine may go on in another thread.
bool staysInFunction(const Module &module, const OpenMPFunction &function) {
  return function.name == "omp_get_thread_num" &&
         none_of(module.functions(), [](const Function &each) { return each.isPresplitCoroutine(); });
}

void markConstant(Function &function) {
  function.setMemoryEffects(MemoryEffects::none());
  function.setWillReturn();
}

/// libtactus' function takes the same arguments, by value, and the function that it may pass them on to.
FunctionCallee oursFor(Module &module, const OpenMPFunction &function) {
  FunctionType *type = typeOf(function.shape, Language::C, module.getContext());
  SmallVector<Type *, 4> parameters(type->params());
  parameters.push_back(PointerType::get(module.getContext(), 0));
  auto callee = module.getOrInsertFunction(("tactus_" + function.name.ltrim('_')).str(),
                                           FunctionType::get(type->getReturnType(), parameters, false));
  auto *ours = cast<Function>(callee.getCallee());
  ours->setDoesNotThrow();
  if (staysInFunction(module, function))
    markConstant(*ours);
  return callee;
}

/// Code of the same image shares it, and has been linked to the same function.
Function *makeReplacement(Module &module, const OpenMPFunction &function, Language language, StringRef name) {
  LLVMContext &context = module.getContext();
  FunctionType *type = typeOf(function.shape, language, context);
  auto *replacement = Function::createWithDefaultAttr(type, GlobalValue::LinkOnceODRLinkage, 0, name, &module);
  replacement->setVisibility(GlobalValue::HiddenVisibility);
  replacement->setComdat(module.getOrInsertComdat(name));
  replacement->setDoesNotThrow();
  if (staysInFunction(module, function))
    markConstant(*replacement);
  IRBuilder<> builder(BasicBlock::Create(context, "", replacement));
  FunctionCallee ours = oursFor(module, function);
  SmallVector<Value *, 4> arguments;
  for (unsigned index = 0; index < type->getNumParams(); ++index) {
    Value *argument = replacement->getArg(index);
    Type *wanted = ours.getFunctionType()->getParamType(index);
    arguments.push_back(argument->getType() == wanted ? argument : builder.CreateLoad(wanted, argument));
  }
  // C's function also for Fortran: the runtime has it as well, and libtactus calls it with numbers. Libomp's omp_
  // functions that take texts are Fortran's.
  FunctionType *plain = typeOf(function.shape, Language::C, context);
  Language next = language == Language::Fortran ? Language::C : language;
  arguments.push_back(module.getOrInsertFunction(spellingOf(function, next), plain).getCallee());
  CallInst *answer = builder.CreateCall(ours, arguments);
  answer->setTailCall();
  if (type->getReturnType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(answer);
  return replacement;
}

/// A call through a declaration without a prototype, as old C has it, can be inlined once it has one.
void giveCallItsType(CallBase &call, FunctionType *type) {
  bool fits = call.arg_size() == type->getNumParams() && call.getType() == type->getReturnType();
  for (unsigned index = 0; fits && index < call.arg_size(); ++index)
    fits = call.getArgOperand(index)->getType() == type->getParamType(index);
  if (fits && call.getFunctionType()->isVarArg())
    call.mutateFunctionType(type);
}

/// A weak function may not exist: the address of its replacement is null where its own is.
void replaceWeak(Function *original, Function *replacement) {
  SmallDenseMap<Function *, Value *> addresses;
  for (Use &use : make_early_inc_range(original->uses())) {
    auto *user = dyn_cast<Instruction>(use.getUser());
    if (!user || isa<ICmpInst>(user) || isInReplacement(use))
      continue;
    auto *call = dyn_cast<CallBase>(user);
    if (call && call->isCallee(&use)) {
      use.set(replacement);
      continue;
    }
    Value *&address = addresses[user->getFunction()];
    if (!address) {
      IRBuilder<> builder(&*user->getFunction()->getEntryBlock().getFirstInsertionPt());
      Value *exists = builder.CreateICmpNE(original, Constant::getNullValue(original->getType()));
      address = builder.CreateSelect(exists, replacement, Constant::getNullValue(original->getType()));
    }
    use.set(address);
  }
}

void replaceUses(Function *original, Function *replacement) {
  if (original->hasExternalWeakLinkage())
    replaceWeak(original, replacement);
  else
    original->replaceUsesWithIf(replacement, [](const Use &use) { return !isInReplacement(use); });
  for (User *user : replacement->users())
    if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledOperand() == replacement)
      giveCallItsType(*call, replacement->getFunctionType());
}

bool redirect(Module &module, const OpenMPFunction &function, Language language) {
  std::string spelling = spellingOf(function, language);
  Function *original = module.getFunction(spelling);
  if (!original || !original->isDeclaration() || original->use_empty())
    return false;
  std::string name = "tactus." + spelling;
  Function *replacement = module.getFunction(name);
  bool isNew = !replacement;
  if (isNew)
    replacement = makeReplacement(module, function, language, name);
  replaceUses(original, replacement);
  describeAsUser(*replacement);
  return isNew;
}

} // namespace

std::optional<OpenMPFunctionKind> openmpFunctionKind(StringRef name) {
  name.consume_front("tactus_");
  bool isFortran = name.starts_with("omp_") && name.consume_back("_");
  for (const OpenMPFunction &function : openmpFunctions)
    if ((function.name == name && (!isFortran || hasFortranTwin(function))) ||
        (takesText(function) && name == spellingOf(function, Language::LibompsC)))
      return function.kind;
  return std::nullopt;
}

bool isReplacement(const Function &function) {
  return function.getName().starts_with("tactus.") && !function.hasLocalLinkage();
}

bool isInReplacement(const Use &use) {
  auto *user = dyn_cast<Instruction>(use.getUser());
  return user && isReplacement(*user->getFunction());
}

bool usesOpenMP(const Module &module) {
  return any_of(module.functions(), [](const Function &function) {
    StringRef name = function.getName();
    return function.isDeclaration() &&
           (name.starts_with("__kmpc_") || openmpFunctionKind(name) || isLockFunction(name));
  });
}

bool redirectOpenMPFunctions(Module &module) {
  bool changed = false;
  for (const OpenMPFunction &function : openmpFunctions) {
    changed |= redirect(module, function, Language::C);
    if (hasFortranTwin(function))
      changed |= redirect(module, function, Language::Fortran);
    if (takesText(function))
      changed |= redirect(module, function, Language::LibompsC);
  }
  return changed;
}

void createLibompRegistration(Module &module) {
  constexpr const char *Name = "tactus.libomp";
  if (module.getNamedValue(Name))
    return;
  LLVMContext &context = module.getContext();
  Type *pointer = PointerType::get(context, 0);
  // A weak reference links nothing, and is null where there is no libomp.
  constexpr const char *LiveThreads = "__kmpc_global_num_threads";
  Function *liveThreads = module.getFunction(LiveThreads);
  if (!liveThreads)
    liveThreads = Function::Create(FunctionType::get(Type::getInt32Ty(context), {pointer}, false),
                                   GlobalValue::ExternalWeakLinkage, LiveThreads, &module);
  StaticRecord<abi::LinkedLibompFields> fields(context);
  fields.set(abi::LinkedLibompFields::liveThreads, liveThreads);
  auto *record = new GlobalVariable(module, fields.type(), true, GlobalValue::LinkOnceODRLinkage, fields.get(), Name);
  record->setVisibility(GlobalValue::HiddenVisibility);
  record->setComdat(module.getOrInsertComdat(Name));
  createStartFunction(module, "tactus.name_libomp", "tactus_register_libomp", record);
}

} // namespace tactus
