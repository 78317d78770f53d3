//===- options.h - what a clang command line asks for --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The driver understands as little of clang's command line as it can: which arguments are our own, whether OpenMP is
// on, how far the compilation goes, and how the link is done. Everything else is passed on unread.
//
//   user's arguments ──expand @files──► scan ──► Options::passed   (for clang, in the same order)
//                                          └───► the other fields  (decide what command.cpp adds)
//
// Invariant: with no -ftactus-… and no -fopencilk among them, `passed` is what the user typed, "@file" included.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DRIVER_OPTIONS_H
#define TACTUS_DRIVER_OPTIONS_H

#include <optional>
#include <string>
#include <vector>

namespace tactus::driver {

/// What the driver's name says, as with clang, clang++ and flang.
enum class Language { C, Cxx, Fortran };

struct Options {
  Language language = Language::C;
  /// What clang gets of the user's arguments.
  std::vector<std::string> passed;

  // Our own flags.
  bool tactus = true;
  bool verify = false;
  bool checkEffects = false;
  bool interrupts = false;
  bool reproducible = false;
  bool staticRuntime = false;
  /// What is not converted runs on LLVM's libomp, and not on libtactus.
  bool runsOnLibomp = true;
  /// oneTBB's headers are Tactus'.
  bool tbb = false;
  /// A file, or a folder with one file for each command (driver/report.h).
  std::optional<std::string> report;
  /// Where the analysis of what is linked goes.
  std::optional<std::string> analysis;
  bool remarks = false;
  bool missedRemarks = false;
  /// The user's own last -Rpass=… and -Rpass-missed=…, empty if there is none.
  std::string remarkPattern;
  std::string missedRemarkPattern;
  /// The program expects that its Cilk is parallel.
  bool opencilk = false;
  /// The last --target, empty if there is none.
  std::string target;

  /// -fopenmp with LLVM's runtime interface, for a processor that Tactus knows.
  bool openmp = false;
  /// For a processor that Tactus knows: forks are compiled.
  bool forks = false;
  /// The last flag under which LLVM makes no stack maps, empty if there is none. Nothing is converted then.
  std::string withoutStackMaps;
  /// LLVM IR is among the inputs; it may hold loops that were converted when it was made.
  bool takesIR = false;

  /// There is something to compile among the inputs.
  bool compiles = false;
  /// The command ends with a link.
  bool links = false;
  /// What the link makes: the last -o, or a.out.
  std::string output = "a.out";
  /// There is a -o.
  bool namesOutput = false;
  /// The first input that is named, or nothing.
  std::string firstInput;
  /// -static or -static-pie.
  bool linksStatically = false;
  /// -shared.
  bool linksSharedObject = false;
  /// libomp is among the inputs by its name, as it is with -fopenmp without being named.
  bool linksLibomp = false;
  /// An OpenMP runtime is linked statically: -static-openmp, or its archive among the inputs.
  bool hasStaticOpenMP = false;
  /// -nostdlib, -nodefaultlibs or -r: the user names every library.
  bool linksNoLibraries = false;
  bool lto = false;
  /// The last of -fuse-ld=… and --ld-path=…, empty if there is none.
  std::string linker;
  /// Folders given by -L, where a static libomp may be.
  std::vector<std::string> libraryFolders;
  /// Index in `passed` of the "--" after which clang takes everything for an input, or passed.size().
  size_t endOfOptions = 0;

  bool dryRun = false;       // -###
  bool verbose = false;      // -v
  bool version = false;      // --version
  bool help = false;         // --help or --help-hidden
  bool frontendOnly = false; // -cc1, -fc1 and their like: no driver command line at all
};

/// One of our own flags, for --help and for the message about unknown ones.
struct OwnFlag {
  const char *spelling;
  const char *help;
};
[[nodiscard]] const std::vector<OwnFlag> &ownFlags();

/// The scanned command line, or one line about what is wrong with our own flags in it.
struct ParsedOptions {
  Options options;
  std::string error;
};
[[nodiscard]] ParsedOptions parseOptions(const std::vector<std::string> &arguments, Language language = Language::C);

} // namespace tactus::driver

#endif // TACTUS_DRIVER_OPTIONS_H
