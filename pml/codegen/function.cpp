//===- function.cpp - blocks and transfers -----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/codegen/function.h"
#include "pml/codegen/fork.h"
#include "pml/codegen/tags.h"
#include "pml/ir/dominance.h"
#include "pml/runtime/interface.h"

#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace tactus::pml::codegen {

using ir::TransferKind;

/// A tail call is a jump, so a copy of its callee saves little. LLVM would copy whatever is called once: into the
/// dispatcher of a common type, most functions of the program.
static constexpr ptrdiff_t MostCopiedTailCalls = 4;

/// The weight of a way that is nearly always taken, beside 1 for the other one.
static constexpr uint32_t Likely = 1U << 20;

FunctionBuilder::FunctionBuilder(ModuleBuilder &module, uint32_t index)
    : module(module), program(module.program), layout(module.layout), index(index), source(program.functions[index]),
      function(module.functionOf(index)), context(module.context), builder(context), values(source.variables.size()),
      blocks(source.blocks.size()), keepsTailCalls(std::ranges::count_if(source.blocks, [](const ir::Block &block) {
                                                     return block.transfer.kind == TransferKind::TailCall;
                                                   }) > MostCopiedTailCalls) {}

void FunctionBuilder::run() {
  if (module.debug)
    module.debug->describe(*function, source);
  locate({});
  ir::Dominance dominance(source);
  for (ir::BlockIndex i = 0; i < source.blocks.size(); ++i) {
    if (!dominance.isReachable(i))
      continue;
    blocks[i] = createBlock(source.blocks[i].name);
    builder.SetInsertPoint(blocks[i]);
    for (ir::Variable parameter : source.blocks[i].parameters)
      values[parameter] = builder.CreatePHI(layout.typeOf(source.typeOf(parameter)), 2);
  }
  emitEntry();
  for (ir::BlockIndex block : dominance.reachableBlocks())
    emitBlock(block);
}

void FunctionBuilder::emitEntry() {
  BasicBlock *entry = BasicBlock::Create(context, "entry", function, blocks[0]);
  builder.SetInsertPoint(entry);
  const Signature &signature = module.signatureOf(index);
  Values parameters;
  unsigned inRegister = 0;
  for (unsigned i = 0; i < source.parameters.size(); ++i) {
    Type *type = layout.typeOf(source.typeOf(source.parameters[i]));
    parameters.push_back(signature.argumentInRegister[i] ? function->getArg(inRegister++)
                                                         : loadPassed(offsetof(Thread, arguments), i, type));
  }
  bool callsItself = any_of(source.blocks, [this](const ir::Block &block) {
    return block.transfer.kind == TransferKind::TailCall && block.transfer.callee == index;
  });
  if (callsItself) {
    loop = BasicBlock::Create(context, "loop", function, blocks[0]);
    builder.CreateBr(loop);
    builder.SetInsertPoint(loop);
  }
  for (unsigned i = 0; i < parameters.size(); ++i) {
    if (loop) {
      PHINode *phi = builder.CreatePHI(parameters[i]->getType(), 2);
      phi->addIncoming(parameters[i], entry);
      parameters[i] = phi;
    }
    values[source.parameters[i]] = parameters[i];
  }
  builder.CreateBr(blocks[0]);
}

FunctionBuilder::Values FunctionBuilder::valuesOf(const std::vector<ir::Variable> &variables) const {
  Values result;
  for (ir::Variable variable : variables)
    result.push_back(value(variable));
  return result;
}

void FunctionBuilder::emitBlock(ir::BlockIndex block) {
  current = block;
  // A pcall emits what follows in sync, which has nothing else.
  if (source.blocks[block].transfer.kind == TransferKind::GetJoin)
    return;
  builder.SetInsertPoint(blocks[block]);
  locate({});
  for (const ir::Statement &statement : source.blocks[block].statements) {
    if (statement.place.file != ir::None)
      locate(statement.place);
    emitStatement(statement);
  }
  if (source.blocks[block].transfer.place.file != ir::None)
    locate(source.blocks[block].transfer.place);
  emitTransfer(source.blocks[block].transfer);
}

/// What is emitted from here on belongs to the place.
void FunctionBuilder::locate(const ir::Place &place) {
  if (module.debug)
    builder.SetCurrentDebugLocation(module.debug->locate(*function, place));
}

void FunctionBuilder::enter(ir::BlockIndex block, ArrayRef<Value *> arguments) {
  unsigned position = 0;
  for (PHINode &phi : blocks[block]->phis()) {
    if (position == arguments.size())
      break;
    phi.addIncoming(arguments[position++], builder.GetInsertBlock());
  }
  builder.CreateBr(blocks[block]);
}

void FunctionBuilder::jump(const ir::Target &target) { enter(target.block, valuesOf(target.arguments)); }

