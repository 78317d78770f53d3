//===- OutsideEffects.h - accesses that are outside of all declared effects -------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_SWEEPS_OUTSIDEEFFECTS_H
#define TACTUS_COMPILER_SWEEPS_OUTSIDEEFFECTS_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/PassManager.h"

namespace tactus {

/// The bytes from `first` up to, but not including, `last`, in an iteration.
struct DeclaredEffect {
  const llvm::SCEV *first, *last;
  bool isWritten;
};

/// Warns of each access that each iteration of the loop certainly makes outside of these effects.
/// \param areAllWrites   no array is written that they do not name
/// \param line       where the code is that has the effects
/// \param function   what the warning is about
void sayOutside(const llvm::Loop &loop, llvm::ArrayRef<DeclaredEffect> effects, bool areAllWrites, unsigned line,
                const llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

} // namespace tactus

#endif // TACTUS_COMPILER_SWEEPS_OUTSIDEEFFECTS_H
