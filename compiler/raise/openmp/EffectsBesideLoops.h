//===- EffectsBesideLoops.h - what code beside a parallel loop may do ----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_OPENMP_EFFECTSBESIDELOOPS_H
#define TACTUS_COMPILER_RAISE_OPENMP_EFFECTSBESIDELOOPS_H

#include "llvm/IR/Instruction.h"

namespace tactus {

/// Is this instruction beside the loop harmless when it is run once a slice instead of once a thread?
bool isPrivateEffect(const llvm::Instruction &instruction);

/// Can this instruction beside the loop of a combined directive come from one of its clauses? Clauses write private
/// copies, and call functions for them. A macro can give `parallel`, `for` and code between them one position in the
/// source.
bool mayComeFromClause(const llvm::Instruction &instruction);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_OPENMP_EFFECTSBESIDELOOPS_H
