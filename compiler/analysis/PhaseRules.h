//===- PhaseRules.h - may the threads of a region be executed one after the other? -----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A region whose threads have something of their own is executed for each of them, from one barrier to the next:
//
//     #pragma omp parallel                             for (t = 0; t < T; t++)      latent
//     {                                                  own[t] = slots + t; ...; part of `for` that is t's
//       double *own = slots + omp_get_thread_num();    for (t = 0; t < T; t++)      latent
//     #pragma omp for                                    *own[t] = ...
//       ...
//     *own = ...
//
// That is one of the orders in which T threads may execute it (docs/decisions/0061), so values by thread, accumulators,
// scratch memory and static schedules mean what they mean on threads. It may be done if
//
//  * no thread waits for what another one does, other than at barriers;
//  * all barriers are seen: they are cut points. Code of other files must say that it has none (PhaseCalls.h);
//  * nothing belongs to the thread of the operating system, which is another one behind a barrier: thread-local
//    variables, errno, owners of locks.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_ANALYSIS_PHASERULES_H
#define TACTUS_COMPILER_ANALYSIS_PHASERULES_H

#include "model/Blocker.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/PassManager.h"

namespace tactus {

struct PhaseCalls;

/// Why the threads of a region, which could run as strands, need threads of their own; empty if they do not.
/// Functions that hold constructs of the region have been inlined. With `calls`, that is where functions of other
/// files go which are called by name: whether they are in the way, others decide.
Blockers blockersOfPhases(llvm::Function &microtask, llvm::FunctionAnalysisManager &analyses,
                          PhaseCalls *calls = nullptr);

/// Why no code with the instruction may be executed for one thread after the other.
std::optional<Reason> reasonAgainstInPhases(const llvm::Instruction &instruction);

} // namespace tactus

#endif // TACTUS_COMPILER_ANALYSIS_PHASERULES_H
