//===- Bundles.cpp - make calls visible to the stack walk ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/Bundles.h"
#include "abi.h"
#include "lower/StackMapPrinter.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace tactus {

/// Replaces a call by the same call with a bundle.
static void addBundle(CallBase *call, ArrayRef<Value *> values) {
  auto *replacement =
      CallBase::addOperandBundle(call, LLVMContext::OB_deopt, OperandBundleDef("deopt", values), call->getIterator());
  replacement->copyMetadata(*call);
  replacement->takeName(call);
  call->replaceAllUsesWith(replacement);
  call->eraseFromParent();
}

namespace {

class BundleWriter {
public:
  BundleWriter(ArrayRef<Slice> slices, const PromotionReach &reach) : slices(slices), reach(reach) {
    for (const Slice &slice : slices)
      sliceFunctions.insert(slice.function);
  }

  void run() {
    for (const Slice &slice : slices)
      if (!slice.loop->isLeaf)
        attachInLoop(slice);
    for (Function *function : reachableFunctions())
      attachEmpty(*function);
  }

private:
  ArrayRef<Slice> slices;
  const PromotionReach &reach;
  SmallPtrSet<const Function *, 16> sliceFunctions;

  bool needsBundle(const CallBase &call) const {
    if (!canCarryBundle(call))
      return false;
    return sliceFunctions.contains(call.getCalledFunction()) || reach.mayReach(call);
  }

  /// A serial call of a slice comes with an empty bundle, which is completed here.
  static bool isSerialCall(const CallBase &call) {
    auto bundle = call.getOperandBundle(LLVMContext::OB_deopt);
    return bundle && bundle->Inputs.empty();
  }

  void attachInLoop(const Slice &slice) {
    SmallVector<CallBase *, 16> calls;
    for (BasicBlock *block : slice.loop->body)
      for (Instruction &instruction : *block)
        if (auto *call = dyn_cast<CallBase>(&instruction); call && (needsBundle(*call) || isSerialCall(*call)))
          calls.push_back(call);
    for (CallBase *call : calls) {
      IRBuilder<> builder(call);
      Value *iteration = builder.CreateZExt(builder.CreateLoad(slice.loop->iterationType, slice.loop->iteration),
                                            builder.getInt64Ty());
      Value *values[] = {builder.getInt64(abi::ExecutingIteration), iteration, slice.slot};
      if (isSerialCall(*call)) {
        auto *bare = CallBase::removeOperandBundle(call, LLVMContext::OB_deopt, call->getIterator());
        bare->copyMetadata(*call);
        call->replaceAllUsesWith(bare);
        call->eraseFromParent();
        call = bare;
      }
      addBundle(call, values);
    }
  }

  /// Code of this module that the body of a loop may call directly.
  SetVector<Function *> reachableFunctions() const {
    SetVector<Function *> functions;
    for (const Slice &slice : slices)
      functions.insert(slice.function);
    for (unsigned i = 0; i < functions.size(); ++i)
      for (Instruction &instruction : instructions(functions[i]))
        if (auto *call = dyn_cast<CallBase>(&instruction))
          if (Function *callee = call->getCalledFunction(); callee && !callee->isDeclaration())
            functions.insert(callee);
    return functions;
  }

  void attachEmpty(Function &function) const {
    SmallVector<CallBase *, 16> calls;
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction); call && needsBundle(*call))
        calls.push_back(call);
    for (CallBase *call : calls)
      addBundle(call, {});
  }
};

} // namespace

void attachBundles(ArrayRef<Slice> slices, const PromotionReach &reach) { BundleWriter(slices, reach).run(); }

void markFunctionsWithStackMaps(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction);
          call && call->getOperandBundle(LLVMContext::OB_deopt) && !function.hasGC()) {
        function.setGC(StackMapStrategyName);
        break;
      }
}

} // namespace tactus
