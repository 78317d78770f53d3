//===- report_command.cpp - tactus report ---------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     tactus report [options] PROGRAM [ARGUMENTS…]     runs the program once, with a trace, and writes the page
//     tactus report [options] --trace TRACE            writes the page about a run that has been recorded
//
//===----------------------------------------------------------------------===//
#include "analyze/command.h"
#include "command_line.h"
#include "commands.h"
#include "embedded_report.h"
#include "output_file.h"
#include "process.h"
#include "progress.h"
#include "report.h"
#include "temporary_folder.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <unistd.h>

namespace tactus::trace {

namespace {

struct Options {
  std::string output = "tactus-report.html", trace, workers;
  std::vector<std::string> compileReports, sources, program;
};

int fail(const std::string &message) {
  std::fprintf(stderr, "tactus: error: %s\n", message.c_str());
  return driver::Failed;
}

/// The program that has been recorded, if it is still there and can have a report of the compiler in it.
std::string programFile(const Recording &recording) {
  std::string found = recording.command.empty() ? "" : driver::findProgramFile(recording.command[0]);
  std::string path = found.empty() ? "" : (std::filesystem::path(recording.directory) / found).string();
  return !path.empty() && readEmbeddedReport(path) ? path : "";
}

/// A folder that -ftactus-report has filled stands for the files in it.
std::vector<std::string> expandFolders(const std::vector<std::string> &given) {
  std::vector<std::string> files;
  for (const std::string &path : given) {
    std::error_code error;
    std::filesystem::directory_iterator folder(path, error);
    if (error) {
      files.push_back(path);
      continue;
    }
    std::vector<std::string> found;
    for (const auto &entry : folder)
      if (entry.path().extension() == ".json")
        found.push_back(entry.path().string());
    std::ranges::sort(found);
    files.insert(files.end(), found.begin(), found.end());
  }
  return files;
}

/// Where a compile report's relative names may start: where the user says, where it is, where the program has been
/// started, and where we are.
std::vector<std::string> sourceFolders(const Options &options, const Recording &recording) {
  std::vector<std::string> folders = options.sources;
  for (const std::string &report : options.compileReports)
    folders.push_back(std::filesystem::absolute(report).parent_path().string());
  if (std::string program = programFile(recording); !program.empty())
    folders.push_back(std::filesystem::absolute(program).parent_path().string());
  folders.push_back(recording.directory);
  folders.push_back(std::filesystem::current_path().string());
  return folders;
}

/// `output` is options.output.
int writeReport(const Options &options, const std::string &trace, driver::OutputFile &output) {
  driver::Progress progress("making the page");
  auto failHere = [&](const std::string &message) {
    progress.end();
    return fail(message);
  };
  Recording recording;
  if (std::string problem = readRecording(trace, recording); !problem.empty())
    return failHere(problem);
  // Of a trace that was made for this page, the page says it: a program that was killed is the user's affair.
  if (!options.trace.empty() && !recording.gaps.empty()) {
    progress.end();
    warnOfGaps(trace, recording);
  }
  ReportInput input{recording, {}, {}, nullptr};
  if (std::string program = programFile(recording); !program.empty()) {
    if (std::string problem = readCompileReport(program, input.constructs); !problem.empty())
      return failHere(problem);
    input.analysis = analyze::analyseProgram(program);
  }
  for (const std::string &report : options.compileReports)
    if (std::string problem = readCompileReport(report, input.constructs); !problem.empty())
      return failHere(problem);
  input.sources = readSources(input.constructs, sourceFolders(options, recording));
  if (std::string problem = output.write(makeReport(input)); !problem.empty())
    return failHere(problem);
  progress.end();
  std::fprintf(stderr, "tactus: wrote %s\n", options.output.c_str());
  return 0;
}

int recordAndReport(const Options &options, driver::OutputFile &output) {
  driver::TemporaryFolder folder;
  if (!folder.exists())
    return fail(folder.problem());
  // The program may change its folder.
  const std::string trace = std::filesystem::absolute(folder.path() / "trace.json").string();
  setenv("TACTUS_TRACE", trace.c_str(), /*overwrite=*/1);
  if (!options.workers.empty())
    setenv("TACTUS_WORKERS", options.workers.c_str(), /*overwrite=*/1);
  int status = driver::runProgram(options.program, driver::Output::Shown, driver::Interrupt::EndsProgram);
  if (status < 0)
    return fail(driver::describeFailure(options.program[0], errno));
  bool isThere = std::filesystem::exists(trace);
  Recording begun; // there may be nothing to read in what an early end has left
  if (status > 128 && (!isThere || !readRecording(trace, begun).empty()))
    return fail("'" + options.program[0] + "' was ended by signal " + std::to_string(status - 128) +
                " before it left a trace; let it run for longer");
  if (!isThere)
    return fail("'" + options.program[0] + "' left no trace; compile it with tactus-clang, or link it with libtactus");
  if (int problem = writeReport(options, trace, output); problem != 0)
    return problem;
  constexpr int Interrupted = 128 + SIGINT;
  std::string ended = status == Interrupted ? "was interrupted" : "ended with status " + std::to_string(status);
  if (status != 0)
    return fail("'" + options.program[0] + "' " + ended + "; the page is about what it did until then");
  return 0;
}

/// Index of the first argument that is neither an option nor an option's value.
size_t findProgram(const CLI::App &app, const std::vector<std::string> &arguments) {
  size_t index = 0;
  while (index < arguments.size() && arguments[index].starts_with("-") && arguments[index] != "--") {
    const CLI::Option *option = app.get_option_no_throw(arguments[index]);
    index += option && option->get_items_expected_max() > 0 ? 2 : 1;
  }
  return std::min(index, arguments.size());
}

} // namespace

int runReport(std::vector<std::string> arguments) {
  Options options;
  CLI::App app{"Run a converted program once and write one HTML page about what its parallelism did.", "tactus report"};
  app.formatter(std::make_shared<driver::Help>("PROGRAM [ARGUMENTS...]"));
  app.add_option("-o,--output", options.output, "The page's file (default tactus-report.html)")->type_name("FILE");
  app.add_option("--trace", options.trace, "Use this trace instead of running a program")->type_name("FILE");
  app.add_option("--workers", options.workers, "Number of workers (TACTUS_WORKERS)")
      ->type_name("N")
      ->check(CLI::Range(1u, 1024u));
  app.add_option("--compile-report", options.compileReports,
                 "What the compiler did, beside what the program itself says: the file or folder that -ftactus-report "
                 "has written, or a library; may be given several times")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->type_name("FILE");
  app.add_option("--sources", options.sources,
                 "Folder of the sources that compile reports name; may be given several times")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->type_name("FOLDER");
  // Everything from the program's name on is the program's, options included.
  size_t program = findProgram(app, arguments);
  options.program.assign(arguments.begin() + static_cast<std::ptrdiff_t>(program), arguments.end());
  arguments.resize(program);
  if (!options.program.empty() && options.program[0] == "--")
    options.program.erase(options.program.begin());
  auto check = [&] {
    if (options.program.empty() == options.trace.empty())
      throw CLI::ValidationError("give either a PROGRAM or --trace");
  };
  if (std::optional<int> status = driver::parseCommandLine(app, std::move(arguments), check))
    return *status;
  options.compileReports = expandFolders(options.compileReports);
  // What is wrong with it is said before the program runs, which may take hours.
  driver::OutputFile output(options.output, "name another file by --output");
  if (!output.problem().empty())
    return fail(output.problem());
  std::vector<std::string> inputs = options.compileReports;
  inputs.insert(inputs.end(), {options.trace, options.program.empty() ? "" : options.program[0]});
  for (const std::string &input : inputs)
    if (output.replaces(input))
      return fail("'" + options.output + "' is what the page is made of; name another file by --output");
  return options.trace.empty() ? recordAndReport(options, output) : writeReport(options, options.trace, output);
}

} // namespace tactus::trace
