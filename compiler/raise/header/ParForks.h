//===- ParForks.h - from the header's forks to potentially parallel calls -------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// <tactus/tactus.hpp> compiled by tactus-clang++ marks each fork by a call,
//
//     record = __tactus_fork(descriptor, environment, branch, context)
//
// which calls branch(context) while descriptor->run(environment) may run elsewhere. Raising makes of it a call of what
// the user wrote, with values for an environment:
//
//   inline      the header's scaffolding, which is always_inline, into the function that forks
//   peel        branch(context) → the lambda → the one call in it: `par([&] { return f(n); }, …)` forks at f itself
//   scalarise   pointers to closures and to captured variables → the values behind them, where nobody can change them
//               before the task reads them (ForkEnvironment.h)
//
// Lowering is somebody else's (lower/forks/ForkLowering.h). Without optimisation the second and third step are left
// out.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_HEADER_PARFORKS_H
#define TACTUS_COMPILER_RAISE_HEADER_PARFORKS_H

#include "llvm/IR/PassManager.h"

namespace tactus {

/// Does the module contain the header's forks?
bool hasForkMarkers(const llvm::Module &module);

/// Makes marks of all of them (model/ForkMarks.h), with a remark for each. Calls that may reach a promotion point have
/// their bundles already: inlining them keeps what is latent around them visible.
void raiseForkMarkers(llvm::Module &module, llvm::FunctionAnalysisManager &analyses);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_HEADER_PARFORKS_H
