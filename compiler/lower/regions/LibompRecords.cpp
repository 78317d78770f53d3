//===- LibompRecords.cpp - records of what libomp runs inside of converted code ----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/regions/LibompRecords.h"
#include "abi/openmp.h"
#include "ir/DebugScope.h"
#include "ir/RegionRecords.h"
#include "ir/TeamFunctions.h"
#include "model/Microtask.h"
#include "model/RegionMarks.h"
#include "model/RuntimeCalls.h"
#include "model/TaskCalls.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace tactus {

namespace {

/// Of the functions that are made here.
constexpr const char *RecordAttribute = "tactus-libomp-record";
constexpr uint64_t LibompTaskBytes = abi::LibompTaskWords * sizeof(uint64_t);

bool isRecord(const Function &function) { return function.hasFnAttribute(RecordAttribute); }

CallInst *callRuntime(IRBuilder<> &builder, StringRef name, Type *result, ArrayRef<Value *> arguments) {
  SmallVector<Type *, 3> types;
  for (Value *argument : arguments)
    types.push_back(argument->getType());
  Module &module = *builder.GetInsertBlock()->getModule();
  CallInst *call =
      builder.CreateCall(module.getOrInsertFunction(name, FunctionType::get(result, types, false)), arguments);
  call->setDoesNotThrow();
  return call;
}

/// Fills in a function: a call of `inner` with `passed`, between entering and leaving `records` of them. `around` is
/// what the runtime begins with, made from the function's own parameters.
void fill(Function &function, Function &inner, StringRef construct, unsigned records, Value *around,
          ArrayRef<Value *> passed, IRBuilder<> &builder) {
  Type *pointer = builder.getPtrTy();
  Value *region =
      builder.CreateAlloca(ArrayType::get(builder.getInt64Ty(), records * abi::RegionWords), nullptr, "tactus.region");
  Value *frameEnd = builder.CreateIntrinsic(Intrinsic::addressofreturnaddress, {pointer}, {});
  std::string prefix = ("tactus_libomp_" + construct).str();
  Value *entered = callRuntime(builder, prefix + "_enter", pointer, {region, around, frameEnd});
  // What a member of a team runs on libomp asks libomp, unless that is ours, and leaves its tasks there.
  Value *member = teamMemberAddress(builder), *sink = taskSinkAddress(builder);
  std::pair<Value *, Value *> own[] = {{member, builder.CreateLoad(pointer, member)},
                                       {sink, builder.CreateLoad(pointer, sink)}};
  Value *null = ConstantPointerNull::get(builder.getPtrTy());
  Value *isOurs = builder.CreateIsNotNull(builder.CreateLoad(
      builder.getInt32Ty(), function.getParent()->getOrInsertGlobal("tactus_libomp_is_ours", builder.getInt32Ty())));
  builder.CreateStore(builder.CreateSelect(isOurs, own[0].second, null), member);
  builder.CreateStore(null, sink);
  CallInst *result = builder.CreateCall(&inner, passed);
  result->setCallingConv(inner.getCallingConv());
  for (auto [variable, value] : own)
    builder.CreateStore(value, variable);
  callRuntime(builder, prefix + "_leave", builder.getVoidTy(), {entered});
  if (inner.getReturnType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(result);
  function.addFnAttr(RecordAttribute);
  if (DISubprogram *model = inner.getSubprogram())
    describeFunction(function, model, model->getLine());
}

SmallVector<Value *, 8> argumentsOf(Function &function) {
  SmallVector<Value *, 8> arguments;
  for (Argument &argument : function.args())
    arguments.push_back(&argument);
  return arguments;
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

class Regions {
public:
  explicit Regions(Module &module) : module(module) {}

  void run() {
    for (CallInst *fork : forkCalls(module))
      if (Function *microtask = microtaskOf(*fork); fits(*microtask))
        redirectFork(*fork, *microtask);
    for (CallInst *call : serialCalls())
      redirectCall(*call);
  }

private:
  Module &module;
  DenseMap<Function *, Function *> records;

  static bool fits(const Function &microtask) {
    return !microtask.isDeclaration() && !isRecord(microtask) && microtask.arg_size() >= MicrotaskPrefix &&
           !microtask.isVarArg();
  }

  Function *recordOf(Function &microtask) {
    Function *&record = records[&microtask];
    if (record)
      return record;
    Type *pointer = PointerType::get(module.getContext(), 0);
    SmallVector<Type *, 8> parameters(microtask.getFunctionType()->params());
    parameters.insert(parameters.begin() + MicrotaskPrefix, pointer);
    record = createRecordFunction(microtask, FunctionType::get(microtask.getReturnType(), parameters, false),
                                  microtask.getName() + ".libomp");
    IRBuilder<> builder(BasicBlock::Create(module.getContext(), "", record));
    SmallVector<Value *, 8> passed = argumentsOf(*record);
    Value *around = passed[MicrotaskPrefix];
    passed.erase(passed.begin() + MicrotaskPrefix);
    fill(*record, microtask, "region", 1, around, passed, builder);
    return record;
  }

  void redirectFork(CallInst &fork, Function &microtask) {
    constexpr unsigned Count = 1, Code = 2;
    IRBuilder<> builder(&fork);
    SmallVector<Value *, 8> arguments(fork.args());
    arguments[Count] = builder.CreateAdd(arguments[Count], builder.getInt32(1));
    arguments[Code] = recordOf(microtask);
    arguments.insert(arguments.begin() + ForkPrefix,
                     callRuntime(builder, "tactus_region_current", builder.getPtrTy(), {}));
    replace(fork, fork.getCalledOperand(), arguments, builder);
  }

  void redirectCall(CallInst &call) {
    Function *record = recordOf(*call.getCalledFunction());
    IRBuilder<> builder(&call);
    SmallVector<Value *, 8> arguments(call.args());
    arguments.insert(arguments.begin() + MicrotaskPrefix,
                     callRuntime(builder, "tactus_region_current", builder.getPtrTy(), {}));
    replace(call, record, arguments, builder);
  }

  static void replace(CallInst &call, Value *callee, ArrayRef<Value *> arguments, IRBuilder<> &builder) {
    auto *type = isa<Function>(callee) ? cast<Function>(callee)->getFunctionType() : call.getFunctionType();
    CallInst *changed = builder.CreateCall(type, callee, arguments);
    changed->setCallingConv(call.getCallingConv());
    changed->setDebugLoc(call.getDebugLoc());
    if (isAlternative(call))
      markAlternative(*changed);
    changed->setAttributes(AttributeList::get(call.getContext(), call.getAttributes().getFnAttrs(), {}, {}));
    call.eraseFromParent();
  }

  /// What regions of one thread call between their begin and their end.
  SmallVector<CallInst *, 4> serialCalls() {
    SmallVector<CallInst *, 4> calls;
    Function *begin = module.getFunction("__kmpc_serialized_parallel");
    if (!begin)
      return calls;
    for (User *user : begin->users()) {
      auto *bracket = dyn_cast<CallInst>(user);
      if (!bracket || bracket->getCalledFunction() != begin)
        continue;
      for (Instruction *each = bracket->getNextNode(); each; each = each->getNextNode()) {
        auto *call = dyn_cast<CallInst>(each);
        Function *callee = call ? call->getCalledFunction() : nullptr;
        if (!callee || !fits(*callee) || callee->isIntrinsic())
          continue;
        if (findSerialBrackets(*call).begin == bracket)
          calls.push_back(call);
        break;
      }
    }
    return calls;
  }
};

//===----------------------------------------------------------------------===//
// Tasks
//===----------------------------------------------------------------------===//

constexpr unsigned TaskBytes = 3, TaskEntry = 5;

SmallVector<CallInst *, 8> taskAllocations(Module &module) {
  SmallVector<CallInst *, 8> allocations;
  if (Function *allocate = module.getFunction("__kmpc_omp_task_alloc"))
    for (User *user : allocate->users())
      if (auto *call = dyn_cast<CallInst>(user); call && taskEntryOf(*call))
        allocations.push_back(call);
  return allocations;
}

/// `offset` is that of our part of the task's memory.
Function *createRecordOfEntry(Function &entry, uint64_t offset) {
  Function *record = createRecordFunction(entry, entry.getFunctionType(), entry.getName() + ".libomp");
  IRBuilder<> builder(BasicBlock::Create(entry.getContext(), "", record));
  Value *own = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), record->getArg(1), offset);
  // Two: the task's, and that of libomp's region in which it runs.
  fill(*record, entry, "task", 2, own, argumentsOf(*record), builder);
  return record;
}

void recordTask(CallInst &allocation, uint64_t offset, Function &record) {
  IRBuilder<> builder(allocation.getNextNode());
  builder.SetCurrentDebugLocation(allocation.getDebugLoc());
  allocation.setArgOperand(TaskBytes,
                           ConstantInt::get(allocation.getArgOperand(TaskBytes)->getType(), offset + LibompTaskBytes));
  allocation.setArgOperand(TaskEntry, &record);
  Value *own = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), &allocation, offset);
  callRuntime(builder, "tactus_libomp_task_create", builder.getVoidTy(), {own});
}

void recordTasks(Module &module) {
  // With one allocation each, as clang has them.
  for (CallInst *allocation : taskAllocations(module)) {
    Function *entry = taskEntryOf(*allocation);
    auto *bytes = dyn_cast<ConstantInt>(allocation->getArgOperand(TaskBytes));
    if (!bytes || entry->isDeclaration() || isRecord(*entry) || entry->arg_size() != 2)
      continue;
    uint64_t offset = alignTo(bytes->getZExtValue(), sizeof(uint64_t));
    Function *record = createRecordOfEntry(*entry, offset);
    // Where an `if` clause is false, the entry is called.
    entry->replaceUsesWithIf(record, [&](const Use &use) {
      auto *call = dyn_cast<CallBase>(use.getUser());
      return call && call->isCallee(&use) && call->getFunction() != record;
    });
    recordTask(*allocation, offset, *record);
  }
}

} // namespace

void recordLibompConstructs(Module &module) {
  Regions(module).run();
  recordTasks(module);
}

} // namespace tactus
