//===- Fork.h - a potentially parallel call, as it is to be lowered --------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_MODEL_FORK_H
#define TACTUS_COMPILER_MODEL_FORK_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

namespace tactus {

/// Where the first branch stands while nothing is promoted.
enum class BranchPlace {
  /// In a function that is called, and that a return stub can return from.
  Called,
  /// Nothing can be promoted while it runs: a call as any other, to be inlined or not.
  Leaf,
  /// In place of its call, because at most one call in it may reach a promotion point: that is the one a stub returns
  /// from.
  InPlace
};

/// A marked call and what may run elsewhere meanwhile, whatever it was raised from (ForkLowering.h).
struct Fork {
  /// The first branch: any call or invoke. Gone after lowering.
  llvm::CallBase *firstBranch = nullptr;
  llvm::GlobalVariable *descriptor = nullptr;
  /// Integers, pointers and floating-point numbers of at most eight bytes, which dominate the call. The n-th is the
  /// n-th word that `run` sees, its value in the lower bytes.
  llvm::SmallVector<llvm::Value *, 4> environment;
  /// A pointer that stands for the record behind the call. Gone after lowering.
  llvm::Instruction *record = nullptr;
  /// Null, or a pointer in the call's own landing pad: the record of a fork whose part has run elsewhere although the
  /// first branch has thrown, to be released there, else null. Without it, such a part's results are discarded.
  llvm::Instruction *unwound = nullptr;
  BranchPlace place = BranchPlace::Called;
};

} // namespace tactus

#endif // TACTUS_COMPILER_MODEL_FORK_H
