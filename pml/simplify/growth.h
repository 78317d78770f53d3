//===- growth.h - how much code copies may add ------------------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Decision 143. A copy of a function shows the reducer more calls that are worth a copy, and so on. Without a bound,
// code grows exponentially with the program (`twice twice twice f`, functions in records) or for ever (recursion
// through a datatype of functions). So what copies may add is linear in the size of the program, over all rounds
// together:
//
//   in a chain    a function is not copied into copies of itself more often than a few times
//   in a root     a function of the top level has an allowance, so that one that explodes takes nothing from the others
//   in all        the whole program has one
//
// A function counts as large as it is by then, with what has been copied into it. Where no more may be added, a call
// stays a call.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_SIMPLIFY_GROWTH_H
#define TACTUS_PML_SIMPLIFY_GROWTH_H

#include "pml/core/program.h"

#include <unordered_map>

namespace tactus::pml::simplifying {

/// Whether the function is a wrapper (uncurry.cpp) that is still no more than a call with all arguments. It adds
/// nothing that stays, and it and its worker are one function of the program. When its worker has been copied into it,
/// it is a function as others are.
bool isOnlyCall(const core::Function &function);

/// Keeps account of copies over all rounds, so that rounds add up to no more than one may add.
class Growth {
public:
  explicit Growth(const core::Program &program);

  /// What is copied from now on belongs to a function of the top level, or to the program's body (null).
  void enter(const core::Function *outermost);
  /// Whether a call may be replaced by a copy of the function's body. If so, the copy is accounted for.
  bool take(const core::Function &function, const core::Copied *site);

private:
  uint64_t left;
  const core::Function *root = nullptr;
  std::unordered_map<const core::Function *, uint64_t> leftOfRoots;
};

} // namespace tactus::pml::simplifying

#endif
