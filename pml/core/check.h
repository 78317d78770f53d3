//===- check.h - whether a core program is well-formed ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_CORE_CHECK_H
#define TACTUS_PML_CORE_CHECK_H

#include "program.h"

namespace tactus::pml::core {

/// The first things that are wrong: variables and joins out of scope, arguments of wrong types, blocks without an end.
/// For tests of passes.
[[nodiscard]] std::vector<std::string> check(const Program &program);

} // namespace tactus::pml::core

#endif
