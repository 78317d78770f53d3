//===- Sweep.h - a loop over arrays, and what it touches ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A sweep is a loop whose iterations are told by their number alone: nothing but memory goes from one to the next, and
// the addresses of all accesses are affine. So any part of it can run later, as a function of the first number and the
// last.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_SWEEPS_SWEEP_H
#define TACTUS_COMPILER_SWEEPS_SWEEP_H

#include "sweeps/AddressRange.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Instructions.h"

namespace tactus {

/// The addresses [least, greatest + size) of an access in iteration i.
struct SweptRange {
  AffineRange addresses;
  const llvm::SCEV *size;
  bool isWritten;
};

/// A variable of the loop: start + i * step.
struct SweptCounter {
  llvm::PHINode *phi;
  const llvm::SCEV *step;
};

struct Sweep {
  llvm::Loop *loop = nullptr;
  const llvm::SCEV *iterations = nullptr;
  llvm::SmallVector<SweptCounter, 2> counters;
  llvm::SmallVector<SweptRange, 8> ranges;
  /// The first ones are those of clauses, which stand for all that cannot be derived.
  bool hasClauses = false, hasWrites = false;
  /// Arrays of one iteration.
  llvm::SmallVector<llvm::AllocaInst *, 2> scratch;

  /// Why it is none, and where; empty if it is one.
  std::string whyNot;
  const llvm::Instruction *where = nullptr;
  explicit operator bool() const { return whyNot.empty(); }
};

/// \param loop   in LoopSimplify form
Sweep analyseSweep(llvm::Loop &loop, llvm::ScalarEvolution &evolution, const llvm::TargetLibraryInfo &library);

/// The name of what is at an address, as the program has it: of a variable, or of a member.
std::string nameOfArray(const llvm::Value *pointer);

/// It may stand between sweeps, or in one, and touches no memory of the program's.
bool touchesNothing(const llvm::Instruction &instruction, const llvm::TargetLibraryInfo &library);

} // namespace tactus

#endif // TACTUS_COMPILER_SWEEPS_SWEEP_H
