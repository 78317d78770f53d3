//===- Slice.cpp - loop-slice functions ----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/loops/Slice.h"
#include "abi/loops.h"
#include "ir/DebugScope.h"
#include "ir/DebugVariables.h"
#include "ir/RegionRecords.h"
#include "lower/loops/LoopDescriptor.h"
#include "model/Microtask.h"
#include "model/RegionMarks.h"
#include "model/RuntimeCalls.h"
#include "model/StripFunction.h"
#include "raise/openmp/Recognition.h"
#include "raise/openmp/TripCount.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace tactus {

static constexpr const char *SlotMetadata = "tactus.slot";

void markSlot(AllocaInst &variable) { variable.setMetadata(SlotMetadata, MDNode::get(variable.getContext(), {})); }

bool isSlot(const AllocaInst &variable) { return variable.hasMetadata(SlotMetadata); }

static std::string baseName(const Function &microtask) {
  StringRef name = microtask.getName();
  return name.substr(0, name.find(".omp_outlined")).str();
}

/// The attributes that belong to the code and not to its role as a microtask.
static AttributeList codeAttributes(const Function &microtask) {
  LLVMContext &context = microtask.getContext();
  AttributeList attributes;
  attributes = attributes.addFnAttributes(context, AttrBuilder(context, microtask.getAttributes().getFnAttrs()));
  for (Attribute::AttrKind kind : {Attribute::AlwaysInline, Attribute::NoRecurse})
    attributes = attributes.removeFnAttribute(context, kind);
  if (!microtask.hasOptNone())
    attributes = attributes.removeFnAttribute(context, Attribute::NoInline);
  return attributes;
}

static Function *createSliceFunction(const ParallelLoop &loop) {
  Function &microtask = *loop.microtask;
  LLVMContext &context = microtask.getContext();
  Type *word = Type::getInt64Ty(context);
  SmallVector<Type *, 12> parameters{word, word, PointerType::get(context, 0), word};
  for (unsigned i = 0; i < loop.captures.size(); ++i)
    parameters.push_back(loop.captures[i].kind == CaptureKind::ByValue
                             ? loop.captures[i].valueType
                             : microtask.getArg(i + MicrotaskPrefix)->getType());
  for (Type *type : loop.snapshotTypes)
    if (type)
      parameters.push_back(type);
  if (loop.isReproducible)
    parameters.push_back(PointerType::get(context, 0));
  auto *function =
      Function::Create(FunctionType::get(Type::getVoidTy(context), parameters, false), GlobalValue::InternalLinkage,
                       baseName(microtask) + ".slice", microtask.getParent());
  AttributeList attributes = codeAttributes(microtask);
  for (unsigned i = 0; i < loop.captures.size(); ++i)
    if (loop.captures[i].kind == CaptureKind::AsIs)
      attributes = attributes.addParamAttributes(
          context, 4 + i, AttrBuilder(context, microtask.getAttributes().getParamAttrs(i + MicrotaskPrefix)));
  function->setAttributes(attributes);
  if (loop.hasOneVersion && loop.hasPromotionPoint())
    function->addFnAttr(Attribute::NoInline);
  function->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  if (microtask.hasPersonalityFn())
    function->setPersonalityFn(microtask.getPersonalityFn());
  function->setSubprogram(microtask.getSubprogram());
  microtask.setSubprogram(nullptr);
  return function;
}

Argument *Slice::snapshot(unsigned index) const {
  unsigned position = 4 + loop->captures.size();
  for (unsigned i = 0; i < index; ++i)
    position += loop->snapshotTypes[i] != nullptr;
  return function->getArg(position);
}

/// Moves the body and gives each parameter of the microtask its counterpart.
static void moveBody(Slice &slice) {
  const ParallelLoop &loop = *slice.loop;
  Function &microtask = *loop.microtask;
  slice.function->splice(slice.function->begin(), &microtask);
  for (auto [read, index] : loop.snapshotReads) {
    read->replaceAllUsesWith(slice.snapshot(index));
    read->eraseFromParent();
  }
  IRBuilder<> builder(&*slice.function->getEntryBlock().getFirstInsertionPt());
  for (unsigned i = 0; i < loop.captures.size(); ++i) {
    Argument *parameter = microtask.getArg(i + MicrotaskPrefix);
    Argument *argument = slice.capture(i);
    argument->setName(parameter->getName());
    if (loop.captures[i].kind == CaptureKind::ByValue) {
      AllocaInst *variable = builder.CreateAlloca(loop.captures[i].valueType);
      builder.CreateStore(argument, variable);
      parameter->replaceAllUsesWith(variable);
      declareValueOfCapture(*variable, *argument);
    } else {
      parameter->replaceAllUsesWith(argument);
    }
    if (loop.captures[i].kind != CaptureKind::ReductionOriginal)
      slice.environment.push_back(argument);
  }
  for (unsigned i = 0; i < loop.snapshotTypes.size(); ++i)
    if (loop.snapshotTypes[i])
      slice.environment.push_back(slice.snapshot(i));
  if (slice.passesStrandLimit)
    slice.environment.push_back(slice.strandLimit());
  if (loop.isReproducible)
    slice.environment.push_back(slice.parts());
}

