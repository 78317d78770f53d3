//===- summary.h - a recording in numbers ---------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TRACE_SUMMARY_H
#define TACTUS_TRACE_SUMMARY_H

#include "graph.h"

#include <array>

namespace tactus::trace {

/// What a thread does at a moment: code outside of computations, work in one, its part of a join, waiting for tasks of
/// others, looking for work, sleeping; it wants to go on and another thread or process has its processor; or it is in
/// MPI.
enum class State : unsigned { Serial, Work, Join, Wait, Idle, Asleep, Kept, Mpi };
inline constexpr size_t StateCount = 8;

struct Segment {
  Time begin = 0, end = 0;
  State state = State::Serial;
  int place = -1;
};

struct TrackSummary {
  std::array<Time, StateCount> times{};
  /// One after the other, without overlap.
  std::vector<Segment> segments;
};

struct ChunkSample {
  Time time = 0;
  uint64_t iterations = 0;
};

struct PlaceSummary {
  uint64_t promotions = 0, tasks = 0, stolen = 0, executions = 0;
  /// By nesting level, outermost first; the last counts all deeper ones.
  std::array<uint64_t, 8> byLevel{};
  /// In all executions together.
  Time work = 0, span = 0;
  /// Of tasks.
  Time taskTime = 0, longestTask = 0;
  std::vector<ChunkSample> chunks;
};

struct Summary {
  std::vector<TrackSummary> tracks;
  std::vector<PlaceSummary> places;
  /// Share of the workers that work, in equal stretches of the run.
  std::vector<double> utilisation;
  /// Work outside of all loops and forks, and time in which threads were kept from running: that of all tracks.
  Time serial = 0, lost = 0;
  WorkSpan whole;
};

/// Other processes have had the processors for so long that neither the span nor a prediction means anything: where a
/// thread stood still, all that waited for it did, and a trace does not say which of that the program is to blame for.
[[nodiscard]] inline bool wasTooBusy(Time lost, Time work) { return lost > work / 5; }

/// `segmentLimit`: tracks with more segments are drawn in as many equal steps, each with what takes most of it.
[[nodiscard]] Summary summarise(const Recording &recording, const Graph &graph, size_t segmentLimit = 4000);

} // namespace tactus::trace

#endif // TACTUS_TRACE_SUMMARY_H
