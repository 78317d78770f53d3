//===- ThreadIdentity.h - which code depends on the thread that runs it --------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A loop whose code asks for its thread number or reaches a thread-local variable keeps its meaning only on libomp. The
// search follows direct calls to code in this module; what lies beyond is answered by the runtime (see the guide).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_ANALYSIS_THREADIDENTITY_H
#define TACTUS_COMPILER_ANALYSIS_THREADIDENTITY_H

#include "raise/ParallelLoop.h"
#include "raise/Reasons.h"
#include <memory>
#include <optional>

namespace tactus {

/// Why the meaning of the function, or of what it calls directly, depends on its thread; nothing if it does not.
std::optional<Reason> threadDependence(llvm::Function &root);

/// Gives each loop whose code depends on its thread the reason why it is not converted.
void refuseThreadDependentLoops(llvm::ArrayRef<std::unique_ptr<ParallelLoop>> loops);

} // namespace tactus

#endif // TACTUS_COMPILER_ANALYSIS_THREADIDENTITY_H
