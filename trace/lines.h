//===- lines.h - where the running time went, by source line --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The time of the main thread, from the program's start to its end, goes to the outermost construct that it was in:
//
//     latent loops and forks   from beats, promotions and joins, so to about a beat
//     regions of threads       from their own lines, exactly (runtime/observe/region_times.h)
//     serial                   the rest
//
//     beat A 3/9   beat A 6/9        region B        beat C 0/5, half of the gap is unpaid
//     ├── A ─────────┼── A ──┼─ s ─┼──── B ────┼─ s ─┼─ C ─ …
//
// What a region stands in is not asked: of a latent loop whose iterations are regions of threads, the regions' time is
// theirs. Threads that the program starts by itself are not looked at.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TRACE_LINES_H
#define TACTUS_TRACE_LINES_H

#include "recording.h"

namespace tactus::trace {

/// Who has run a construct. Unknown: a region in which the program ended.
enum class RunBy { Latent, Strands, Phases, Libomp, Mpi, Unknown };

struct LineTime {
  Place place;
  RunBy by = RunBy::Latent;
  Time time = 0;
  /// Of regions; beats do not count how often a latent construct is entered.
  uint64_t entries = 0;
};

struct TimeByLine {
  /// The longest first.
  std::vector<LineTime> lines;
  /// All of it, and what was in none of the lines: these and that add up.
  Time whole = 0, serial = 0;

  [[nodiscard]] Time timeOf(RunBy by) const;
};

[[nodiscard]] TimeByLine measureLines(const Recording &recording);

} // namespace tactus::trace

#endif // TACTUS_TRACE_LINES_H
