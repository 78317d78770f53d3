//===- main.cpp - tactus-pml ------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   tactus-pml check FILE...                 types only: reports errors and warnings
//   tactus-pml build FILE -o PROGRAM         a native program
//   tactus-pml run FILE [ARGUMENT...]        builds and runs it
//   tactus-pml elide FILE -o PROGRAM         the same program with par sequential, to compare
//   tactus-pml interpret FILE [ARGUMENT...]  runs it by interpreting its PCall IR
//   tactus-pml lower FILE                    prints it as a stage of the compiler leaves it
//
// Exit codes: 0 ok, 1 the program is wrong, 2 bad usage.
//
//===----------------------------------------------------------------------------------------------------------------===//
#include "command_line.h"
#include "installation.h"
#include "large_stack.h"
#include "native.h"
#include "output_file.h"
#include "pipeline.h"
#include "pml/interpret/interpret.h"
#include "pml/ir/check.h"
#include "pml/ir/print.h"
#include "pml/project/project.h"
#include "pml/project/show.h"
#include "pml/source/internal_error.h"
#include "pml/source/limits.h"
#include "progress.h"

#include <algorithm>
#include <iostream>
#include <memory>

namespace tactus::pml {
namespace {

enum ExitCode : int { Ok = 0, Failed = 1, BadUsage = 2 };

struct Settings {
  std::vector<std::string> files;
  std::vector<std::string> pathVariables;
  std::vector<std::string> annotations;
  std::string library;
  std::string defaultInteger = "64";
  unsigned defaultWord = 64;
  bool showsTypes = false;
  std::string stage = "ir";
  NativeOptions native;
  std::string output;
  std::vector<std::string> arguments;
};

int complain(ExitCode code, const std::string &message) {
  std::cerr << "tactus: error: " << message << "\n";
  return code;
}

/// The same of what has failed while a line says that it is being done.
int complain(driver::Progress &progress, const std::string &message) {
  progress.end();
  return complain(Failed, message);
}

/// What the command line says of a project. An error message, or empty.
std::string readOptions(const Settings &settings, ProjectOptions &options) {
  options.elaboration.defaultIntegerBits =
      settings.defaultInteger == "IntInf" ? 0 : static_cast<unsigned>(std::stoul(settings.defaultInteger));
  options.elaboration.defaultWordBits = settings.defaultWord;
  options.elaboration.mayHaveRanks = settings.native.spreads;
  options.library = settings.library.empty() ? driver::findInstallation().prefix / "share" / "tactus" / "pml"
                                             : std::filesystem::path(settings.library);
  for (const std::string &variable : settings.pathVariables) {
    size_t equals = variable.find('=');
    if (equals == std::string::npos || equals == 0)
      return "--mlb-path-var '" + variable + "' is not of the form NAME=FOLDER";
    options.pathVariables[variable.substr(0, equals)] = variable.substr(equals + 1);
  }
  for (const std::string &annotation : settings.annotations)
    if (std::string problem = options.annotations.add(annotation); !problem.empty())
      return "--default-ann: " + problem;
  return "";
}

int checkFiles(const Settings &settings, const ProjectOptions &options) {
  int code = Ok;
  for (const std::string &file : settings.files) {
    driver::Progress progress("checking " + file);
    Project project(options);
    project.add(file);
    progress.end();
    std::cerr << project.diagnostics().format(project.sources());
    if (project.diagnostics().errorCount() > 0)
      code = Failed;
    else if (settings.showsTypes)
      std::cout << show(project.declared());
  }
  return code;
}

std::string placeBefore(const Project &project, Place place) {
  return place.isKnown() ? project.sources().describe(place) + ": " : "";
}

/// Compiles a file to the IR, unless it is in the IR already (.pcall). False after an error, which has been reported.
/// The text of an earlier stage, if one is wanted. No source may be the file `output`.
bool readProgram(const Settings &settings, const ProjectOptions &options, driver::Progress &progress,
                 ir::Program &program, std::string &text, const driver::OutputFile *output = nullptr) {
  auto isKept = [&](const std::filesystem::path &source) {
    return !output || !output->replaces(source) ||
           complain(progress, "'" + source.string() + "' is a source of the program; name another file by -o") == Ok;
  };
  const std::string &file = settings.files[0];
  if (std::filesystem::path(file).extension() == ".pcall") {
    if (!isKept(file))
      return false;
    std::string problem = readIr(file, program);
    return problem.empty() || complain(progress, problem) == Ok;
  }
  Project project(options);
  project.add(file);
  progress.write(project.diagnostics().format(project.sources()));
  if (project.diagnostics().errorCount() > 0 || !std::ranges::all_of(project.files(), isKept))
    return false;
  try {
    text = compile(project, {options.elaboration, settings.stage, settings.native.checks}, program);
  } catch (const LimitReached &limit) {
    return complain(progress, placeBefore(project, limit.place) + limit.message) == Ok;
  } catch (const InternalError &error) {
    return complain(progress, placeBefore(project, error.place) + error.text()) == Ok;
  }
  return true;
}

int lowerFile(const Settings &settings, const ProjectOptions &options) {
  driver::Progress progress("compiling " + settings.files[0]);
  ir::Program program;
  std::string text;
  if (!readProgram(settings, options, progress, program, text))
    return Failed;
  progress.end();
  std::cout << (settings.stage == "ir" ? ir::print(program) : text);
  return Ok;
}

/// Its exit status is that of the program.
int interpretFile(const Settings &settings, const ProjectOptions &options) {
  driver::Progress progress("compiling " + settings.files[0]);
  ir::Program program;
  std::string text;
  if (!readProgram(settings, options, progress, program, text))
    return Failed;
  progress.end();
  if (std::vector<std::string> problems = ir::check(program); !problems.empty())
    return complain(Failed, "the program is ill-formed: " + problems[0]);
  return interpret(program, {settings.files[0], settings.arguments, 0});
}

int build(const Settings &settings, const ProjectOptions &options) {
  driver::OutputFile output(settings.output, "name another file by -o");
  if (!output.problem().empty())
    return complain(Failed, output.problem());
  driver::Progress progress("compiling " + settings.files[0]);
  ir::Program program;
  std::string text;
  if (!readProgram(settings, options, progress, program, text, &output))
    return Failed;
  std::string problem = buildNative(program, output.path(), settings.native);
  if (problem.empty())
    problem = output.keep();
  return problem.empty() ? Ok : complain(progress, problem);
}

/// Its exit status is that of the program.
int buildAndRun(const Settings &settings, const ProjectOptions &options) {
  driver::Progress progress("compiling " + settings.files[0]);
  ir::Program program;
  std::string text;
  if (!readProgram(settings, options, progress, program, text))
    return Failed;
  int status = 0;
  std::string problem = runNative(program, settings.native, settings.arguments, progress, status);
  return problem.empty() ? status : complain(progress, problem);
}

/// Runs a command where its recursion has room.
int perform(const Settings &settings, int (*command)(const Settings &, const ProjectOptions &)) {
  ProjectOptions options;
  if (std::string problem = readOptions(settings, options); !problem.empty())
    return complain(BadUsage, problem);
  int code = Failed;
  if (!runOnLargeStack([&] { code = command(settings, options); }))
    return complain(Failed, "no thread with a stack of " + std::to_string(FrontEndStack >> 20) +
                                " MiB can be started; raise the limit of address space (ulimit -v)");
  return code;
}

/// The options of all commands.
void addProgramOptions(CLI::App &command, Settings &settings) {
  command.add_option("--default-int", settings.defaultInteger, "Bits of the type int, or IntInf")
      ->check(CLI::IsMember({"32", "63", "64", "IntInf"}))
      ->capture_default_str();
  command.add_option("--default-word", settings.defaultWord, "Bits of the type word")
      ->check(CLI::IsMember({32, 64}))
      ->capture_default_str();
  command.add_option("--default-ann", settings.annotations, "An annotation of all files, may be repeated")
      ->type_name("'NAME VALUE'")
      ->allow_extra_args(false);
  command.add_option("--mlb-path-var", settings.pathVariables, "A variable for paths in ML Basis files")
      ->type_name("NAME=FOLDER")
      ->allow_extra_args(false); // what follows is FILE
  command.add_option("--library", settings.library, "The folder of the Basis library, in place of the installed one")
      ->type_name("FOLDER");
}

/// The options of commands that compile one program.
void addCompilerOptions(CLI::App &command, Settings &settings) {
  addProgramOptions(command, settings);
  settings.files.resize(1);
  command.add_option("FILE", settings.files[0], "An SML file, an ML Basis file (.mlb), or the PCall IR (.pcall)")
      ->required();
  command.add_flag("--check", settings.native.checks, "Look at what each pass has made");
}

void addNativeOptions(CLI::App &command, Settings &settings) {
  addCompilerOptions(command, settings);
  command.add_option("-O", settings.native.optimisation, "How much to optimise")
      ->check(CLI::Range(0, 3))
      ->capture_default_str();
  command
      .add_option("--cpu", settings.native.processor,
                  "Use all instructions of this processor, and run only where they are; native: of this one")
      ->capture_default_str();
  command.add_flag("-g", settings.native.debugs, "Line tables and names of functions, for debuggers");
}

int run(int argc, char **argv) {
  CLI::App app{"Parallel ML: Standard ML with par", "tactus pml"};
  app.formatter(std::make_shared<driver::Help>());
  app.require_subcommand(1);
  Settings checkSettings, settings;
  CLI::App *checkCommand =
      app.add_subcommand("check", "Check the types of SML and ML Basis files, each a program of its own");
  checkCommand->add_option("FILE", checkSettings.files, "SML files (.sml, .sig, .fun) or ML Basis files (.mlb)")
      ->required();
  checkCommand->add_flag("--show-types", checkSettings.showsTypes, "Print what the programs declare, with types");
  addProgramOptions(*checkCommand, checkSettings);
  CLI::App *buildCommand = app.add_subcommand("build", "Build a native program");
  CLI::App *elideCommand = app.add_subcommand("elide", "Build a native program whose par is sequential, to compare");
  CLI::App *runCommand = app.add_subcommand("run", "Build a program, run it, and leave nothing behind");
  CLI::App *interpretCommand =
      app.add_subcommand("interpret", "Run a program by interpreting its PCall IR: slowly, and not in parallel");
  CLI::App *lowerCommand = app.add_subcommand("lower", "Print a program as a stage of the compiler leaves it");
  for (CLI::App *command : {buildCommand, elideCommand}) {
    addNativeOptions(*command, settings);
    command->add_option("-o", settings.output, "The file to write")->required()->type_name("FILE");
    command->add_option("--emit", settings.native.emits, "What to write")
        ->check(CLI::IsMember({"program", "object", "assembly", "llvm"}))
        ->capture_default_str();
  }
  buildCommand->add_flag("--cluster", settings.native.spreads,
                         "Run over the ranks of an MPI job; linked by mpicxx, or what TACTUS_MPICXX names");
  addNativeOptions(*runCommand, settings);
  addCompilerOptions(*interpretCommand, settings);
  for (CLI::App *command : {runCommand, interpretCommand})
    command->add_option("ARGUMENT", settings.arguments, "For the program");
  addCompilerOptions(*lowerCommand, settings);
  lowerCommand->add_option("--stop-after", settings.stage, "The stage")
      ->check(CLI::IsMember({"core", "simple", "ir"}))
      ->capture_default_str();
  if (std::optional<int> status = driver::parseCommandLine(app, {argv + 1, argv + argc}))
    return *status;
  settings.native.elides = elideCommand->parsed();
  if (*checkCommand)
    return perform(checkSettings, checkFiles);
  return perform(settings, *lowerCommand       ? lowerFile
                           : *interpretCommand ? interpretFile
                           : *runCommand       ? buildAndRun
                                               : build);
}

} // namespace
} // namespace tactus::pml

int main(int argc, char **argv) { return tactus::driver::finishOutput(tactus::pml::run(argc, argv)); }
