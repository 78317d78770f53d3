//===- Descriptor.cpp - static data that a module hands to the runtime ---------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/Descriptor.h"
#include "abi/loops.h"
#include "lower/StaticRecord.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace tactus {

/// A credit of about four instructions a tick, until the runtime has measured better.
static constexpr int64_t CreditPerInstruction = abi::CreditPerTick / 4;

/// Runs before the program's own constructors, which may hold parallel loops.
static constexpr int RegistrationPriority = 101;

Constant *createString(Module &module, StringRef text) {
  Constant *data = ConstantDataArray::getString(module.getContext(), text);
  auto *global = new GlobalVariable(module, data->getType(), true, GlobalValue::PrivateLinkage, data, "tactus.text");
  global->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  return global;
}

static int64_t initialWeight(const ParallelLoop &loop) {
  if (loop.hasUnboundedBody)
    return abi::UnknownWeight;
  return std::max<int64_t>(static_cast<int64_t>(loop.bodyInstructions) * CreditPerInstruction, 1);
}

GlobalVariable *createDescriptor(const ParallelLoop &loop, Function *run, unsigned environmentWords) {
  Module &module = *run->getParent();
  using Fields = abi::LoopDescriptorFields;
  StaticRecord<Fields> record(module.getContext());
  record.set(Fields::run, run);
  record.set(Fields::file, createString(module, loop.location.file));
  record.set(Fields::function, createString(module, loop.location.function));
  record.set(Fields::line, loop.location.line);
  record.set(Fields::column, loop.location.column);
  record.set(Fields::environmentWords, environmentWords);
  record.set(Fields::flags, (loop.isLeaf ? abi::LeafLoop : 0) |
                                (loop.reduce && !loop.reductionNeedsLock ? abi::HasReduction : 0) |
                                (loop.isCilk || loop.isInsideRecord ? 0 : abi::LoopIsRegion) |
                                (loop.hasRecord ? abi::LoopHasRegion : 0));
  record.set(Fields::weight, static_cast<uint64_t>(initialWeight(loop)));
  auto *descriptor =
      new GlobalVariable(module, record.type(), false, GlobalValue::InternalLinkage, record.get(), "tactus.loop");
  auto *entry = new GlobalVariable(module, descriptor->getType(), false, GlobalValue::InternalLinkage, descriptor,
                                   "tactus.entry");
  entry->setSection("tactus_loops");
  appendToUsed(module, {entry}); // Marks the section to be kept, as the one of the stack maps is.
  return descriptor;
}

Constant *weightAddress(GlobalVariable *descriptor) {
  Type *byte = Type::getInt8Ty(descriptor->getContext());
  return ConstantExpr::getGetElementPtr(
      byte, descriptor,
      ConstantInt::get(Type::getInt64Ty(descriptor->getContext()), offsetof(abi::LoopDescriptor, weight)));
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
  fields.set(Fields::mapsBegin, sectionBound(module, "__start_tactus_maps"));
  fields.set(Fields::mapsEnd, sectionBound(module, "__stop_tactus_maps"));
  fields.set(Fields::loopsBegin, sectionBound(module, "__start_tactus_loops"));
  fields.set(Fields::loopsEnd, sectionBound(module, "__stop_tactus_loops"));
  auto *record =
      new GlobalVariable(module, fields.type(), false, GlobalValue::LinkOnceODRLinkage, fields.get(), "tactus.module");
  record->setVisibility(GlobalValue::HiddenVisibility);
  record->setComdat(module.getOrInsertComdat("tactus.module"));
  createStartFunction(module, "tactus.register", "tactus_register_module", record);
  Function *leave = createCallOf(module, "tactus.unregister", "tactus_unregister_module", record);
  appendToGlobalDtors(module, leave, RegistrationPriority, leave);
}

} // namespace tactus
