//===- Places.h - the memory that a value is read from -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The arguments of a call, as in `f(u[step & 1], grid->cells)`, are read where the call stands. If each place in memory
// that they are read from can be named, the code need not wait for everything, but only for what writes there.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_SPLICE_PLACES_H
#define TACTUS_COMPILER_SPLICE_PLACES_H

#include "Accesses.h"

namespace tactus::splice {

using Places = llvm::SmallVector<clang::Expr *, 4>;

/// Adds the places in memory that the value is read from, those first that others are computed from. They cannot be
/// named, because it is not certain that they are read, or computing them changes something: false.
bool addPlaces(clang::Expr *value, const Variables &shared, Places &places);

} // namespace tactus::splice

#endif // TACTUS_COMPILER_SPLICE_PLACES_H
