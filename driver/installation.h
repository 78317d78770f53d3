//===- installation.h - where the parts of Tactus are --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The build tree and an installed tree have the same layout, and nothing in it knows its absolute place:
//
//   PREFIX/bin/tactus-clang        this executable, found through /proc/self/exe
//   PREFIX/lib/TactusPlugin.so     loaded into clang and lld
//   PREFIX/lib/libtactus.{so,a}    linked to converted programs
//   PREFIX/lib/tactus/openmp/      OpenMP runtimes that are Tactus
//   PREFIX/lib/tactus/libomp.a     for static links where the system has no static libomp
//   PREFIX/include/tactus/         public headers
//   PREFIX/share/tactus/bench/     what tactus bench runs
//
// So a tree can be moved, or staged elsewhere than where it will live.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DRIVER_INSTALLATION_H
#define TACTUS_DRIVER_INSTALLATION_H

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tactus::driver {

struct Installation {
  std::filesystem::path prefix;
  std::filesystem::path include;
  std::filesystem::path library;
  std::filesystem::path plugin;
  /// In clang itself: finds the ends of Cilk's spawned calls, and rewrites what has #pragma splice.
  std::filesystem::path cilkPlugin;
  std::filesystem::path staticRuntime;
  /// The library behind #pragma splice, which a program may do without.
  std::filesystem::path staticSplice;
  /// Where programs find the shared runtime, and no other shared library.
  std::filesystem::path runtimeFolder;
  /// Where Tactus' own OpenMP runtimes are.
  std::filesystem::path openmpRuntimes;
  /// The folder of the archive libomp.a, which is that runtime for programs with a static libtactus.
  std::filesystem::path staticOpenMP;
  /// What redirects OpenMP's functions in objects of other compilers (openmp_wrapper.h): an archive and linker options.
  std::filesystem::path openmpWrappers;
  std::filesystem::path openmpWrapOptions;
  /// The same in shared libraries of other compilers (openmp_exports.c).
  std::filesystem::path openmpExports;
  std::filesystem::path openmpExportOptions;
  /// And for constructs of GCC's (gomp_wrapper.h).
  std::filesystem::path gompExports;
  /// The clang to run: TACTUS_CLANG, or the one that Tactus was built with, or clang-N of the same version from PATH.
  std::filesystem::path clang;
  /// The same for Fortran, by TACTUS_FLANG.
  std::filesystem::path flang;
  /// For another processor than this one: libtactus alone.
  bool isForeign = false;
};

/// True if a linker that looks into `folders` as well finds a static libomp beside clang or on the system.
[[nodiscard]] bool hasStaticOpenMP(const Installation &installation, const std::vector<std::string> &folders);

/// The tree that the running executable belongs to. What is linked for another processor, which `target` names as clang
/// does, is in a folder of libraries by its name.
[[nodiscard]] Installation findInstallation(std::string_view target = {});

} // namespace tactus::driver

#endif // TACTUS_DRIVER_INSTALLATION_H
