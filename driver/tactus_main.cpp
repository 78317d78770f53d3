//===- tactus_main.cpp - the tactus command ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   tactus run [options] PROGRAM ARGUMENTS…   starts a converted program with settings given as options
//   tactus env                                shows the installation and the settings in force
//   tactus doctor                             tries the installation, and says what is missing and how to get it
//   tactus simulate TRACE                     predicts a recorded program's time on other numbers of workers
//   tactus report PROGRAM ARGUMENTS…          runs a program and writes a page about it
//   tactus advise PROGRAM ARGUMENTS…          runs a program and lists its hottest loops without pragma
//   tactus top PID                            shows what a running program does
//   tactus analyze FILE…                      says how a program creates tasks (docs/tools.md)
//   tactus tpal COMMAND…                      TPAL assembly: check, print, run, elide, compile (docs/tpal.md)
//   tactus pml COMMAND…                       Parallel ML: check (docs/pml.md)
//   tactus bench OPTIONS…                     the benchmarks, and the papers' figures (docs/benchmarks.md)
//   tactus complete -- WORD…                  what the last word may become, for shells (completion.h)
//
// Exit status: 0 done, 1 failed, 2 bad usage. `tactus run` becomes the program, so the status is the program's own.
//
//===----------------------------------------------------------------------===//
#include "abi/policy.h"
#include "analyze/command.h"
#include "command_line.h"
#include "completion.h"
#include "config.h"
#include "doctor.h"
#include "installation.h"
#include "process.h"
#include "trace/commands.h"
#include "usage_errors.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace tactus::driver;

