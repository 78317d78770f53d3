//===- census.h - how often things are used ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_SIMPLIFY_CENSUS_H
#define TACTUS_PML_SIMPLIFY_CENSUS_H

#include "pml/core/program.h"

namespace tactus::pml::simplifying {

/// Counts the uses of values, functions and joins, and finds out what is recursive. Links values to what defines them.
void takeCensus(core::Program &program);

/// Whether an operation can be left out if nobody uses its results.
[[nodiscard]] bool isDroppable(const core::Statement &statement);

/// Takes out statements, functions and joins that the last census has found unused, until there are none.
void dropUnused(core::Program &program);

} // namespace tactus::pml::simplifying

#endif
