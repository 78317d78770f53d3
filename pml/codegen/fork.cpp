//===- fork.cpp - pcalls ---------------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/codegen/fork.h"
#include "abi/maps.h"
#include "compiler/ir/ForkCharge.h"
#include "compiler/ir/ForkDescriptor.h"
#include "compiler/ir/ForkId.h"
#include "pml/runtime/interface.h"

#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace tactus::pml::codegen {

ForkBuilder::ForkBuilder(FunctionBuilder &parent, const ir::Transfer &transfer)
    : parent(parent), transfer(transfer), module(parent.module), builder(parent.builder),
      spwn(parent.source.blocks[transfer.targets[2].block]), sync(parent.source.blocks[transfer.targets[1].block]),
      first(transfer.callee), second(spwn.transfer.callee) {}

void ForkBuilder::run() {
  secondArguments = parent.valuesOf(spwn.transfer.arguments);
  chooseCaptured();
  ResultArea area = resultArea();
  uint64_t flags = TACTUS_FORK_CLEARS_RESULT | TACTUS_FORK_IS_WATCHED |
                   uint64_t{capturedPointers} << EnvironmentPointersShift | area.pointers << ResultPointersShift;
  descriptor = createForkDescriptor(module.module, createTask(area), DebugLoc(), captured.size(), area.bytes, flags);

  if (module.travels(second))
    module.addTravellingFork(descriptor, second);

  Function *function = parent.function;
  FunctionCallee personality = module.module.getOrInsertFunction(
      "__gcc_personality_v0", FunctionType::get(builder.getInt32Ty(), /*isVarArg=*/true));
  function->setPersonalityFn(cast<Constant>(personality.getCallee()));
  IRBuilder<> entry(&*function->getEntryBlock().getFirstInsertionPt());
  node = entry.CreateAlloca(ArrayType::get(builder.getInt64Ty(), sizeof(PromotedFork) / 8), nullptr, "fork");

  hot = parent.createBlock("fork.hot");
  poll = parent.createBlock("fork.poll");
  cold = parent.createBlock("fork.cold");
  emitPoll();
  // The record is known in sync alone.
  builder.SetInsertPoint(parent.blocks[transfer.targets[1].block]);
  record = builder.CreatePHI(builder.getPtrTy(), 2);
  emitCold();
  emitHot();
  emitSync(area);
}

/// Constants need not be captured.
void ForkBuilder::chooseCaptured() {
  for (bool pointers : {true, false})
    for (unsigned i = 0; i < secondArguments.size(); ++i)
      if (!isa<Constant>(secondArguments[i]) && secondArguments[i]->getType()->isPointerTy() == pointers) {
        captured.push_back(i);
        capturedPointers += pointers;
      }
}

ForkBuilder::ResultArea ForkBuilder::resultArea() const {
  ResultArea area;
  const auto &results = parent.program.functions[second].results;
  area.offsets.resize(results.size());
  uint64_t offset = ResultExceptionOffset + 8;
  for (bool pointers : {true, false}) {
    for (size_t i = 0; i < results.size(); ++i)
      if (parent.layout.isPointer(results[i]) == pointers) {
        area.offsets[i] = offset;
        offset += 8;
        area.pointers += pointers;
      }
    if (pointers) {
      area.placeOffset = offset;
      offset += 8;
    }
  }
  area.bytes = offset;
  return area;
}

/// As the words of a bundle.
SmallVector<Value *, 8> ForkBuilder::environment() {
  SmallVector<Value *, 8> words;
  for (unsigned position : captured) {
    Value *given = secondArguments[position];
    Type *type = given->getType();
    if (type->isFloatingPointTy())
      given = builder.CreateBitCast(given, builder.getIntNTy(type->getPrimitiveSizeInBits()));
    if (given->getType()->isIntegerTy())
      given = builder.CreateZExt(given, builder.getInt64Ty());
    words.push_back(given);
  }
  return words;
}

