//===- compile.h - tactus tpal compile ----------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TPAL_NATIVE_COMPILE_H
#define TACTUS_TPAL_NATIVE_COMPILE_H

#include "emit.h"

namespace tactus::tpal::native {

struct CompileOptions {
  enum class Result { Executable, Object, Assembly, IR };
  Result result = Result::Executable;
  /// Where the result goes; empty for a name made from that of the source.
  std::string output;
  /// The C function, and beside the result its header NAME.h; empty for none.
  std::string exportName;
  /// Code without polls, which waits for interrupts.
  bool forInterrupts = false;
};

/// Compiles a verified program with clang. An error message, or empty.
[[nodiscard]] std::string compile(const Program &program, const Source &source, const CompileOptions &options);

} // namespace tactus::tpal::native

#endif
