//===- DebugVariables.cpp - variables of frames that Tactus makes --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "ir/DebugVariables.h"
#include "ir/LLVMVersions.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace tactus {

/// A type's size in bits; names and qualifiers have none of their own.
static uint64_t bitsOf(const DIType *type) {
  while (type && type->getSizeInBits() == 0 && isa<DIDerivedType>(type))
    type = cast<DIDerivedType>(type)->getBaseType();
  return type ? type->getSizeInBits() : 0;
}

/// The variable that a reference refers to, by the same name; null if `variable` is no reference to so many bits: where
/// only a part of an object is read, the copy is of that part.
static DILocalVariable *referredBy(const DILocalVariable &variable, uint64_t bits) {
  auto *type = dyn_cast_or_null<DIDerivedType>(variable.getType());
  if (!type || type->getTag() != dwarf::DW_TAG_reference_type || bitsOf(type->getBaseType()) != bits)
    return nullptr;
  return DILocalVariable::get(variable.getContext(), variable.getScope(), variable.getName(), variable.getFile(),
                              variable.getLine(), type->getBaseType(), variable.getArg(), variable.getFlags(),
                              /*AlignInBits=*/0, variable.getAnnotations());
}

/// Subprograms keep a list of their parameters, so that those without a location are shown as well.
static void replaceInSubprogram(DILocalVariable *variable, DILocalVariable *by) {
  DISubprogram *subprogram = variable->getScope()->getSubprogram();
  SmallVector<Metadata *, 8> nodes;
  for (DINode *node : subprogram->getRetainedNodes())
    nodes.push_back(node == variable ? by : node);
  if (is_contained(nodes, by))
    subprogram->replaceRetainedNodes(MDTuple::get(subprogram->getContext(), nodes));
}

/// What is said of a variable in memory, by its address.
static SmallVector<DbgVariableRecord *, 2> recordsOfMemory(Value &address) {
  SmallVector<DbgVariableRecord *, 2> records;
  for (DbgVariableRecord *record : debugRecordsOf(address))
    if (record->isDbgDeclare() || (record->isDbgAssign() && record->getAddress() == &address))
      records.push_back(record);
  return records;
}

void declareValueOfCapture(AllocaInst &copy, Argument &value) {
  // Clang keeps the parameter in a variable, and hands it on to the body's own function, which has been inlined.
  uint64_t bits = copy.getDataLayout().getTypeAllocSizeInBits(copy.getAllocatedType());
  SmallVector<Value *, 4> pointers{&copy};
  for (unsigned next = 0; next < pointers.size(); ++next)
    for (User *user : pointers[next]->users()) {
      auto *store = dyn_cast<StoreInst>(user);
      auto *holder = store && store->getValueOperand() == pointers[next]
                         ? dyn_cast<AllocaInst>(store->getPointerOperand())
                         : nullptr;
      if (!holder)
        continue;
      for (DbgVariableRecord *record : recordsOfMemory(*holder)) {
        DILocalVariable *variable = referredBy(*record->getVariable(), bits);
        if (!variable || record->getExpression()->getNumElements() != 0)
          continue;
        replaceInSubprogram(record->getVariable(), variable);
        DILocation *place = record->getDebugLoc();
        // Where nothing is optimised only memory lasts.
        DbgVariableRecord *anew = nullptr;
        if (record->isDbgDeclare())
          anew = DbgVariableRecord::createDVRDeclare(&copy, variable, record->getExpression(), place);
        else if (!record->isKillLocation()) // not where the parameter's variable begins
          anew = DbgVariableRecord::createDbgVariableRecord(&value, variable, record->getExpression(), place);
        if (anew)
          anew->insertBefore(record);
        record->eraseFromParent();
      }
      for (User *reader : holder->users())
        if (auto *load = dyn_cast<LoadInst>(reader); load && !is_contained(pointers, load))
          pointers.push_back(load);
    }
}