void FunctionBuilder::branchUnlikely(Value *condition, BasicBlock *unlikely, BasicBlock *likely) {
  builder.CreateCondBr(condition, unlikely, likely, MDBuilder(context).createBranchWeights(1, Likely));
}

/// Volatile, because the collector knows nothing of what is there: neither access may move over an allocation.
Value *FunctionBuilder::loadPassed(uint64_t base, unsigned position, Type *type) {
  Value *word = inThread(base + 8 * position);
  auto *loaded =
      builder.CreateLoad(type->isIntegerTy(1) ? builder.getInt8Ty() : type, word, /*isVolatile=*/type->isPointerTy());
  tagAccess(*loaded, "passed");
  return type->isIntegerTy(1) ? builder.CreateTrunc(loaded, type) : loaded;
}

void FunctionBuilder::storePassed(uint64_t base, unsigned position, Value *stored) {
  if (stored->getType()->isIntegerTy(1))
    stored = builder.CreateZExt(stored, builder.getInt8Ty());
  bool isObject = stored->getType()->isPointerTy();
  tagAccess(*builder.CreateStore(stored, inThread(base + 8 * position), isObject), "passed");
}

FunctionBuilder::Values FunctionBuilder::passArguments(uint32_t callee, ArrayRef<Value *> arguments) {
  const Signature &signature = module.signatureOf(callee);
  Values inRegisters;
  for (unsigned i = 0; i < arguments.size(); ++i)
    if (signature.argumentInRegister[i])
      inRegisters.push_back(arguments[i]);
    else
      storePassed(offsetof(Thread, arguments), i, arguments[i]);
  return inRegisters;
}

FunctionBuilder::Values FunctionBuilder::takeResults(uint32_t callee, Value *returned) {
  const Signature &signature = module.signatureOf(callee);
  Values results;
  unsigned inRegister = 0;
  for (unsigned i = 0; i < signature.resultInRegister.size(); ++i) {
    Type *type = layout.typeOf(program.functions[callee].results[i]);
    if (!signature.resultInRegister[i])
      results.push_back(loadPassed(offsetof(Thread, results), i, type));
    else if (returned->getType()->isStructTy())
      results.push_back(builder.CreateExtractValue(returned, inRegister++));
    else
      results.push_back(returned);
  }
  return results;
}

CallInst *FunctionBuilder::createCall(uint32_t callee, ArrayRef<Value *> arguments) {
  CallInst *call = builder.CreateCall(module.functionOf(callee), passArguments(callee, arguments));
  call->setCallingConv(CallingConv::Fast);
  if (!module.mayRaise(callee))
    call->addFnAttr(Attribute::get(context, NeverRaises));
  // Otherwise LLVM would inline whatever is called once into the program's body (decision 54).
  if (module.runsOnce(index, current))
    call->setIsNoInline();
  return call;
}

FunctionBuilder::Values FunctionBuilder::emitCall(uint32_t callee, ArrayRef<Value *> arguments) {
  CallInst *call = createCall(callee, arguments);
  if (module.mayRaise(callee)) {
    const ir::Block &block = source.blocks[current];
    const ir::Place &place = block.transfer.place;
    bool isOfUser = place.file != ir::None && !program.isOfLibrary(place);
    if (isOfUser && block.handler == ir::None && program.isOfLibrary(program.functions[callee].place))
      checkRaised([&] { noteCall(place); });
    else
      checkRaised();
  }
  return takeResults(callee, call);
}

void FunctionBuilder::emitReturn(ArrayRef<Value *> results) {
  const Signature &signature = module.signatureOf(index);
  Values inRegisters;
  for (unsigned i = 0; i < results.size(); ++i)
    if (signature.resultInRegister[i])
      inRegisters.push_back(results[i]);
    else
      storePassed(offsetof(Thread, results), i, results[i]);
  if (inRegisters.empty())
    builder.CreateRetVoid();
  else if (inRegisters.size() == 1)
    builder.CreateRet(inRegisters[0]);
  else
    builder.CreateAggregateRet(inRegisters.data(), inRegisters.size());
}

