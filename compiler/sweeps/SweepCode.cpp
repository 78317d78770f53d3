//===- SweepCode.cpp - the code around a sweep that may run later --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "sweeps/SweepCode.h"
#include "ir/DebugScope.h"
#include "ir/LLVMVersions.h"
#include "ir/StaticRecord.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace tactus {

//===--- Calls ---===//

using Fields = abi::SweepRegionFields;

static Value *fieldOf(Value *region, unsigned field, IRBuilder<> &builder) {
  return builder.CreateStructGEP(StaticRecord<Fields>(builder.getContext()).type(), region, field);
}

AllocaInst *SweepCalls::makeRegion(Function &function) {
  IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  return builder.CreateAlloca(StaticRecord<Fields>(function.getContext()).type(), nullptr, "sweeps");
}

Constant *SweepCalls::text(StringRef text) {
  std::string name = ("tactus.sweeps.text." + text).str();
  if (GlobalVariable *known = module.getGlobalVariable(name, /*AllowInternal=*/true))
    return known;
  Constant *bytes = ConstantDataArray::getString(module.getContext(), text);
  auto *variable =
      new GlobalVariable(module, bytes->getType(), /*isConstant=*/true, GlobalValue::PrivateLinkage, bytes, name);
  variable->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  return variable;
}

CallInst *SweepCalls::call(IRBuilder<> &builder, StringRef name, Type *result, ArrayRef<Value *> arguments) {
  SmallVector<Type *, 6> types;
  for (Value *argument : arguments)
    types.push_back(argument->getType());
  FunctionCallee callee = module.getOrInsertFunction(name, FunctionType::get(result, types, false));
  cast<Function>(callee.getCallee())->setDoesNotThrow();
  return builder.CreateCall(callee, arguments);
}

void SweepCalls::begin(Value *region, StringRef file, unsigned line, Instruction &before) {
  IRBuilder<> builder(&before);
  Type *words = ArrayType::get(builder.getInt64Ty(), abi::SweepSiteWords);
  auto *site = new GlobalVariable(module, words, /*isConstant=*/false, GlobalValue::InternalLinkage,
                                  Constant::getNullValue(words), "tactus.sweeps.site");
  Value *times = builder.CreateConstInBoundsGEP2_64(words, site, 0, abi::SweepSiteWords - 1);
  LoadInst *left = builder.CreateLoad(builder.getInt64Ty(), times, "times.left");
  left->setAtomic(AtomicOrdering::Monotonic);
  Instruction *skips, *asks;
  SplitBlockAndInsertIfThenElse(builder.CreateIsNotNull(left), before.getIterator(), &skips, &asks);
  builder.SetInsertPoint(skips);
  builder.CreateStore(builder.CreateSub(left, builder.getInt64(1)), times)->setAtomic(AtomicOrdering::Monotonic);
  builder.CreateStore(builder.getInt32(0), fieldOf(region, Fields::active, builder));
  builder.CreateStore(ConstantPointerNull::get(builder.getPtrTy()), fieldOf(region, Fields::collector, builder));
  builder.SetInsertPoint(asks);
  call(builder, "__tactus_splice_begin_sweeps", builder.getVoidTy(),
       {region, site, text(before.getFunction()->getName()), text(file), builder.getInt32(line)});
}

void SweepCalls::endIfAny(Value *region, Instruction &before) {
  IRBuilder<> builder(&before);
  Value *collector = builder.CreateLoad(builder.getPtrTy(), fieldOf(region, Fields::collector, builder));
  end(region, *SplitBlockAndInsertIfThen(builder.CreateIsNotNull(collector), before.getIterator(),
                                         /*Unreachable=*/false));
}

void SweepCalls::end(Value *region, Instruction &before) {
  IRBuilder<> builder(&before);
  call(builder, "__tactus_splice_end_sweeps", builder.getVoidTy(), {region});
}

void SweepCalls::touch(Value *region, Value *pointer, Value *size, bool isWritten, Instruction &before) {
  IRBuilder<> builder(&before);
  call(builder, "__tactus_splice_touch", builder.getVoidTy(),
       {region, pointer, builder.CreateZExtOrTrunc(size, builder.getInt64Ty()), builder.getInt32(isWritten)});
}

