//===- compile.cpp - tactus tpal compile --------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "compile.h"

#include "installation.h"
#include "output_file.h"
#include "process.h"
#include "temporary_folder.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>

namespace tactus::tpal::native {

namespace {

bool isIdentifier(const std::string &name) {
  auto fits = [](unsigned char byte) { return std::isalnum(byte) || byte == '_'; };
  return std::ranges::all_of(name, fits) && !std::isdigit(static_cast<unsigned char>(name[0]));
}

std::filesystem::path defaultOutput(const Source &source, CompileOptions::Result result) {
  std::filesystem::path name = std::filesystem::path(source.name()).stem();
  switch (result) {
  case CompileOptions::Result::Executable:
    return name;
  case CompileOptions::Result::Object:
    return name += ".o";
  case CompileOptions::Result::Assembly:
    return name += ".s";
  case CompileOptions::Result::IR:
    return name += ".ll";
  }
  return name;
}

/// Has clang make the file `output` of the text of a module. An error message, or empty.
std::string compileModule(const std::string &module, const std::filesystem::path &output,
                          const CompileOptions &options) {
  driver::TemporaryFolder folder;
  if (!folder.exists())
    return folder.problem();
  std::filesystem::path file = folder.path() / "program.ll";
  if (std::string problem = driver::writeWhole(file, module, "set TMPDIR to a folder with room"); !problem.empty())
    return problem;
  driver::Installation installation = driver::findInstallation();
  std::vector<std::string> arguments = {
      // Pairing the scalars of a loop that cannot be vectorised lengthens its dependences (mandelbrot: by half).
      installation.clang.string(), "-O3", "-fno-slp-vectorize", "-Wno-override-module", "-fPIC"};
  // For tactus analyze; the code does not change. Code that waits for interrupts gets its versions from it.
  std::error_code ignored;
  if (const std::string plugin = installation.plugin.string(); std::filesystem::exists(plugin, ignored))
    arguments.insert(arguments.end(), {"-fpass-plugin=" + plugin, "-Xclang", "-load", "-Xclang", plugin, "-Xclang",
                                       "-mllvm", "-Xclang", "-tactus-only-summaries", "-fstack-size-section"});
  else if (options.forInterrupts)
    return "-ftactus-beat=interrupt needs the plugin '" + plugin + "', which is not there; install Tactus as a whole";
  if (options.forInterrupts)
    arguments.insert(arguments.end(),
                     {"-Xclang", "-mllvm", "-Xclang", "-tactus-beat-interrupt", "-Rpass-missed=tactus"});
  if (options.result == CompileOptions::Result::Object)
    arguments.emplace_back("-c");
  if (options.result == CompileOptions::Result::Assembly)
    arguments.emplace_back("-S");
  arguments.insert(arguments.end(), {file.string(), "-o", output.string()});
  if (options.result == CompileOptions::Result::Executable)
    arguments.insert(arguments.end(),
                     {"-L" + installation.library.string(), "-Wl,-rpath," + installation.library.string(), "-ltactus"});
  driver::TemporaryFilesOfPrograms temporaries;
  int status = driver::runProgram(arguments);
  if (status < 0)
    return "cannot run '" + arguments[0] + "': " + std::strerror(errno) +
           "; set TACTUS_CLANG to the clang that Tactus was built for";
  if (status != 0)
    return "clang could not make '" + output.filename().string() + "', with the messages above";
  return "";
}

} // namespace

std::string compile(const Program &program, const Source &source, const CompileOptions &options) {
  if (!options.exportName.empty() && (!isIdentifier(options.exportName) || options.exportName == "main"))
    return "--export '" + options.exportName + "' is not a name that a C function can have here";
  std::filesystem::path output = options.output;
  if (output.empty())
    output = defaultOutput(source, options.result);
  EmitOptions emission{options.exportName, options.exportName.empty(), options.forInterrupts};
  std::string module = emitModule(program, source, emission);
  driver::OutputFile result(output, "name another file by -o");
  if (!result.problem().empty())
    return result.problem();
  if (result.replaces(source.name()))
    return "'" + source.name() + "' is the source; name another file by -o";
  std::string problem = options.result == CompileOptions::Result::IR ? result.write(module)
                                                                     : compileModule(module, result.path(), options);
  if (problem.empty() && options.result != CompileOptions::Result::IR)
    problem = result.keep();
  if (problem.empty() && !options.exportName.empty())
    problem = driver::writeWhole(output.parent_path() / (options.exportName + ".h"), emitHeader(program, emission),
                                 "choose another name by --export, or another folder by -o");
  return problem;
}

} // namespace tactus::tpal::native
