//===- ForkPeeling.h - the one call in a thunk ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     call branch(&closure)          →     closure's fields, arithmetic
//     branch → invoke → lambda → f(n - 1)  call f(n - 1)
//
// A first branch that makes just one call need not be a function of its own. What stands before the call then runs
// before the fork, what stands after it between the first branch and the join; neither contains a call, nor throws, so
// neither can be told from where it was. Small functions of others, such as std::unique_ptr's, are inlined first.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_HEADER_FORKPEELING_H
#define TACTUS_COMPILER_RAISE_HEADER_FORKPEELING_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

namespace tactus {

/// May the body of the callee take the place of the call, as far as attributes are concerned? Not if either is compiled
/// without optimisation, or if the callee calls itself.
bool canInline(const llvm::CallBase &call);

/// Inlines all calls of functions that are always to be inlined: those of the header, above all. Functions that
/// `isCalled` holds of are not inlined, although a call says so.
void inlineScaffolding(llvm::Function &function, llvm::function_ref<bool(const llvm::Function &)> isCalled = {});

/// Inlines the callee as long as it has just one call; returns the call that is left.
llvm::CallBase *peel(llvm::CallBase *call);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_HEADER_FORKPEELING_H
