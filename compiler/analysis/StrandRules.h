//===- StrandRules.h - which regions may run as teams of strands ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A team of our own has what a team of libomp's has: threads with numbers, real barriers, loops that go by their
// schedules. So the only question is whether all that a region asks of the runtime is there (abi/team_functions.def),
// or does not depend on the team (critical, locks, nested regions). docs/decisions/0037 says what else counts.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_ANALYSIS_STRANDRULES_H
#define TACTUS_COMPILER_ANALYSIS_STRANDRULES_H

#include "model/Blocker.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Instructions.h"

namespace tactus {

/// Is this a function of libomp's that members of a team ask libtactus for?
bool isTeamFunction(llvm::StringRef name);

/// Why the region must stay with libomp; empty if it may run as strands. Looks at what the region calls, too.
Blockers blockersOfStrands(const llvm::CallInst &fork);

/// The same, of one instruction of what runs in the region.
bool needsLibomp(const llvm::Instruction &instruction);

/// Does the microtask, or a region of one thread inside of it, need libomp's number of the thread?
bool needsLibompNumber(const llvm::Function &microtask);

/// The functions that run when the root does: what is called by name, but no microtasks and no tasks.
llvm::SmallVector<const llvm::Function *, 8> reachedFunctions(const llvm::Function &root);

/// Does the instruction reach a thread-local variable of the program's?
bool touchesThreadLocal(const llvm::Instruction &instruction);

/// Does any function of the module reach a thread-local variable of the program's?
bool reachesThreadLocals(const llvm::Module &module);

/// Does any function of the module ask for places of threads, or for their processors?
bool asksForPlaces(const llvm::Module &module);
/// Does `root`, or what it reaches in the module?
bool asksForPlaces(llvm::Function &root);

/// Does the instruction call code of another file?
bool callsOtherFile(const llvm::Instruction &instruction,
                    llvm::function_ref<llvm::TargetLibraryInfo &(llvm::Function &)> libraryInfo);

/// What libtactus must know of a region, or of any function with what it calls: abi::TeamFlags. `libraryInfo` knows
/// which functions of other files are the C library's.
uint32_t teamFlagsOf(llvm::Function &root, llvm::function_ref<llvm::TargetLibraryInfo &(llvm::Function &)> libraryInfo);

} // namespace tactus

#endif // TACTUS_COMPILER_ANALYSIS_STRANDRULES_H
