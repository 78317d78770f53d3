//===- EffectChecks.cpp - loads and stores tell what they touch ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "checks/EffectChecks.h"
#include "checks/EffectReads.h"
#include "checks/SplicedCode.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace tactus {

namespace {

class Instrumentation {
public:
  explicit Instrumentation(Function &function) : function(function), module(*function.getParent()) {}

  bool run() {
    SmallVector<Instruction *, 64> all;
    for (Instruction &instruction : instructions(function))
      all.push_back(&instruction);
    for (Instruction *instruction : all)
      visit(*instruction);
    return changed;
  }

private:
  Function &function;
  Module &module;
  bool changed = false;

  void visit(Instruction &instruction) {
    if (instruction.hasMetadata(EffectRead))
      return;
    const DataLayout &layout = module.getDataLayout();
    auto sizeOf = [&](Type *type) { return ConstantInt::get(sizeType(), layout.getTypeStoreSize(type)); };
    if (auto *load = dyn_cast<LoadInst>(&instruction)) {
      if (!load->hasMetadata(LLVMContext::MD_invariant_load))
        check(instruction, load->getPointerOperand(), sizeOf(load->getType()), false);
    } else if (auto *store = dyn_cast<StoreInst>(&instruction)) {
      check(instruction, store->getPointerOperand(), sizeOf(store->getValueOperand()->getType()), true);
    } else if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) {
      check(instruction, update->getPointerOperand(), sizeOf(update->getType()), true);
    } else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
      check(instruction, exchange->getPointerOperand(), sizeOf(exchange->getNewValOperand()->getType()), true);
    } else if (auto *fill = dyn_cast<MemIntrinsic>(&instruction)) {
      check(instruction, fill->getRawDest(), fill->getLength(), true);
      if (auto *copy = dyn_cast<MemTransferInst>(fill))
        check(instruction, copy->getRawSource(), copy->getLength(), false);
    } else if (auto *call = dyn_cast<CallBase>(&instruction)) {
      Function *callee = call->getCalledFunction();
      if (callee && callee->getName() == "__cxa_allocate_exception")
        tellAllocation(*call, call->getArgOperand(0));
      else if (call->getType()->isPointerTy() && call->returnDoesNotAlias())
        tellAllocation(*call, ConstantInt::get(sizeType(), 0));
    }
  }

  IntegerType *sizeType() const { return Type::getInt64Ty(module.getContext()); }

  void check(Instruction &instruction, Value *pointer, Value *size, bool isWrite) {
    if (isOwnMemory(pointer, isWrite))
      return;
    const DebugLoc &place = instruction.getDebugLoc();
    IRBuilder<> builder(&instruction);
    Type *address = builder.getPtrTy();
    FunctionCallee access = module.getOrInsertFunction(
        "tactus_splice_access",
        FunctionType::get(builder.getVoidTy(),
                          {address, sizeType(), builder.getInt32Ty(), address, builder.getInt32Ty()}, false));
    cast<Function>(access.getCallee())->setDoesNotThrow();
    StringRef file = place ? place->getFilename() : StringRef(module.getSourceFileName());
    builder.CreateCall(access,
                       {builder.CreateAddrSpaceCast(pointer, address), builder.CreateZExt(size, sizeType()),
                        builder.getInt32(isWrite), fileName(file), builder.getInt32(place ? place.getLine() : 0)});
    changed = true;
  }

  /// One constant for each file.
  Constant *fileName(StringRef file) {
    std::string name = ("tactus.effects.file." + file).str();
    if (GlobalVariable *known = module.getGlobalVariable(name, /*AllowInternal=*/true))
      return known;
    Constant *text = ConstantDataArray::getString(module.getContext(), file);
    auto *variable =
        new GlobalVariable(module, text->getType(), /*isConstant=*/true, GlobalValue::PrivateLinkage, text, name);
    variable->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    return variable;
  }

  /// What a step has made itself is its own. Of exceptions the C++ library knows no size; of others it is 0 here.
  void tellAllocation(CallBase &call, Value *size) {
    Instruction *next = call.getNextNode();
    if (auto *invoke = dyn_cast<InvokeInst>(&call))
      next =
          invoke->getNormalDest()->getSinglePredecessor() ? &*invoke->getNormalDest()->getFirstInsertionPt() : nullptr;
    if (!next)
      return;
    IRBuilder<> builder(next);
    FunctionCallee allocated = module.getOrInsertFunction(
        "tactus_splice_allocated", FunctionType::get(builder.getVoidTy(), {builder.getPtrTy(), sizeType()}, false));
    cast<Function>(allocated.getCallee())->setDoesNotThrow();
    builder.CreateCall(allocated, {&call, builder.CreateZExt(size, sizeType())})->setDebugLoc(call.getDebugLoc());
    changed = true;
  }
};

} // namespace

/// Before all other code of the module, the runtime hears that it is to check.
static void addConstructor(Module &module) {
  LLVMContext &context = module.getContext();
  auto *type = FunctionType::get(Type::getVoidTy(context), false);
  auto *constructor = Function::Create(type, GlobalValue::InternalLinkage, "tactus.effects.constructor", module);
  IRBuilder<> builder(BasicBlock::Create(context, "", constructor));
  builder.CreateCall(module.getOrInsertFunction("tactus_splice_check_effects", type));
  builder.CreateRetVoid();
  appendToGlobalCtors(module, constructor, 0);
}

PreservedAnalyses EffectChecksPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (Function &function : module)
    if (!function.isDeclaration() && !isOfSpliceHeader(function) && !function.hasFnAttribute(Attribute::Naked))
      changed |= Instrumentation(function).run();
  if (changed)
    addConstructor(module);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace tactus
