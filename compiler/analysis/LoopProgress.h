//===- LoopProgress.h - loops that get on by themselves --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What a loop does to its own exit, for WaitingLoop.h. Iterations that run one after the other find all others at rest.
// So a turn that cannot be followed by another one while the others rest is no wait.
//
//   while (!compare_exchange(x, old, f(old)))      fails only if another has changed x since `old` was read
//   while ((k = fetch_add(x, 1)) < n)              x itself moves on; so it does under a lock
//   for (k = 0; k < v.size(); k++)                 k moves on
//   for (p = head; p; p = p->next)                 p moves on, along a list that ends
//
// Not if the loop moves on only under a condition, or if it expects the same value each time.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_ANALYSIS_LOOPPROGRESS_H
#define TACTUS_COMPILER_ANALYSIS_LOOPPROGRESS_H

#include "analysis/Synchronisation.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include <functional>

namespace tactus {

/// Do two values certainly name one place, as long as nobody changes the pointers in between?
bool isSameAddress(const llvm::Value *one, const llvm::Value *other, unsigned depth = 0);

/// May two addresses of one object be the same place?
bool mayBeSamePlace(const llvm::Value *one, const llvm::Value *other);

/// Null for what is no access to one address.
const llvm::Value *addressOf(const llvm::Instruction &access);

/// Is it memory that no other thread has the address of?
bool isOnlyOurs(const llvm::Value *address);

/// What is known of the code that runs while the loop does.
struct LoopSurroundings {
  /// Does code that is seen write the variable? With `byAny`: may anybody?
  std::function<bool(const llvm::GlobalVariable &, bool byAny)> isWritten;
  /// May the call's result depend on others in a way that is not seen?
  std::function<bool(const llvm::CallBase &)> isUnknown;
  /// May others meet the code there? Calls of code that is not seen are taken for such where that matters.
  std::function<bool(const llvm::Instruction &)> synchronises = tactus::synchronises;
};

class LoopProgress {
public:
  LoopProgress(const llvm::Loop &loop, llvm::ScalarEvolution &evolution, const LoopSurroundings &surroundings)
      : loop(loop), evolution(evolution), surroundings(surroundings) {}

  /// Is the edge taken only where an exchange has failed that expects what was seen there just before?
  bool isRetry(const llvm::BasicBlock &from, const llvm::BasicBlock &to) const;
  /// Does the loop itself see to it that the comparison becomes unequal to `stays`? `isInEachTurn` is asked of the
  /// block of what moves on.
  bool endsByItself(const llvm::ICmpInst &comparison, bool stays,
                    llvm::function_ref<bool(const llvm::BasicBlock &)> isInEachTurn) const;
  /// Is the place another one in each turn?
  bool movesOn(const llvm::Value *address) const;
  /// Does nobody write the variable while the loop runs?
  bool isNeverWritten(const llvm::Value *address) const;

private:
  const llvm::Loop &loop;
  llvm::ScalarEvolution &evolution;
  const LoopSurroundings &surroundings;

  enum class Direction { None, Up, Down };
  using InEachTurn = llvm::function_ref<bool(const llvm::BasicBlock &)>;
  using Values = llvm::SmallPtrSet<const llvm::Value *, 8>;

  bool impliesFailure(const llvm::Value *condition, bool value, unsigned depth = 0) const;
  bool isFailureOf(const llvm::Value *condition, bool value) const;
  bool isFresh(const llvm::Value *expected, const llvm::AtomicCmpXchgInst &exchange) const;
  bool isFresh(const llvm::Value *expected, const llvm::AtomicCmpXchgInst &exchange, Values &seen) const;
  bool isLeftBehind(const llvm::LoadInst &load, const llvm::AtomicCmpXchgInst &exchange) const;
  bool isLeftBehind(const llvm::CallBase &exchange) const;
  bool isFixed(const llvm::Value *value, unsigned depth = 0) const;
  bool isStoredTo(const llvm::Value *address) const;
  Direction directionOfStep(const llvm::Value *position) const;
  Direction directionOf(const llvm::Value *position, InEachTurn isInEachTurn) const;
  Direction directionInMemory(const llvm::Instruction &access, InEachTurn isInEachTurn) const;
  Direction directionOfWrite(const llvm::Instruction &write) const;
  bool followsList(const llvm::Value *position) const;
};

} // namespace tactus

#endif // TACTUS_COMPILER_ANALYSIS_LOOPPROGRESS_H
