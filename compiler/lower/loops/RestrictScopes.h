//===- RestrictScopes.h - restrict pointers in outlined loops ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A `restrict` parameter is an argument with `noalias`, which says nothing any more where clang has outlined a loop: a
// microtask gets the address of the variable that holds the pointer. Accesses through it get alias scopes instead:
//
//   before   f(ptr noalias %a)   ... fork @microtask(&a, &b)
//            microtask(&a, &b):  store (a + i);                       load (b + i)
//   after    microtask(&a, &b):  store (a + i) !alias.scope {a};      load (b + i) !noalias {a}
//
// Proof: the pointer's uses are followed through f, its microtasks and theirs. If it is only used as an address, is
// never assigned, passed to a function or stored, then no other pointer in these functions is based on it, and
// `restrict` says that what they access is not what is accessed through it and written, as long as f runs. f does not
// return before the loop's tasks have ended, and all their accesses through it are based on it as well.
//
// Calls get no scope, and so remain what they are to alias analysis: a lock in the loop keeps what it guards in memory,
// where an argument with `noalias` would say that the call cannot reach it.
//
// Not handled: pointers that are passed on to other functions or assigned, and `restrict` on local variables, of which
// clang says nothing.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_LOOPS_RESTRICTSCOPES_H
#define TACTUS_COMPILER_LOWER_LOOPS_RESTRICTSCOPES_H

#include "model/ParallelLoop.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>

namespace tactus {

/// Gives accesses in the microtasks of converted loops the scopes of their enclosing functions' restrict pointers. To
/// be called before slices are made.
void scopeRestrictPointers(llvm::ArrayRef<std::unique_ptr<ParallelLoop>> loops);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_LOOPS_RESTRICTSCOPES_H
