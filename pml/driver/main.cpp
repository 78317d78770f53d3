//===- main.cpp - tactus-pml
//-----------------------------------------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   tactus-pml check FILE...    types only: reports errors and warnings
//   tactus-pml interpret FILE   runs a program, slowly
//   tactus-pml lower FILE       prints a program as a stage of the compiler leaves it
//
// Exit codes: 0 ok, 1 the program is wrong, 2 bad usage.
//
//===----------------------------------------------------------------------------------------------------------------===//
#include "installation.h"
#include "large_stack.h"
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
  std::string stage = "ir";
  bool checks = false;
  bool interprets = false;
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

/// Compiles a program up to a stage, and prints or interprets it.
int lowerFile(const Settings &settings, const ProjectOptions &options) {
  Project project(options);
  project.add(settings.files[0]);
  std::cerr << project.diagnostics().format(project.sources());
  if (project.diagnostics().errorCount() > 0)
    return Failed;
  try {
    ir::Program program;
    std::string text = compile(project, {options.elaboration, settings.stage, settings.checks}, program);
    if (settings.interprets)
      return interpret(program, {settings.files[0], settings.arguments, 0});
    std::cout << (settings.stage == "ir" ? ir::print(program) : text);
  } catch (const LimitReached &limit) {
    std::string where = limit.place.isKnown() ? project.sources().describe(limit.place) + ": " : "";
    return complain(Failed, where + limit.message);
  }
  return Ok;
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
    command->add_option("--mlb-path-var", settings.pathVariables, "A variable for paths in ML Basis files: NAME=FOLDER");
    command->add_option("--library", settings.library, "The folder of the Basis library, in place of the installed one")
        ->type_name("FOLDER");
    return command;
  };
  CLI::App *checkCommand =
      addCommand("check", "Check the types of SML and ML Basis files, each a program of its own");
  checkCommand->add_flag("--show-types", settings.showsTypes, "Print what the programs declare, with types");
  CLI::App *lowerCommand = addCommand("lower", "Print a program as a stage of the compiler leaves it");
  lowerCommand->add_option("--stop-after", settings.stage, "The stage")
      ->check(CLI::IsMember({"core", "simple", "ir"}))
      ->capture_default_str();
  lowerCommand->add_flag("--check", settings.checks, "Look at what each pass has made");
  CLI::App *interpretCommand = addCommand("interpret", "Run a program by interpreting its PCall IR: slow, and not parallel");
  interpretCommand->add_option("--argument", settings.arguments, "An argument of the program; may be repeated");
  interpretCommand->add_flag("--check", settings.checks, "Look at what each pass has made");
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success &request) {
    return app.exit(request);
  } catch (const CLI::Error &error) {
    return complain(BadUsage, std::string(error.what()) + "; see tactus pml --help");
  }
  settings.interprets = interpretCommand->parsed();
  return perform(settings, *checkCommand ? checkFiles : lowerFile);
}

} // namespace
} // namespace tactus::pml

int main(int argc, char **argv) { return tactus::pml::run(argc, argv); }
