//===- raised.cpp - what is known of exceptions that are raised ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/codegen/raised.h"
#include "pml/codegen/layout.h"
#include "pml/codegen/preserved.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"

#include <optional>

using namespace llvm;

namespace tactus::pml::codegen {

namespace {

/// Static objects have an address that is not 0.
std::optional<bool> isNull(const Value *value) {
  if (isa<ConstantPointerNull>(value))
    return true;
  if (isa<Constant>(value) && isa<GlobalVariable>(value->stripPointerCasts()))
    return false;
  return std::nullopt;
}

class Folding {
public:
  explicit Folding(LLVMContext &context) : context(context) {}

  /// Of a comparison with null.
  bool fold(ICmpInst &comparison) {
    Value *compared = comparison.getOperand(0);
    Value *known = nullptr;
    if (std::optional<bool> answer = isNull(compared))
      known = ConstantInt::getBool(context, *answer);
    else if (auto *phi = dyn_cast<PHINode>(compared); phi && isWorthIt(*phi))
      known = isNullPhi(*phi);
    if (!known)
      return false;
    if (comparison.getPredicate() == CmpInst::ICMP_NE) {
      IRBuilder<> builder(&comparison);
      known = builder.CreateNot(known);
    }
    comparison.replaceAllUsesWith(known);
    comparison.eraseFromParent();
    return true;
  }

private:
  LLVMContext &context;
  /// Whether a phi is null, by phi.
  DenseMap<PHINode *, PHINode *> answers;

  /// Something is known of the values, and of the others it can be asked where they come from.
  static bool isWorthIt(const PHINode &phi) {
    bool isAnyKnown = false;
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
      const Value *value = phi.getIncomingValue(i);
      if (isNull(value))
        isAnyKnown = true;
      else if (value == phi.getIncomingBlock(i)->getTerminator())
        return false;
    }
    return isAnyKnown;
  }

  PHINode *isNullPhi(PHINode &phi) {
    PHINode *&known = answers[&phi];
    if (known)
      return known;
    PHINode *made = PHINode::Create(Type::getInt1Ty(context), phi.getNumIncomingValues(), "", phi.getIterator());
    known = made;
    // An edge that is there several times has one value.
    DenseMap<BasicBlock *, Value *> byBlock;
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
      BasicBlock *block = phi.getIncomingBlock(i);
      Value *&answer = byBlock[block];
      if (!answer)
        answer = answerFor(phi.getIncomingValue(i), *block);
      made->addIncoming(answer, block);
    }
    return made;
  }

  Value *answerFor(Value *value, BasicBlock &block) {
    if (std::optional<bool> answer = isNull(value))
      return ConstantInt::getBool(context, *answer);
    if (auto *phi = dyn_cast<PHINode>(value); phi && isWorthIt(*phi))
      return isNullPhi(*phi);
    IRBuilder<> builder(block.getTerminator());
    return builder.CreateIsNull(value);
  }
};

} // namespace

PreservedAnalyses FoldRaisedPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<ICmpInst *, 16> comparisons;
  for (BasicBlock &block : function)
    for (Instruction &instruction : block)
      if (auto *comparison = dyn_cast<ICmpInst>(&instruction);
          comparison && comparison->isEquality() && isa<ConstantPointerNull>(comparison->getOperand(1)) &&
          comparison->getOperand(0)->getType()->getPointerAddressSpace() == HeapSpace)
        comparisons.push_back(comparison);
  Folding folding(function.getContext());
  bool isChanged = false;
  for (ICmpInst *comparison : comparisons)
    isChanged |= folding.fold(*comparison);
  return blocksPreserved(isChanged);
}

} // namespace tactus::pml::codegen