static void fillRunFunction(Slice &slice) {
  LLVMContext &context = slice.function->getContext();
  Type *word = Type::getInt64Ty(context);
  IRBuilder<> builder(BasicBlock::Create(context, "", slice.run));
  SmallVector<Value *, 12> arguments;
  Value *environment = slice.run->getArg(2);
  for (Argument &parameter : slice.function->args()) {
    auto *position = find(slice.environment, &parameter);
    if (&parameter == slice.begin())
      arguments.push_back(slice.run->getArg(0));
    else if (&parameter == slice.end())
      arguments.push_back(slice.run->getArg(1));
    else if (&parameter == slice.result())
      arguments.push_back(slice.run->getArg(3));
    else if (position != slice.environment.end())
      arguments.push_back(builder.CreateLoad(
          parameter.getType(),
          builder.CreateConstInBoundsGEP1_64(word, environment, position - slice.environment.begin())));
    else
      arguments.push_back(Constant::getNullValue(parameter.getType()));
  }
  builder.CreateCall(slice.callee, arguments, {OperandBundleDef("deopt", ArrayRef<Value *>())});
  builder.CreateRetVoid();
}

static Function *createRunFunction(const Slice &slice) {
  LLVMContext &context = slice.function->getContext();
  Type *word = Type::getInt64Ty(context);
  Type *pointer = PointerType::get(context, 0);
  auto *run = Function::Create(FunctionType::get(Type::getVoidTy(context), {word, word, pointer, pointer}, false),
                               GlobalValue::InternalLinkage, baseName(*slice.loop->microtask) + ".run",
                               slice.function->getParent());
  run->setAttributes(codeAttributes(*slice.loop->microtask));
  return run;
}

/// Puts a call of the slice over all iterations in the place of `site`, whose captured arguments start at `first`.
static void replaceBySerialCall(const Slice &slice, CallInst *site, unsigned first, Value *strandLimit) {
  IRBuilder<> builder(site);
  Value *begin = builder.getInt64(0);
  if (const Argument *told = parameterOfFirstIteration(*slice.loop))
    begin = builder.CreateZExtOrTrunc(site->getArgOperand(first + told->getArgNo() - slice.capture(0)->getArgNo()),
                                      builder.getInt64Ty());
  SmallVector<Value *, 12> arguments{begin, builder.getInt64(~uint64_t{0}),
                                     ConstantPointerNull::get(builder.getPtrTy()), strandLimit};
  for (unsigned i = 0; i < slice.loop->captures.size(); ++i) {
    Value *argument = site->getArgOperand(first + i);
    if (slice.loop->captures[i].kind == CaptureKind::ByValue)
      argument = builder.CreateLoad(slice.loop->captures[i].valueType, argument);
    arguments.push_back(argument);
  }
  for (unsigned i = 0; i < slice.loop->snapshotTypes.size(); ++i)
    if (Type *type = slice.loop->snapshotTypes[i])
      arguments.push_back(builder.CreateLoad(type, site->getArgOperand(first + i)));
  if (slice.loop->isReproducible)
    arguments.push_back(ConstantPointerNull::get(builder.getPtrTy()));
  CallInst *call = builder.CreateCall(slice.callee, arguments, {OperandBundleDef("deopt", ArrayRef<Value *>())});
  call->setDebugLoc(site->getDebugLoc());
  if ((slice.loop->isNested || isInPlace(*slice.function)) && !slice.function->hasOptNone())
    call->addFnAttr(Attribute::get(call->getContext(), "function-inline-threshold", NestedInlineThreshold));
  site->eraseFromParent();
}

