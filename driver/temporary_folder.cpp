//===- temporary_folder.cpp - a folder that goes away with its owner -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "temporary_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace tactus::driver {

namespace {

/// Threads that are not stopped yet may put something into it while it is being removed.
void removeFolder(const std::filesystem::path &folder) {
  constexpr int MostTries = 100;
  std::error_code error;
  for (int i = 0; i < MostTries; ++i)
    if (std::filesystem::remove_all(folder, error); !error)
      return;
}

/// The system's folder, as it is written for users.
std::filesystem::path systemsFolder() {
  std::error_code error;
  std::filesystem::path place = std::filesystem::temp_directory_path(error);
  return error ? std::filesystem::path(std::getenv("TMPDIR") ? std::getenv("TMPDIR") : "/tmp") : place;
}

/// Makes a folder that is removed when a signal ends the process. 0, or why not.
int makeFolder(std::string pattern, std::filesystem::path &folder, std::optional<AtEnding> &removal) {
  EndingWaits both; // made and known
  if (!mkdtemp(pattern.data()))
    return errno;
  folder = pattern;
  removal.emplace([&folder] { removeFolder(folder); });
  return 0;
}

std::string systemsPattern() { return (systemsFolder() / "tactus-XXXXXX").string(); }

} // namespace

TemporaryFolder::TemporaryFolder() : error(makeFolder(systemsPattern(), folder, removal)) {}

TemporaryFolder::TemporaryFolder(const std::filesystem::path &place)
    : error(makeFolder((place / ".tactus-unfinished-XXXXXX").string(), folder, removal)) {}

TemporaryFolder::~TemporaryFolder() {
  if (exists())
    removeFolder(folder);
}

std::string TemporaryFolder::problem() const {
  return "no folder can be made in '" + systemsFolder().string() + "': " + std::strerror(error) +
         "; set TMPDIR to a folder of yours";
}

TemporaryFilesOfPrograms::TemporaryFilesOfPrograms() {
  if (const char *value = std::getenv("TMPDIR"))
    before = value;
  std::error_code ignored;
  if (makeFolder(std::filesystem::absolute(systemsPattern(), ignored).string(), folder, removal) == 0)
    setenv("TMPDIR", folder.c_str(), /*overwrite=*/1);
}

TemporaryFilesOfPrograms::~TemporaryFilesOfPrograms() {
  if (folder.empty())
    return;
  if (before)
    setenv("TMPDIR", before->c_str(), /*overwrite=*/1);
  else
    unsetenv("TMPDIR");
  rmdir(folder.c_str()); // if nothing is in it
}

} // namespace tactus::driver