Value *SweepCalls::sweep(IRBuilder<> &builder, ArrayRef<Value *> arguments) {
  return call(builder, "__tactus_splice_sweep", builder.getInt32Ty(), arguments);
}

//===--- Values ---===//

bool expandValues(const Sweep &sweep, ScalarEvolution &evolution, SweepValues &values) {
  Instruction *place = sweep.loop->getLoopPreheader()->getTerminator();
  SCEVExpander expander = expanderOf(evolution, *place->getModule(), "sweep");
  SmallVector<const SCEV *, 32> needed{sweep.iterations};
  for (const SweptRange &range : sweep.ranges) {
    const AffineRange &addresses = range.addresses;
    needed.append({addresses.least.start, addresses.least.step,
                   evolution.getAddExpr(addresses.greatest.start, range.size), addresses.greatest.step});
  }
  for (const SweptCounter &counter : sweep.counters)
    needed.push_back(counter.step);
  if (!all_of(needed, [&](const SCEV *value) { return expander.isSafeToExpandAt(value, place); }))
    return false;
  const auto *next = needed.begin();
  auto expand = [&] {
    const SCEV *value = *next++;
    return expander.expandCodeFor(value, value->getType(), place);
  };
  values.iterations = expand();
  for (const SweptRange &range : sweep.ranges) {
    Value *first = expand(), *firstStep = expand(), *last = expand(), *lastStep = expand();
    auto *written = ConstantInt::get(Type::getInt64Ty(place->getContext()), range.isWritten);
    values.accesses.push_back({first, firstStep, last, lastStep, written});
  }
  for (size_t index = 0; index < sweep.counters.size(); ++index)
    values.steps.push_back(expand());
  return true;
}

//===--- The function of some iterations ---===//

namespace {

class SweepFunction {
public:
  SweepFunction(const Sweep &sweep, const SweepValues &values)
      : sweep(sweep), values(values), preheader(sweep.loop->getLoopPreheader()),
        original(*sweep.loop->getHeader()->getParent()) {}

  void make() {
    gatherInputs();
    LLVMContext &context = original.getContext();
    SmallVector<Type *, 8> types;
    for (Value *input : inputs)
      types.push_back(input->getType());
    environment = StructType::get(context, types);
    Type *word = Type::getInt64Ty(context);
    auto *type =
        FunctionType::get(Type::getVoidTy(context), {PointerType::getUnqual(context), word, word}, /*isVarArg=*/false);
    function =
        Function::Create(type, GlobalValue::InternalLinkage, original.getName() + ".sweep", original.getParent());
    copyAttributes();
    describeFunction(*function, sweep.loop->getStartLoc());
    BasicBlock *entry = BasicBlock::Create(context, "entry", function);
    IRBuilder<> builder(entry);
    loadInputs(builder);
    copyLoop(builder);
    fixLocations();
  }

  Function *function = nullptr;
  StructType *environment = nullptr;
  SetVector<Value *> inputs;

private:
  const Sweep &sweep;
  const SweepValues &values;
  /// Copies that still jump to the loop hide it.
  BasicBlock *preheader;
  Function &original;
  ValueToValueMapTy copies;

  void gatherInputs() {
    auto add = [&](Value *value) {
      if (isa<Argument>(value) || (isa<Instruction>(value) && !sweep.loop->contains(cast<Instruction>(value)) &&
                                   !is_contained(sweep.scratch, value)))
        inputs.insert(value);
    };
    for (BasicBlock *block : sweep.loop->blocks())
      for (Instruction &instruction : *block)
        for (Value *operand : instruction.operands())
          add(operand);
    for (Value *step : values.steps)
      add(step);
  }

  void copyAttributes() {
    AttrBuilder attributes(original.getContext(), original.getAttributes().getFnAttrs());
    for (Attribute::AttrKind kind :
         {Attribute::Memory, Attribute::NoReturn, Attribute::AlwaysInline, Attribute::NoInline, Attribute::InlineHint,
          Attribute::AllocKind, Attribute::AllocSize, Attribute::Naked, Attribute::Cold, Attribute::Speculatable})
      attributes.removeAttribute(kind);
    function->setAttributes(AttributeList().addFnAttributes(original.getContext(), attributes));
    function->setDoesNotThrow();
  }

