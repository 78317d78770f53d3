//===- PhaseCallRecords.cpp - what files tell each other of their functions ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/regions/PhaseCallRecords.h"
#include "abi/teams.h"
#include "ir/StaticRecord.h"

using namespace llvm;

namespace tactus {

static std::string nameOfRecord(const Function &function) { return ("tactus.calls." + function.getName()).str(); }

/// A file may name a record in one place and define it in another.
static GlobalVariable *recordOf(const Function &function) {
  Module &module = *const_cast<Module *>(function.getParent());
  std::string name = nameOfRecord(function);
  if (GlobalVariable *record = module.getNamedGlobal(name))
    return record;
  auto *record = new GlobalVariable(module, Type::getInt8Ty(module.getContext()), true,
                                    GlobalValue::ExternalWeakLinkage, nullptr, name);
  record->setVisibility(GlobalValue::HiddenVisibility);
  return record;
}

static Constant *contentOf(Module &module, ArrayRef<Function *> others, uint32_t flags) {
  LLVMContext &context = module.getContext();
  using Fields = abi::PhaseCallsFields;
  StaticRecord<Fields> record(context);
  record.set(Fields::flags, flags);
  record.set(Fields::count, others.size());
  if (others.empty())
    return record.get();
  SmallVector<Constant *, 4> records;
  for (const Function *other : others)
    records.push_back(recordOf(*other));
  auto *type = ArrayType::get(PointerType::get(context, 0), records.size());
  auto *list = new GlobalVariable(module, type, true, GlobalValue::PrivateLinkage, ConstantArray::get(type, records),
                                  "tactus.callees");
  record.set(Fields::callees, list);
  return record.get();
}

Constant *createPhaseCalls(Module &module, ArrayRef<Function *> others, bool needsQuiet) {
  if (others.empty())
    return nullptr;
  Constant *content = contentOf(module, others, needsQuiet ? abi::NeedsQuietCallees : 0);
  return new GlobalVariable(module, content->getType(), true, GlobalValue::PrivateLinkage, content, "tactus.calls");
}

/// What may be replaced by another definition says nothing. Copies of one inline function are the same.
static bool mayBeCalledByOthers(const Function &function) {
  return !function.isDeclaration() && (function.hasExternalLinkage() || function.hasWeakODRLinkage()) &&
         !function.getName().starts_with("\1") && !function.getName().starts_with("tactus") &&
         function.getName() != "main";
}

static void define(Function &function, const PhaseCalls &calls) {
  Module &module = *function.getParent();
  uint32_t flags =
      (calls.synchronises ? abi::Synchronises : 0) | (calls.needsQuietCallees ? abi::NeedsQuietCallees : 0);
  Constant *content = contentOf(module, calls.others.getArrayRef(), flags);
  std::string name = nameOfRecord(function);
  GlobalVariable *declared = module.getNamedGlobal(name);
  auto *record = new GlobalVariable(module, content->getType(), true, function.getLinkage(), content);
  record->setVisibility(GlobalValue::HiddenVisibility);
  if (declared) {
    declared->replaceAllUsesWith(record);
    declared->eraseFromParent();
  }
  record->setName(name);
  if (function.hasWeakODRLinkage())
    record->setComdat(module.getOrInsertComdat(name));
}

bool tellPhaseCalls(Module &module, FunctionAnalysisManager &analyses) {
  PhaseCallAnalysis analysis(analyses);
  SmallVector<Function *, 16> functions;
  for (Function &function : module)
    if (mayBeCalledByOthers(function))
      functions.push_back(&function);
  bool isAny = false;
  for (Function *function : functions)
    if (std::optional<PhaseCalls> calls = analysis.of(*function)) {
      define(*function, *calls);
      isAny = true;
    }
  return isAny;
}

} // namespace tactus
