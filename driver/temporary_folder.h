//===- temporary_folder.h - a folder that goes away with its owner ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DRIVER_TEMPORARY_FOLDER_H
#define TACTUS_DRIVER_TEMPORARY_FOLDER_H

#include "ending.h"

#include <filesystem>
#include <optional>
#include <string>

namespace tactus::driver {

/// A new folder, which is removed with all that is in it when the object goes or a signal ends the process.
class TemporaryFolder {
  std::filesystem::path folder;
  std::optional<AtEnding> removal;
  int error;

public:
  /// Where the system keeps temporary files (TMPDIR).
  TemporaryFolder();
  /// In the folder `place`.
  explicit TemporaryFolder(const std::filesystem::path &place);
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;
  ~TemporaryFolder();

  [[nodiscard]] bool exists() const { return !folder.empty(); }
  /// Why there is none, and what to do; for a folder of the system's.
  [[nodiscard]] std::string problem() const;
  /// Why there is none, as errno has it.
  [[nodiscard]] int reason() const { return error; }
  [[nodiscard]] const std::filesystem::path &path() const { return folder; }
};

/// While it lives, programs that are started have their temporary files (TMPDIR) in a folder that goes away if a signal
/// ends this process: compilers leave them then. What else they leave stays, as a compiler that has crashed says where
/// it is.
class TemporaryFilesOfPrograms {
  std::optional<std::string> before;
  std::filesystem::path folder;
  std::optional<AtEnding> removal;

public:
  TemporaryFilesOfPrograms();
  TemporaryFilesOfPrograms(const TemporaryFilesOfPrograms &) = delete;
  TemporaryFilesOfPrograms &operator=(const TemporaryFilesOfPrograms &) = delete;
  ~TemporaryFilesOfPrograms();
};

} // namespace tactus::driver

#endif // TACTUS_DRIVER_TEMPORARY_FOLDER_H
