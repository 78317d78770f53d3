//===- plain_loops.h - loops that are no constructs, and what is known of them ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TRACE_PLAIN_LOOPS_H
#define TACTUS_TRACE_PLAIN_LOOPS_H

#include "samples.h"

#include <string>
#include <vector>

namespace tactus::trace {

/// May its iterations run at the same time? In the order of what wins where copies of a loop differ.
enum class Independence { Proven, Assumed, Unknown, Refuted };

struct PlainLoop {
  std::string file, function;
  unsigned begin = 0, end = 0, column = 0;
  /// The function of a system's header that it is in, called where it begins; else empty.
  std::string library;
  /// It belongs to an iteration or a branch of a construct.
  bool isInside = false;
  Independence independence = Independence::Proven;
  /// Of all but proven ones, why.
  std::string because;
  /// As reduction clauses have them, with "..." for what has no name that a clause could take.
  std::string reductions;
  /// Variables that iterations set and that a pragma alone would share, quoted; empty if there are none.
  std::string shared;
  /// Those of them whose last value is needed behind the loop, as a lastprivate clause has them.
  std::string last;
  /// Samples that were in it, also in what it calls.
  uint64_t hits = 0;

  /// The directive that it could have; empty if its variables have to be written differently before.
  [[nodiscard]] std::string pragma() const;
  [[nodiscard]] bool contains(const SourceLine &place) const {
    return place.file == file && place.line >= begin && place.line <= end;
  }
};

/// The loops that the compiler has described in a program, a library or an object, without constructs, each once.
/// Returns what went wrong, or nothing.
[[nodiscard]] std::string readPlainLoops(const std::string &path, std::vector<PlainLoop> &loops);

/// Counts the samples of each loop.
void countHits(const Positions &positions, std::vector<PlainLoop> &loops);

} // namespace tactus::trace

#endif // TACTUS_TRACE_PLAIN_LOOPS_H
