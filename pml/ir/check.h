//===- check.h - the type checker of the PCall IR ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_IR_CHECK_H
#define TACTUS_PML_IR_CHECK_H

#include "pml/ir/ir.h"

namespace tactus::pml::ir {

/// What is wrong with a program, one line each: `@f, ^block, statement 2: …`. Empty if it is well-formed: then it
/// cannot go wrong, but for `field`, `payload`, `sub` and `update`, whose promises (ir.h) are those of whoever wrote
/// them.
///
/// Besides types it looks for: one definition for each variable, which dominates its uses; every call of a function or
/// block with the arguments that it takes; cases that cover their variant; and pcalls in the shape that §3.2 gives
/// them: spwn calls one function and sets what that returns, sync does nothing but to get it.
[[nodiscard]] std::vector<std::string> check(const Program &program);

/// Whether some function is called `main`, without parameters and results.
[[nodiscard]] std::optional<uint32_t> findMain(const Program &program);

/// Functions that the runtime calls by their names, of which a program need not have any. The first gets an exception
/// that nobody handles; the others take nothing (pml/runtime/interface.h).
inline constexpr std::string_view FailureFunction = "main.failure", InterruptFunction = "main.interrupt",
                                  CoroutineFunction = "main.coroutine";
inline constexpr std::string_view EntryFunctions[] = {FailureFunction, InterruptFunction, CoroutineFunction};
[[nodiscard]] std::optional<uint32_t> findEntry(const Program &program, std::string_view name);

} // namespace tactus::pml::ir

#endif // TACTUS_PML_IR_CHECK_H
