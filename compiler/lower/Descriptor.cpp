//===- Descriptor.cpp - static data that a module hands to the runtime ---------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/Descriptor.h"
#include "abi.h"
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
  LLVMContext &context = module.getContext();
  Type *word = Type::getInt64Ty(context);
  Type *half = Type::getInt32Ty(context);
  Type *pointer = PointerType::get(context, 0);
  uint32_t flags =
      (loop.isLeaf ? abi::LeafLoop : 0) | (loop.reduce && !loop.reductionNeedsLock ? abi::HasReduction : 0);
  Constant *fields[] = {run,
                        createString(module, loop.location.file),
                        createString(module, loop.location.function),
                        ConstantInt::get(half, loop.location.line),
                        ConstantInt::get(half, loop.location.column),
                        ConstantInt::get(half, environmentWords),
                        ConstantInt::get(half, flags),
                        ConstantInt::get(word, initialWeight(loop)),
                        ConstantInt::get(word, 0),
                        ConstantInt::get(word, 0)};
  auto *type = StructType::get(context, {pointer, pointer, pointer, half, half, half, half, word, word, word});
  auto *descriptor = new GlobalVariable(module, type, false, GlobalValue::InternalLinkage,
                                        ConstantStruct::get(type, fields), "tactus.loop");
  auto *entry = new GlobalVariable(module, pointer, false, GlobalValue::InternalLinkage, descriptor, "tactus.entry");
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

static Function *createRegistrationFunction(Module &module, StringRef name, StringRef callee, Constant *record) {
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

void createRegistration(Module &module) {
  LLVMContext &context = module.getContext();
  Type *half = Type::getInt32Ty(context);
  Type *pointer = PointerType::get(context, 0);
  auto *type = StructType::get(context, {half, half, pointer, pointer, pointer, pointer});
  Constant *fields[] = {ConstantInt::get(half, abi::Version),         ConstantInt::get(half, 0),
                        sectionBound(module, "__start_tactus_maps"),  sectionBound(module, "__stop_tactus_maps"),
                        sectionBound(module, "__start_tactus_loops"), sectionBound(module, "__stop_tactus_loops")};
  auto *record = new GlobalVariable(module, type, false, GlobalValue::LinkOnceODRLinkage,
                                    ConstantStruct::get(type, fields), "tactus.module");
  record->setVisibility(GlobalValue::HiddenVisibility);
  record->setComdat(module.getOrInsertComdat("tactus.module"));
  Function *enter = createRegistrationFunction(module, "tactus.register", "tactus_register_module", record);
  Function *leave = createRegistrationFunction(module, "tactus.unregister", "tactus_unregister_module", record);
  appendToGlobalCtors(module, enter, RegistrationPriority, enter);
  appendToGlobalDtors(module, leave, RegistrationPriority, leave);
}

} // namespace tactus
