//===- advise_command.cpp - tactus advise ----------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     tactus advise [options] PROGRAM [ARGUMENTS…]
//     tactus advise --static FILE
//
// The first runs the program once, and lists its hottest loops without pragma; the second lists the loops of a program
// or an object without running it.
//
// Where the time goes is sampled (sampler.cpp); whether iterations are independent the compiler has judged
// (compiler/summary/PlainLoops.h).
//
//===----------------------------------------------------------------------===//
#include "command_line.h"
#include "commands.h"
#include "installation.h"
#include "plain_loops.h"
#include "process.h"
#include "progress.h"
#include "temporary_folder.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <tuple>

namespace tactus::trace {

namespace {

struct Options {
  bool isStatic = false;
  unsigned count = 10;
  std::vector<std::string> program;
};

int fail(const std::string &message) {
  std::fprintf(stderr, "tactus: error: %s\n", message.c_str());
  return driver::Failed;
}

/// Relative to where the user is, if that is shorter.
std::string shownPath(const std::string &path) {
  std::error_code error;
  std::string relative = std::filesystem::relative(path, std::filesystem::current_path(error), error).string();
  return error || relative.empty() || relative.starts_with("../../..") ? path : relative;
}

std::string judgementOf(const PlainLoop &loop) {
  switch (loop.independence) {
  case Independence::Proven:
    return "independent: proof";
  case Independence::Assumed:
    return "independent: a guess, true if " + loop.because;
  case Independence::Unknown:
    return "undecided: " + loop.because;
  case Independence::Refuted:
    return "dependent: proof, " + loop.because;
  }
  return {};
}

/// The word that begins the loop, if that is no `for`; empty if it is, or the source is not there, or a macro begins
/// it.
std::string keywordOf(const PlainLoop &loop) {
  std::ifstream source(loop.file);
  std::string line;
  for (unsigned number = 0; number < loop.begin; ++number)
    if (!std::getline(source, line))
      return {};
  size_t begin = loop.column ? loop.column - 1 : 0;
  for (const char *word : {"while", "do"})
    if (size_t length = std::strlen(word); line.compare(std::min(begin, line.size()), length, word) == 0 &&
                                           !std::isalnum(static_cast<unsigned char>(line[begin + length])) &&
                                           line[begin + length] != '_')
      return word;
  return {};
}

void printLoop(const PlainLoop &loop, uint64_t total) {
  size_t indent = total ? 7 : 2;
  /// Lines behind the first of a statement stand further in, so that each statement begins where all do.
  auto print = [&](const std::string &text) {
    std::printf("%s%s\n", std::string(indent, ' ').c_str(), driver::wrapped(text, indent + 2, indent).c_str());
  };
  if (total)
    std::printf("%3.0f %%  ", 100.0 * static_cast<double>(loop.hits) / static_cast<double>(total));
  std::string place = shownPath(loop.file) + ":" + std::to_string(loop.begin) + ", in " + loop.function;
  if (!loop.library.empty())
    place += ", a loop of '" + loop.library + "'";
  if (loop.isInside)
    place += ", inside of a loop or branch that is parallel already";
  std::printf("%s\n", driver::wrapped(place, indent + 2, total ? indent : 0).c_str());
  print(judgementOf(loop));
  if (loop.independence > Independence::Assumed || loop.isInside || !loop.library.empty())
    return;
  if (std::string word = keywordOf(loop); !word.empty())
    return print("a pragma takes a 'for' with a counter: write the '" + word + "' as one");
  std::string pragma = loop.pragma();
  // A pragma is one line, to be copied.
  if (!pragma.empty())
    std::printf("%s%s\n", std::string(indent, ' ').c_str(), pragma.c_str());
  else
    print("it sums up what no clause can name: use a variable of the function for each number, and reduction(" +
          loop.reductions.substr(0, loop.reductions.find(' ')) + " : ...) with their names");
  if (!loop.shared.empty())
    print("all iterations set " + loop.shared + ": declare it in the body, or compute it from the loop's counter" +
          (loop.last.empty() ? "" : "; lastprivate is for what is used behind the loop"));
}

/// Runs the program with the sampler in it. Returns what went wrong, or nothing.
std::string sample(const Options &options, const std::string &file, Positions &positions) {
  driver::TemporaryFolder folder;
  if (!folder.exists())
    return folder.problem();
  std::string sampler = (driver::findInstallation().library / "tactus" / "libtactus_sampler.so").string();
  std::error_code error;
  if (!std::filesystem::exists(sampler, error))
    return "the sampler '" + sampler + "' is missing; keep the installed tree together";
  std::string addr2line = driver::findProgramFile("addr2line");
  if (addr2line.empty())
    return "there is no 'addr2line', which knows the lines of addresses; apt install binutils";
  // The program may change its folder.
  std::string samples = std::filesystem::absolute(folder.path() / "samples").string();
  FILE *made = std::fopen(samples.c_str(), "wb");
  if (made)
    std::fclose(made);
  if (!made || truncate(samples.c_str(), sizeof(SampleFile)) != 0)
    return std::string("cannot make a temporary file: ") + std::strerror(errno) + "; set TMPDIR";
  const char *preloaded = std::getenv("LD_PRELOAD");
  setenv("LD_PRELOAD", preloaded ? (sampler + ":" + preloaded).c_str() : sampler.c_str(), /*overwrite=*/1);
  setenv(SamplesVariable, samples.c_str(), /*overwrite=*/1);
  int status = driver::runProgram(options.program, driver::Output::Shown, driver::Interrupt::EndsProgram);
  unsetenv("LD_PRELOAD");
  unsetenv(SamplesVariable);
  if (status < 0)
    return driver::describeFailure(options.program[0], errno);
  // Timers outlive exec, handlers do not.
  if (status == 128 + SIGPROF)
    return "'" + options.program[0] + "' executes another program in its place, which cannot be sampled; name that one";
  if (status != 0)
    std::fprintf(stderr, "tactus: warning: '%s' ended with status %d; this is about what it did until then\n",
                 options.program[0].c_str(), status);
  driver::Progress progress("looking up lines");
  return readPositions(samples, file, addr2line, positions);
}

int listLoops(const Options &options, std::vector<PlainLoop> &loops, const Positions &positions) {
  countHits(positions, loops);
  // The hottest first; of nested ones the outer.
  std::ranges::sort(loops, [](const PlainLoop &a, const PlainLoop &b) {
    return std::tie(b.hits, a.file, a.begin, a.column) < std::tie(a.hits, b.file, b.begin, b.column);
  });
  size_t shown = 0;
  for (const PlainLoop &loop : loops) {
    // Half a percent is shown as one.
    if (shown == options.count || (!options.isStatic && 200 * loop.hits < positions.total))
      break;
    printLoop(loop, positions.total);
    ++shown;
  }
  if (shown == 0)
    std::printf("No loop without a pragma took time.\n");
  return 0;
}

int advise(const Options &options) {
  std::string found = options.isStatic ? options.program[0] : driver::findProgramFile(options.program[0]);
  if (found.empty())
    return fail(driver::describeFailure(options.program[0], ENOENT));
  std::error_code error;
  std::string file = std::filesystem::canonical(found, error).string();
  std::vector<PlainLoop> loops;
  if (std::string problem = readPlainLoops(error ? found : file, loops); !problem.empty())
    return fail(problem);
  if (loops.empty())
    return fail(
        "'" + options.program[0] +
        "' names no loop without a pragma: it has none, or was not compiled by tactus-clang with -O1 or more and -g");
  Positions positions;
  if (!options.isStatic) {
    if (std::string problem = sample(options, file, positions); !problem.empty())
      return fail(problem);
    if (positions.total == 0)
      return fail(
          "'" + options.program[0] +
          "' computed too briefly for a sample, or has a profiling timer of its own; give it more to do, or list "
          "its loops by --static");
    if (!positions.hasLines)
      std::fprintf(stderr, "tactus: warning: no sample was in lines of '%s'; is its time spent in libraries?\n",
                   options.program[0].c_str());
  }
  return listLoops(options, loops, positions);
}

} // namespace

int runAdvise(std::vector<std::string> arguments) {
  Options options;
  CLI::App app{"Run a program once and list its hottest loops without pragma, and whether they could have one.\n"
               "The program is compiled by tactus-clang with -O1 or more and -g.",
               "tactus advise"};
  app.formatter(std::make_shared<driver::Help>("PROGRAM [ARGUMENTS...]"));
  app.add_flag("--static", options.isStatic, "List the loops of a program or an object without running it");
  app.add_option("--count", options.count, "How many loops are listed")
      ->capture_default_str()
      ->type_name("N")
      ->check(CLI::Range(1u, 1000000u));
  // Everything from the program's name on is the program's, options included.
  app.prefix_command();
  auto check = [&] {
    options.program = app.remaining();
    if (!options.program.empty() && options.program[0] == "--")
      options.program.erase(options.program.begin());
    if (options.program.empty())
      throw CLI::RequiredError("PROGRAM");
    if (options.program[0].starts_with("-"))
      throw CLI::ExtrasError({options.program[0]});
    if (options.isStatic && options.program.size() > 1)
      throw CLI::ValidationError("--static takes one FILE, with the options in front of it");
  };
  if (std::optional<int> status = driver::parseCommandLine(app, std::move(arguments), check))
    return *status;
  return advise(options);
}

} // namespace tactus::trace
