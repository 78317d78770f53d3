//===- main.cpp - tactus-tpal --------------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   tactus-tpal check FILE...    verify
//   tactus-tpal print FILE       the canonical form
//   tactus-tpal run FILE         the abstract machine
//   tactus-tpal elide FILE       remove the annotations, after checking that this keeps the result
//   tactus-tpal compile FILE     native code
//   tactus-tpal generate         a random program, for tests
//
// Exit codes: 0 ok, 1 the program is wrong or came to a wrong end, 2 bad usage.
//
//===----------------------------------------------------------------------===//
#include "command_line.h"
#include "elide.h"
#include "exhaustive.h"
#include "generate.h"
#include "graph.h"
#include "native/compile.h"
#include "output_file.h"
#include "parser.h"
#include "printer.h"
#include "progress.h"
#include "schedule.h"
#include "trace.h"
#include "verifier.h"

#include <chrono>
#include <fstream>
#include <iostream>
#include <memory>

namespace tactus::tpal {
namespace {

enum ExitCode : int { Ok = 0, Failed = 1, BadUsage = 2 };

int complain(ExitCode code, const std::string &message) {
  std::cerr << "tactus: error: " << message << "\n";
  return code;
}

struct Settings {
  std::vector<std::string> files;
  std::vector<std::string> assignments;
  std::string schedule = "sequential";
  std::string graphFile;
  std::string outputFile;
  MachineOptions machine;
  ScheduleOptions scheduling;
  native::CompileOptions compilation;
  uint64_t executionLimit = 10'000'000;
  uint64_t stepLimit = 10'000'000'000;
  bool trace = false;
  bool step = false;
  bool time = false;
};

/// More than any program has. Offsets in a source have 32 bits, and devices have no end.
constexpr size_t LargestSource = size_t{64} << 20;

/// Reads a file; its message goes to stderr.
std::optional<Source> readSource(const std::string &path) {
  std::ifstream stream(path, std::ios::binary);
  std::string content;
  for (size_t filled = 0; stream && content.size() <= LargestSource;) {
    content.resize(filled + (size_t{1} << 20));
    stream.read(content.data() + filled, static_cast<std::streamsize>(content.size() - filled));
    filled += static_cast<size_t>(stream.gcount());
    content.resize(filled);
  }
  std::string problem = content.empty() ? "cannot be read; give the name of a TPAL file that is not empty"
                        : content.size() > LargestSource ? "is larger than 64 MiB; give the name of a TPAL file"
                                                         : "";
  if (std::string found = findNoText(content); problem.empty() && !found.empty())
    problem = "is no text (" + found + "); give the name of a TPAL file";
  if (problem.empty())
    return Source(path, std::move(content));
  complain(Failed, "'" + path + "' " + problem);
  return std::nullopt;
}

/// Parses and verifies a text; its messages go to stderr.
std::optional<Program> load(const Source &source) {
  Diagnostics diagnostics;
  Program program = parse(source, diagnostics);
  if (diagnostics.empty())
    verify(program, diagnostics);
  std::cerr << diagnostics.format(source);
  if (!diagnostics.empty())
    return std::nullopt;
  return program;
}

std::optional<Program> load(const std::string &path) {
  std::optional<Source> source = readSource(path);
  return source ? load(*source) : std::nullopt;
}

/// Reads `name=value` arguments. An error message, or empty.
std::string readInputs(const Program &program, const std::vector<std::string> &assignments,
                       std::map<std::string, Literal> &inputs) {
  for (const std::string &assignment : assignments) {
    size_t equals = assignment.find('=');
    std::string name = assignment.substr(0, equals);
    std::optional<Literal> value =
        equals == std::string::npos ? std::nullopt : parseLiteral(std::string_view(assignment).substr(equals + 1));
    if (!value)
      return "--set '" + assignment + "' is not of the form name=number";
    bool known = std::any_of(program.inputs.begin(), program.inputs.end(),
                             [&](const Input &input) { return input.name.text == name; });
    if (!known)
      return "--set: '" + name + "' is no input of the program; declare it with '.input " + name + "'";
    inputs[name] = *value;
  }
  for (const std::string &name : missingInputs(program, inputs))
    return "input '" + name + "' has no value; give one with --set " + name + "=NUMBER";
  return "";
}

int runExhaustive(const Machine &initial, const Settings &settings) {
  ExhaustiveOptions options;
  options.stepLimit = settings.scheduling.stepLimit;
  options.executionLimit = settings.executionLimit;
  driver::Progress progress("executing every schedule");
  ExhaustiveReport report = checkAllSchedules(initial, options);
  progress.end();
  std::cout << "executions: " << report.executions << "\nvisible steps: " << report.transitions << "\n";
  if (report.kind == ExhaustiveReport::Kind::AllAgree) {
    std::cout << "every schedule: " << report.firstResult << "\n";
    return Ok;
  }
  complain(Failed, report.message);
  if (report.kind != ExhaustiveReport::Kind::ExecutionLimit) {
    std::cerr << "the steps that other tasks can see, up to there:\n";
    for (const std::string &line : report.trace)
      std::cerr << "  " << line << "\n";
  }
  if (report.kind == ExhaustiveReport::Kind::Differs) {
    std::cerr << "and those of the first execution:\n";
    for (const std::string &line : report.firstTrace)
      std::cerr << "  " << line << "\n";
  }
  return Failed;
}

int runProgram(Settings &settings) {
  std::optional<Program> program = load(settings.files[0]);
  if (!program)
    return Failed;
  std::map<std::string, Literal> inputs;
  if (std::string problem = readInputs(*program, settings.assignments, inputs); !problem.empty())
    return complain(BadUsage, problem);
  Code code(*program);
  Machine machine(code, settings.machine, inputs);
  settings.scheduling.stepLimit = settings.stepLimit;
  if (settings.schedule == "exhaustive") {
    if (settings.trace || settings.step || settings.time || !settings.graphFile.empty())
      return complain(BadUsage, "--trace, --step, --time and --graph show one execution; the exhaustive schedule has "
                                "many, so choose another one for them");
    return runExhaustive(machine, settings);
  }
  settings.scheduling.kind = settings.schedule == "random"          ? ScheduleOptions::Kind::Random
                             : settings.schedule == "work-stealing" ? ScheduleOptions::Kind::WorkStealing
                                                                    : ScheduleOptions::Kind::Sequential;
  std::optional<driver::OutputFile> graph;
  if (!settings.graphFile.empty()) {
    graph.emplace(settings.graphFile, "name another file by --graph");
    if (!graph->problem().empty())
      return complain(Failed, graph->problem());
    if (graph->replaces(settings.files[0]))
      return complain(Failed, "'" + settings.graphFile + "' is the program; name another file by --graph");
  }
  Tracer tracer(std::cout);
  Stepper stepper(std::cout, std::cin);
  StepObserver *observer = settings.step ? &stepper : settings.trace ? &tracer : nullptr;
  // Steps that are shown are progress enough.
  std::optional<driver::Progress> progress;
  if (!observer)
    progress.emplace("running " + settings.files[0]);
  auto begin = std::chrono::steady_clock::now();
  Outcome outcome = runSchedule(machine, settings.scheduling, observer);
  progress.reset();
  std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;

  for (const auto &[name, value] : machine.result())
    std::cout << name << " = " << machine.formatResult(value) << "\n";
  std::cout << "work: " << machine.counts.work << "\nspan: " << machine.span << "\ntasks: " << machine.counts.tasks
            << "\npromotions: " << machine.counts.promotions << "\n";
  if (settings.scheduling.kind == ScheduleOptions::Kind::WorkStealing)
    std::cout << "ticks: " << outcome.ticks << "\nsteals: " << outcome.steals << "\n";
  if (settings.time)
    std::cout << "million instructions a second: " << static_cast<double>(machine.counts.work) / elapsed.count() / 1e6
              << "\n";
  if (graph)
    if (std::string problem = graph->write(drawTaskTree(machine)); !problem.empty())
      return complain(Failed, problem);
  if (outcome.kind != Outcome::Kind::Halted)
    return complain(Failed, describe(machine, outcome));
  if (!settings.assignments.empty())
    return Ok;
  std::vector<std::string> unmet = unmetExpectations(machine);
  for (const std::string &problem : unmet)
    complain(Failed, problem);
  return unmet.empty() ? Ok : Failed;
}

int elideProgram(const Settings &settings) {
  std::optional<Program> program = load(settings.files[0]);
  if (!program)
    return Failed;
  std::map<std::string, Literal> inputs;
  if (std::string problem = readInputs(*program, settings.assignments, inputs); !problem.empty())
    return complain(BadUsage, problem);
  driver::Progress progress("checking that the result stays");
  ElisionCheck check = checkElision(*program, inputs, settings.stepLimit);
  progress.end();
  if (!check.same)
    return complain(Failed, "elision changes the program: " + check.message);
  std::string text = print(elide(*program));
  if (settings.outputFile.empty()) {
    std::cout << text;
    return Ok;
  }
  driver::OutputFile output(settings.outputFile, "name another file by -o");
  if (output.replaces(settings.files[0]))
    return complain(Failed, "'" + settings.outputFile + "' is the program; name another file by -o");
  std::string problem = output.write(text);
  return problem.empty() ? Ok : complain(Failed, problem);
}

int compileProgram(const Settings &settings) {
  std::optional<Source> source = readSource(settings.files[0]);
  std::optional<Program> program = source ? load(*source) : std::nullopt;
  if (!program)
    return Failed;
  driver::Progress progress("compiling " + settings.files[0]);
  std::string problem = native::compile(*program, *source, settings.compilation);
  progress.end();
  return problem.empty() ? Ok : complain(Failed, problem);
}

CLI::App *addRun(CLI::App &app, Settings &settings) {
  CLI::App *run = app.add_subcommand("run", "Run a program on the abstract machine");
  run->add_option("FILE", settings.files, "TPAL program")->required()->expected(1);
  run->add_option("--set", settings.assignments, "Value of an input")->type_name("NAME=NUMBER");
  run->add_option("--heartbeat", settings.machine.heartbeat,
                  "Instructions a task issues before it is promoted; 0 never promotes")
      ->capture_default_str();
  run->add_option("--schedule", settings.schedule, "Which task runs next")
      ->check(CLI::IsMember({"sequential", "random", "work-stealing", "exhaustive"}))
      ->capture_default_str();
  run->add_option("--seed", settings.scheduling.seed, "Seed of random choices")->capture_default_str();
  run->add_option("--processors", settings.scheduling.processors, "Virtual processors of the work-stealing schedule")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  run->add_option("--step-limit", settings.stepLimit, "Give up after this many instructions")->capture_default_str();
  run->add_option("--execution-limit", settings.executionLimit, "Executions of the exhaustive schedule")
      ->capture_default_str();
  run->add_option("--graph", settings.graphFile, "Draw the task tree into this SVG file")->type_name("FILE");
  run->add_flag("--trace", settings.trace, "Print every step");
  run->add_flag("--step", settings.step, "Step in the terminal");
  run->add_flag("--time", settings.time, "Print the speed of the machine");
  return run;
}

CLI::App *addCompile(CLI::App &app, Settings &settings) {
  using Result = native::CompileOptions::Result;
  CLI::App *compiling = app.add_subcommand("compile", "Compile a program to native code on the Tactus runtime");
  compiling->add_option("FILE", settings.files, "TPAL program")->required()->expected(1);
  compiling->add_option("-o", settings.compilation.output, "The file to write")->type_name("FILE");
  auto kind = [&](Result result) { return [&settings, result] { settings.compilation.result = result; }; };
  compiling->add_flag_callback("-c", kind(Result::Object), "Make an object file");
  compiling->add_flag_callback("-S", kind(Result::Assembly), "Make assembly");
  compiling->add_flag_callback("--emit-llvm", kind(Result::IR), "Make LLVM IR, not optimised");
  compiling
      ->add_option("--export", settings.compilation.exportName,
                   "Make a C function of this name instead of main, and beside the result the header NAME.h")
      ->type_name("NAME");
  // As clang's drivers have it: -f with the rest of the word as its value.
  compiling
      ->add_option_function<std::string>(
          "-f",
          [&settings](const std::string &value) {
            settings.compilation.forInterrupts = value == "tactus-beat=interrupt";
          },
          "-ftactus-beat=interrupt: promotion-ready blocks have no polls and wait for signals (TACTUS_BEAT); auto "
          "takes "
          "what is faster, which is polls")
      ->check(CLI::IsMember({"tactus-beat=auto", "tactus-beat=poll", "tactus-beat=interrupt"}))
      ->type_name("tactus-beat=KIND");
  return compiling;
}

int mainProgram(int argc, char **argv) {
  CLI::App app("Task Parallel Assembly Language: check, print, run, elide and compile programs", "tactus tpal");
  app.formatter(std::make_shared<driver::Help>());
  app.require_subcommand(1);
  Settings settings;

  CLI::App *check = app.add_subcommand("check", "Verify programs and print every error");
  check->add_option("FILE", settings.files, "TPAL programs")->required();

  CLI::App *printing = app.add_subcommand("print", "Print a program in its canonical form");
  printing->add_option("FILE", settings.files, "TPAL program")->required()->expected(1);

  CLI::App *run = addRun(app, settings);

  CLI::App *eliding = app.add_subcommand("elide", "Remove the annotations, after checking that the result stays");
  eliding->add_option("FILE", settings.files, "TPAL program")->required()->expected(1);
  eliding->add_option("--set", settings.assignments, "Value of an input for the check")->type_name("NAME=NUMBER");
  eliding->add_option("--step-limit", settings.stepLimit, "Instructions of one run of the check")
      ->capture_default_str();
  eliding->add_option("-o", settings.outputFile, "Write to this file instead of stdout")->type_name("FILE");

  CLI::App *compiling = addCompile(app, settings);

  CLI::App *generating =
      app.add_subcommand("generate", "Print a random program that has one result under every schedule");
  generating->add_option("--seed", settings.scheduling.seed, "Decides everything about it")->capture_default_str();

  if (std::optional<int> status = driver::parseCommandLine(app, {argv + 1, argv + argc}))
    return *status;

  if (run->parsed())
    return runProgram(settings);
  if (eliding->parsed())
    return elideProgram(settings);
  if (compiling->parsed()) {
    if (settings.compilation.result == native::CompileOptions::Result::Executable &&
        !settings.compilation.exportName.empty())
      return complain(BadUsage, "--export makes a function for C callers, so give -c, -S or --emit-llvm with it");
    return compileProgram(settings);
  }
  if (generating->parsed()) {
    std::cout << generateProgram(settings.scheduling.seed);
    return Ok;
  }
  int status = Ok;
  for (const std::string &file : settings.files) {
    std::optional<Program> program = load(file);
    if (!program)
      status = Failed;
    else if (printing->parsed())
      std::cout << print(*program);
  }
  return status;
}

} // namespace
} // namespace tactus::tpal

int main(int argc, char **argv) {
  try {
    return tactus::driver::finishOutput(tactus::tpal::mainProgram(argc, argv));
  } catch (const std::bad_alloc &) {
    return tactus::tpal::complain(tactus::tpal::Failed, "out of memory; lower --step-limit or the inputs");
  }
}
