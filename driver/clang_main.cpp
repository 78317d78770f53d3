//===- clang_main.cpp - tactus-clang, tactus-clang++ and tactus-flang ----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A compiler driver that is clang with the Tactus plugin and runtime added (design, section 4). The name under which
// it is called decides the language, as with clang and clang++; tactus-flang is the same for flang. In the usual case
// it becomes clang by exec; it stays around only where something is to be done after the compilation.
//
// Exit status: clang's own; 1 for our own errors, as clang has it for bad flags.
//
//===----------------------------------------------------------------------===//
#include "analyze/files.h"
#include "analyze/store.h"
#include "command.h"
#include "config.h"
#include "ending.h"
#include "installation.h"
#include "options.h"
#include "output_file.h"
#include "process.h"
#include "report.h"
#include "text.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

using namespace tactus::driver;

namespace {

int fail(const std::string &message) {
  std::fprintf(stderr, "tactus: error: %s\n", message.c_str());
  return 1;
}

/// clang's version comes first in the line: build systems take the first version number that they find for the
/// compiler's.
std::string versionLine(std::string_view compiler) {
  return "tactus " + std::string(compiler) + " version " TACTUS_LLVM_VERSION " (Tactus " TACTUS_VERSION ")\n";
}

void printHelp(const std::string &compiler) {
  std::printf("OVERVIEW: Tactus, %s with automatic management of parallelism\n\n"
              "USAGE: tactus-%s [options] file...\n\n"
              "Loops that carry OpenMP pragmas are converted when -fopenmp is given.\n\n"
              "TACTUS OPTIONS:\n",
              compiler.c_str(), compiler.c_str());
  // As clang shows its own, but broken into lines.
  constexpr size_t Column = 28;
  for (const OwnFlag &flag : ownFlags()) {
    std::string line = std::string("  ") + flag.spelling;
    line += line.size() + 2 <= Column ? std::string(Column - line.size(), ' ') : "\n" + std::string(Column, ' ');
    std::printf("%s%s\n", line.c_str(), wrapped(flag.help, Column, Column).c_str());
  }
  std::printf("\nAll options of %s pass through:\n\n", compiler.c_str());
}

Language languageOf(std::string_view program) {
  if (program.ends_with("flang"))
    return Language::Fortran;
  return program.ends_with("++") ? Language::Cxx : Language::C;
}

int startFailure(const Command &command, Language language) {
  bool isFortran = language == Language::Fortran;
  return fail("cannot run '" + command.arguments[0] + "': " + std::strerror(errno) + "; install " +
              (isFortran ? "flang" : "clang") + "-" TACTUS_LLVM_MAJOR ", or name it in the environment variable " +
              (isFortran ? "TACTUS_FLANG" : "TACTUS_CLANG"));
}

/// The place of a program that a linker writes, and is ended at: it leaves half of one there, unless it is the linker
/// that clang has as a library (lld). What the linker has not touched yet stays.
class LinkedFile {
  std::string path;
  struct stat before;
  AtEnding removal;

  /// Of nothing, all zeros.
  static struct stat statusOf(const std::string &file) {
    struct stat status{};
    return lstat(file.c_str(), &status) == 0 ? status : decltype(status){};
  }
  void removeIfNew() const {
    struct stat now = statusOf(path);
    if (S_ISREG(now.st_mode) && (now.st_ino != before.st_ino || now.st_mtim.tv_sec != before.st_mtim.tv_sec ||
                                 now.st_mtim.tv_nsec != before.st_mtim.tv_nsec || now.st_size != before.st_size))
      unlink(path.c_str());
  }

public:
  explicit LinkedFile(std::string file)
      : path(std::move(file)), before(statusOf(path)), removal([this] { removeIfNew(); }) {}
};

/// Runs clang where something is to be done afterwards: to finish a report, or to analyse what was linked and choose
/// its parameters. The plugin's lines are in `report`.
int compileAndFollowUp(const Command &command, const Options &options, OutputFile *report) {
  std::optional<LinkedFile> linked;
  if (options.links)
    linked.emplace(options.output);
  std::optional<TemporaryFilesOfPrograms> temporaries(std::in_place);
  int status = runProgram(command.arguments);
  temporaries.reset();
  if (status < 0)
    return startFailure(command, options.language);
  if (status != 0)
    return status;
  std::string problem, document;
  if (report)
    problem = makeReport(report->path(), document);
  if (report && problem.empty())
    problem = report->write(document);
  // Without it the program runs with the defaults.
  if (options.links)
    if (std::string left = tactus::analyze::storeParameters(options.output, !options.analysis); !left.empty())
      std::fprintf(stderr, "tactus: warning: %s\n", left.c_str());
  if (problem.empty() && options.analysis && options.links)
    problem = tactus::analyze::writeAnalysis({options.output}, *options.analysis);
  return problem.empty() ? 0 : fail(problem);
}

} // namespace

int main(int argc, char **argv) {
  const Language language = languageOf(argc > 0 ? argv[0] : "");
  const std::string compiler = language == Language::Fortran ? "flang" : "clang";
  ParsedOptions parsed = parseOptions({argv + 1, argv + argc}, language);
  if (!parsed.error.empty())
    return fail(parsed.error);
  Options &options = parsed.options;
  bool compiles = options.tactus && !options.dryRun && !options.help && !options.version;
  std::optional<OutputFile> report;
  if (compiles && options.report) {
    report.emplace(reportFile(*options.report, options.namesOutput ? options.output : options.firstInput),
                   "name another file by -ftactus-report=");
    if (!report->problem().empty())
      return fail(report->problem());
    options.report = report->path();
  }

  Command command = buildCommand(options, findInstallation(options.target));
  if (!command.warning.empty())
    std::fprintf(stderr, "tactus: warning: %s\n", command.warning.c_str());
  if (!command.error.empty())
    return fail(command.error);

  if (options.help)
    printHelp(compiler);
  if (options.version)
    std::fputs(versionLine(compiler).c_str(), stdout);
  else if (options.verbose || options.dryRun)
    std::fputs(versionLine(compiler).c_str(), stderr);
  std::fflush(stdout);

  if (compiles && (options.report || options.links))
    return compileAndFollowUp(command, options, report ? &*report : nullptr);
  executeProgram(command.arguments);
  int failure = startFailure(command, language);
  // Our own part has been shown, as packages want it that are built where there is no flang.
  return options.help ? 0 : failure;
}
