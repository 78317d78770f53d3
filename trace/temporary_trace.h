//===- temporary_trace.h - a trace that a command makes for itself --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TRACE_TEMPORARY_TRACE_H
#define TACTUS_TRACE_TEMPORARY_TRACE_H

#include "temporary_folder.h"

#include <string>

namespace tactus::trace {

/// In a folder of its own, which goes away with the object.
class TemporaryTrace {
  driver::TemporaryFolder folder;

public:
  /// Why there is no room for it, in one line; empty if there is.
  [[nodiscard]] std::string problem() const { return folder.exists() ? "" : folder.problem(); }
  /// For TACTUS_TRACE. The program may change its folder.
  [[nodiscard]] std::string path() const { return std::filesystem::absolute(folder.path() / "trace.json").string(); }
};

} // namespace tactus::trace

#endif // TACTUS_TRACE_TEMPORARY_TRACE_H
