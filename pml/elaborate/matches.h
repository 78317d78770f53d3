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

/// How what is found is reported.
struct MatchReports {
  Annotations::Severity nonexhaustive = Annotations::Severity::Warn, redundant = Annotations::Severity::Warn;
  /// Whether it counts that rules leave out exceptions.
  bool wantsExceptions = true;
};

/// Reports rules that no value reaches, and, with an example, values that no rule matches.
/// \param patterns of rules in their order; types are known by now.
/// \param notExhaustive the message; null if the rules may leave values out.
void checkMatch(const std::vector<const typed::Pattern *> &patterns, const char *notExhaustive, Place place,
                Diagnostics &diagnostics, MatchReports reports);

} // namespace tactus::pml

#endif
