//===- elide.h - the sequential program inside a parallel one ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// TPAL's promise is that a program without its block annotations is the sequential program:
// nothing but annotations is removed. A program keeps that promise if it forks only in
// promotion handlers. checkElision runs both and compares.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TPAL_ELIDE_H
#define TACTUS_TPAL_ELIDE_H

#include "machine.h"

namespace tactus::tpal {

/// The same program with every annotation empty.
[[nodiscard]] Program elide(const Program &program);

struct ElisionCheck {
  bool same = false;
  /// The schedules compared, and for a difference or a failure, which and what.
  unsigned runs = 0;
  std::string message;
  /// The outputs of the elided program, printed.
  std::string result;
};

/// Runs the elided program once, and the program itself under several heartbeats and schedules.
[[nodiscard]] ElisionCheck checkElision(const Program &program, const std::map<std::string, Literal> &inputs,
                                        uint64_t stepLimit);

} // namespace tactus::tpal

#endif
