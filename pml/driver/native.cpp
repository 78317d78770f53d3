//===- native.cpp - building and running programs -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "native.h"
#include "installation.h"
#include "pml/codegen/build.h"
#include "pml/ir/check.h"
#include "pml/ir/parse.h"
#include "pml/ir/passes.h"
#include "pml/source/internal_error.h"
#include "process.h"
#include "temporary_folder.h"

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace tactus::pml {

std::string readIr(const std::filesystem::path &file, ir::Program &program) {
  std::ifstream stream(file, std::ios::binary);
  std::stringstream text;
  if (!(text << stream.rdbuf()))
    return "'" + file.string() + "' cannot be read; give the name of a .pcall file with something in it";
  if (auto error = ir::parse(text.str(), program))
    return file.string() + ":" + std::to_string(error->line) + ":" + std::to_string(error->column) + ": " +
           error->message;
  return "";
}

static codegen::Output outputOf(const std::string &name) {
  if (name == "object")
    return codegen::Output::Object;
  if (name == "assembly")
    return codegen::Output::Assembly;
  return name == "llvm" ? codegen::Output::Llvm : codegen::Output::Program;
}

std::string buildNative(ir::Program &program, const std::filesystem::path &output, const NativeOptions &options) {
  if (auto errors = ir::check(program); !errors.empty())
    return errors[0];
  try {
    ir::run(ir::passesToNative(options.elides), program, [&](const char *pass) {
      if (options.checks)
        ir::expectWellFormed(program, pass);
    });
  } catch (const InternalError &error) {
    return error.text();
  }
  driver::Installation installation = driver::findInstallation();
  codegen::BuildOptions build;
  build.output = outputOf(options.emits);
  build.optimisation = options.optimisation;
  build.debugs = options.debugs;
  build.processor = options.processor;
  build.checks = options.checks;
  build.libraries = installation.library;
  build.compiler = installation.clang.string();
  if (options.spreads) {
    const char *compiler = getenv("TACTUS_MPICXX");
    build.ranksCompiler = compiler && *compiler ? compiler : "mpicxx";
    build.ranksSource = installation.prefix / "share/tactus/pml/ranks/ranks.cpp";
    build.include = installation.include;
  }
  return codegen::build(program, output, build);
}

std::string runNative(ir::Program &program, const NativeOptions &options, const std::vector<std::string> &arguments,
                      driver::Progress &progress, int &status) {
  driver::TemporaryFolder folder;
  if (!folder.exists())
    return folder.problem();
  std::vector<std::string> command{(folder.path() / "program").string()};
  if (std::string problem = buildNative(program, command[0], options); !problem.empty())
    return problem;
  progress.end();
  command.insert(command.end(), arguments.begin(), arguments.end());
  status = driver::runProgram(command, driver::Output::Shown, driver::Interrupt::EndsProgram);
  return status < 0 ? driver::describeFailure(command[0], errno) : "";
}

} // namespace tactus::pml