/// run() of the descriptor: g as a task.
Function *ForkBuilder::createTask(const ResultArea &area) {
  IRBuilder<>::InsertPointGuard guard(builder);
  builder.SetCurrentDebugLocation({});
  LLVMContext &context = module.context;
  auto *task = Function::Create(FunctionType::get(builder.getVoidTy(), {builder.getPtrTy(), builder.getPtrTy()}, false),
                                GlobalValue::InternalLinkage, parent.function->getName() + ".task", &module.module);
  module.prepare(*task);
  builder.SetInsertPoint(BasicBlock::Create(context, "", task));
  Value *segment = builder.CreateAlloca(ArrayType::get(builder.getInt64Ty(), sizeof(Segment) / 8));
  BasicBlock *leave = BasicBlock::Create(context, "leave", task);
  if (module.travels(second)) {
    Value *isThere = parent.callLeaf("pml_piece_enter", builder.getInt8Ty(), {segment, task->getArg(1)});
    BasicBlock *here = BasicBlock::Create(context, "here", task, leave);
    builder.CreateCondBr(builder.CreateIsNull(isThere), here, leave);
    builder.SetInsertPoint(here);
  } else {
    parent.callLeaf("pml_task_enter", builder.getVoidTy(), {segment, task->getArg(1)});
  }
  FunctionBuilder::Values given = secondArguments;
  for (unsigned word = 0; word < captured.size(); ++word) {
    Type *type = secondArguments[captured[word]]->getType();
    Value *from = builder.CreateConstInBoundsGEP1_64(builder.getInt64Ty(), task->getArg(0), word);
    bool isWhole = type->isPointerTy() || type->isIntegerTy(64) || type->isDoubleTy();
    Value *loaded = builder.CreateLoad(isWhole ? type : builder.getInt64Ty(), from);
    if (!isWhole) {
      unsigned bits = type->getPrimitiveSizeInBits();
      loaded = builder.CreateBitCast(builder.CreateTrunc(loaded, builder.getIntNTy(bits)), type);
    }
    given[captured[word]] = loaded;
  }
  CallInst *call = builder.CreateCall(module.functionOf(second), parent.passArguments(second, given));
  call->setCallingConv(CallingConv::Fast);
  FunctionBuilder::Values results = parent.takeResults(second, call);
  auto at = [&](uint64_t offset) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), task->getArg(1), offset);
  };
  for (unsigned i = 0; i < results.size(); ++i) {
    bool isBool = results[i]->getType()->isIntegerTy(1);
    builder.CreateStore(isBool ? builder.CreateZExt(results[i], builder.getInt8Ty()) : results[i], at(area.offsets[i]));
  }
  if (module.mayRaise(second)) {
    Value *field = parent.inThread(offsetof(Thread, exception));
    builder.CreateStore(builder.CreateLoad(parent.layout.objectType(), field), at(ResultExceptionOffset));
    builder.CreateStore(module.immediate(0), field);
    builder.CreateStore(builder.CreateLoad(builder.getPtrTy(), parent.inThread(offsetof(Thread, raisePlace))),
                        at(area.placeOffset));
  }
  builder.CreateBr(leave);
  builder.SetInsertPoint(leave);
  parent.callLeaf("pml_task_leave", builder.getVoidTy(), {segment, task->getArg(1)});
  builder.CreateRetVoid();
  return task;
}

/// The poll in a function of its own, so that the one that forks needs no array.
Function *ForkBuilder::createPollFunction(ArrayRef<Value *> words) {
  IRBuilder<>::InsertPointGuard guard(builder);
  builder.SetCurrentDebugLocation({});
  SmallVector<Type *, 8> types;
  for (Value *word : words)
    types.push_back(word->getType());
  auto *function = Function::Create(FunctionType::get(builder.getPtrTy(), types, false), GlobalValue::InternalLinkage,
                                    parent.function->getName() + ".poll", &module.module);
  module.prepare(*function);
  function->addFnAttr(Attribute::NoInline);
  function->addFnAttr(Attribute::Cold);
  builder.SetInsertPoint(BasicBlock::Create(module.context, "", function));
  Value *array = builder.CreateAlloca(ArrayType::get(builder.getInt64Ty(), words.size()));
  for (unsigned i = 0; i < words.size(); ++i)
    builder.CreateStore(function->getArg(i), builder.CreateConstInBoundsGEP1_64(builder.getInt64Ty(), array, i));
  builder.CreateRet(parent.callRuntime("tactus_fork_poll", builder.getPtrTy(), {descriptor, array}));
  return function;
}

