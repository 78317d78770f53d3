//===- ThreadIdentity.h - which code depends on the thread that runs it --------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A loop whose code asks for its thread number, reaches a thread-local variable or changes how its thread rounds keeps
// its meaning on threads only. The search follows direct calls to code in this module; what lies beyond is answered by
// the runtime (see the guide).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_ANALYSIS_THREADIDENTITY_H
#define TACTUS_COMPILER_ANALYSIS_THREADIDENTITY_H

#include "model/ParallelLoop.h"
#include "model/Reasons.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <memory>
#include <optional>

namespace tactus {

/// Questions about the team as a whole, which all of its threads get the same answer to: a loop's iterations may not
/// ask them, as the loop may be a region by itself; code beside a region's loops may.
enum class TeamQueries { Refused, Allowed };

/// Is this one of OpenMP's functions that tell all threads of a team the same?
bool isTeamQuery(llvm::StringRef name);

/// Does the instruction reach a thread-local variable, other than libtactus' own and clang's helpers?
bool isThreadLocalAccess(const llvm::Instruction &instruction);

/// The functions of the module that may change how their thread rounds, by themselves or by what they name.
llvm::SmallPtrSet<const llvm::Function *, 8> floatControlChangers(const llvm::Module &module);

/// Why the meaning of the function, or of what it calls directly, depends on its thread; nothing if it does not.
std::optional<Reason> threadDependence(llvm::Function &root, TeamQueries queries = TeamQueries::Refused);

} // namespace tactus

#endif // TACTUS_COMPILER_ANALYSIS_THREADIDENTITY_H
