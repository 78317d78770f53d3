//===- constructs.h - what the compiler did with each construct -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TRACE_CONSTRUCTS_H
#define TACTUS_TRACE_CONSTRUCTS_H

#include <map>
#include <string>
#include <vector>

namespace tactus::trace {

/// An entry of the compiler's report.
struct Construct {
  /// "loop", "cilk_for", "task" or "region".
  std::string kind;
  std::string file, function;
  unsigned line = 0, column = 0;
  bool isConverted = false;
  /// How it was lowered, or why it was not converted.
  std::string text;
  /// Why it was not converted, and what it needs threads or libomp for: the compiler's reasons, one by one, each once.
  std::vector<std::string> reasons;
  /// Of what was not converted, what became of it if it was not left to libomp; else empty.
  std::string otherwise;

  bool operator==(const Construct &) const = default;
};

/// Appends what a report says that is not there yet: a file that -ftactus-report= has written, or a program, library or
/// object that carries it (embedded_report.h). Returns what went wrong, or nothing.
[[nodiscard]] std::string readCompileReport(const std::string &path, std::vector<Construct> &constructs);

/// The lines of the sources that constructs are in, with some around them, by file and line. `folders` are looked
/// through for relative names; sources that cannot be read are left out.
using SourceLines = std::map<std::string, std::map<unsigned, std::string>>;
[[nodiscard]] SourceLines readSources(const std::vector<Construct> &constructs,
                                      const std::vector<std::string> &folders);

} // namespace tactus::trace

#endif // TACTUS_TRACE_CONSTRUCTS_H
