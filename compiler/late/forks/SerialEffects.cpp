//===- SerialEffects.cpp - what a function that forks does, as a serial program -===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "late/forks/SerialEffects.h"
#include "ir/ForkCall.h"
#include "ir/ForkCharge.h"
#include "ir/ForkId.h"
#include "lower/forks/ForkLowering.h"
#include "lower/forks/ForkPoll.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace tactus {

/// On functions whose serial elision only reads memory, returns, and throws nothing.
static constexpr StringRef OnlyReadsAttribute = "tactus-serially-reads";

namespace {

class SerialProgram {
public:
  explicit SerialProgram(Function &function) : function(function) {}

  /// Does it only read memory, return, and throw nothing?
  bool onlyReads() {
    addBlock(&function.getEntryBlock());
    for (unsigned i = 0; i < blocks.size(); ++i) { // NOLINT(modernize-loop-convert): it grows
      if (!all_of(*blocks[i], [&](const Instruction &instruction) { return isHarmless(instruction); }))
        return false;
      addSuccessors(*blocks[i]->getTerminator());
    }
    return true;
  }

private:
  const Function &function;
  SmallVector<const BasicBlock *, 16> blocks;
  SmallPtrSet<const BasicBlock *, 16> known;

  void addBlock(const BasicBlock *block) {
    if (known.insert(block).second)
      blocks.push_back(block);
  }

  /// Those that a fork which is not promoted may go on to.
  void addSuccessors(const Instruction &terminator) {
    if (auto *invoke = dyn_cast<InvokeInst>(&terminator); invoke && isForkCall(*invoke))
      return addBlock(invoke->getNormalDest());
    const Value *condition;
    BasicBlock *whenTrue, *whenFalse;
    if (match(&terminator, m_Br(m_Value(condition), m_BasicBlock(whenTrue), m_BasicBlock(whenFalse)))) {
      RecordQuestion question;
      if (auto *constant = dyn_cast<ConstantInt>(condition))
        return addBlock(constant->isOne() ? whenTrue : whenFalse);
      if (question.match(condition))
        return addBlock(question.isTrueForNull ? whenTrue : whenFalse);
    }
    for (const BasicBlock *next : successors(&terminator))
      addBlock(next);
  }

  /// A comparison of a fork's record with null.
  struct RecordQuestion {
    bool isTrueForNull = false;
    bool match(const Value *condition) {
      auto *comparison = dyn_cast<ICmpInst>(condition);
      if (!comparison || !comparison->isEquality() || !isa<ConstantPointerNull>(comparison->getOperand(1)))
        return false;
      isTrueForNull = comparison->getPredicate() == ICmpInst::ICMP_EQ;
      SmallPtrSet<const Value *, 4> seen;
      return isRecord(comparison->getOperand(0), seen);
    }
  };

  /// Null, as long as nothing is promoted.
  static bool isRecord(const Value *value, SmallPtrSetImpl<const Value *> &seen) {
    if (isa<ConstantPointerNull>(value) || !seen.insert(value).second)
      return true;
    if (auto *phi = dyn_cast<PHINode>(value))
      return all_of(phi->incoming_values(), [&](const Use &use) { return isRecord(use.get(), seen); });
    auto *call = dyn_cast<CallBase>(value);
    return call && isForkPoll(*call);
  }

  bool isHarmless(const Instruction &instruction) const {
    if (auto *call = dyn_cast<CallBase>(&instruction))
      return isHarmlessCall(*call);
    if (const Value *address = getLoadStorePointerOperand(&instruction)) {
      const Value *object = getUnderlyingObject(address);
      if (isa<AllocaInst>(object))
        return true;
      auto *load = dyn_cast<LoadInst>(&instruction);
      return load && (load->isUnordered() || isWeight(*object));
    }
    return !instruction.mayWriteToMemory() && !instruction.mayThrow();
  }

  /// What the program has no name for is not what it reads.
  static bool isWeight(const Value &object) {
    return isa<GlobalVariable>(object) && object.getName().starts_with(ForkNamePrefix);
  }

  bool isHarmlessCall(const CallBase &call) const {
    const Function *callee = call.getCalledFunction();
    if (isForkCharge(call) || isBeatQuestion(call) || isForkPoll(call) || callee == &function)
      return true;
    if (callee && callee->hasFnAttribute(OnlyReadsAttribute))
      return true;
    if (auto *intrinsic = dyn_cast<IntrinsicInst>(&call)) {
      if (intrinsic->isAssumeLikeIntrinsic())
        return true;
      if (auto *copy = dyn_cast<MemIntrinsic>(intrinsic))
        return !copy->isVolatile() && isa<AllocaInst>(getUnderlyingObject(copy->getDest()));
    }
    return call.onlyReadsMemory() && call.doesNotThrow() && call.willReturn();
  }
};

} // namespace

/// Forks are invokes.
static bool describe(CallBase &call) {
  if (!isa<CallInst>(call) || (call.onlyReadsMemory() && call.doesNotThrow() && call.willReturn()))
    return false;
  call.setOnlyReadsMemory();
  call.setDoesNotThrow();
  call.addFnAttr(Attribute::WillReturn);
  return true;
}

PreservedAnalyses SerialEffectsPass::run(Function &function, FunctionAnalysisManager &) {
  // Otherwise another definition may be the one that runs, or an endless loop has a meaning.
  bool isJudged = function.hasGC() && hasFork(function) && function.hasExactDefinition() &&
                  (function.mustProgress() || function.willReturn());
  if (isJudged && !function.hasFnAttribute(OnlyReadsAttribute) && SerialProgram(function).onlyReads())
    function.addFnAttr(OnlyReadsAttribute);
  bool changed = false;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallBase>(&instruction))
      if (const Function *callee = call->getCalledFunction(); callee && callee->hasFnAttribute(OnlyReadsAttribute))
        changed |= describe(*call);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace tactus
