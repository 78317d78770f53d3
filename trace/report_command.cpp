//===- report_command.cpp - tactus report ---------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     tactus report [options] PROGRAM [ARGUMENTS…]     runs the program once, with a trace, and writes the page
//     tactus report [options] --trace TRACE            writes the page about a run that has been recorded
//
// A program that is started by mpirun leaves a trace for each rank, and has one page for all of them (job.h).
//
//===----------------------------------------------------------------------===//
#include "analyze/files.h"
#include "command_line.h"
#include "commands.h"
#include "embedded_report.h"
#include "installation.h"
#include "job.h"
#include "mpi_sites.h"
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
  std::string output = "tactus-report.html", workers;
  std::vector<std::string> traces, compileReports, sources, program;
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

/// The page about one recording; `problem` says what went wrong.
std::string pageOf(const Options &options, Recording &recording, std::string &problem) {
  findMpiLines(recording);
  ReportInput input{recording, {}, {}, nullptr};
  if (std::string program = programFile(recording); !program.empty()) {
    if (problem = readCompileReport(program, input.constructs); !problem.empty())
      return {};
    input.analysis = analyze::analyseProgram(program);
  }
  for (const std::string &report : options.compileReports)
    if (problem = readCompileReport(report, input.constructs); !problem.empty())
      return {};
  input.sources = readSources(input.constructs, sourceFolders(options, recording));
  return makeReport(input);
}

/// The page about all of the traces. Returns what went wrong, or nothing.
std::string makePage(const Options &options, const std::vector<std::string> &traces, std::string &page) {
  std::vector<RankReport> ranks;
  std::string problem;
  for (const std::string &trace : traces) {
    RankReport &rank = ranks.emplace_back();
    if (problem = readRecording(trace, rank.recording); !problem.empty())
      return problem;
    rank.page = pageOf(options, rank.recording, problem);
    if (!problem.empty())
      return problem;
    // Of a trace that was made for this page, the page says it: a program that was killed is the user's affair.
    if (!options.traces.empty())
      warnOfGaps(trace, rank.recording);
  }
  page = ranks.size() == 1 ? std::move(ranks.front().page) : makeJobPage(std::move(ranks), options.program);
  return {};
}

/// `output` is options.output.
int writeReport(const Options &options, const std::vector<std::string> &traces, driver::OutputFile &output) {
  driver::Progress progress("making the page");
  std::string page, problem = makePage(options, traces, page);
  if (problem.empty())
    problem = output.write(page);
  progress.end();
  if (!problem.empty())
    return fail(problem);
  std::fprintf(stderr, "tactus: wrote %s\n", options.output.c_str());
  return 0;
}

/// Programs that start the ranks of a job.
bool startsRanks(const std::string &program) {
  static constexpr std::string_view Launchers[] = {"mpirun", "mpiexec", "orterun", "prterun", "srun", "aprun", "flux"};
  std::string name = std::filesystem::path(program).filename().string();
  // "mpirun.openmpi", "mpiexec.hydra"
  name.resize(std::min(name.find('.'), name.size()));
  return std::ranges::find(Launchers, name) != std::end(Launchers);
}

/// Time in MPI is measured by a library that the loader puts into each rank.
void measureMpi() {
  std::string library = (driver::findInstallation().library / "libtactus_mpi.so.0").string();
  const char *preloaded = std::getenv("LD_PRELOAD");
  setenv("LD_PRELOAD", preloaded ? (library + ":" + preloaded).c_str() : library.c_str(), /*overwrite=*/1);
  // Open MPI takes to other hosts what it is told to, and complains of what is not set; other launchers take all.
  std::string names = std::string("TACTUS_TRACE;LD_PRELOAD") + (std::getenv("TACTUS_WORKERS") ? ";TACTUS_WORKERS" : "");
  setenv("OMPI_MCA_mca_base_env_list", names.c_str(), /*overwrite=*/0);
}

/// The traces that a run has left in the folder, by their ranks.
std::vector<std::string> tracesIn(const std::filesystem::path &folder) {
  std::vector<std::string> traces;
  std::error_code error;
  for (const auto &entry : std::filesystem::directory_iterator(folder, error))
    if (entry.path().extension() == ".json")
      traces.push_back(entry.path().string());
  std::ranges::sort(traces);
  return traces;
}

/// As a part of a name in which "%" has a meaning.
std::string literal(const std::string &path) {
  std::string result;
  for (char c : path)
    result += c == '%' ? "%%" : std::string(1, c);
  return result;
}

int recordAndReport(const Options &options, driver::OutputFile &output) {
  driver::TemporaryFolder folder;
  if (!folder.exists())
    return fail(folder.problem());
  // The program may change its folder.
  const std::string place = std::filesystem::absolute(folder.path()).string();
  setenv("TACTUS_TRACE", (literal(place) + "/%r.json").c_str(), /*overwrite=*/1);
  if (!options.workers.empty())
    setenv("TACTUS_WORKERS", options.workers.c_str(), /*overwrite=*/1);
  if (startsRanks(options.program[0]))
    measureMpi();
  int status = driver::runProgram(options.program, driver::Output::Shown, driver::Interrupt::EndsProgram);
  unsetenv("LD_PRELOAD");
  if (status < 0)
    return fail(driver::describeFailure(options.program[0], errno));
  std::vector<std::string> traces = tracesIn(place);
  Recording begun; // there may be nothing to read in what an early end has left
  if (status > 128 && (traces.empty() || !readRecording(traces[0], begun).empty()))
    return fail("'" + options.program[0] + "' was ended by signal " + std::to_string(status - 128) +
                " before it left a trace; let it run for longer");
  if (traces.empty())
    return fail("'" + options.program[0] + "' left no trace; compile it with tactus-clang, or link it with libtactus");
  if (int problem = writeReport(options, traces, output); problem != 0)
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
  app.add_option("--trace", options.traces,
                 "Use this trace instead of running a program; may be given several times, for the ranks of a job")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->type_name("FILE");
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
    if (options.program.empty() == options.traces.empty())
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
  inputs.insert(inputs.end(), options.traces.begin(), options.traces.end());
  inputs.push_back(options.program.empty() ? "" : options.program[0]);
  for (const std::string &input : inputs)
    if (output.replaces(input))
      return fail("'" + options.output + "' is what the page is made of; name another file by --output");
  return options.traces.empty() ? recordAndReport(options, output) : writeReport(options, options.traces, output);
}

} // namespace tactus::trace
