//===- analysis.h - all that is found out about a program ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ANALYZE_ANALYSIS_H
#define TACTUS_ANALYZE_ANALYSIS_H

#include "analyze/parameters.h"

#include <nlohmann/json_fwd.hpp>

namespace tactus::analyze {

struct Analysis {
  std::vector<ContextResult> contexts;
  Aggregate whole;
  /// Of the thread that runs main.
  StackNeed mainStack;
  Parameters parameters;
};

/// Runs all analyses on a program that is linked.
Analysis analyse(const Program &program);

/// A table for people; the same inputs give the same text.
std::string tableOf(const Program &program, const Analysis &analysis);

/// The same for programs. `version` is raised when fields change their meaning.
nlohmann::ordered_json jsonOf(const Program &program, const Analysis &analysis);

} // namespace tactus::analyze

#endif // TACTUS_ANALYZE_ANALYSIS_H