namespace {

struct Setting {
  const char *name;
  const char *unset; // what holds when the variable is not set
};

/// The environment variables that a converted program reads (docs/settings.md).
constexpr std::array Settings{
    Setting{"TACTUS_WORKERS", "the processors that the affinity mask and the cgroup allow"},
    Setting{"TACTUS_HEARTBEAT_US", "100"},
    Setting{"TACTUS_TOKENS", "1"},
    Setting{"TACTUS_REPRODUCIBLE", "1"},
    Setting{"TACTUS_WATCH", "1"},
    Setting{"TACTUS_STACK_MB", "as much as the main thread may have"},
    Setting{"TACTUS_STATS", "off"},
    Setting{"TACTUS_REGIONS", "strands"},
    Setting{"TACTUS_TASKS", "heartbeat"},
    Setting{"TACTUS_QUEUE_POLICY", "what the analysis chose at the link, else default"},
    Setting{"TACTUS_QUEUE_SIZE", "what the analysis chose at the link, else 16"},
    Setting{"TACTUS_EVENT_BUCKETS", "what the analysis chose at the link, else 97"},
    Setting{"TACTUS_TASK_STACK_KB", "as TACTUS_STACK_MB"},
    Setting{"TACTUS_TRACE", "off"},
    Setting{"TACTUS_TRACE_MB", "64"},
    Setting{"TACTUS_EVENTS", "off"},
    Setting{"TACTUS_BEAT", "poll"},
    Setting{"TACTUS_SIGNAL", "23 (SIGURG)"},
    Setting{"TACTUS_POLLS", "4"},
    Setting{"TACTUS_CHUNK", "0"},
    Setting{"TACTUS_CHAOS", "off"},
    Setting{"TACTUS_PROMOTE", "when a beat is due"},
    Setting{"TACTUS_RETURNS", "replace"},
};

int showEnvironment() {
  Installation found = findInstallation();
  auto showPath = [](const char *what, const std::filesystem::path &path) {
    std::error_code ignored;
    bool missing = path.is_absolute() && !std::filesystem::exists(path, ignored);
    std::printf("%-20s %s%s\n", what, path.c_str(), missing ? " (missing)" : "");
  };
  std::printf("%-20s %s, for LLVM %s\n", "version", TACTUS_VERSION, TACTUS_LLVM_VERSION);
  showPath("prefix", found.prefix);
  showPath("headers", found.include / "tactus");
  showPath("plugin", found.plugin);
  showPath("runtime", found.library / "libtactus.so");
  showPath("static runtime", found.staticRuntime);
  showPath("clang", found.clang);
  for (const Setting &setting : Settings) {
    const char *value = std::getenv(setting.name);
    if (value)
      std::printf("%-20s %s\n", setting.name, value);
    else
      std::printf("%-20s not set: %s\n", setting.name, setting.unset);
  }
  return 0;
}

struct RunOptions {
  std::string workers, heartbeat, tokens, chaos, stats;
  bool wantStats = false, wantOpenMP = false;
  std::vector<std::string> program;
};

/// As the runtime takes whole numbers: digits only. A value that it would refuse is bad usage here.
std::function<std::string(std::string &)> wholeNumber(uint64_t least, uint64_t most, const char *otherWord = nullptr) {
  return [=](std::string &text) -> std::string {
    uint64_t number = 0;
    auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if ((problem == std::errc() && end == text.data() + text.size() && number >= least && number <= most) ||
        (otherWord && text == otherWord))
      return "";
    std::string range = most == UINT64_MAX ? "" : " to " + std::to_string(most);
    return "'" + text + "' is no whole number from " + std::to_string(least) + range +
           (otherWord ? std::string(", and not ") + otherWord : "");
  };
}

/// `entry` comes first in a variable that lists files or folders.
void putFirst(const char *variable, const std::string &entry) {
  const char *others = std::getenv(variable);
  setenv(variable, (entry + (others && *others ? std::string(":") + others : "")).c_str(), /*overwrite=*/1);
}

/// Programs find Tactus' own libomp.so.5 and libgomp.so.1 before any other. They are loaded first: libraries may bring
/// copies along under other names, as Python's wheels do. False if they are not there, which is said.
bool findOwnOpenMP() {
  std::filesystem::path folder = findInstallation().runtimeFolder / "openmp";
  std::error_code ignored;
  if (!std::filesystem::exists(folder / "libomp.so.5", ignored)) {
    std::fprintf(stderr, "tactus: error: '%s' does not exist, keep the installed tree together\n",
                 (folder / "libomp.so.5").c_str());
    return false;
  }
  putFirst("LD_LIBRARY_PATH", folder.string());
  // A path that the loader would take for several.
  bool isOne = folder.string().find_first_of(" :") == std::string::npos;
  std::string prefix = isOne ? folder.string() + "/" : "";
  putFirst("LD_PRELOAD", prefix + "libomp.so.5:" + prefix + "libgomp.so.1");
  // AddressSanitizer wants to be loaded first, for functions that these libraries do not have.
  putFirst("ASAN_OPTIONS", "verify_asan_link_order=0");
  return true;
}

/// The values are checked like those of variables that are set by hand, but what is wrong is not run at all.
int runConverted(const RunOptions &options) {
  auto set = [](const char *name, const std::string &value) {
    if (!value.empty())
      setenv(name, value.c_str(), /*overwrite=*/1);
  };
  set("TACTUS_WORKERS", options.workers);
  set("TACTUS_HEARTBEAT_US", options.heartbeat);
  set("TACTUS_TOKENS", options.tokens);
  set("TACTUS_CHAOS", options.chaos);
  set("TACTUS_STATS", options.wantStats ? "1" : options.stats);
  if (options.wantOpenMP && !findOwnOpenMP())
    return Failed;
  executeProgram(options.program);
  std::fprintf(stderr, "tactus: error: %s\n", describeFailure(options.program[0], errno).c_str());
  return Failed;
}

/// The tools of a language are a program of their own, which needs clang and the runtime only to compile.
int runLanguage(const char *program, std::vector<std::string> arguments) {
  arguments[0] = (findInstallation().prefix / "bin" / program).string();
  executeProgram(arguments);
  std::fprintf(stderr, "tactus: error: cannot run '%s': %s, keep the installed tree together\n", arguments[0].c_str(),
               std::strerror(errno));
  return Failed;
}

/// The harness is a Python program, which builds the benchmarks with the Tactus that it comes with.
int runBench(const std::vector<std::string> &arguments) {
  Installation found = findInstallation();
  std::filesystem::path harness = found.prefix / "share" / "tactus" / "bench" / "bench.py";
  std::error_code ignored;
  if (!std::filesystem::exists(harness, ignored)) {
    std::fprintf(stderr, "tactus: error: the benchmarks '%s' are missing, keep the installed tree together\n",
                 harness.c_str());
    return Failed;
  }
  std::vector<std::string> command{"python3", harness.string(), "--root", found.prefix.string()};
  command.insert(command.end(), arguments.begin() + 1, arguments.end());
  executeProgram(command);
  std::fprintf(stderr, "tactus: error: cannot run 'python3': %s, install the package python3\n", std::strerror(errno));
  return Failed;
}

/// Says so if there is no such command, and which one may be meant.
bool isCommand(const CLI::App &app, const std::string &name) {
  for (const CLI::App *command : app.get_subcommands([](const CLI::App *) { return true; }))
    if (command->get_name() == name)
      return true;
  std::fprintf(stderr, "tactus: error: %s; see tactus --help\n", describeUnknownCommand(app, name).c_str());
  return false;
}

/// Index of the first argument after "run" that is neither an option nor an option's value.
size_t findProgram(const CLI::App &run, const std::vector<std::string> &arguments) {
  size_t i = 1;
  while (i < arguments.size() && arguments[i].starts_with("-") && arguments[i] != "--") {
    const CLI::Option *option = run.get_option_no_throw(arguments[i]);
    bool takesNext = option && option->get_items_expected_max() > 0;
    i += takesNext ? 2 : 1;
  }
  return std::min(i, arguments.size());
}

/// The commands that have command lines of their own, for --help.
void listOtherCommands(CLI::App &app) {
  app.add_subcommand("simulate", "Predict from a trace how long its program takes with other numbers of workers");
  app.add_subcommand("report", "Run a converted program once and write a page about what its parallelism did");
  app.add_subcommand("advise",
                     "Run a program once and list its hottest loops without pragma, and if they could have one");
  app.add_subcommand("top", "Show what the threads of a running program do, and where it is promoted");
  app.add_subcommand("analyze", "Say how a program creates tasks, how large they are, and how they should be run");
  app.add_subcommand("tpal", "Task Parallel Assembly Language: check, print, run, elide and compile programs");
  app.add_subcommand("pml", "Parallel ML, Standard ML with par: check, build and run programs");
  app.add_subcommand("bench", "Run the benchmarks, or reproduce figures of the papers");
}

/// Runs such a command; nothing if it is none.
std::optional<int> runOtherCommand(const std::vector<std::string> &arguments) {
  if (arguments.empty())
    return std::nullopt;
  const std::string &command = arguments[0];
  std::vector<std::string> own{arguments.begin() + 1, arguments.end()};
  if (command == "tpal")
    return runLanguage("tactus-tpal", arguments);
  if (command == "pml")
    return runLanguage("tactus-pml", arguments);
  if (command == "simulate")
    return tactus::trace::runSimulate(std::move(own));
  if (command == "report")
    return tactus::trace::runReport(std::move(own));
  if (command == "advise")
    return tactus::trace::runAdvise(std::move(own));
  if (command == "top")
    return tactus::trace::runTop(std::move(own));
  if (command == "analyze")
    return tactus::analyze::runAnalyze(std::move(own));
  if (command == "bench")
    return runBench(arguments);
  if (command == "complete") // for shells, so no command that users see
    return runComplete({own.begin() + (!own.empty() && own[0] == "--"), own.end()});
  return std::nullopt;
}

CLI::App *addRun(CLI::App &app, RunOptions &options) {
  CLI::App *run = app.add_subcommand("run", "Run a converted program with the given settings");
  run->formatter(std::make_shared<Help>("PROGRAM [ARGUMENTS...]"));
  run->add_option("--workers", options.workers, "Number of workers (TACTUS_WORKERS)")
      ->type_name("N")
      ->check(CLI::Validator(wholeNumber(1, tactus::abi::MaximalWorkers), ""));
  run->add_option("--heartbeat", options.heartbeat, "Heartbeat in microseconds, 0 never promotes (TACTUS_HEARTBEAT_US)")
      ->type_name("US")
      ->check(CLI::Validator(wholeNumber(0, tactus::abi::MaximalHeartbeatMicroseconds), ""));
  run->add_option("--tokens", options.tokens, "Promotions that a beat pays for (TACTUS_TOKENS)")
      ->type_name("N")
      ->check(CLI::Validator(wholeNumber(1, tactus::abi::MaximalTokens, "classic"), ""));
  run->add_option("--chaos", options.chaos, "Promote at random points, from this seed (TACTUS_CHAOS)")
      ->type_name("SEED")
      ->check(CLI::Validator(wholeNumber(0, UINT64_MAX), ""));
  run->add_flag("--openmp", options.wantOpenMP, "Run a program of plain clang with OpenMP on Tactus");
  run->add_flag("--stats", options.wantStats, "Print counters at exit (TACTUS_STATS=1)");
  run->add_option("--stats-file", options.stats, "Write counters at exit as JSON (TACTUS_STATS=FILE)")
      ->type_name("FILE")
      ->check(CLI::Validator(
          [](std::string &name) {
            return name.size() > 5 && name.ends_with(".json") ? "" : "'" + name + "' is no name of a .json file";
          },
          ""));
  return run;
}

/// What users write first and other tools take: "help run" for "run --help", and options of `run` in front of it.
std::vector<std::string> inUsualOrder(std::vector<std::string> arguments, const CLI::App &run) {
  if (arguments.empty())
    return arguments;
  if (arguments[0] == "help") {
    arguments.erase(arguments.begin());
    arguments.emplace_back("--help");
    return arguments;
  }
  size_t command = 0;
  while (command < arguments.size() && arguments[command].starts_with("--")) {
    const std::string &word = arguments[command];
    const CLI::Option *option = run.get_option_no_throw(word.substr(0, word.find('=')));
    if (!option)
      return arguments;
    command += option->get_items_expected_max() > 0 && word.find('=') == std::string::npos ? 2 : 1;
  }
  if (command < arguments.size() && arguments[command] == "run")
    std::rotate(arguments.begin(), arguments.begin() + static_cast<std::ptrdiff_t>(command),
                arguments.begin() + static_cast<std::ptrdiff_t>(command) + 1);
  return arguments;
}

int runCommand(int argc, char **argv) {
  CLI::App app{"Tactus: parallelism that manages itself.\nPrograms are compiled with tactus-clang and tactus-clang++.",
               "tactus"};
  app.formatter(std::make_shared<Help>());
  app.set_version_flag("-v,--version", "tactus " TACTUS_VERSION " (LLVM " TACTUS_LLVM_VERSION ")");
  app.require_subcommand(1);

  CLI::App *env = app.add_subcommand("env", "Show the installation and the settings in force");
  CLI::App *doctor = app.add_subcommand("doctor", "Try the installation, and say what is missing and how to get it");
  listOtherCommands(app);

  RunOptions options;
  CLI::App *run = addRun(app, options);

  // Everything from the program's name on is the program's, options included, so CLI11 sees only what stands before it.
  std::vector<std::string> arguments = inUsualOrder({argv + 1, argv + argc}, *run);
  if (std::optional<int> status = runOtherCommand(arguments))
    return *status;
  if (!arguments.empty() && !arguments[0].starts_with("-") && !isCommand(app, arguments[0]))
    return BadUsage;
  if (!arguments.empty() && arguments[0] == "run") {
    size_t program = findProgram(*run, arguments);
    options.program.assign(arguments.begin() + static_cast<std::ptrdiff_t>(program), arguments.end());
    arguments.resize(program);
    if (!options.program.empty() && options.program[0] == "--")
      options.program.erase(options.program.begin());
  }

  auto check = [&] {
    if (run->parsed() && options.program.empty())
      throw CLI::RequiredError("PROGRAM");
  };
  if (std::optional<int> status = parseCommandLine(app, std::move(arguments), check))
    return *status;
  if (doctor->parsed())
    return runDoctor();
  return env->parsed() ? showEnvironment() : runConverted(options);
}

} // namespace

int main(int argc, char **argv) { return finishOutput(runCommand(argc, argv)); }
