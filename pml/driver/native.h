//===- native.h - building and running programs -------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_DRIVER_NATIVE_H
#define TACTUS_PML_DRIVER_NATIVE_H

#include "pml/ir/ir.h"

#include "progress.h"

#include <filesystem>

namespace tactus::pml {

struct NativeOptions {
  /// What is made: program, object, assembly or llvm. Of a program that is run at once, nothing is left.
  std::string emits = "program";
  unsigned optimisation = 2;
  /// As BuildOptions has it.
  std::string processor = "x86-64";
  /// Line tables and names of functions, for debuggers.
  bool debugs = false;
  /// The program may run over the ranks of an MPI job.
  bool spreads = false;
  /// Pars become calls.
  bool elides = false;
  /// Looks at what each pass has made. For tests.
  bool checks = false;
};

/// Reads the text of the PCall IR (.pcall) into the program. An error message, or empty.
[[nodiscard]] std::string readIr(const std::filesystem::path &file, ir::Program &program);

/// Checks a program of the IR and compiles it to the file `output`, which is not there yet, in a folder where others
/// may be made. An error message, or empty.
[[nodiscard]] std::string buildNative(ir::Program &program, const std::filesystem::path &output,
                                      const NativeOptions &options);

/// The same, ends `progress`, runs the result with the arguments, and returns its exit status, 128 + N if a signal has
/// ended it.
[[nodiscard]] std::string runNative(ir::Program &program, const NativeOptions &options,
                                    const std::vector<std::string> &arguments, driver::Progress &progress, int &status);

} // namespace tactus::pml

#endif // TACTUS_PML_DRIVER_NATIVE_H
