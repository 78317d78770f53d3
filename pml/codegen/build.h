//===- build.h - from the PCall IR to a program -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_CODEGEN_BUILD_H
#define TACTUS_PML_CODEGEN_BUILD_H

#include "pml/ir/ir.h"

#include <filesystem>

namespace tactus::pml::codegen {

enum class Output : uint8_t { Program, Object, Assembly, Llvm };

struct BuildOptions {
  Output output = Output::Program;
  /// 0 to 3, as in -O.
  unsigned optimisation = 2;
  /// -g: line tables and the names of functions.
  bool debugs = false;
  /// Whose instructions may be used, by LLVM's name of the processor; "native" is the one that compiles.
  std::string processor = "x86-64";
  /// Looks at what each pass has made. For tests.
  bool checks = false;
  /// The program may run over the ranks of an MPI job: compiled by this compiler of the MPI's from this source, it is
  /// linked with them. Empty for other programs.
  std::string ranksCompiler;
  std::filesystem::path ranksSource, include;
  /// Where lib/ of the installation is, and the linker's driver.
  std::filesystem::path libraries;
  std::string compiler;
};

/// Compiles a checked program without pars. The program is changed. Its object files are left beside the output. An
/// error message, or empty.
[[nodiscard]] std::string build(ir::Program &program, const std::filesystem::path &output, const BuildOptions &options);

} // namespace tactus::pml::codegen

#endif // TACTUS_PML_CODEGEN_BUILD_H
