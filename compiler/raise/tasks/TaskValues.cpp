//===- TaskValues.cpp - what a task is given, as values ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The new function begins with records of its own, filled with its arguments, and goes on as the entry does. The
// creator reads the arguments from its records, right behind writing them. Both are variables whose address nobody
// takes: promoteVariables() makes values of them.
//
//===----------------------------------------------------------------------===//
#include "raise/tasks/TaskValues.h"
#include "ir/DebugScope.h"
#include "ir/LLVMVersions.h"
#include "model/TaskConstruct.h"
#include "raise/tasks/TaskBody.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <map>

using namespace llvm;

namespace tactus {

namespace {

/// A task with more has a record: what does not fit into registers goes through memory anyhow.
constexpr unsigned MostFields = 12;

/// What a task does with a record: the fields that it reads or writes, by their places.
class RecordFields {
public:
  explicit RecordFields(const DataLayout &layout) : layout(layout) {}

  /// False if something else is done with `pointer`, the record's address. Follows the record's first field, the
  /// address of the addresses of shared variables, if `shareds` is given.
  bool find(const Value &pointer, RecordFields *shareds, uint64_t offset = 0);
  /// Is each field accessed in one way?
  bool areSeparate() const;
  const std::map<uint64_t, Type *> &all() const { return fields; }
  uint64_t bytes() const {
    return fields.empty() ? 0 : fields.rbegin()->first + layout.getTypeStoreSize(fields.rbegin()->second);
  }

private:
  const DataLayout &layout;
  std::map<uint64_t, Type *> fields;
  bool isInOneWay = true;

  bool note(uint64_t offset, Type *type) {
    isInOneWay &= fields.try_emplace(offset, type).first->second == type;
    return type->isSingleValueType() && !type->isVectorTy();
  }
};

bool RecordFields::find(const Value &pointer, RecordFields *shareds, uint64_t offset) {
  for (const User *user : pointer.users()) {
    if (auto *step = dyn_cast<GetElementPtrInst>(user)) {
      APInt distance(64, 0);
      if (!step->accumulateConstantOffset(layout, distance) || !find(*step, shareds, offset + distance.getZExtValue()))
        return false;
    } else if (auto *load = dyn_cast<LoadInst>(user)) {
      if (!load->isSimple())
        return false;
      if (shareds && offset == TaskShareds ? !load->getType()->isPointerTy() || !shareds->find(*load, nullptr)
                                           : !note(offset, load->getType()))
        return false;
    } else if (auto *store = dyn_cast<StoreInst>(user)) {
      if (!store->isSimple() || store->getValueOperand() == &pointer || (shareds && offset == TaskShareds) ||
          !note(offset, store->getValueOperand()->getType()))
        return false;
    } else {
      return false;
    }
  }
  return true;
}

bool RecordFields::areSeparate() const {
  uint64_t end = 0;
  for (auto [offset, type] : fields) {
    if (offset < end)
      return false;
    end = offset + layout.getTypeStoreSize(type);
  }
  return isInOneWay;
}

/// Has nobody but its function and the call the variable's address? Its function may keep it in other such variables.
bool isPrivate(const Value &address, const CallInst &call) {
  return all_of(address.users(), [&](const User *user) {
    if (isa<GetElementPtrInst>(user))
      return isPrivate(*user, call);
    if (auto *store = dyn_cast<StoreInst>(user))
      return store->isSimple() && (store->getValueOperand() != &address || isa<AllocaInst>(store->getPointerOperand()));
    if (auto *load = dyn_cast<LoadInst>(user))
      return load->isSimple();
    return user == &call || cast<Instruction>(user)->isLifetimeStartOrEnd();
  });
}

/// Has it constructs of its own? It is raised itself, before or after its creator.
bool hasConstructs(const Function &entry) {
  return any_of(instructions(entry), [](const Instruction &instruction) {
    auto *call = dyn_cast<CallBase>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    return callee && (callee->getName().starts_with("__kmpc_") || callee->getName().starts_with("tactus."));
  });
}

class ValuesOfTask {
public:
  explicit ValuesOfTask(CallInst *call)
      : call(call), entry(*call->getCalledFunction()), record(*call->getArgOperand(1)), module(*entry.getParent()),
        own(module.getDataLayout()), shareds(module.getDataLayout()) {}