  /// The library's copy of the environment is aligned as all that is not a vector.
  void loadInputs(IRBuilder<> &builder) {
    const DataLayout &layout = original.getParent()->getDataLayout();
    const Align most(16);
    for (auto [index, input] : enumerate(inputs)) {
      Value *place = builder.CreateStructGEP(environment, function->getArg(0), index);
      Align alignment = std::min(layout.getABITypeAlign(input->getType()), most);
      copies[input] = builder.CreateAlignedLoad(input->getType(), place, alignment, input->getName());
    }
    for (AllocaInst *array : sweep.scratch) {
      auto *copy = cast<AllocaInst>(array->clone());
      builder.Insert(copy, array->getName());
      copies[array] = copy;
    }
  }

  Value *copyOf(Value *value) const {
    Value *copy = copies.lookup(value);
    return copy ? copy : value;
  }

  /// What the counter is in iteration `first`.
  Value *startOf(const SweptCounter &counter, Value *step, IRBuilder<> &builder) {
    Value *start = copyOf(counter.phi->getIncomingValueForBlock(preheader));
    Value *distance = builder.CreateMul(builder.CreateZExtOrTrunc(function->getArg(1), step->getType()), copyOf(step));
    return start->getType()->isPointerTy() ? builder.CreatePtrAdd(start, distance) : builder.CreateAdd(start, distance);
  }

