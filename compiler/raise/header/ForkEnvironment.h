//===- ForkEnvironment.h - the values that a fork records ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A fork is raised with an environment of pointers: to the second branch's closure, whose fields are pointers to what
// it captured. Here they become values, one level at a time:
//
//     before   closure = {&n};  values(&closure)            run: load(load(load(environment[0]))) → n
//     then     values(&n)                                   run: load(load(environment[0]))
//     then     values(n)                                    run: load(environment[0])
//
// A word is replaced by what it points to if it points to a local variable of the function that forks, `run` only reads
// behind it, and the variable is private: nothing but the function itself and what is recorded for tasks knows its
// address. While the fork is latent the function waits in its first branch, so nobody can write the variable, and what
// is read at the fork is what the task would read. A variable that the task writes, or passes on, is left where it is.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_HEADER_FORKENVIRONMENT_H
#define TACTUS_COMPILER_RAISE_HEADER_FORKENVIRONMENT_H

#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace tactus {

/// The call that keeps a fork's values while they are optimised: name(values…), just before the first branch.
inline constexpr const char *ForkValuesName = "tactus.fork.values";

/// One step for one fork. `run` belongs to this fork alone: void(ptr environment, ptr result). Replaces `values` by a
/// call with the new values if anything has changed, and says so.
bool scalariseEnvironment(llvm::CallInst *&values, llvm::Function &run);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_HEADER_FORKENVIRONMENT_H
