//===- matches.h - which values rules do not match, and which rules are never used -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_ELABORATE_MATCHES_H
#define TACTUS_PML_ELABORATE_MATCHES_H

#include "pml/source/diagnostics.h"
#include "typed.h"

namespace tactus::pml {

/// Warns of rules that no value reaches, and, with an example, of values that no rule matches.
/// \param patterns of rules in their order; types are known by now.
/// \param notExhaustive the warning; null if the rules may leave values out.
void checkMatch(const std::vector<const typed::Pattern *> &patterns, const char *notExhaustive, Place place,
                Diagnostics &diagnostics);

} // namespace tactus::pml

#endif
