//===- DependencePremises.h - what DependenceInfo takes for granted -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_SUMMARY_DEPENDENCEPREMISES_H
#define TACTUS_COMPILER_SUMMARY_DEPENDENCEPREMISES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"

namespace tactus {

enum class Premises {
  Hold,
  HoldIfMoving, // the same if addresses differ from iteration to iteration
  Apart,        // nobody need be asked: different fields of structures, or an iteration's own place
  Fail
};

/// May LLVM's DependenceInfo be asked of two accesses in the loop that have the same underlying object?
Premises premisesOf(llvm::Instruction &first, llvm::Instruction &second, llvm::Loop &loop,
                    llvm::ScalarEvolution &evolution);

/// While it lives, accesses in the loop do not say what holds in a single iteration: that arguments of a function that
/// was inlined there are `restrict`. DependenceInfo would take it for all of them.
class WithoutScopesOfIterations {
  llvm::SmallVector<std::pair<llvm::Instruction *, llvm::MDNode *>, 8> taken;

public:
  explicit WithoutScopesOfIterations(llvm::Loop &loop);
  WithoutScopesOfIterations(const WithoutScopesOfIterations &) = delete;
  WithoutScopesOfIterations &operator=(const WithoutScopesOfIterations &) = delete;
  ~WithoutScopesOfIterations();
};

} // namespace tactus

#endif // TACTUS_COMPILER_SUMMARY_DEPENDENCEPREMISES_H
