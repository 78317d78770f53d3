//===- temporary_folder.h - a folder that goes away ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DRIVER_TEMPORARY_FOLDER_H
#define TACTUS_DRIVER_TEMPORARY_FOLDER_H

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>

namespace tactus::driver {

/// A folder that goes away with this object. It is where TMPDIR says, and nowhere else: TMPDIR may name no folder.
class TemporaryFolder {
  std::filesystem::path folder;
  std::string problem;

public:
  explicit TemporaryFolder(const std::string &name) {
    const char *chosen = std::getenv("TMPDIR");
    std::filesystem::path place = chosen && *chosen ? chosen : "/tmp";
    std::string pattern = (place / (name + "-XXXXXX")).string();
    if (mkdtemp(pattern.data()))
      folder = pattern;
    else
      problem = "no folder can be made in '" + place.string() + "': " + std::strerror(errno) +
                "; set TMPDIR to a folder of yours";
  }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    if (exists())
      std::filesystem::remove_all(folder, ignored);
  }

  [[nodiscard]] bool exists() const { return problem.empty(); }
  /// Why it does not exist, and what to do; empty if it does.
  [[nodiscard]] const std::string &whyNot() const { return problem; }
  [[nodiscard]] const std::filesystem::path &path() const { return folder; }
};

} // namespace tactus::driver

#endif // TACTUS_DRIVER_TEMPORARY_FOLDER_H