void FunctionBuilder::emitTailCall(const ir::Transfer &transfer) {
  Values arguments = valuesOf(transfer.arguments);
  if (transfer.callee == index) {
    unsigned position = 0;
    for (PHINode &phi : loop->phis())
      phi.addIncoming(arguments[position++], builder.GetInsertBlock());
    builder.CreateBr(loop);
    return;
  }
  CallInst *call = createCall(transfer.callee, arguments);
  if (keepsTailCalls)
    call->setIsNoInline();
  // expandLate() makes sure of it.
  call->setTailCallKind(CallInst::TCK_Tail);
  if (call->getType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(call);
}

void FunctionBuilder::notePlace(const ir::Place &place) {
  if (Constant *known = module.raisePlace(place))
    tagAccess(*builder.CreateStore(known, inThread(offsetof(Thread, raisePlace))), "place");
}

/// What the library has raised is where it was called.
void FunctionBuilder::noteCall(const ir::Place &place) {
  Value *field = inThread(offsetof(Thread, raisePlace));
  Constant *call = module.raisePlace(place);
  auto *noted = builder.CreateLoad(builder.getPtrTy(), field);
  Value *flag = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(),
                                                   builder.CreateSelect(builder.CreateIsNotNull(noted), noted, call),
                                                   offsetof(RaisePlace, isOfLibrary));
  Value *isOfLibrary = builder.CreateICmpNE(builder.CreateLoad(builder.getInt8Ty(), flag), builder.getInt8(0));
  tagAccess(*noted, "place");
  tagAccess(*builder.CreateStore(builder.CreateSelect(isOfLibrary, call, noted), field), "place");
}

void FunctionBuilder::raise(Value *exception, const ir::Place &place) {
  notePlace(place);
  if (ir::BlockIndex handler = source.blocks[current].handler; handler != ir::None) {
    enter(handler, {exception});
    return;
  }
  tagAccess(*builder.CreateStore(exception, inThread(offsetof(Thread, exception))), "exception");
  builder.CreateBr(unwindBlock());
}

/// Where a call or statement goes that has raised: the exception is in the thread.
BasicBlock *FunctionBuilder::unwindBlock() {
  IRBuilder<>::InsertPointGuard guard(builder);
  ir::BlockIndex handler = source.blocks[current].handler;
  if (handler == ir::None) {
    if (!leaveBlock) {
      leaveBlock = createBlock("leave");
      builder.SetInsertPoint(leaveBlock);
      if (function->getReturnType()->isVoidTy())
        builder.CreateRetVoid();
      else
        builder.CreateRet(Constant::getNullValue(function->getReturnType()));
    }
    return leaveBlock;
  }
  BasicBlock *&block = unwindBlocks[handler];
  if (!block) {
    block = createBlock("unwind");
    builder.SetInsertPoint(block);
    Value *field = inThread(offsetof(Thread, exception));
    auto *exception = builder.CreateLoad(layout.objectType(), field);
    tagAccess(*exception, "exception");
    tagAccess(*builder.CreateStore(module.immediate(0), field), "exception");
    enter(handler, {exception});
  }
  return block;
}

void FunctionBuilder::checkRaised(function_ref<void()> note) {
  auto *exception = builder.CreateLoad(layout.objectType(), inThread(offsetof(Thread, exception)));
  tagAccess(*exception, "exception");
  BasicBlock *next = createBlock("");
  BasicBlock *raised = unwindBlock();
  if (note) {
    BasicBlock *noting = createBlock("raised");
    branchUnlikely(builder.CreateIsNotNull(exception), noting, next);
    builder.SetInsertPoint(noting);
    note();
    builder.CreateBr(raised);
  } else {
    branchUnlikely(builder.CreateIsNotNull(exception), raised, next);
  }
  builder.SetInsertPoint(next);
}

void FunctionBuilder::raiseIf(Value *condition, uint32_t predefined, const ir::Place &place) {
  BasicBlock *next = createBlock("");
  BasicBlock *&raising = raiseBlocks[{source.blocks[current].handler, predefined, module.raisePlace(place)}];
  bool isNew = !raising;
  if (isNew)
    raising = createBlock("raise");
  branchUnlikely(condition, raising, next);
  if (isNew) {
    builder.SetInsertPoint(raising);
    raise(module.predefinedException(predefined), place);
  }
  builder.SetInsertPoint(next);
}

/// Whether a jump leads to the end of the function by an exception, with nothing else to decide.
bool FunctionBuilder::leavesByRaising(const ir::Target &target) const {
  constexpr unsigned MostJumps = 4;
  const ir::Block *block = &source.blocks[target.block];
  for (unsigned jumps = 0; jumps < MostJumps && block->transfer.kind == TransferKind::Goto; ++jumps)
    block = &source.blocks[block->transfer.targets[0].block];
  return block->transfer.kind == TransferKind::Raise && block->handler == ir::None;
}

void FunctionBuilder::emitIf(const ir::Transfer &transfer) {
  BasicBlock *yes = createBlock(""), *no = createBlock("");
  bool isYesUnlikely = leavesByRaising(transfer.targets[0]), isNoUnlikely = leavesByRaising(transfer.targets[1]);
  BranchInst *branch = builder.CreateCondBr(value(transfer.arguments[0]), yes, no);
  if (isYesUnlikely != isNoUnlikely)
    branch->setMetadata(LLVMContext::MD_prof,
                        MDBuilder(context).createBranchWeights(isYesUnlikely ? 1 : Likely, isYesUnlikely ? Likely : 1));
  builder.SetInsertPoint(yes);
  jump(transfer.targets[0]);
  builder.SetInsertPoint(no);
  jump(transfer.targets[1]);
}

