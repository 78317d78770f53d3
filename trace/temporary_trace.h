//===- temporary_trace.h - a trace that a command makes for itself --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TRACE_TEMPORARY_TRACE_H
#define TACTUS_TRACE_TEMPORARY_TRACE_H

#include <cstdlib>
#include <filesystem>
#include <string>

namespace tactus::trace {

/// In a folder of its own, which goes away with the object.
class TemporaryTrace {
  std::filesystem::path folder;

public:
  TemporaryTrace() {
    std::string pattern = (std::filesystem::temp_directory_path() / "tactus-XXXXXX").string();
    if (mkdtemp(pattern.data()))
      folder = pattern;
  }
  TemporaryTrace(const TemporaryTrace &) = delete;
  TemporaryTrace &operator=(const TemporaryTrace &) = delete;
  ~TemporaryTrace() {
    std::error_code ignored;
    if (!folder.empty())
      std::filesystem::remove_all(folder, ignored);
  }
  /// False if there is no room for it; errno says why.
  [[nodiscard]] bool exists() const { return !folder.empty(); }
  /// For TACTUS_TRACE.
  [[nodiscard]] std::string path() const { return (folder / "trace.json").string(); }
};

} // namespace tactus::trace

#endif // TACTUS_TRACE_TEMPORARY_TRACE_H