void ForkBuilder::emitPoll() {
  Value *weightAddress =
      builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), descriptor, offsetof(tactus_fork_descriptor, weight));
  LoadInst *weight = builder.CreateLoad(builder.getInt64Ty(), weightAddress);
  weight->setAtomic(AtomicOrdering::Monotonic);
  weight->setAlignment(Align(8));
  Value *isUsedUp = createForkCharge(builder, weight);
  cast<CallInst>(cast<Instruction>(isUsedUp)->getOperand(0))->addFnAttr(Attribute::get(module.context, LeafAttribute));
  parent.branchUnlikely(isUsedUp, poll, hot);

  builder.SetInsertPoint(poll);
  SmallVector<Value *, 8> words = environment();
  CallInst *found = builder.CreateCall(createPollFunction(words), words);
  found->addFnAttr(Attribute::Cold);
  found->addFnAttr(Attribute::get(module.context, NeverRaises));
  // Through memory, volatile: no register is kept for it.
  builder.CreateStore(found,
                      builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), node, offsetof(PromotedFork, record)),
                      /*isVolatile=*/true);
  parent.branchUnlikely(builder.CreateIsNotNull(found), cold, hot);
}

/// The fork was promoted by its own poll: f is called with nothing latent.
void ForkBuilder::emitCold() {
  builder.SetInsertPoint(cold);
  Value *list = parent.inThread(offsetof(Thread, promotedForks));
  builder.CreateStore(builder.CreateLoad(builder.getPtrTy(), list), node, /*isVolatile=*/true);
  // Volatile: the collector reads the list while f runs, and LLVM knows of no call that does.
  builder.CreateStore(node, list, /*isVolatile=*/true);
  CallInst *call =
      builder.CreateCall(module.functionOf(first), parent.passArguments(first, parent.valuesOf(transfer.arguments)));
  call->setCallingConv(CallingConv::Fast);
  call->addFnAttr(Attribute::NoInline);
  if (!module.mayRaise(first))
    call->addFnAttr(Attribute::get(module.context, NeverRaises));
  FunctionBuilder::Values results = parent.takeResults(first, call);
  builder.CreateStore(builder.CreateLoad(builder.getPtrTy(), node, /*isVolatile=*/true),
                      parent.inThread(offsetof(Thread, promotedForks)), /*isVolatile=*/true);
  Value *found = builder.CreateLoad(
      builder.getPtrTy(), builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), node, offsetof(PromotedFork, record)),
      /*isVolatile=*/true);
  enterSync(results, found);
}

void ForkBuilder::enterSync(ArrayRef<Value *> results, Value *found) {
  record->addIncoming(found, builder.GetInsertBlock());
  parent.enter(transfer.targets[1].block, results);
}

void ForkBuilder::emitHot() {
  builder.SetInsertPoint(hot);
  std::string name = (module.functionOf(first)->getName() + PCallSuffix).str();
  Function *target = module.module.getFunction(name);
  if (!target) {
    target = Function::Create(module.signatureOf(first).type, GlobalValue::ExternalLinkage, name, &module.module);
    target->setCallingConv(CallingConv::Fast);
    // Its results and arguments are as they are here, whatever the optimiser makes of other calls.
    appendToCompilerUsed(module.module, {module.functionOf(first)});
  }
  auto [low, high] = forkIdOf(*descriptor);
  SmallVector<Value *, 8> latent;
  for (uint64_t number : {uint64_t{abi::FirstBranch}, uint64_t{captured.size()}, low, high})
    latent.push_back(builder.getInt64(number));
  append_range(latent, environment());
  BasicBlock *serial = parent.createBlock("fork.serial"), *pad = parent.createBlock("fork.pad");
  FunctionBuilder::Values passed = parent.passArguments(first, parent.valuesOf(transfer.arguments));
  InvokeInst *invoke =
      builder.CreateInvoke(target, serial, pad, passed, {OperandBundleDef("deopt", ArrayRef<Value *>(latent))});
  invoke->setCallingConv(CallingConv::Fast);
  if (!module.mayRaise(first))
    invoke->addFnAttr(Attribute::get(module.context, NeverRaises));

  builder.SetInsertPoint(serial);
  if (module.mayRaise(first))
    parent.checkRaised();
  parent.enter(transfer.targets[0].block, parent.takeResults(first, invoke));

  builder.SetInsertPoint(pad);
  LandingPadInst *landing = builder.CreateLandingPad(Type::getTokenTy(module.context), 0);
  landing->setCleanup(true);
  Value *found = parent.callLeaf("tactus_fork_returned", builder.getPtrTy(), {});
  enterSync(resultsFromRecord(found), found);
}

