//===- embedded_report.h - the compiler's report in a program's own file --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// tactus-clang writes what became of each construct into a section that is not loaded (abi/embedded.h).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TRACE_EMBEDDED_REPORT_H
#define TACTUS_TRACE_EMBEDDED_REPORT_H

#include "abi/embedded.h"

#include <optional>
#include <string>
#include <vector>

namespace tactus::trace {

/// The lines of one of abi/embedded.h's sections in a program, a library or an object: none if there is no such
/// section. Nothing if the file cannot be read or is no such file.
[[nodiscard]] std::optional<std::vector<std::string>> readEmbeddedReport(const std::string &path,
                                                                         const char *section = abi::ReportSection);

} // namespace tactus::trace

#endif // TACTUS_TRACE_EMBEDDED_REPORT_H