/// What a value of the environment is at the rest's beginning; null if the rest defines it itself, and so gets it
/// twice.
static Instruction *loadedIn(BasicBlock &entry, Value *value, const ValueToValueMapTy &values) {
  auto *loaded = dyn_cast_or_null<Instruction>(static_cast<Value *>(values.lookup(value)));
  return loaded && loaded->getParent() == &entry ? loaded : nullptr;
}

/// The variables in memory that a rest has pointers to. Each is told of once.
static void describeMemory(ArrayRef<Value *> environment, ValueToValueMapTy &values, BasicBlock &entry) {
  Module &module = *entry.getModule();
  for (Value *address : environment) {
    Instruction *pointer = loadedIn(entry, address, values);
    if (!pointer)
      continue;
    SmallPtrSet<DILocalVariable *, 2> described;
    AllocaInst *holder = nullptr;
    for (DbgVariableRecord *record : recordsOfMemory(*address)) {
      if (!described.insert(record->getVariable()).second)
        continue;
      DbgVariableRecord *anew = nullptr;
      if (record->isDbgDeclare()) {
        if (!holder) {
          IRBuilder<> builder(&entry, entry.begin());
          holder = builder.CreateAlloca(pointer->getType());
          builder.SetInsertPoint(entry.getTerminator());
          builder.CreateStore(pointer, holder);
        }
        anew = record->clone();
      } else {
        anew = DbgVariableRecord::createDbgVariableRecord(address, record->getVariable(),
                                                          record->getAddressExpression(), record->getDebugLoc());
      }
      RemapDbgRecord(&module, anew, values, RF_IgnoreMissingLocals);
      anew->setExpression(DIExpression::prepend(anew->getExpression(), DIExpression::DerefBefore));
      if (holder)
        anew->replaceVariableLocationOp(0U, holder);
      entry.insertDbgRecordBefore(anew, entry.getTerminator()->getIterator());
    }
    // Of what is no variable of its own frame, the code generator takes no declaration.
    for (DbgVariableRecord *record : findDVRDeclares(pointer))
      record->eraseFromParent();
  }
}

/// Variables that are values at the spawn, as the code right before it says.
static void describeValues(Instruction &spawn, ArrayRef<Value *> environment, ValueToValueMapTy &values,
                           BasicBlock &entry) {
  SmallVector<DbgVariableRecord *, 8> last; // the latest first
  DenseSet<DebugVariable> seen;
  Instruction *position = &spawn;
  SmallPtrSet<BasicBlock *, 8> visited;
  for (BasicBlock *block = spawn.getParent(); block && visited.insert(block).second;) {
    for (; position; position = position->getPrevNode()) {
      SmallVector<DbgVariableRecord *, 4> records;
      for (DbgVariableRecord &record : filterDbgVars(position->getDbgRecordRange()))
        records.push_back(&record);
      for (DbgVariableRecord *record : reverse(records))
        if (record->isDbgValue() && seen.insert(DebugVariable(record)).second)
          last.push_back(record);
    }
    // Beyond a block with several predecessors a variable may have had other values.
    block = block->getSinglePredecessor();
    position = block ? block->getTerminator() : nullptr;
  }
  for (DbgVariableRecord *record : reverse(last)) {
    if (record->hasArgList() || record->isKillLocation() ||
        !(isa<Constant>(record->getValue()) ||
          (is_contained(environment, record->getValue()) && loadedIn(entry, record->getValue(), values))))
      continue;
    DbgVariableRecord *anew = record->clone();
    RemapDbgRecord(entry.getModule(), anew, values, RF_IgnoreMissingLocals);
    entry.insertDbgRecordBefore(anew, entry.getTerminator()->getIterator());
  }
}

void describeEnvironment(Instruction &spawn, ArrayRef<Value *> environment, ValueToValueMapTy &values,
                         BasicBlock &entry) {
  describeMemory(environment, values, entry);
  describeValues(spawn, environment, values, entry);
}

void forgetVariables(Value &value) {
  for (DbgVariableRecord *record : debugRecordsOf(value))
    record->setKillLocation();
}

} // namespace tactus
