//===- main.cpp - tactus-pml
//-----------------------------------------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   tactus-pml check FILE...           types only: reports errors and warnings
//   tactus-pml build FILE -o PROGRAM   a native program
//   tactus-pml run FILE [ARGUMENT...]  builds and runs it
//   tactus-pml elide FILE -o PROGRAM   the same program with par sequential, to compare
//   tactus-pml interpret FILE          runs a program, slowly
//   tactus-pml lower FILE              prints a program as a stage of the compiler leaves it
//
// Exit codes: 0 ok, 1 the program is wrong, 2 bad usage.
//
//===----------------------------------------------------------------------------------------------------------------===//
#include "installation.h"
#include "large_stack.h"
#include "native.h"
#include "pipeline.h"
#include "pml/interpret/interpret.h"
#include "pml/ir/print.h"
#include "pml/project/project.h"
#include "pml/project/show.h"

#include <CLI/CLI.hpp>
#include <iostream>

namespace tactus::pml {
namespace {

enum ExitCode : int { Ok = 0, Failed = 1, BadUsage = 2 };

struct Settings {
  std::vector<std::string> files;
  std::vector<std::string> pathVariables;
  std::string library;
  std::string defaultInteger = "64";
  unsigned defaultWord = 64;
  bool showsTypes = false;
  NativeOptions native;
  std::string stage = "ir";
  bool checks = false;
  bool interprets = false;
  bool runs = false;
  std::vector<std::string> arguments;
};

int complain(ExitCode code, const std::string &message) {
  std::cerr << "tactus: error: " << message << "\n";
  return code;
}

/// What the command line says of a project. An error message, or empty.
std::string readOptions(const Settings &settings, ProjectOptions &options) {
  options.elaboration.defaultIntegerBits =
      settings.defaultInteger == "IntInf" ? 0 : static_cast<unsigned>(std::stoul(settings.defaultInteger));
  options.elaboration.defaultWordBits = settings.defaultWord;
  options.library = settings.library.empty() ? driver::findInstallation().prefix / "share" / "tactus" / "pml"
                                             : std::filesystem::path(settings.library);
  for (const std::string &variable : settings.pathVariables) {
    size_t equals = variable.find('=');
    if (equals == std::string::npos || equals == 0)
      return "--mlb-path-var '" + variable + "' is not of the form NAME=FOLDER";
    options.pathVariables[variable.substr(0, equals)] = variable.substr(equals + 1);
  }
  return "";
}

int checkFiles(const Settings &settings, const ProjectOptions &options) {
  int code = Ok;
  for (const std::string &file : settings.files) {
    Project project(options);
    project.add(file);
    std::cerr << project.diagnostics().format(project.sources());
    if (project.diagnostics().errorCount() > 0)
      code = Failed;
    else if (settings.showsTypes)
      std::cout << show(project.declared());
  }
  return code;
}

/// Compiles a program up to a stage, whose text it adds. Says what is wrong, and then returns false.
bool compileFile(const Settings &settings, const ProjectOptions &options, ir::Program &program, std::string &text) {
  Project project(options);
  project.add(settings.files[0]);
  std::cerr << project.diagnostics().format(project.sources());
  if (project.diagnostics().errorCount() > 0)
    return false;
  try {
    text = compile(project, {options.elaboration, settings.stage, settings.checks}, program);
    return true;
  } catch (const LimitReached &limit) {
    std::string where = limit.place.isKnown() ? project.sources().describe(limit.place) + ": " : "";
    complain(Failed, where + limit.message);
    return false;
  }
}

/// Prints or interprets it.
int lowerFile(const Settings &settings, const ProjectOptions &options) {
  ir::Program program;
  std::string text;
  if (!compileFile(settings, options, program, text))
    return Failed;
  if (settings.interprets)
    return interpret(program, {settings.files[0], settings.arguments, 0});
  std::cout << (settings.stage == "ir" ? ir::print(program) : text);
  return Ok;
}

/// A program of SML, or in the text of the PCall IR (.pcall). If it is run, its exit status is the result.
int buildFile(const Settings &settings, const ProjectOptions &options) {
  ir::Program program;
  std::string problem, text;
  if (std::filesystem::path(settings.files[0]).extension() == ".pcall")
    problem = readIr(settings.files[0], program);
  else if (!compileFile(settings, options, program, text))
    return Failed;
  int status = Ok;
  if (problem.empty())
    problem = settings.runs ? runNative(program, settings.native, settings.arguments, status)
                            : buildNative(program, settings.native);
  return problem.empty() ? status : complain(Failed, problem);
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

int run(int argc, char **argv) {
  CLI::App app{"Parallel ML: Standard ML with par (docs/pml.md)", "tactus pml"};
  app.require_subcommand(1);
  Settings settings;
  auto addCommand = [&](const char *name, const char *description) {
    CLI::App *command = app.add_subcommand(name, description);
    command->add_option("FILE", settings.files, "SML files (.sml, .sig, .fun) or ML Basis files (.mlb)")->required();
    command->add_option("--default-int", settings.defaultInteger, "Bits of the type int, or IntInf")
        ->check(CLI::IsMember({"32", "63", "64", "IntInf"}))
        ->capture_default_str();
    command->add_option("--default-word", settings.defaultWord, "Bits of the type word")
        ->check(CLI::IsMember({32, 64}))
        ->capture_default_str();
    command->add_option("--mlb-path-var", settings.pathVariables,
                        "A variable for paths in ML Basis files: NAME=FOLDER");
    command->add_option("--library", settings.library, "The folder of the Basis library, in place of the installed one")
        ->type_name("FOLDER");
    return command;
  };
  CLI::App *checkCommand = addCommand("check", "Check the types of SML and ML Basis files, each a program of its own");
  checkCommand->add_flag("--show-types", settings.showsTypes, "Print what the programs declare, with types");
  CLI::App *lowerCommand = addCommand("lower", "Print a program as a stage of the compiler leaves it");
  lowerCommand->add_option("--stop-after", settings.stage, "The stage")
      ->check(CLI::IsMember({"core", "simple", "ir"}))
      ->capture_default_str();
  lowerCommand->add_flag("--check", settings.checks, "Look at what each pass has made");
  CLI::App *interpretCommand =
      addCommand("interpret", "Run a program by interpreting its PCall IR: slow, and not parallel");
  interpretCommand->add_option("--argument", settings.arguments, "An argument of the program; may be repeated");
  interpretCommand->add_flag("--check", settings.checks, "Look at what each pass has made");
  CLI::App *buildCommand = addCommand("build", "Build a native program");
  CLI::App *elideCommand = addCommand("elide", "Build a native program whose par is sequential, to compare");
  CLI::App *runCommand = addCommand("run", "Build a program, run it, and leave nothing behind");
  for (CLI::App *command : {buildCommand, elideCommand, runCommand}) {
    command->get_option("FILE")->expected(1);
    command->add_option("-O", settings.native.optimisation, "How much to optimise, 0 to 3")
        ->check(CLI::Range(0, 3))
        ->capture_default_str();
    command->add_flag("--check", settings.checks, "Look at what each pass has made");
  }
  for (CLI::App *command : {buildCommand, elideCommand}) {
    command->add_option("-o", settings.native.output, "The file to write")->required();
    command->add_option("--emit", settings.native.emits, "What to write")
        ->check(CLI::IsMember({"program", "object", "assembly", "llvm"}))
        ->capture_default_str();
  }
  runCommand->add_option("ARGUMENT", settings.arguments, "For the program");
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success &request) {
    return app.exit(request);
  } catch (const CLI::Error &error) {
    return complain(BadUsage, std::string(error.what()) + "; see tactus pml --help");
  }
  settings.interprets = interpretCommand->parsed();
  settings.runs = runCommand->parsed();
  settings.native.elides = elideCommand->parsed();
  bool isNative = settings.runs || settings.native.elides || buildCommand->parsed();
  return perform(settings, *checkCommand ? checkFiles : isNative ? buildFile : lowerFile);
}

} // namespace
} // namespace tactus::pml

int main(int argc, char **argv) { return tactus::pml::run(argc, argv); }
