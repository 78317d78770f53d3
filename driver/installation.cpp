//===- installation.cpp - where the parts of Tactus are ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "installation.h"

#include "config.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <sys/auxv.h>

namespace tactus::driver {

namespace {

std::filesystem::path findCompiler(const char *variable, const char *atBuild, const char *name) {
  if (const char *chosen = std::getenv(variable); chosen && *chosen)
    return chosen;
  std::error_code ignored;
  if (std::filesystem::exists(atBuild, ignored))
    return atBuild;
  // Built on one machine and installed on another: leave the search to execvp.
  return name;
}

} // namespace

/// The folder below lib/ of what is linked for another processor than this one; empty for this one.
static std::filesystem::path folderOf(std::string_view target) {
#if defined(__aarch64__)
  return target.starts_with("x86_64-") ? "x86_64-linux-gnu" : "";
#else
  return target.starts_with("aarch64-") || target.starts_with("arm64-") ? "aarch64-linux-gnu" : "";
#endif
}

Installation findInstallation(std::string_view target) {
  std::error_code error;
  std::filesystem::path executable = std::filesystem::read_symlink("/proc/self/exe", error);
  // Without /proc, as in a plain chroot, by the name under which this was started.
  if (error)
    executable = std::filesystem::canonical(reinterpret_cast<const char *>(getauxval(AT_EXECFN)), error);
  Installation found;
  // Without either the parts are looked for beside the current folder, and clang then says which file is missing.
  found.prefix = error ? std::filesystem::path("..") : executable.parent_path().parent_path();
  found.include = found.prefix / "include";
  found.library = found.prefix / "lib";
  found.plugin = found.library / "TactusPlugin.so";
  found.cilkPlugin = found.library / "TactusCilk.so";
  if (std::filesystem::path folder = folderOf(target); !folder.empty()) {
    found.library /= folder;
    found.isForeign = true;
  }
  found.staticRuntime = found.library / "libtactus.a";
  found.staticSplice = found.library / "libtactus_splice.a";
  found.runtimeFolder = found.library / "tactus";
  found.openmpRuntimes = found.runtimeFolder / "openmp";
  found.staticOpenMP = found.library / "tactus";
  found.openmpWrappers = found.library / "tactus" / "libtactus_openmp.a";
  found.openmpWrapOptions = found.library / "tactus" / "openmp.wrap";
  found.openmpExports = found.library / "tactus" / "libtactus_openmp_exports.a";
  found.gompExports = found.library / "tactus" / "libtactus_gomp_exports.a";
  found.openmpExportOptions = found.library / "tactus" / "openmp.export";
  found.clang = findCompiler("TACTUS_CLANG", TACTUS_DEFAULT_CLANG, "clang-" TACTUS_LLVM_MAJOR);
  found.flang = findCompiler("TACTUS_FLANG", TACTUS_DEFAULT_FLANG, TACTUS_FLANG_NAME);
  return found;
}

bool hasStaticOpenMP(const Installation &installation, const std::vector<std::string> &folders) {
  std::error_code ignored;
  auto hasArchive = [&](const std::filesystem::path &folder) {
    return std::filesystem::exists(folder / "libomp.a", ignored);
  };
  // /usr/bin/clang-N is a link into LLVM's own tree, where clang adds lib/ to the linker's folders.
  std::filesystem::path clang = std::filesystem::canonical(installation.clang, ignored);
  if (!clang.empty() && hasArchive(clang.parent_path().parent_path() / "lib"))
    return true;
  if (std::ranges::any_of(folders, hasArchive))
    return true;
  return std::ranges::any_of(
      std::array{"/usr/local/lib", "/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib", "/lib"}, hasArchive);
}

} // namespace tactus::driver