  void copyLoop(IRBuilder<> &builder) {
    const Loop &loop = *sweep.loop;
    SmallVector<BasicBlock *, 16> blocks;
    for (BasicBlock *block : loop.blocks()) {
      BasicBlock *copy = CloneBasicBlock(block, copies, "", function);
      copies[block] = copy;
      blocks.push_back(copy);
    }
    auto *header = cast<BasicBlock>(copies[loop.getHeader()]), *latch = cast<BasicBlock>(copies[loop.getLoopLatch()]);
    BasicBlock *entry = builder.GetInsertBlock(), *exit = BasicBlock::Create(original.getContext(), "exit", function);
    SmallVector<Value *, 2> starts;
    for (auto [counter, step] : zip(sweep.counters, values.steps))
      starts.push_back(startOf(counter, step, builder));
    builder.CreateBr(header);
    ReturnInst::Create(original.getContext(), exit);
    for (BasicBlock *block : blocks)
      for (Instruction &instruction : *block) {
        instruction.dropDbgRecords();
        RemapInstruction(&instruction, copies, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
      }
    for (auto [counter, start] : zip(sweep.counters, starts)) {
      auto *phi = cast<PHINode>(copies[counter.phi]);
      int index = phi->getBasicBlockIndex(preheader);
      phi->setIncomingBlock(index, entry);
      phi->setIncomingValue(index, start);
    }
    countIterations(*header, *latch, *entry, *exit);
  }

  /// The copy ends after iteration last - 1.
  void countIterations(BasicBlock &header, BasicBlock &latch, BasicBlock &entry, BasicBlock &exit) {
    IRBuilder<> builder(&header, header.begin());
    PHINode *number = builder.CreatePHI(builder.getInt64Ty(), 2, "iteration");
    Instruction *old = latch.getTerminator();
    builder.SetInsertPoint(old);
    Value *next = builder.CreateAdd(number, builder.getInt64(1), "", /*HasNUW=*/true, /*HasNSW=*/true);
    number->addIncoming(function->getArg(1), &entry);
    number->addIncoming(next, &latch);
    Instruction *branch = builder.CreateCondBr(builder.CreateICmpEQ(next, function->getArg(2)), &exit, &header);
    branch->setMetadata(LLVMContext::MD_loop, old->getMetadata(LLVMContext::MD_loop));
    branch->setDebugLoc(old->getDebugLoc());
    old->eraseFromParent();
  }

  /// Locations of instructions and loops are those of the new function.
  void fixLocations() {
    DISubprogram *subprogram = function->getSubprogram();
    DenseMap<const MDNode *, MDNode *> known;
    auto moved = [&](Metadata *place) -> Metadata * {
      auto *location = dyn_cast_or_null<DILocation>(place);
      if (!location)
        return place;
      return subprogram
                 ? DebugLoc::replaceInlinedAtSubprogram(location, *subprogram, original.getContext(), known).get()
                 : nullptr;
    };
    for (BasicBlock &block : *function)
      for (Instruction &instruction : block) {
        instruction.setDebugLoc(DebugLoc(cast_or_null<DILocation>(moved(instruction.getDebugLoc().get()))));
        updateLoopMetadataDebugLocations(instruction, moved);
      }
  }
};

} // namespace

//===--- The sweep's place ---===//

static Constant *codeOf(const Sweep &sweep, const SweepFunction &made, bool isParallel, SweepCalls &calls) {
  using CodeFields = abi::SweepCodeFields;
  Module &module = *made.function->getParent();
  DebugLoc place = outermost(sweep.loop->getStartLoc());
  StaticRecord<CodeFields> record(module.getContext());
  record.set(CodeFields::run, made.function);
  record.set(CodeFields::environmentSize, module.getDataLayout().getTypeAllocSize(made.environment).getFixedValue());
  record.set(CodeFields::accesses, sweep.ranges.size());
  record.set(CodeFields::file, calls.text(place ? place->getFilename() : StringRef(module.getSourceFileName())));
  record.set(CodeFields::line, place ? place.getLine() : 0);
  record.set(CodeFields::isParallel, isParallel);
  auto *variable = new GlobalVariable(module, record.type(), /*isConstant=*/true, GlobalValue::InternalLinkage,
                                      record.get(), "tactus.sweep");
  variable->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  return variable;
}

void emitSweep(const Sweep &sweep, const SweepValues &values, Value *region, BasicBlock *otherwise, SweepCalls &calls) {
  SweepFunction made(sweep, values);
  made.make();
  BasicBlock *preheader = sweep.loop->getLoopPreheader(), *exit = sweep.loop->getExitBlock();
  Function &function = *preheader->getParent();
  LLVMContext &context = function.getContext();
  IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  Type *access = StaticRecord<abi::SweepAccessFields>(context).type();
  Type *table = ArrayType::get(access, values.accesses.size());
  Value *environment = builder.CreateAlloca(made.environment, nullptr, "sweep.environment");
  Value *accesses = builder.CreateAlloca(table, nullptr, "sweep.accesses");
  // The copy has been made, so the loop may get another preheader.
  BasicBlock *plain = preheader->splitBasicBlock(preheader->getTerminator(), "sweep.plain");
  BasicBlock *later = BasicBlock::Create(context, "sweep.later", &function, plain);
  preheader->getTerminator()->eraseFromParent();
  builder.SetInsertPoint(preheader);
  builder.SetCurrentDebugLocation(sweep.loop->getStartLoc());
  Value *active = builder.CreateLoad(builder.getInt32Ty(), region);
  builder.CreateCondBr(builder.CreateIsNull(active), plain, later);
  builder.SetInsertPoint(later);
  for (auto [index, input] : enumerate(made.inputs))
    builder.CreateStore(input, builder.CreateStructGEP(made.environment, environment, index));
  for (auto [index, fields] : enumerate(values.accesses))
    for (auto [field, value] : enumerate(fields)) {
      Value *place = builder.CreateConstInBoundsGEP2_64(table, accesses, 0, index);
      builder.CreateStore(value, builder.CreateStructGEP(access, place, field));
    }
  Value *isLater = calls.sweep(
      builder, {region, codeOf(sweep, made, otherwise != nullptr, calls), environment, accesses, values.iterations});
  builder.CreateCondBr(builder.CreateIsNull(isLater), plain, exit);
  for (PHINode &phi : exit->phis())
    phi.addIncoming(phi.getIncomingValue(0), later); // no value of the loop is needed behind it
  if (!otherwise)
    return;
  sweep.loop->getHeader()->removePredecessor(plain);
  plain->getTerminator()->setSuccessor(0, otherwise);
}

} // namespace tactus
