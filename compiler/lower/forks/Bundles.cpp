//===- Bundles.cpp - make calls visible to the stack walk ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/forks/Bundles.h"
#include "abi/maps.h"
#include "ir/CallBundles.h"
#include "ir/ForkCall.h"
#include "ir/StackMapPrinter.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace tactus {

/// LLVM makes loops of functions that end with a call of themselves, but not if the call has a bundle.
static bool mayBecomeLoop(const CallBase &call) {
  return call.getCalledFunction() == call.getFunction() && !call.getFunction()->hasOptNone() &&
         !call.getAttributes().hasFnAttr(Attribute::NoInline);
}

namespace {

class BundleWriter {
public:
  BundleWriter(Module &module, ArrayRef<Slice> slices, const PromotionReach &reach)
      : module(module), slices(slices), reach(reach) {
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
  Module &module;
  ArrayRef<Slice> slices;
  const PromotionReach &reach;
  SmallPtrSet<const Function *, 16> sliceFunctions;

  bool needsBundle(const CallBase &call) const {
    if (!canCarryBundle(call))
      return false;
    return sliceFunctions.contains(call.getCalledFunction()) || reach.mayReach(call);
  }

  /// What is latent around a call comes before what the call has: nothing for a serial call of a slice, and for a fork
  /// that has been lowered its environment.
  static bool isCompletedHere(const CallBase &call) {
    auto bundle = call.getOperandBundle(LLVMContext::OB_deopt);
    return bundle && (bundle->Inputs.empty() || isForkCall(call));
  }

  void attachInLoop(const Slice &slice) {
    SmallVector<CallBase *, 16> calls;
    for (BasicBlock *block : slice.body)
      for (Instruction &instruction : *block)
        if (auto *call = dyn_cast<CallBase>(&instruction); call && (needsBundle(*call) || isCompletedHere(*call)))
          calls.push_back(call);
    for (CallBase *call : calls) {
      IRBuilder<> builder(call);
      Value *iteration = builder.CreateZExt(builder.CreateLoad(slice.loop->iterationType, slice.loop->iteration),
                                            builder.getInt64Ty());
      SmallVector<Value *, 8> values{builder.getInt64(abi::ExecutingIteration), iteration, slice.slot};
      if (auto own = call->getOperandBundle(LLVMContext::OB_deopt)) {
        append_range(values, own->Inputs);
        call = removeBundle(call);
      }
      addBundle(call, values);
    }
  }

  /// Code of this module that forks, or that the body of a loop or a branch of a fork may call directly.
  SetVector<Function *> reachableFunctions() const {
    SetVector<Function *> functions;
    for (const Slice &slice : slices)
      functions.insert(slice.function);
    for (Function &function : module)
      if (reach.forks(function))
        functions.insert(&function);
    auto insert = [&](const Value *value) {
      auto *function = dyn_cast<Function>(value->stripPointerCasts());
      if (function && !function->isDeclaration())
        functions.insert(const_cast<Function *>(function));
    };
    for (unsigned i = 0; i < functions.size(); ++i) { // NOLINT(modernize-loop-convert): it grows
      bool forks = reach.forks(*functions[i]);
      for (Instruction &instruction : instructions(functions[i]))
        for (Value *operand : instruction.operands()) {
          // The branches of a fork are called through pointers, one of them in its descriptor.
          if (forks || isCallee(instruction, operand) || isa<ReturnInst>(instruction))
            insert(operand);
          if (auto *data = dyn_cast<GlobalVariable>(operand); forks && data && data->hasInitializer())
            for (Value *field : data->getInitializer()->operands())
              insert(field);
        }
    }
    return functions;
  }

  static bool isCallee(const Instruction &instruction, const Value *operand) {
    auto *call = dyn_cast<CallBase>(&instruction);
    return call && call->getCalledOperand() == operand;
  }

  void attachEmpty(Function &function) const {
    SmallVector<CallBase *, 16> calls;
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction); call && needsBundle(*call))
        calls.push_back(call);
    for (CallBase *call : calls)
      if (mayBecomeLoop(*call))
        delayBundle(*call);
      else
        addBundle(call, {});
  }
};

} // namespace

void attachBundles(Module &module, ArrayRef<Slice> slices, const PromotionReach &reach) {
  BundleWriter(module, slices, reach).run();
}

void releaseTailRecursion(Function &function) {
  SmallVector<CallBase *, 4> calls;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallBase>(&instruction); call && mayBecomeLoop(*call))
      if (auto bundle = call->getOperandBundle(LLVMContext::OB_deopt); bundle && bundle->Inputs.empty())
        calls.push_back(call);
  for (CallBase *call : calls)
    delayBundle(*removeBundle(call));
}

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
