//===- Registration.cpp - how an image makes itself known to the runtime -------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "ir/Registration.h"
#include "abi/modules.h"
#include "ir/StaticRecord.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace tactus {

/// Runs before the program's own constructors, which may hold parallel loops.
static constexpr int RegistrationPriority = 101;

Constant *createString(Module &module, StringRef text) {
  Constant *data = ConstantDataArray::getString(module.getContext(), text);
  auto *global = new GlobalVariable(module, data->getType(), true, GlobalValue::PrivateLinkage, data, "tactus.text");
  global->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  return global;
}

static GlobalVariable *sectionBound(Module &module, StringRef name) {
  auto *bound = new GlobalVariable(module, Type::getInt8Ty(module.getContext()), false,
                                   GlobalValue::ExternalWeakLinkage, nullptr, name);
  bound->setVisibility(GlobalValue::HiddenVisibility);
  return bound;
}

/// In a COMDAT, so that an image has it once.
static Function *createCallOf(Module &module, StringRef name, StringRef callee, Constant *record) {
  LLVMContext &context = module.getContext();
  auto *type = FunctionType::get(Type::getVoidTy(context), false);
  auto *function = Function::Create(type, GlobalValue::LinkOnceODRLinkage, name, &module);
  function->setVisibility(GlobalValue::HiddenVisibility);
  function->setComdat(module.getOrInsertComdat(name));
  function->addFnAttr(Attribute::NoUnwind);
  IRBuilder<> builder(BasicBlock::Create(context, "", function));
  builder.CreateCall(module.getOrInsertFunction(callee, builder.getVoidTy(), builder.getPtrTy()), {record});
  builder.CreateRetVoid();
  return function;
}

void createStartFunction(Module &module, StringRef name, StringRef callee, Constant *argument) {
  Function *start = createCallOf(module, name, callee, argument);
  appendToGlobalCtors(module, start, RegistrationPriority, start);
}

void createRegistration(Module &module) {
  using Fields = abi::ModuleFields;
  StaticRecord<Fields> fields(module.getContext());
  fields.set(Fields::version, abi::Version);
  fields.set(Fields::mapsBegin, sectionBound(module, "__start_" TACTUS_MAPS_SECTION));
  fields.set(Fields::mapsEnd, sectionBound(module, "__stop_" TACTUS_MAPS_SECTION));
  fields.set(Fields::loopsBegin, sectionBound(module, "__start_" TACTUS_LOOPS_SECTION));
  fields.set(Fields::loopsEnd, sectionBound(module, "__stop_" TACTUS_LOOPS_SECTION));
  fields.set(Fields::versionsBegin, sectionBound(module, "__start_" TACTUS_VERSIONS_SECTION));
  fields.set(Fields::versionsEnd, sectionBound(module, "__stop_" TACTUS_VERSIONS_SECTION));
  fields.set(Fields::constantsBegin, sectionBound(module, "__start_" TACTUS_CONSTANTS_SECTION));
  fields.set(Fields::constantsEnd, sectionBound(module, "__stop_" TACTUS_CONSTANTS_SECTION));
  auto *record =
      new GlobalVariable(module, fields.type(), false, GlobalValue::LinkOnceODRLinkage, fields.get(), "tactus.module");
  record->setVisibility(GlobalValue::HiddenVisibility);
  record->setComdat(module.getOrInsertComdat("tactus.module"));
  createStartFunction(module, "tactus.register", "tactus_register_module", record);
  Function *leave = createCallOf(module, "tactus.unregister", "tactus_unregister_module", record);
  appendToGlobalDtors(module, leave, RegistrationPriority, leave);
}

} // namespace tactus
