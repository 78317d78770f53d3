//===- Microtask.h - tidy clang's microtasks before they are recognised -------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_MODEL_MICROTASK_H
#define TACTUS_COMPILER_MODEL_MICROTASK_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace tactus {

/// What comes before the captures: among the arguments of __kmpc_fork_call (ident, their number, the microtask), and
/// among a microtask's parameters (the addresses of its thread's number, and of its number's in the team).
inline constexpr unsigned ForkPrefix = 3, MicrotaskPrefix = 2;

/// The microtask that a __kmpc_fork_call runs, or null.
llvm::Function *microtaskOf(const llvm::CallBase &fork);

/// All calls of __kmpc_fork_call in the module, in order of appearance.
llvm::SmallVector<llvm::CallInst *, 8> forkCalls(llvm::Module &module);

/// The code of a teams construct, and all calls of __kmpc_fork_teams whose code is known.
llvm::Function *leagueOf(const llvm::CallBase &fork);
llvm::SmallVector<llvm::CallInst *, 8> leagueForks(llvm::Module &module);

/// Brings every microtask into one shape:
///  * code that cannot be reached is gone, in all functions, and so are ways for exceptions to come out of libomp;
///  * with debug information clang emits `f.omp_outlined`, which only calls `f.omp_outlined_debug__`: the inner one is
///    inlined;
///  * loads of a parameter's stack copy are replaced by the parameter; the copies stay for the debugger;
///  * what is declared volatile is volatile in regions that capture it, too.
/// Returns whether anything changed.
bool tidyMicrotasks(llvm::Module &module);

/// On the microtask of a loop that is another version of one that is reported (SimdVersions.h).
inline constexpr const char *OtherVersionAttribute = "tactus-other-version";
/// Is the microtask the version without promises? The other one stands for the construct in remarks and reports.
bool isOtherVersion(const llvm::Function &microtask);

/// On a microtask whose loops are to stand in their function as the serial ones do, also where they stand alone: LLVM
/// knows the bounds and the strides there that the front end has written into structures.
inline constexpr const char *InPlaceAttribute = "tactus-in-place";
inline bool isInPlace(const llvm::Function &function) { return function.hasFnAttribute(InPlaceAttribute); }

/// lastprivate(conditional) keeps the value and whether it was assigned in a struct that clang names so.
bool hasConditionalLastprivate(const llvm::Function &microtask);

} // namespace tactus

#endif // TACTUS_COMPILER_MODEL_MICROTASK_H
