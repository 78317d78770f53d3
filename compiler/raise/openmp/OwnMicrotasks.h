//===- OwnMicrotasks.h - a microtask for each fork ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Whatever copies a function copies its forks, and both forks then name one microtask: a region's copy for its serial
// side, versions of a loop, inlined functions. A slice replaces the microtask of one fork, so a shared microtask cannot
// be converted. Here each fork but the first gets a copy:
//
//   f:   __kmpc_fork_call(@inner)                  f:   __kmpc_fork_call(@inner)
//   f2:  __kmpc_fork_call(@inner)            ->    f2:  __kmpc_fork_call(@inner.1)
//        else inner(...)                                else inner.1(...)
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_OPENMP_OWNMICROTASKS_H
#define TACTUS_COMPILER_RAISE_OPENMP_OWNMICROTASKS_H

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace tactus {

/// A copy that is marked as another version (Microtask.h). What is forked in it is shared with the original.
llvm::Function *copyMicrotask(llvm::Function &microtask);

/// Copies every microtask of this module that is forked from several places, and those that stand in the copies.
/// Regions that contain themselves stay shared.
void separateSharedMicrotasks(llvm::Module &module);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_OPENMP_OWNMICROTASKS_H