void callSlice(const Slice &slice, const ParallelLoop &loop) {
  removeProcBind(*loop.fork);
  IRBuilder<> builder(loop.fork);
  Value *strandLimit = builder.getInt64(0);
  if (loop.pushNumThreads)
    strandLimit = builder.CreateZExt(loop.pushNumThreads->getArgOperand(2), builder.getInt64Ty());
  replaceBySerialCall(slice, loop.fork, 3, strandLimit);
  if (loop.pushNumThreads)
    loop.pushNumThreads->eraseFromParent();
  for (CallInst *call : loop.serialCalls) {
    // The construct's own calls stand right around the microtask's; a limit of one strand takes their place.
    SerialBrackets brackets = findSerialBrackets(*call);
    Value *threadNumber = call->getArgOperand(0)->stripPointerCasts();
    replaceBySerialCall(slice, call, 2, builder.getInt64(1));
    if (auto *variable = dyn_cast<AllocaInst>(threadNumber);
        variable && all_of(variable->users(), [](User *user) { return isa<StoreInst>(user); })) {
      for (User *user : make_early_inc_range(variable->users()))
        cast<Instruction>(user)->eraseFromParent();
      variable->eraseFromParent();
    }
    for (CallInst *bracket : {brackets.begin, brackets.end})
      if (bracket)
        bracket->eraseFromParent();
  }
}

Slice makeSlice(const ParallelLoop &loop) {
  Slice slice;
  slice.loop = &loop;
  slice.body = loop.body;
  slice.isChargedByLeaf = hasMark(*loop.fork, LoopMark::ChargedByLeaf);
  slice.chargesWhenSkipped = hasMark(*loop.fork, LoopMark::ChargesWhenSkipped);
  slice.passesStrandLimit = loop.pushNumThreads || !loop.serialCalls.empty();
  slice.function = createSliceFunction(loop);
  slice.callee =
      loop.hasRecord ? createRegionOfSlice(*slice.function, slice.strandLimit()->getArgNo()) : slice.function;
  moveBody(slice);
  for (Argument &parameter : slice.callee->args())
    parameter.setName(slice.function->getArg(parameter.getArgNo())->getName());
  callSlice(slice, loop);
  if (!loop.hasPromotionPoint()) {
    slice.function->addFnAttr(Attribute::AlwaysInline);
    return slice;
  }
  slice.run = createRunFunction(slice);
  fillRunFunction(slice);
  markTasks(*slice.run);
  describeFunction(*slice.run, slice.function->getSubprogram(), loop.location.line);
  slice.descriptor = createDescriptor(loop, slice.run, slice.environment.size());

  LLVMContext &context = slice.function->getContext();
  IRBuilder<> builder(&*slice.function->getEntryBlock().getFirstInsertionPt());
  auto *words = ArrayType::get(Type::getInt64Ty(context), abi::LoopSlotHeaderWords + slice.environment.size());
  slice.slot = builder.CreateAlloca(words, nullptr, "tactus.slot");
  markSlot(*slice.slot);
  return slice;
}

void replaceThreadNumber(Slice &slice) {
  Function &microtask = *slice.loop->microtask;
  Module &module = *microtask.getParent();
  FunctionCallee query = module.getOrInsertFunction("__kmpc_global_thread_num", Type::getInt32Ty(module.getContext()),
                                                    PointerType::get(module.getContext(), 0));
  Argument *threadNumber = microtask.getArg(0);
  for (User *user : make_early_inc_range(threadNumber->users())) {
    // A nested region that is left to libomp, where its `if` clause is false.
    if (auto *call = dyn_cast<CallInst>(user)) {
      IRBuilder<> entry(&*call->getFunction()->getEntryBlock().getFirstInsertionPt());
      AllocaInst *variable = entry.CreateAlloca(entry.getInt32Ty());
      IRBuilder<> builder(call);
      builder.CreateStore(builder.CreateCall(query, {ConstantPointerNull::get(builder.getPtrTy())}), variable);
      call->replaceUsesOfWith(threadNumber, variable);
      continue;
    }
    auto *load = dyn_cast<LoadInst>(user);
    if (!load)
      continue;
    if (!load->use_empty()) {
      IRBuilder<> builder(load);
      load->replaceAllUsesWith(builder.CreateCall(query, {ConstantPointerNull::get(builder.getPtrTy())}));
    }
    load->eraseFromParent();
  }
  for (unsigned i = 0; i < 2; ++i)
    microtask.getArg(i)->replaceAllUsesWith(PoisonValue::get(microtask.getArg(i)->getType()));
}

} // namespace tactus
