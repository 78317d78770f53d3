//===- recording.h - what a trace file says -------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The events of runtime/observe/trace.cpp (docs/internals/tracing.md lists them), read back and sorted by strand. A
// strand is one sequential execution: a thread of the user's outside of tasks, or one task. While a strand is in a
// join, its thread may run other strands on top of it; such time is not the strand's.
//
//     thread   ──[ strand 0 ──[ join ──[ strand 7 ]── wait ── ]── strand 0 goes on ── ]──
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TRACE_RECORDING_H
#define TACTUS_TRACE_RECORDING_H

#include "abi/policy.h"

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace tactus::trace {

/// All times are in microseconds since the program's start.
using Time = double;

struct Place {
  std::string kind; // "loop", "fork", "task" or, among regions, "region"
  std::string file, function;
  unsigned line = 0, column = 0;
  bool isLeaf = false;

  /// "file.c:12", with the file's name only.
  [[nodiscard]] std::string shortName() const;
};

/// A loop or fork that a strand is in. `place` is an index in Recording::places, -1 if it is not known.
struct StackPart {
  int place = -1;
  int64_t address = 0;
  bool isLoop = false;
  /// Of a fork, `iteration` is a number that tells it from others of the same frame.
  uint64_t iteration = 0, end = 0;
};

struct PromotedTask {
  uint64_t number = 0, begin = 0, end = 0;
};

struct StrandEvent {
  enum Kind { Beat, Lost, Promotion, JoinBegin, JoinEnd };
  Kind kind = Beat;
  Time time = 0;
  /// Beat: where the strand is, oldest first; the time since the previous poll, how much of it the credit accounts
  /// for, and the iterations between two polls. Promotion: one part, whose end is where the frame's own part ends now.
  std::vector<StackPart> parts;
  Time gap = 0, charged = 0;
  /// Beat, Lost: how long the thread was kept from running since the last one, by other threads and processes.
  Time lost = 0;
  uint64_t chunk = 0;
  /// Promotion, and both ends of a join.
  uint64_t join = 0;
  /// Promotion.
  unsigned level = 0;
  Time duration = 0;
  bool hasAddress = false;
  std::vector<PromotedTask> tasks;
};

struct Strand {
  /// 0 for a thread of the user's.
  uint64_t task = 0;
  int track = 0;
  int place = -1;
  bool isStolen = false, isLoop = false;
  /// Of a task of a loop.
  uint64_t begin = 0, end = 0;
  Time start = 0, finish = 0;
  /// Time that went into promotions while the strand ran.
  Time overhead = 0;
  std::vector<StrandEvent> events;
};

/// Who runs a region of threads; of one that the process's end has met, it is not known.
enum class RegionRunner { Unknown, Libomp, Strands, Phases, Mpi };

/// A stretch of a track, for utilisation and for the time line.
struct Slice {
  enum Kind { Computation, Task, Join, Wait, Idle, Asleep, Region, Mpi };
  Kind kind;
  Time begin, end;
  /// Of a task: the index of its strand.
  int strand = -1;
  uint64_t join = 0;
  unsigned depth = 0;
  /// Of a region, or of a call of MPI: its index in Recording::regions.
  int region = -1;
  RegionRunner runner = RegionRunner::Unknown;
};

/// Executions of one region that have no slices of their own: as many since the last such sums of the track, or one
/// whose beginning is known.
struct RegionSum {
  int region = -1;
  RegionRunner runner = RegionRunner::Unknown;
  uint64_t entries = 0;
  Time at = 0, time = 0, from = -1;
};

struct Track {
  std::string name;
  uint64_t thread = 0;
  bool isWorker = false;
  std::vector<Slice> slices;
  std::vector<RegionSum> regionSums;
  /// The strand of the thread itself; -1 for workers.
  int root = -1;
};

/// Where the program calls MPI, with the time of all such calls in all threads.
struct MpiSite {
  /// Its place in Recording::regions, whose file is the program's and whose line is 0 until somebody finds it.
  size_t region = 0;
  /// The library or program that calls, and the address behind the call in it; the function that calls, if it is known.
  std::string file, caller;
  uint64_t address = 0, calls = 0;
  Time time = 0;
};

/// A process of a job of MPI.
struct RankOfRun {
  uint64_t number = 0, count = 1;
  std::string host;
  /// When the time line begins, in nanoseconds: by the clock of the host since it was started, and by that of the day.
  uint64_t began = 0, day = 0;
};

struct Recording {
  std::string program, directory;
  RankOfRun rank;
  std::vector<std::string> command;
  unsigned workers = 1, processors = 1;
  Time heartbeat = abi::DefaultHeartbeatMicroseconds;
  uint64_t tokens = abi::DefaultTokens;
  bool classicTokens = false;
  /// The process has ended in the ordinary way.
  bool isComplete = false;
  /// Of what is recorded in full: the process's end, or the last event if it was killed, or where thinning began. What
  /// comes after is not read.
  Time end = 0;
  bool isThinned = false;
  uint64_t dropped = 0, unreadable = 0;
  /// Why something of the run may be missing, one sentence each, without "." at the end.
  std::vector<std::string> gaps;

  std::vector<Place> places;
  std::vector<MpiSite> sites;
  /// Regions that threads run: as strands, in phases, or libomp's; and calls of MPI.
  std::vector<Place> regions;
  std::vector<Track> tracks;
  std::vector<Strand> strands;
  /// Task number → index in `strands`.
  std::unordered_map<uint64_t, size_t> strandOfTask;
};

/// Reads a file. Lines that are no JSON, as a killed process may leave them, are counted and skipped; what can be read
/// and makes no sense ends the reading, since it would make results wrong. Returns what went wrong, or nothing.
[[nodiscard]] std::string readRecording(const std::string &path, Recording &recording);

/// One line on stderr for each gap.
void warnOfGaps(const std::string &path, const Recording &recording);

} // namespace tactus::trace

#endif // TACTUS_TRACE_RECORDING_H
