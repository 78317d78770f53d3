//===- installation.h - where the parts of Tactus are --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The build tree and an installed tree have the same layout, and nothing in it knows its absolute place:
//
//   PREFIX/bin/tactus-clang        this executable, found through /proc/self/exe
//   PREFIX/lib/TactusPlugin.so     loaded into clang and lld
//   PREFIX/lib/libtactus.{so,a}    linked to converted programs
//   PREFIX/include/tactus/         public headers
//
// So a tree can be moved, or staged elsewhere than where it will live.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DRIVER_INSTALLATION_H
#define TACTUS_DRIVER_INSTALLATION_H

#include <filesystem>

namespace tactus::driver {

struct Installation {
  std::filesystem::path prefix;
  std::filesystem::path include;
  std::filesystem::path library;
  std::filesystem::path plugin;
  std::filesystem::path staticRuntime;
  /// The clang to run: TACTUS_CLANG, or the one that Tactus was built with, or clang-19 from PATH.
  std::filesystem::path clang;
};

/// The tree that the running executable belongs to.
[[nodiscard]] Installation findInstallation();

} // namespace tactus::driver

#endif // TACTUS_DRIVER_INSTALLATION_H
