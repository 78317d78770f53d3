//===- installation.cpp - where the parts of Tactus are ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "installation.h"

#include "config.h"

#include <cstdlib>

namespace tactus::driver {

namespace {

std::filesystem::path findClang() {
  if (const char *chosen = std::getenv("TACTUS_CLANG"); chosen && *chosen)
    return chosen;
  std::error_code ignored;
  if (std::filesystem::exists(TACTUS_DEFAULT_CLANG, ignored))
    return TACTUS_DEFAULT_CLANG;
  // Built on one machine and installed on another: leave the search to execvp.
  return "clang-19";
}

} // namespace

Installation findInstallation() {
  std::error_code error;
  std::filesystem::path executable = std::filesystem::read_symlink("/proc/self/exe", error);
  Installation found;
  // Without /proc the parts are looked for beside the current folder, and clang then says which file is missing.
  found.prefix = error ? std::filesystem::path("..") : executable.parent_path().parent_path();
  found.include = found.prefix / "include";
  found.library = found.prefix / "lib";
  found.plugin = found.library / "TactusPlugin.so";
  found.staticRuntime = found.library / "libtactus.a";
  found.clang = findClang();
  return found;
}

} // namespace tactus::driver
