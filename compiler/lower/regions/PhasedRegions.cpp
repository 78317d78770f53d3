//===- PhasedRegions.cpp - regions whose threads are executed one after the other ----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/regions/PhasedRegions.h"
#include "abi/teams.h"
#include "analysis/StrandRules.h"
#include "ir/DebugScope.h"
#include "ir/RegionRecords.h"
#include "ir/StaticRecord.h"
#include "lower/regions/CapturedCode.h"
#include "lower/regions/PhaseCallRecords.h"
#include "lower/regions/PhaseCutting.h"
#include "lower/regions/PhaseFrame.h"
#include "lower/regions/PhaseSequence.h"
#include "model/Microtask.h"
#include "model/RegionMarks.h"
#include "model/RuntimeCalls.h"
#include "model/RuntimeLoop.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace tactus {

namespace {

/// Is there nothing to cut? Then a thread's part of the region need not be a copy.
bool isOnePhase(const Function &microtask) { return isOneBody(microtask) && none_of(instructions(microtask), isCut); }

class PhasedRegionBuilder {
public:
  PhasedRegionBuilder(const CallInst &fork, Function &microtask, StructType *environment)
      : fork(fork), microtask(microtask), environment(environment), context(microtask.getContext()) {}

  Constant *run() {
    createFunction();
    if (isOnePhase(microtask)) {
      callMicrotask();
      return createRecord({}, 0);
    }
    BasicBlock &first = cloneMicrotask();
    SmallVector<PhaseCut, 8> cuts = cutIntoPhases(*function);
    endRegion();
    uint64_t bytes = buildPhaseFrame(*start, first, cuts, *function->getArg(0), *function->getArg(3));
    Constant *record = createRecord(cuts, bytes);
    if (isOneBody(microtask) && canRunInSequence(cuts))
      runInSequence(microtask, {function, environment, bytes}, cuts);
    return record;
  }

private:
  const CallInst &fork;
  Function &microtask;
  StructType *environment;
  LLVMContext &context;
  Function *function = nullptr;
  BasicBlock *start = nullptr;

  void createFunction() {
    Type *pointer = PointerType::get(context, 0), *number = Type::getInt32Ty(context);
    auto *type = FunctionType::get(number, {pointer, pointer, number, number}, false);
    function = createRecordFunction(microtask, type, microtask.getName() + ".phases");
    start = BasicBlock::Create(context, "", function);
  }

  /// What a thread of the region does from its begin to its end is the microtask, which strands and libomp call as
  /// well.
  void callMicrotask() {
    IRBuilder<> builder(start);
    Value *own = builder.CreateAlloca(builder.getInt32Ty()), *zero = builder.CreateAlloca(builder.getInt32Ty());
    builder.CreateStore(threadNumber(builder), own);
    builder.CreateStore(builder.getInt32(0), zero);
    SmallVector<Value *, 8> arguments{own, zero};
    append_range(arguments, captures(builder));
    builder.CreateCall(&microtask, arguments)->setCallingConv(microtask.getCallingConv());
    builder.CreateRet(builder.getInt32(0));
    if (DISubprogram *model = microtask.getSubprogram())
      describeFunction(*function, model, model->getLine());
  }

  SmallVector<Value *, 8> captures(IRBuilder<> &builder) const {
    SmallVector<Value *, 8> values;
    for (unsigned i = 0; i < environment->getNumElements(); ++i)
      values.push_back(builder.CreateLoad(environment->getElementType(i),
                                          builder.CreateStructGEP(environment, function->getArg(1), i)));
    return values;
  }

  /// The thread's number for libomp: in each phase another thread's.
  Value *threadNumber(IRBuilder<> &builder) {
    bool isAsked = needsLibompNumber(microtask) || any_of(instructions(microtask), [](const Instruction &instruction) {
                     return isCallTo(instruction, "__kmpc_global_thread_num");
                   });
    if (!isAsked)
      return function->getArg(2);
    FunctionCallee query = microtask.getParent()->getOrInsertFunction("__kmpc_global_thread_num", builder.getInt32Ty(),
                                                                      builder.getPtrTy());
    CallInst *call = builder.CreateCall(query, {fork.getArgOperand(0)});
    call->setDebugLoc(placeOfRegion());
    return call;
  }

