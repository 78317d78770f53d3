//===- EffectReads.cpp - effects ask for the memory that they are computed from ===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "checks/EffectReads.h"
#include "checks/SplicedCode.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace tactus {

namespace {

bool isCallOf(const Instruction &instruction, StringRef name) {
  auto *call = dyn_cast<CallBase>(&instruction);
  return call && call->getCalledFunction() && call->getCalledFunction()->getName() == name;
}

/// Makes and compares regions, and reads nothing of the program's.
bool isOfTheHeader(const Function &function) {
  return isOfSpliceHeader(function) || function.getName().starts_with("tactus_");
}

/// What lies between two marks.
class EffectCode {
public:
  explicit EffectCode(CallBase &say) : say(say), function(*say.getFunction()), module(*function.getParent()) {}

  void run() {
    inlineCalls();
    SmallVector<Instruction *, 32> all = instructionsInside();
    BasicBlock *behind = end ? end->getParent()->splitBasicBlock(end) : nullptr;
    for (Instruction *instruction : all)
      visit(*instruction, behind);
    say.eraseFromParent();
    if (end)
      end->eraseFromParent();
  }

private:
  CallBase &say;
  Function &function;
  Module &module;
  /// The other mark. All ways lead there that come back: both are statements.
  Instruction *end = nullptr;

  SmallVector<Instruction *, 32> instructionsInside() {
    SmallVector<Instruction *, 32> found;
    SetVector<Instruction *> begins;
    begins.insert(say.getNextNode());
    for (size_t index = 0; index < begins.size(); ++index)
      for (Instruction *next = begins[index]; next; next = next->getNextNode()) {
        if (isCallOf(*next, "__tactus_splice_said")) {
          end = next;
          break;
        }
        found.push_back(next);
        if (auto *invoke = dyn_cast<InvokeInst>(next)) // what is unwound computes nothing
          begins.insert(&invoke->getNormalDest()->front());
        else if (next->isTerminator())
          for (BasicBlock *block : successors(next))
            begins.insert(&block->front());
      }
    return found;
  }

  static bool mayInline(const CallBase &call) {
    constexpr unsigned LargestCallee = 1000;
    Function *callee = call.getCalledFunction();
    return callee && callee != call.getFunction() && !callee->isDeclaration() && !callee->isInterposable() &&
           !callee->isVarArg() && callee->getInstructionCount() <= LargestCallee && !isOfTheHeader(*callee) &&
           isInlineViable(*callee).isSuccess();
  }

  /// Recursion ends with the rounds.
  void inlineCalls() {
    constexpr unsigned Rounds = 12;
    bool changed = true;
    for (unsigned round = 0; round < Rounds && changed; ++round) {
      changed = false;
      for (Instruction *instruction : instructionsInside())
        if (auto *call = dyn_cast<CallBase>(instruction); call && mayInline(*call)) {
          InlineFunctionInfo information;
          changed |= InlineFunction(*call, information).isSuccess();
        }
    }
  }

  void visit(Instruction &instruction, BasicBlock *behind) {
    const DataLayout &layout = module.getDataLayout();
    auto *sizeType = Type::getInt64Ty(module.getContext());
    if (auto *load = dyn_cast<LoadInst>(&instruction)) {
      load->setMetadata(EffectRead, MDNode::get(module.getContext(), {}));
      if (!load->hasMetadata(LLVMContext::MD_invariant_load) &&
          !isOwnMemory(load->getPointerOperand(), /*isWrite=*/false))
        ask(*load, load->getPointerOperand(), ConstantInt::get(sizeType, layout.getTypeStoreSize(load->getType())),
            behind);
    } else if (auto *copy = dyn_cast<MemTransferInst>(&instruction)) {
      copy->setMetadata(EffectRead, MDNode::get(module.getContext(), {}));
      if (!isOwnMemory(copy->getRawSource(), /*isWrite=*/false))
        ask(*copy, copy->getRawSource(), copy->getLength(), behind);
    } else if (auto *call = dyn_cast<CallBase>(&instruction); call && mayReadAnything(*call)) {
      sayUnknown(*call);
      ask(*call, ConstantPointerNull::get(PointerType::getUnqual(module.getContext())),
          ConstantInt::getAllOnesValue(sizeType), behind);
    }
  }

  static bool mayReadAnything(const CallBase &call) {
    const Function *callee = call.getCalledFunction();
    return !isa<IntrinsicInst>(call) && !call.doesNotAccessMemory() && !(callee && isOfTheHeader(*callee)) &&
           !call.onlyAccessesInaccessibleMemory();
  }

  void ask(Instruction &reader, Value *place, Value *size, BasicBlock *behind) {
    IRBuilder<> builder(&reader);
    FunctionCallee mayChange = module.getOrInsertFunction(
        "__tactus_splice_may_change",
        FunctionType::get(builder.getInt32Ty(), {builder.getPtrTy(), builder.getInt64Ty(), builder.getInt32Ty()},
                          false));
    bool isThere = isa<GlobalVariable>(getUnderlyingObject(place));
    cast<Function>(mayChange.getCallee())->setDoesNotThrow();
    Value *changes = builder.CreateCall(
        mayChange, {place, builder.CreateZExt(size, builder.getInt64Ty()), builder.getInt32(isThere)});
    if (!behind) // nothing is behind it
      return;
    Instruction *leaves = SplitBlockAndInsertIfThen(builder.CreateIsNotNull(changes), reader.getIterator(),
                                                    /*Unreachable=*/false);
    leaves->setSuccessor(0, behind);
  }

  void sayUnknown(const CallBase &call) {
    const Function *callee = call.getCalledFunction();
    OptimizationRemarkMissed remark("tactus", "EffectsUnknown", say.getDebugLoc(), say.getParent());
    remark << "effects may depend on anything, so calls are not spliced with those that write: they call "
           << (callee ? ("'" + callee->getName() + "', which is defined in another file").str() : "through a pointer");
    module.getContext().diagnose(remark);
  }
};

} // namespace

PreservedAnalyses EffectReadsPass::run(Module &module, ModuleAnalysisManager &) {
  SmallVector<CallBase *, 16> marks;
  if (const Function *say = module.getFunction("__tactus_splice_say"))
    for (const User *user : say->users())
      if (auto *call = dyn_cast<CallBase>(user))
        marks.push_back(const_cast<CallBase *>(call));
  for (CallBase *mark : marks)
    EffectCode(*mark).run();
  return marks.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace tactus
