//===- Beats.h - how compiled code comes to its beats -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// There are two kinds of code. Code with polls pays for its work from the thread's credit, and polls when that is used
// up (PollBeats.cpp). Code for interrupts has points, at which a signal diverts it, and pays nothing; where it is
// entered while the thread has no beat under way, it asks for one (InterruptBeats.cpp). What lowers loops and forks
// asks this interface, and does not know which kind it writes.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_LOOPS_BEATS_H
#define TACTUS_COMPILER_LOWER_LOOPS_BEATS_H

#include "ir/BeatPoint.h"
#include "lower/loops/LoopSteps.h"

namespace tactus {

/// The strips of a leaf loop.
struct Strips {
  /// Where a loop begins that is longer than its first strip, where each other strip begins, and its first iteration.
  llvm::BasicBlock *first, *again, *body;

  Strips(llvm::BasicBlock *first, llvm::BasicBlock *again, llvm::BasicBlock *body)
      : first(first), again(again), body(body) {}
  virtual ~Strips() = default;
  using Wanted = llvm::function_ref<llvm::Value *()>;
  /// How many iterations has the strip that begins at `iteration`? `wanted` computes how many it should have.
  virtual llvm::Value *count(llvm::Value *iteration, Wanted wanted) const = 0;
  /// Stores where this strip ends.
  virtual void begin(llvm::Value *iteration, llvm::Value *count) const = 0;
  /// At the end of `first`: leads loops away that have no second strip. Other loops go on at the builder's position.
  virtual void leaveWithoutSecond() const {}
};

class Beats {
public:
  virtual ~Beats() = default;

  /// Does code pay for its work?
  virtual bool charges() const = 0;
  /// The weight of an iteration in the loop's descriptor, until the runtime has measured it.
  virtual int64_t firstWeight(const ParallelLoop &loop) const = 0;
  /// What a loop's descriptor says of its beats.
  virtual uint64_t descriptorFlags() const = 0;

  /// What a loop pays that is entered as a whole.
  struct Charge {
    /// Must the loop be cut into strips?
    llvm::Value *isTooLong;
    /// The credit to be put back then, or null.
    llvm::Value *credit;
  };
  virtual Charge chargeLoop(LoopSteps &steps) const = 0;
  /// From the builder's position on, in front of a leaf loop.
  virtual void lowerStrips(LoopSteps &steps, const Strips &strips) const = 0;
  /// From the builder's position on, in front of a loop that is not a leaf.
  virtual void enterNest(LoopSteps &steps) const = 0;
  /// Gives each iteration of such a loop its promotion point.
  virtual void addPoints(LoopSteps &steps) const = 0;

  /// Is the thread to poll, or to ask for a beat, at a fork? `price` loads what the fork pays.
  virtual llvm::Value *chargeFork(llvm::IRBuilder<> &builder, llvm::function_ref<llvm::Value *()> price) const = 0;
  /// May a fork be promoted while its first branch runs, although that reaches no promotion point?
  virtual bool promotesInLeafBranches() const = 0;
};

const Beats &pollBeats();
const Beats &interruptBeats();

/// Those of the module that is compiled.
inline const Beats &beats() { return compilesForInterrupts() ? interruptBeats() : pollBeats(); }

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_LOOPS_BEATS_H
