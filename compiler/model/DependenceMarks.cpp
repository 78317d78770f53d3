//===- DependenceMarks.cpp - dependences of tasks while they wait to be lowered ===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "model/DependenceMarks.h"
#include "model/RuntimeCalls.h"
#include "model/SpawnMarks.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace tactus {

namespace {

/// The arguments of a mark.
enum MarkArgument : unsigned {
  UseArgument,
  IdArgument,
  ScopeArgument,
  ItemsArgument,
  CountArgument,
  FormArgument,
  RecordArgument,
  RecordBytesArgument,
  SharedsArgument,
  SharedBytesArgument
};

uint64_t numberAt(const CallInst &mark, MarkArgument argument) {
  return cast<ConstantInt>(mark.getArgOperand(argument))->getZExtValue();
}

void createMark(Instruction *position, DependenceUse use, Value *id, Value *scope, const DependenceList &list,
                DeferredForm form, const TaskMemory &memory) {
  IRBuilder<> builder(position);
  Type *number = builder.getInt32Ty(), *word = builder.getInt64Ty(), *pointer = builder.getPtrTy();
  FunctionCallee marker =
      position->getModule()->getOrInsertFunction(DependenceName, builder.getVoidTy(), number, number, pointer, pointer,
                                                 word, number, pointer, word, pointer, word);
  Constant *null = ConstantPointerNull::get(builder.getPtrTy());
  auto orNull = [&](Value *value) { return value ? value : null; };
  Value *count = list.count ? builder.CreateZExt(list.count, word) : builder.getInt64(0);
  builder
      .CreateCall(marker,
                  {builder.getInt32(static_cast<unsigned>(use)), id, scope, orNull(list.items), count,
                   builder.getInt32(static_cast<unsigned>(form)), orNull(memory.record),
                   builder.getInt64(memory.recordBytes), orNull(memory.shareds), builder.getInt64(memory.sharedBytes)})
      ->setDoesNotThrow();
}

} // namespace

DependenceUse DependenceMark::use() const { return static_cast<DependenceUse>(numberAt(*call, UseArgument)); }
Value *DependenceMark::scope() const { return call->getArgOperand(ScopeArgument); }
Value *DependenceMark::items() const { return call->getArgOperand(ItemsArgument); }
Value *DependenceMark::count() const { return call->getArgOperand(CountArgument); }
bool DependenceMark::hasItems() const { return !isa<ConstantPointerNull>(items()); }
DeferredForm DependenceMark::form() const { return static_cast<DeferredForm>(numberAt(*call, FormArgument)); }

TaskMemory DependenceMark::memory() const {
  return {dyn_cast<AllocaInst>(call->getArgOperand(RecordArgument)), numberAt(*call, RecordBytesArgument),
          dyn_cast<AllocaInst>(call->getArgOperand(SharedsArgument)), numberAt(*call, SharedBytesArgument)};
}

AllocaInst *createDependenceScope(Function &function) {
  IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  AllocaInst *scope = builder.CreateAlloca(builder.getPtrTy(), nullptr, "dependences");
  builder.CreateStore(ConstantPointerNull::get(builder.getPtrTy()), scope);
  return scope;
}

void markDependences(CallBase *firstBranch, const CallInst &record, Value *scope, const DependenceList &list,
                     DeferredForm form, const TaskMemory &memory) {
  createMark(firstBranch, DependenceUse::Task, record.getArgOperand(0), scope, list, form,
             form == DeferredForm::Record ? memory : TaskMemory());
}

void markDependenceWait(Instruction *position, Value *scope, const DependenceList &list) {
  Value *none = ConstantInt::getSigned(Type::getInt32Ty(position->getContext()), -1);
  createMark(position, list.items ? DependenceUse::Items : DependenceUse::All, none, scope, list, DeferredForm::None,
             TaskMemory());
}

/// Does nobody but `call` get the address, which is that of a spawn's memory or in it? `stored` may be written to
/// memory: the address of the addresses of shared variables.
static bool isOwnMemory(const Value &address, const CallBase &call, const Value *stored) {
  return all_of(address.users(), [&](const User *user) {
    if (isa<GetElementPtrInst>(user))
      return isOwnMemory(*user, call, stored);
    if (isa<LoadInst>(user) || user == &call)
      return true;
    if (auto *store = dyn_cast<StoreInst>(user))
      return store->getValueOperand() != &address || &address == stored;
    return isa<MemIntrinsic>(user) || cast<Instruction>(user)->isLifetimeStartOrEnd();
  });
}

DeferredForm deferredFormOf(const CallBase &call, const TaskMemory &memory) {
  if (!call.use_empty())
    return DeferredForm::None;
  bool hasRecord = any_of(call.args(), [&](const Use &argument) { return argument.get() == memory.record; });
  if (!hasRecord)
    return DeferredForm::Values;
  // Objects may know where they are; the record's first field does, and is corrected.
  bool isPlain = isOwnMemory(*memory.record, call, nullptr) &&
                 (!memory.shareds || isOwnMemory(*memory.shareds, call, memory.shareds));
  return isPlain ? DeferredForm::Record : DeferredForm::None;
}

DependenceMark dependencesOf(const CallInst &record) {
  if (const Function *marker = record.getModule()->getFunction(DependenceName))
    for (const User *user : marker->users())
      if (auto *call = dyn_cast<CallInst>(user); call && call->getFunction() == record.getFunction())
        if (DependenceMark mark{const_cast<CallInst *>(call)};
            mark.use() == DependenceUse::Task && call->getArgOperand(IdArgument) == record.getArgOperand(0))
          return mark;
  return {};
}

bool isDependenceMark(const Instruction &instruction) { return isCallTo(instruction, DependenceName); }

bool hasDependences(const Function &function) { return any_of(instructions(function), isDependenceMark); }

} // namespace tactus
