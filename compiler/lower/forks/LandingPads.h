//===- LandingPads.h - what keeps the landing pads of forks --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_FORKS_LANDINGPADS_H
#define TACTUS_COMPILER_LOWER_FORKS_LANDINGPADS_H

#include "analysis/PromotionReach.h"
#include "llvm/IR/Module.h"

namespace tactus {

/// The personality routine that the function has, or should get where it needs one: C++'s if there is C++ in its
/// module.
llvm::Constant *personalityFor(llvm::Function &function);

/// After all forks of the module are lowered, and `reach` is known: keeps LLVM from finding that first branches which
/// may reach a promotion point throw nothing; or all of them, where any may be promoted while they run.
void keepLandingPads(llvm::Module &module, const PromotionReach &reach);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_FORKS_LANDINGPADS_H
