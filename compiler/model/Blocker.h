//===- Blocker.h - what keeps a region from being executed in some way ---------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_MODEL_BLOCKER_H
#define TACTUS_COMPILER_MODEL_BLOCKER_H

#include "model/Reasons.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Instructions.h"

namespace tactus {

/// The reason, and where it stands.
struct Blocker {
  Reason reason;
  const llvm::Instruction *where;
};
using Blockers = llvm::SmallVector<Blocker, 4>;

/// Emits a remark for each reason in the region of `fork`, at its first place and with the lines of others: `way` says
/// what is blocked there. Places for which `isShown` is false are left out. Returns all the reasons, each once.
Reasons reportBlockers(const llvm::CallInst &fork, llvm::ArrayRef<Blocker> blockers, llvm::StringRef way,
                       llvm::function_ref<bool(const Blocker &)> isShown);

} // namespace tactus

#endif // TACTUS_COMPILER_MODEL_BLOCKER_H
