//===- embedded_report.h - the compiler's report in a program's own file --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// tactus-clang writes what became of each construct into a section that is not loaded (compiler/Remarks.cpp). The
// linker puts the sections of all objects together: lines of JSON, each ended by a zero byte, none of them twice.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TRACE_EMBEDDED_REPORT_H
#define TACTUS_TRACE_EMBEDDED_REPORT_H

#include <optional>
#include <string>
#include <vector>

namespace tactus::trace {

/// The lines of the report in a program, a library or an object: none if it has no report. Nothing if the file cannot
/// be read or is no such file.
[[nodiscard]] std::optional<std::vector<std::string>> readEmbeddedReport(const std::string &path);

} // namespace tactus::trace

#endif // TACTUS_TRACE_EMBEDDED_REPORT_H
