//===- SyncScopes.h - blocks of C++ that end with a sync ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A function waits for what it has spawned where it returns, which the passes see. In C++ that is too late for some
// blocks, which no macro of <cilk/cilk.h> can see either:
//
//   ~S() { cilk_spawn use(member); }             members and bases die before the function returns
//   S() { cilk_spawn thrower(); }                 an exception of the spawned call must find them alive
//   try { cilk_spawn thrower(); } catch (...)     its exceptions are for these handlers
//
//   return C(1);                                  an exception behind it would have to destroy the object: clang 19 has
//                                                 no code that does
//
// So a block of the first three that spawns gets the variable of a cilk_scope, as its first statement. A try block that
// spawns or syncs also gets a sync before it: what was spawned outside must not throw inside. In a function that spawns
// and returns an object, a sync stands before each `return`; where no spawned call may throw, passes remove it.
//
// Syntax trees are changed when clang has finished a function, before code is generated for it. Templates are left
// alone; their instances are seen.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_CILK_SYNCSCOPES_H
#define TACTUS_COMPILER_CILK_SYNCSCOPES_H

#include "clang/AST/ASTConsumer.h"
#include <memory>

namespace tactus {

std::unique_ptr<clang::ASTConsumer> addSyncScopes();

} // namespace tactus

#endif // TACTUS_COMPILER_CILK_SYNCSCOPES_H