  bool find() {
    // A task of flang's that captures nothing has no parameter for its record.
    if (entry.arg_size() < 2 || hasConstructs(entry) || entry.hasOptNone() || entry.isVarArg() ||
        !isa<AllocaInst>(record) || !isPrivate(record, *call) || !own.find(*entry.getArg(1), &shareds))
      return false;
    return own.areSeparate() && shareds.areSeparate() && own.all().size() + shareds.all().size() <= MostFields;
  }

  CallInst *replace(FunctionAnalysisManager &analyses) {
    Function *function = create();
    fill(*function);
    promoteVariables(*function, analyses);
    IRBuilder<> builder(call);
    SmallVector<Value *, MostFields> arguments;
    auto read = [&](const RecordFields &fields, Value *base) {
      for (auto [offset, type] : fields.all())
        arguments.push_back(builder.CreateLoad(type, fieldAt(builder, base, offset)));
    };
    read(own, &record);
    if (!shareds.all().empty())
      read(shareds, builder.CreateLoad(builder.getPtrTy(), fieldAt(builder, &record, TaskShareds)));
    CallInst *replacement = builder.CreateCall(function, arguments);
    replacement->setDebugLoc(call->getDebugLoc());
    call->eraseFromParent();
    if (entry.use_empty())
      function->takeName(&entry);
    nameClone(*function);
    return replacement;
  }

private:
  CallInst *call;
  Function &entry;
  Value &record;
  Module &module;
  /// Of the record itself, and of what its first field points to.
  RecordFields own, shareds;

  static Value *fieldAt(IRBuilder<> &builder, Value *base, uint64_t offset) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset);
  }

  Function *create() {
    SmallVector<Type *, MostFields> types;
    for (const RecordFields *fields : {&own, &shareds})
      for (auto [offset, type] : fields->all())
        types.push_back(type);
    auto *type = FunctionType::get(Type::getVoidTy(module.getContext()), types, false);
    return Function::Create(type, GlobalValue::InternalLinkage, entry.getName() + ".values", module);
  }

  void fill(Function &function) {
    auto *begin = BasicBlock::Create(module.getContext(), "begin", &function);
    IRBuilder<> builder(begin);
    auto *argument = function.arg_begin();
    auto allocate = [&](const RecordFields &fields) {
      uint64_t bytes = std::max<uint64_t>(fields.bytes(), TaskPrivates);
      AllocaInst *memory = builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), bytes));
      memory->setAlignment(Align(16));
      for (auto [offset, type] : fields.all())
        builder.CreateStore(&*argument++, fieldAt(builder, memory, offset));
      return memory;
    };
    ValueToValueMapTy values;
    AllocaInst *memory = allocate(own);
    if (!shareds.all().empty())
      builder.CreateStore(allocate(shareds), fieldAt(builder, memory, TaskShareds));
    values[entry.getArg(0)] = builder.getInt32(0);
    values[entry.getArg(1)] = memory;
    SmallVector<ReturnInst *, 1> returns;
    CloneFunctionInto(&function, &entry, values, CloneFunctionChangeType::LocalChangesOnly, returns);
    LLVMContext &context = module.getContext();
    AttributeList attributes = function.getAttributes();
    function.setAttributes(
        attributes.removeRetAttributes(context, wrongFor(*Type::getVoidTy(context), attributes.getRetAttrs())));
    separateAssignments(function);
    for (ReturnInst *end : returns) {
      IRBuilder<> last(end);
      last.CreateRetVoid();
      end->eraseFromParent();
    }
    // Variables stand at the beginning of the first block.
    auto *original = cast<BasicBlock>(values[&entry.getEntryBlock()]);
    original->splice(original->begin(), begin);
    begin->eraseFromParent();
  }
};

} // namespace

CallInst *passTaskByValue(CallInst *call, FunctionAnalysisManager &analyses) {
  ValuesOfTask task(call);
  return task.find() ? task.replace(analyses) : call;
}

} // namespace tactus
