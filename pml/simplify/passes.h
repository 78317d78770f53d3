//===- passes.h - the passes over core --------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Each returns whether it has changed anything. All but the first two want a census that is up to date.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_SIMPLIFY_PASSES_H
#define TACTUS_PML_SIMPLIFY_PASSES_H

#include "growth.h"

namespace tactus::pml::simplifying {

/// Arrays and vectors of tuples have their fields in place.
bool flattenElements(core::Program &program);
/// Takes recursive groups apart into the smallest ones.
bool splitGroups(core::Program &program);
/// A function that returns a function gets all arguments at once where it can.
bool uncurry(core::Program &program);
/// Parameters of recursive functions that are functions and never change are taken out of the recursion.
bool takeOutStaticArguments(core::Program &program);
/// Known operations, choices and jumps are done; small functions are inlined.
bool reduce(core::Program &program, Growth &growth);
bool contify(core::Program &program);

} // namespace tactus::pml::simplifying

#endif