void FunctionBuilder::emitSwitch(const ir::Transfer &transfer) {
  Value *chosen = value(transfer.arguments[0]);
  // A block for each edge: values of a block's parameters differ between edges from one place.
  auto edge = [&](const ir::Target &target) {
    IRBuilder<>::InsertPointGuard guard(builder);
    BasicBlock *block = createBlock("");
    builder.SetInsertPoint(block);
    jump(target);
    return block;
  };
  SwitchInst *made = builder.CreateSwitch(chosen, edge(transfer.targets.back()), transfer.keys.size());
  for (size_t i = 0; i < transfer.keys.size(); ++i)
    made->addCase(ConstantInt::getSigned(cast<IntegerType>(chosen->getType()), transfer.keys[i]),
                  edge(transfer.targets[i]));
}

/// First the constructors without fields, by value; if more than one with fields is left, those by the object's header.
void FunctionBuilder::emitCase(const ir::Transfer &transfer) {
  ir::TypeRef type = source.typeOf(transfer.arguments[0]);
  const ir::Variant &variant = layout.variantOf(type);
  Value *chosen = value(transfer.arguments[0]);
  size_t count = variant.constructors.size();
  std::vector<const ir::Target *> targets(count, transfer.hasElse ? &transfer.targets.back() : nullptr);
  for (size_t i = 0; i < transfer.keys.size(); ++i)
    targets[transfer.keys[i]] = &transfer.targets[i];
  std::map<const ir::Target *, BasicBlock *> edges;
  auto edge = [&](const ir::Target *target) {
    BasicBlock *&block = edges[target];
    if (!block) {
      IRBuilder<>::InsertPointGuard guard(builder);
      block = createBlock("");
      builder.SetInsertPoint(block);
      jump(*target);
    }
    return block;
  };
  auto switchOver = [&](Value *key, ArrayRef<std::pair<uint64_t, const ir::Target *>> cases) {
    SwitchInst *made = builder.CreateSwitch(key, edge(cases.back().second), cases.size() - 1);
    for (auto [number, target] : cases.drop_back())
      if (target != cases.back().second)
        made->addCase(cast<ConstantInt>(ConstantInt::get(key->getType(), number)), edge(target));
  };
  SmallVector<std::pair<uint64_t, const ir::Target *>, 8> empty, full;
  bool isPointer = layout.isPointer(type);
  for (uint32_t i = 0; i < count; ++i)
    if (variant.constructors[i].fields.empty())
      empty.emplace_back(isPointer ? Layout::immediateOf(variant, i) : i, targets[i]);
    else
      full.emplace_back(i, targets[i]);
  if (!isPointer) {
    switchOver(chosen, empty);
    return;
  }
  if (!empty.empty()) {
    BasicBlock *isEmpty = createBlock(""), *isFull = createBlock("");
    Value *test = empty.size() == 1 ? builder.CreateIsNull(chosen)
                                    : builder.CreateICmpULT(builder.CreatePtrToInt(chosen, builder.getInt64Ty()),
                                                            builder.getInt64(FirstAddress));
    builder.CreateCondBr(test, isEmpty, isFull);
    builder.SetInsertPoint(isEmpty);
    switchOver(builder.CreatePtrToInt(chosen, builder.getInt64Ty()), empty);
    builder.SetInsertPoint(isFull);
  }
  bool isDecided = all_of(full, [&](auto &each) { return each.second == full[0].second; });
  switchOver(isDecided ? builder.getInt64(full[0].first) : constructorOf(chosen), full);
}

void FunctionBuilder::emitTransfer(const ir::Transfer &transfer) {
  switch (transfer.kind) {
  case TransferKind::Goto:
    return jump(transfer.targets[0]);
  case TransferKind::If:
    return emitIf(transfer);
  case TransferKind::Case:
    return emitCase(transfer);
  case TransferKind::Switch:
    return emitSwitch(transfer);
  case TransferKind::Call:
    return enter(transfer.targets[0].block, emitCall(transfer.callee, valuesOf(transfer.arguments)));
  case TransferKind::TailCall:
    return emitTailCall(transfer);
  case TransferKind::Return:
    return emitReturn(valuesOf(transfer.arguments));
  case TransferKind::Raise:
    return raise(value(transfer.arguments[0]), transfer.place);
  case TransferKind::PCall:
    return ForkBuilder(*this, transfer).run();
  case TransferKind::Par:
  case TransferKind::GetJoin:
  case TransferKind::SetJoin:
    // Par has been lowered, and pcall has emitted the others, which nobody else reaches.
  case TransferKind::Unreachable:
    builder.CreateUnreachable();
  }
}

} // namespace tactus::pml::codegen
