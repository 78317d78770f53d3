//===- emit.h - from TPAL to LLVM IR ----------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Writes a module as text, which clang then compiles (docs/decisions/0006-tpal-native.md). One function for the first
// block and one for each label that is forked; each contains all blocks that control can reach in it:
//
//     body.0(task)    load what is live at the label ─► enter.l ─► body.l ─► ...
//       registers     two stack slots each, bits and meta, which LLVM turns into SSA values; the metas fold away where
//                     a sort is known
//       enter.l       only for promotion-ready blocks: charge the credit, poll if it is used up
//       leave         give the credit back, join what is left, return
//
// The other side of all calls is abi/tpal.h.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TPAL_NATIVE_EMIT_H
#define TACTUS_TPAL_NATIVE_EMIT_H

#include "tpal/source.h"
#include "tpal/syntax.h"

#include <string>

namespace tactus::tpal::native {

struct EmitOptions {
  /// The C function that runs the program.
  std::string exportName;
  /// Whether to emit a main function.
  bool executable = true;
  /// Promotion-ready blocks wait for interrupts instead of polling. The plugin has to make the versions (abi/points.h).
  bool forInterrupts = false;
};

/// LLVM IR of a verified program.
[[nodiscard]] std::string emitModule(const Program &program, const Source &source, const EmitOptions &options);

/// The C header that declares the exported function.
[[nodiscard]] std::string emitHeader(const Program &program, const EmitOptions &options);

} // namespace tactus::tpal::native

#endif
