//===- report.h - the page about one run ----------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// One HTML file without anything from elsewhere: page/report.html with its style, its script, and the data as JSON.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TRACE_REPORT_H
#define TACTUS_TRACE_REPORT_H

#include "constructs.h"
#include "recording.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace tactus::trace {

struct ReportInput {
  const Recording &recording;
  std::vector<Construct> constructs;
  SourceLines sources;
  /// Of the program's tasks (analyze/command.h); null if there is none.
  nlohmann::ordered_json analysis;
};

/// The page's text.
[[nodiscard]] std::string makeReport(const ReportInput &input);

} // namespace tactus::trace

#endif // TACTUS_TRACE_REPORT_H
