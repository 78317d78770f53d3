//===- generate.h - random programs for differential tests --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Makes programs that are correct by construction: they verify, terminate, have no race, and
// all their parallelism is latent. Whatever runs them, under any schedule and heartbeat or
// elided, must come to one result.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TPAL_GENERATE_H
#define TACTUS_TPAL_GENERATE_H

#include <cstdint>
#include <string>

namespace tactus::tpal {

struct GenerateOptions {
  /// Upper bounds for the phases of a program, the iterations of a loop and the depth of a recursion.
  unsigned phases = 3;
  unsigned iterations = 60;
  unsigned depth = 9;
};

/// The shortest heartbeat that lets a generated program make progress between two promotions.
inline constexpr uint64_t GeneratedHandlerLength = 32;

/// The text of a program; the seed decides everything.
[[nodiscard]] std::string generateProgram(uint64_t seed, const GenerateOptions &options = {});

} // namespace tactus::tpal

#endif
