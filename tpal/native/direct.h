//===- direct.h - what machine functions of procedures and their callers agree on ---------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// direct.cpp has the picture.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TPAL_NATIVE_DIRECT_H
#define TACTUS_TPAL_NATIVE_DIRECT_H

#include "context.h"

namespace tactus::tpal::native {

/// Where general code takes over from functions that have left their frames: in a block, or at its poll.
enum class At : uint64_t { Block, Poll };
[[nodiscard]] inline uint64_t resumption(uint32_t block, At where) {
  return 2 * uint64_t{block} + static_cast<uint64_t>(where);
}

/// One word of what a function takes and returns for a register.
struct Word {
  uint32_t reg;
  bool isMeta;
  bool isDouble;

  [[nodiscard]] const char *type() const { return isDouble ? "double" : "i64"; }
  /// Where the function that calls or is called keeps it.
  [[nodiscard]] std::string slot() const { return (isMeta ? "%m" : "%b") + std::to_string(reg); }
};

[[nodiscard]] std::vector<Word> argumentsOf(const Context &context, const Procedure &procedure);
[[nodiscard]] std::vector<Word> resultsOf(const Context &context, const Procedure &procedure);
/// The credit comes first, or -1 if frames have been left.
[[nodiscard]] std::string returnType(const Context &context, const Procedure &procedure);
[[nodiscard]] inline std::string functionName(const Procedure &procedure) {
  return "@direct." + std::to_string(procedure.entry);
}

} // namespace tactus::tpal::native

#endif // TACTUS_TPAL_NATIVE_DIRECT_H