/// As the stub has found them in rax, rdx, xmm0 and xmm1.
FunctionBuilder::Values ForkBuilder::resultsFromRecord(Value *found) {
  const Signature &signature = module.signatureOf(first);
  FunctionBuilder::Values results;
  unsigned integers = 0, reals = 0;
  for (unsigned i = 0; i < signature.resultInRegister.size(); ++i) {
    Type *type = parent.layout.typeOf(parent.program.functions[first].results[i]);
    if (!signature.resultInRegister[i]) {
      results.push_back(parent.loadPassed(offsetof(Thread, results), i, type));
      continue;
    }
    uint64_t offset = type->isFloatingPointTy() ? offsetof(tactus_fork_record, returned_vectors) + 16 * reals++
                                                : offsetof(tactus_fork_record, returned_integers) + 8 * integers++;
    Value *from = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), found, offset);
    bool isBool = type->isIntegerTy(1);
    Value *loaded = builder.CreateLoad(isBool ? builder.getInt8Ty() : type, from);
    results.push_back(isBool ? builder.CreateTrunc(loaded, type) : loaded);
  }
  return results;
}

/// The task is joined; what it has raised is raised here.
void ForkBuilder::emitSync(const ResultArea &area) {
  builder.SetInsertPoint(parent.blocks[transfer.targets[1].block]);
  if (module.mayRaise(first)) {
    auto *exception = builder.CreateLoad(parent.layout.objectType(), parent.inThread(offsetof(Thread, exception)));
    BasicBlock *raised = parent.createBlock("fork.raised"), *next = parent.createBlock("fork.join");
    parent.branchUnlikely(builder.CreateIsNotNull(exception), raised, next);
    builder.SetInsertPoint(raised);
    parent.callRuntime("pml_fork_cancel", builder.getVoidTy(), {record});
    builder.CreateBr(parent.unwindBlock());
    builder.SetInsertPoint(next);
  }
  Value *results = parent.callRuntime("pml_fork_join", builder.getPtrTy(), {record});
  auto at = [&](uint64_t offset) { return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), results, offset); };
  if (module.mayRaise(second)) {
    auto *exception = builder.CreateLoad(parent.layout.objectType(), at(ResultExceptionOffset));
    BasicBlock *raised = parent.createBlock("fork.raised"), *next = parent.createBlock("fork.joined");
    parent.branchUnlikely(builder.CreateIsNotNull(exception), raised, next);
    builder.SetInsertPoint(raised);
    builder.CreateStore(builder.CreateLoad(builder.getPtrTy(), at(area.placeOffset)),
                        parent.inThread(offsetof(Thread, raisePlace)));
    parent.callLeaf("tactus_fork_release", builder.getVoidTy(), {record});
    parent.raise(exception, ir::Place());
    builder.SetInsertPoint(next);
  }
  FunctionBuilder::Values taken;
  const auto &types = parent.program.functions[second].results;
  for (unsigned i = 0; i < types.size(); ++i)
    taken.push_back(parent.load(at(area.offsets[i]), types[i], "task"));
  parent.callLeaf("tactus_fork_release", builder.getVoidTy(), {record});
  parent.enter(sync.transfer.targets[0].block, taken);
}

} // namespace tactus::pml::codegen
