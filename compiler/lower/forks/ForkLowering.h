//===- ForkLowering.h - potentially parallel calls -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A fork, whatever it was raised from, is a marked call (docs/decisions/0004): the first branch, which runs now; a
// descriptor of the part that may run elsewhere, with the environment's values; and a placeholder for the record, which
// is null if nothing was promoted. Lowering makes of
//
//     x = call f(a)                      ; the first branch
//     ...
//     record = <placeholder>             ; anywhere that the call dominates
//
// the pcall of MPL §3, with the credit check that every fork pays:
//
//              credit -= weight; if (credit < 0) goto poll          ; cold
//     hot:     x1 = invoke f(a) ["deopt"(FirstBranch, n, id, id', environment)] to join unwind pad
//     poll:    r = tactus_fork_poll(descriptor, environment); if (!r) goto hot
//              x2 = invoke f(a) to join unwind coldpad               ; promoted already: nothing is latent
//     pad:     {r, selector} = landingpad
//              if (selector == 0x7ac7) x3 = what the return stub saved in *r, goto join
//              tactus_fork_unwound(); resume                         ; discards what the frame's fork was promoted to
//     coldpad: tactus_fork_discard(r); resume
//     join:    x = phi(x1, x2, x3); record = phi(null, r, r)
//
// After that everything is ordinary code, and jump threading separates the two ways.
//
// Invariants. The callee and the function around it are not `nounwind`, or LLVM drops the landing pad; a callee whose
// result comes back through the stub keeps its signature. What the environment points to escapes in the poll's block,
// so a join clobbers it. A fork's call is never inlined, so at most one fork is latent at a call, and last in its
// bundle.
//
// Not handled: nothing. A call that cannot carry a record, or whose result the stub does not save, goes through a
// thunk.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_FORKS_FORKLOWERING_H
#define TACTUS_COMPILER_LOWER_FORKS_FORKLOWERING_H

#include "model/Fork.h"
#include "llvm/IR/Module.h"

namespace tactus {

/// Replaces the call and the placeholder, as above.
void lowerFork(const Fork &fork);

/// Does the function fork, by itself?
bool hasFork(const llvm::Function &function);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_FORKS_FORKLOWERING_H
