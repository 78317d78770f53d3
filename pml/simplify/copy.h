//===- copy.h - copies of code, and where code returns to -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_SIMPLIFY_COPY_H
#define TACTUS_PML_SIMPLIFY_COPY_H

#include "pml/core/program.h"

#include <unordered_map>

namespace tactus::pml::simplifying {

using Substitution = std::unordered_map<const core::Value *, core::Value *>;

/// A copy of a function's body in which the parameters are replaced; all that it defines is new.
[[nodiscard]] core::Block *copyBody(core::Program &program, const core::Function &function,
                                    const core::Values &arguments);
/// The same for a call: what is copied remembers of what, and how the call came where it is.
[[nodiscard]] core::Block *copyForCall(core::Program &program, const core::Function &function,
                                       const core::Values &arguments, const core::Copied *site, Place call);
/// What is of the library, and now a part of the program for this call of it, is where the call is: who reads of an
/// exception knows that line.
void attribute(const core::Program &program, core::Block &block, Place call);

/// Joins by the functions that they were.
using JoinOf = std::unordered_map<const core::Function *, core::Join *>;

/// Makes the body of a function code of another one: what it returns goes to a join, and calls of some functions are
/// jumps. Without the join, it returns from the other function.
void retarget(core::Program &program, core::Block &block, core::Join *next, const JoinOf &joins);

/// A join whose parameters are the results of a call.
[[nodiscard]] core::Join *joinForResults(core::Program &program, const core::Values &results);

} // namespace tactus::pml::simplifying

#endif
