//===- command.cpp - the clang command line that Tactus runs -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "command.h"

#include <filesystem>
#include <initializer_list>
#include <string_view>

namespace tactus::driver {

namespace {

using Arguments = std::vector<std::string>;

void append(Arguments &arguments, std::initializer_list<std::string> more) { arguments.insert(arguments.end(), more); }

/// Through -Xclang or -Xflang, because the driver hands a plain -mllvm on to the linker of an LTO build, which has no
/// plugin yet when it reads its options.
void appendPluginOptions(Arguments &flags, const Options &options, const std::string &toFrontEnd) {
  auto pass = [&](const std::string &option) { append(flags, {toFrontEnd, "-mllvm", toFrontEnd, option}); };
  if (options.verify)
    pass("-tactus-verify");
  if (options.checkEffects)
    pass("-tactus-check-effects");
  if (options.interrupts)
    pass("-tactus-beat-interrupt");
  if (options.reproducible)
    pass("-tactus-reproducible");
  if (options.lto)
    pass("-tactus-linker-optimises");
  if (options.report)
    pass("-tactus-report=" + *options.report);
}

/// Flang has no -Rpass= that makes it track locations, but says them to OpenMP's constructs where it writes lines. The
/// user's own -g comes later and wins.
Arguments fortranFlags(const Options &options, const Installation &installation, bool converts) {
  Arguments flags;
  if (!converts || !options.compiles)
    return flags;
  const std::string plugin = installation.plugin.string();
  append(flags, {"-fpass-plugin=" + plugin, "-Xflang", "-load", "-Xflang", plugin, "-gline-tables-only"});
  appendPluginOptions(flags, options, "-Xflang");
  return flags;
}

Arguments compileFlags(const Options &options, const Installation &installation, bool converts) {
  if (options.language == Language::Fortran)
    return fortranFlags(options, installation, converts);
  Arguments flags{"--start-no-unused-arguments", "-isystem", installation.include.string()};
  // In front of the system's folders, where oneTBB's own headers are.
  if (options.tbb)
    append(flags, {"-isystem", (installation.include / "tactus" / "tbb").string()});
  if (converts) {
    const std::string plugin = installation.plugin.string();
    append(flags,
           {"-fpass-plugin=" + plugin,
            // Loads the plugin early as well, so that clang knows its -mllvm options and its code generator passes.
            "-Xclang", "-load", "-Xclang", plugin,
            // Any pattern makes clang track source locations without emitting debug information; they end up in the
            // descriptions of OpenMP constructs, which is how remarks and counters name loops. This one matches no
            // pass, and the user's own comes later and wins. (-Rpass-analysis would also let analyses speak that speak
            // of forced loops only.)
            "-Rpass=^tactus-source-locations$",
            // tactus analyze adds frames up. The user's own flag comes later and wins.
            "-fstack-size-section"});
    // <tactus/tactus.hpp> leaves its forks to the plugin.
    if (options.forks)
      flags.emplace_back("-D__TACTUS_FORKS__");
    // Without it, <cilk/cilk.h> gives the serial elision.
    std::error_code ignored;
    if (options.forks && std::filesystem::exists(installation.cilkPlugin, ignored))
      flags.push_back("-fplugin=" + installation.cilkPlugin.string());
    appendPluginOptions(flags, options, "-Xclang");
    if (options.interrupts && options.forks)
      flags.emplace_back("-D__TACTUS_INTERRUPTS__");
  }
  flags.emplace_back("--end-no-unused-arguments");
  return flags;
}

/// Of several patterns clang heeds the last, so ours goes together with the user's.
std::string remarkFlag(const std::string &flag, const std::string &users) {
  return flag + (users.empty() ? "tactus" : "(" + users + ")|tactus");
}

/// What has to come after the user's flags of the same kind.
void appendRemarkFlags(Arguments &arguments, const Options &options) {
  if (!options.remarks && !options.missedRemarks)
    return;
  bool isClang = options.language != Language::Fortran;
  if (isClang)
    arguments.emplace_back("--start-no-unused-arguments");
  if (options.remarks)
    arguments.push_back(remarkFlag("-Rpass=", options.remarkPattern));
  if (options.missedRemarks)
    arguments.push_back(remarkFlag("-Rpass-missed=", options.missedRemarkPattern));
  // Remarks about accesses name the array.
  if (options.missedRemarks && isClang)
    arguments.emplace_back("-fno-discard-value-names");
  if (isClang)
    arguments.emplace_back("--end-no-unused-arguments");
}

/// Whether -fuse-ld=NAME or --ld-path=PATH is LLVM's linker.
bool isLLD(std::string_view linker) {
  std::string_view name = linker.substr(linker.rfind('/') + 1);
  return name.starts_with("lld") || name.starts_with("ld.lld");
}

bool usesSharedRuntime(const Options &options) {
  return options.links && !options.linksNoLibraries && !options.linksStatically && !options.staticRuntime;
}

bool linksOpenMP(const Options &options) { return options.links && (options.openmp || options.linksLibomp); }

/// Tactus' own OpenMP, as part of the program: where that is asked for, or a static program finds no other.
bool hasOwnOpenMPInside(const Options &options, const Installation &installation) {
  if (!linksOpenMP(options) || options.linksNoLibraries || usesSharedRuntime(options) || options.linksSharedObject)
    return false;
  return !options.runsOnLibomp || (options.linksStatically && !hasStaticOpenMP(installation, options.libraryFolders));
}

/// The archive of OpenMP's names, which need libtactus. Shared libraries find them as well, in front of the runtime
/// that they bring along.
void appendOpenMPInside(Arguments &flags, const Options &options, const Installation &installation) {
  flags.push_back("-Wl," + (installation.staticOpenMP / "libomp.a").string());
  if (!options.linksStatically)
    for (const char *names : {"omp_*", "ompc_*", "kmp_*", "kmpc_*", "__kmpc_*", "GOMP_*", "tactus_own_libomp"})
      flags.push_back(std::string("-Wl,--export-dynamic-symbol=") + names);
}

/// Redirects OpenMP's functions in code of other compilers. Comes before the runtime, which that needs.
void appendOpenMPFunctions(Arguments &flags, const Options &options, const Installation &installation) {
  if (hasOwnOpenMPInside(options, installation))
    return appendOpenMPInside(flags, options, installation);
  if (installation.isForeign)
    return;
  bool isExecutable = !options.linksSharedObject && !options.linksStatically;
  if ((options.openmp || options.linksLibomp) && isExecutable && !options.hasStaticOpenMP)
    append(flags, {"-Wl,@" + installation.openmpExportOptions.string(),
                   "-Wl,--whole-archive," + installation.openmpExports.string() + ",--no-whole-archive",
                   // As far as anything needs it.
                   "-Wl," + installation.gompExports.string()});
  // Not with "--": the inputs come after it, and what stands before them is not searched for what they need.
  else if (options.endOfOptions == options.passed.size())
    append(flags, {"-Wl,@" + installation.openmpWrapOptions.string(), "-Wl," + installation.openmpWrappers.string()});
}

void appendRuntime(Arguments &flags, const Options &options, const Installation &installation) {
  if (options.linksNoLibraries)
    return;
  appendOpenMPFunctions(flags, options, installation);
  const std::string library = installation.library.string();
  if (options.linksStatically || options.staticRuntime) {
    // Through -Wl, so that a "-x c" before it does not make clang compile the archive.
    if (std::error_code ignored; std::filesystem::exists(installation.staticSplice, ignored))
      flags.push_back("-Wl," + installation.staticSplice.string());
    flags.push_back("-Wl," + installation.staticRuntime.string());
    // The runtime is written in C++; clang++ links its library by itself.
    if (options.language != Language::Cxx)
      flags.emplace_back("-Wl,--push-state,--as-needed,-lstdc++,-lm,--pop-state");
    return;
  }
  flags.push_back("-L" + library);
  // Libraries that are given before "--" come before the inputs, where --as-needed would drop them.
  if (options.endOfOptions < options.passed.size() || installation.isForeign)
    flags.emplace_back("-ltactus");
  else // what #pragma splice calls, and the runtime
    append(flags, {"-Wl,--push-state,--as-needed", "-ltactus_splice", "-ltactus", "-Wl,--pop-state"});
}

/// What schedules oneTBB's tasks. Before the user's own, so that the loader finds it before oneTBB's library.
void appendTaskScheduler(Arguments &arguments, const Options &options, const Installation &installation) {
  std::error_code ignored;
  const auto scheduler = installation.library / "libtactus_tbb.so";
  if (!options.tbb || !options.links || options.linksNoLibraries || options.linksStatically ||
      !std::filesystem::exists(scheduler, ignored))
    return;
  append(arguments, {"-Wl,-rpath," + installation.runtimeFolder.string(),
                     "-Wl,--push-state,--no-as-needed," + scheduler.string() + ",--pop-state"});
}

/// The linker and the program find Tactus' own libomp before LLVM's.
void appendOwnOpenMP(Command &command, const Options &options, const Installation &installation) {
  // Clang names the library, wherever it is.
  if (hasOwnOpenMPInside(options, installation)) {
    command.arguments.push_back("-L" + installation.staticOpenMP.string());
    return;
  }
  if (options.runsOnLibomp || !linksOpenMP(options) || options.linksNoLibraries)
    return;
  const std::string folder = installation.openmpRuntimes.string();
  std::error_code ignored;
  if (!usesSharedRuntime(options))
    command.error = "-ftactus-runtime=tactus: a shared object needs the shared libtactus, leave "
                    "-ftactus-static-runtime out";
  else if (!std::filesystem::exists(installation.openmpRuntimes / "libomp.so", ignored))
    command.error =
        "the folder '" + folder + "' has no libomp.so; install Tactus again, or leave -ftactus-runtime=tactus out";
  else
    append(command.arguments, {"-L" + folder, "-Wl,-rpath," + folder});
}

/// The code generator runs in the linker, and that is where stack maps are made: without the plugin a program would
/// run, but never promote anything.
void appendLTO(Arguments &flags, Command &command, const Options &options, const Installation &installation) {
  if (!options.linker.empty() && !isLLD(options.linker)) {
    const std::string what = "link-time optimisation with the linker '" + options.linker +
                             "': it cannot load the Tactus plugin, use -fuse-ld=lld or leave the choice to Tactus";
    (options.openmp ? command.error : command.warning) = what;
    return;
  }
  if (options.linker.empty())
    flags.emplace_back("-fuse-ld=lld");
  flags.push_back("-Wl,--load-pass-plugin=" + installation.plugin.string());
}

} // namespace

Command buildCommand(const Options &options, const Installation &installation) {
  Command command;
  bool isFortran = options.language == Language::Fortran;
  command.arguments.push_back((isFortran ? installation.flang : installation.clang).string());
  if (options.language == Language::Cxx && !options.frontendOnly)
    command.arguments.emplace_back("--driver-mode=g++");
  auto passUser = [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i)
      command.arguments.push_back(options.passed[i]);
  };
  if (options.frontendOnly || !options.tactus || options.version || options.help) {
    passUser(0, options.passed.size());
    return command;
  }

