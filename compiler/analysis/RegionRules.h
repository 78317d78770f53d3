//===- RegionRules.h - may one strand stand for a team? ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A region is converted if one strand that executes it once cannot be told from a team whose threads go through the
// redundant code in lockstep (docs/decisions/0028). What every thread does must therefore come to the same when it is
// done once: loads, plain and atomic stores, private computations. What adds up over threads must not stand there:
//
//     #pragma omp parallel
//     {
//       x = y + 1;                 // all threads store the same: once is enough
//     #pragma omp atomic
//       count++;                   // counts threads
//       printf("hello\n");         // so does this
//     #pragma omp for
//       ...
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_ANALYSIS_REGIONRULES_H
#define TACTUS_COMPILER_ANALYSIS_REGIONRULES_H

#include "analysis/Accumulators.h"
#include "model/Blocker.h"
#include "model/RegionShape.h"
#include "llvm/ADT/DenseMap.h"

namespace tactus {

class RegionRules {
public:
  /// Appends what breaks a rule in the region's redundant code and roles.
  void check(const RegionShape &shape, const Accumulators &accumulators, Blockers &blockers);

private:
  /// By function, whether executing it once is what T threads do in lockstep.
  llvm::DenseMap<const llvm::Function *, bool> repeatable;

  std::optional<Reason> reasonAgainst(const llvm::Instruction &instruction);
  std::optional<Reason> reasonAgainstCall(const llvm::CallBase &call);
  bool isRepeatable(const llvm::Function &function);
};

/// Is the result another one on each thread, though the call accesses no memory?
bool tellsThreads(const llvm::CallBase &call);

/// Does the library function only compute, from its arguments and into memory that they point to?
bool isComputingFunction(llvm::StringRef name);

} // namespace tactus

#endif // TACTUS_COMPILER_ANALYSIS_REGIONRULES_H