  DebugLoc placeOfRegion() const {
    const DISubprogram *scope = function->getSubprogram();
    return scope ? lineIn(*function, scope->getLine()) : DebugLoc();
  }

  /// Returns the block in which it begins.
  BasicBlock &cloneMicrotask() {
    IRBuilder<> builder(start);
    Value *own = builder.CreateAlloca(builder.getInt32Ty()), *zero = builder.CreateAlloca(builder.getInt32Ty());
    ValueToValueMapTy map;
    map[microtask.getArg(0)] = own;
    map[microtask.getArg(1)] = zero;
    for (auto [i, value] : enumerate(captures(builder)))
      map[microtask.getArg(i + MicrotaskPrefix)] = value;
    SmallVector<ReturnInst *, 1> returns;
    CloneFunctionInto(function, &microtask, map, CloneFunctionChangeType::LocalChangesOnly, returns);
    // The clone takes this from the microtask, which another file may name.
    function->setDSOLocal(true);
    for (Attribute::AttrKind kind : {Attribute::AlwaysInline, Attribute::NoRecurse})
      function->removeFnAttr(kind);
    separateAssignments(*function);
    nameClone(*function);
    Value *number = threadNumber(builder);
    builder.CreateStore(number, own);
    builder.CreateStore(builder.getInt32(0), zero);
    readNumberOnce(own, number);
    return *cast<BasicBlock>(map.lookup(&microtask.getEntryBlock()));
  }

  void readNumberOnce(const Value *own, Value *number) {
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      const auto *load = dyn_cast<LoadInst>(&instruction);
      bool isRead = load ? load->getPointerOperand() == own
                         : isCallTo(instruction, "__kmpc_global_thread_num") && instruction.getParent() != start;
      if (!isRead)
        continue;
      instruction.replaceAllUsesWith(number);
      instruction.eraseFromParent();
    }
  }

  /// The start has no end yet.
  void endRegion() {
    for (BasicBlock &block : *function)
      if (auto *end = dyn_cast_or_null<ReturnInst>(block.getTerminator()); end && !end->getReturnValue()) {
        auto *last = ReturnInst::Create(context, ConstantInt::get(Type::getInt32Ty(context), 0), &block);
        last->setDebugLoc(end->getDebugLoc());
        end->eraseFromParent();
      }
  }

  Constant *descriptorAt(const SourceLocation &location) const {
    return runtimeLoop(*microtask.getParent(), "tactus_team_phases_run", location, 0);
  }

  Constant *createRecord(ArrayRef<PhaseCut> cuts, uint64_t bytes) {
    Module &module = *microtask.getParent();
    SmallVector<Constant *, 8> descriptors{descriptorAt(locationOfIdent(fork.getArgOperand(0)))};
    for (const PhaseCut &cut : cuts)
      descriptors.push_back(descriptorAt(locationOfIdent(cut.ident)));
    auto *type = ArrayType::get(descriptors.front()->getType(), descriptors.size());
    auto *all = new GlobalVariable(module, type, false, GlobalValue::InternalLinkage,
                                   ConstantArray::get(type, descriptors), "tactus.loops");
    using Fields = abi::PhasedRegionFields;
    StaticRecord<Fields> record(context);
    record.set(Fields::descriptors, all);
    record.set(Fields::run, function);
    record.set(Fields::frameBytes, bytes);
    if (Constant *calls = createPhaseCalls(module, calleesOfPhases(fork), needsQuietCallees(fork)))
      record.set(Fields::calls, calls);
    return new GlobalVariable(module, record.type(), false, GlobalValue::InternalLinkage, record.get(),
                              microtask.getName() + ".phased");
  }
};

} // namespace

Constant *createPhasedRegion(const CallInst &fork, Function &microtask, StructType *environment) {
  return PhasedRegionBuilder(fork, microtask, environment).run();
}

} // namespace tactus
