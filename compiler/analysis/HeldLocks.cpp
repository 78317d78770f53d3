//===- HeldLocks.cpp - locks that are held at a barrier or a function's end -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analysis/HeldLocks.h"
#include "analysis/Synchronisation.h"
#include "model/RuntimeCalls.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace tactus {

static bool isReturn(const Instruction &instruction) { return isa<ReturnInst>(instruction); }

namespace {

class HeldLocks {
public:
  /// A lock that is taken in the function and not given back on the way to such an instruction.
  const Instruction *find(const Function &function, function_ref<bool(const Instruction &)> isEnd) {
    for (const Instruction &instruction : instructions(function))
      if (leavesLocked(instruction) && isReachedLocked(instruction, isEnd))
        return &instruction;
    return nullptr;
  }

private:
  DenseMap<const Function *, bool> lockers, unlockers;

  static const Function *calleeOf(const Instruction &instruction) {
    const auto *call = dyn_cast<CallBase>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    return callee && !callee->isDeclaration() ? callee : nullptr;
  }

  bool leavesLocked(const Instruction &instruction) {
    StringRef name = calleeName(instruction);
    if (const Function *callee = calleeOf(instruction)) {
      if (auto [entry, isNew] = lockers.try_emplace(callee, false); !isNew)
        return entry->second;
      bool isAny = find(*callee, isReturn) != nullptr;
      return lockers[callee] = isAny;
    }
    return takesLock(instruction) && !name.starts_with("__kmpc_");
  }

  bool unlocks(const Instruction &instruction) {
    const Function *callee = calleeOf(instruction);
    if (!callee)
      return calleeName(instruction).contains("unlock") || calleeName(instruction).contains("omp_unset_");
    if (auto [entry, isNew] = unlockers.try_emplace(callee, false); !isNew)
      return entry->second;
    bool isAny = any_of(instructions(*callee), [&](const Instruction &inner) { return unlocks(inner); });
    return unlockers[callee] = isAny && !leavesLocked(instruction);
  }

  /// Is there a way from where the lock is taken to such an instruction on which none is given back?
  bool isReachedLocked(const Instruction &lock, function_ref<bool(const Instruction &)> isEnd) {
    SmallSetVector<const BasicBlock *, 16> blocks;
    auto passes = [&](BasicBlock::const_iterator from, const BasicBlock &block) -> std::optional<bool> {
      for (const Instruction &instruction : make_range(from, block.end())) {
        if (isEnd(instruction))
          return true;
        if (unlocks(instruction))
          return false;
      }
      return std::nullopt;
    };
    auto goOn = [&](BasicBlock::const_iterator from, const BasicBlock &block) {
      std::optional<bool> result = passes(from, block);
      if (!result)
        blocks.insert(succ_begin(&block), succ_end(&block));
      return result.value_or(false);
    };
    if (goOn(std::next(lock.getIterator()), *lock.getParent()))
      return true;
    for (unsigned i = 0; i < blocks.size(); ++i)
      if (goOn(blocks[i]->begin(), *blocks[i]))
        return true;
    return false;
  }
};

} // namespace

const Instruction *lockHeldAtBarrier(const Function &microtask) { return HeldLocks().find(microtask, isTeamBarrier); }

SmallPtrSet<const Function *, 4> returningWithLock(ArrayRef<Function *> functions) {
  HeldLocks locks;
  SmallPtrSet<const Function *, 4> found;
  for (const Function *function : functions)
    if (locks.find(*function, isReturn))
      found.insert(function);
  return found;
}

} // namespace tactus
