//===- SmallFunctions.cpp - what can be said of small functions before inlining ===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analysis/SmallFunctions.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tactus {

/// Larger functions are not small. Unoptimised code has about four instructions for each that is left.
static constexpr unsigned MostInstructions = 256;

/// Is the body that is here the one that is called, or another translation of the same source?
static bool hasKnownBody(const Function &function) { return !function.isDeclaration() && !function.isInterposable(); }

/// Adds what a call of the function executes to `count`. `callers` are those that it is called from.
static bool addInstructions(const Function &function, SmallPtrSetImpl<const Function *> &callers, unsigned most,
                            unsigned &count) {
  if (!hasKnownBody(function) || !callers.insert(&function).second)
    return false;
  for (auto component = scc_begin(&function); !component.isAtEnd(); ++component)
    if (component.hasCycle())
      return false;
  for (const Instruction &instruction : instructions(function)) {
    if (++count > most)
      return false;
    const auto *call = dyn_cast<CallBase>(&instruction);
    if (!call || isa<IntrinsicInst>(call) || call->doesNotReturn())
      continue;
    const Function *callee = call->getCalledFunction();
    if (!callee || !addInstructions(*callee, callers, most, count))
      return false;
  }
  callers.erase(&function);
  return true;
}

std::optional<unsigned> boundedInstructions(const Function &function, unsigned most) {
  SmallPtrSet<const Function *, 4> callers;
  unsigned count = 0;
  if (!addInstructions(function, callers, most, count))
    return std::nullopt;
  return count;
}

std::optional<unsigned> instructionsOfSmallCall(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  return callee ? boundedInstructions(*callee, MostInstructions) : std::nullopt;
}

static bool isStackVariable(const Value *address) { return isa<AllocaInst>(address->stripInBoundsOffsets()); }

static bool onlyReads(const Function &function, SmallPtrSetImpl<const Function *> &seen) {
  if (function.doesNotReturn() || !seen.insert(&function).second)
    return true;
  if (!hasKnownBody(function))
    return false;
  for (const Instruction &instruction : instructions(function)) {
    if (const auto *call = dyn_cast<CallBase>(&instruction); call && !isa<IntrinsicInst>(call)) {
      const Function *callee = call->getCalledFunction();
      if (!callee || !onlyReads(*callee, seen))
        return false;
    } else if (const auto *store = dyn_cast<StoreInst>(&instruction)) {
      if (!store->isSimple() || !isStackVariable(store->getPointerOperand()))
        return false;
    } else if (instruction.mayWriteToMemory() && !instruction.isLifetimeStartOrEnd()) {
      return false;
    }
  }
  return true;
}

bool onlyReads(const Function &function) {
  SmallPtrSet<const Function *, 4> seen;
  return onlyReads(function, seen);
}

} // namespace tactus