  if (options.opencilk && !options.forks)
    command.warning =
        "-fopencilk for a processor that Tactus does not know: the program is compiled without Cilk's words, serially";
  command.converts = (options.openmp || options.forks || options.takesIR) && options.withoutStackMaps.empty();
  if (!options.withoutStackMaps.empty() && options.compiles && (options.openmp || options.opencilk))
    command.warning = "nothing is converted under " + options.withoutStackMaps +
                      ", for which LLVM makes no stack maps: OpenMP stays with libomp, and Cilk is serial";
  std::error_code ignored;
  if (command.converts && !std::filesystem::exists(installation.plugin, ignored)) {
    command.error = "the compiler plugin '" + installation.plugin.string() +
                    "' is missing; install Tactus again, or compile without it by -fno-tactus";
    return command;
  }
  for (std::string &flag : compileFlags(options, installation, command.converts))
    command.arguments.push_back(std::move(flag));
  // Before the user's own. CMake gives the linker a path that it blanks when it installs; if ours came after that, an
  // empty entry would stay in front of it, and that is the current folder. The folder holds no other shared library.
  if (usesSharedRuntime(options))
    command.arguments.push_back("-Wl,-rpath," + installation.runtimeFolder.string());
  appendOwnOpenMP(command, options, installation);
  appendTaskScheduler(command.arguments, options, installation);
  passUser(0, options.endOfOptions);
  if (command.converts)
    appendRemarkFlags(command.arguments, options);
  if (options.links) {
    Arguments flags;
    appendRuntime(flags, options, installation);
    if (options.lto)
      appendLTO(flags, command, options, installation);
    for (std::string &flag : flags)
      command.arguments.push_back(std::move(flag));
  }
  passUser(options.endOfOptions, options.passed.size());
  return command;
}

} // namespace tactus::driver
