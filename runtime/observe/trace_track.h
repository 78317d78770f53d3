//===- trace_track.h - what the trace keeps of a thread -------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Shared by the parts of the trace, and by nobody else. All of it concerns the calling thread's own track.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OBSERVE_TRACE_TRACK_H
#define TACTUS_RUNTIME_OBSERVE_TRACE_TRACK_H

#include "abi/waits.h"
#include "frames/latent_work.h"
#include "observe/region_times.h"
#include "observe/trace.h"
#include "observe/trace_file.h"
#include "observe/trace_line.h"

namespace tactus {

/// One part of a thread's stack, as the trace has it.
struct SampledPart {
  const SourcePlace *place;
  uint64_t placeNumber;
  uintptr_t address;
  /// Of a loop; of a fork, a number that two forks of the same frame do not share, in `iteration`.
  uint64_t iteration, end;
  bool isLoop;
};

/// What a thread has written about a place. One line of the cache, since a line of the trace needs all of it.
struct alignas(64) KnownPlace {
  const void *place;
  /// 0: not defined yet.
  uint64_t number;
  /// " file.c:12", as text of JSON; of length 0 before it was needed, and if it is too long to be kept.
  uint32_t labelLength;
  char label[44];
};
static_assert(sizeof(KnownPlace) == 64);

/// What the trace keeps of a thread; only the thread itself uses it. First what every line needs.
struct alignas(64) TraceTrack {
  /// How lines with a time begin, up to its milliseconds, with a phase that they put in place of this one.
  static constexpr unsigned PhaseAt = sizeof "{\"ph\":\"" - 1;
  char timedPrefix[64];
  /// The thread that has said who it is: ThreadState::life, 0 before.
  uint64_t life = 0;
  uint32_t thread = 0;
  unsigned timedPrefixLength = 0;
  /// When that millisecond began, in nanoseconds since the library was loaded; 0 if there is no prefix yet.
  uint64_t prefixBegin = 0;
  TraceChunk chunk;
  /// When the thread's processor time was last read, 0 if it has waited since; that time, and its involuntary context
  /// switches then. When it was last asked for, read or not.
  uint64_t readAt = 0, processorTime = 0, seenAt = 0;
  long preemptions = 0;
  /// Since when the thread looks for work, 0 if it does not.
  uint64_t idleSince = 0;
  bool isInComputation = false;
  /// The wait whose slice has not ended (trace_waits.h), null for none.
  const tactus_wait_site *waitsAt = nullptr;
  /// What is known of places is of the present thread, and when this many modules had gone.
  bool knowsPlaces = false;
  uint64_t modulesGone = 0;
  /// The last sample: the next one only says what is different. The first `sampledSame` parts are those of the sample
  /// before.
  uint64_t sampledTask = 0;
  unsigned sampledCount = 0, sampledSame = 0;
  SampledPart sampled[LatentWork::MostParts];
  /// Its beat, and that it has not been written yet.
  TracedBeat noted{};
  bool isNoted = false;
  /// Addresses are written relative to this one, which saves digits.
  uintptr_t origin = 0;
  uint64_t beats = 0, sampledAt = 0, nextSample = 0;
  /// At the last sample.
  uint64_t polls = 0, beatsSeen = 0;
  TimedRegions regions;
  TraceLine line;
  /// By a hash of their address; a collision costs a second definition.
  static constexpr unsigned KnownPlaces = 128;
  KnownPlace places[KnownPlaces] = {};
};

/// Nanoseconds since the library was loaded.
uint64_t sinceStart(uint64_t ticks);

/// The calling thread's track; null if nothing can be written.
TraceTrack *trackOf(ThreadState &thread);

/// Begin a line, of the given phase, and with a time; end it, and put it into the file.
TraceLine &beginLine(TraceTrack &track, char phase, uint32_t thread);
TraceLine &beginTimed(TraceTrack &track, char phase, uint64_t ticks);
void finishLine(TraceTrack &track);
template <unsigned Size> void endLine(TraceTrack &track, const char (&end)[Size]) {
  track.line << end << ",\n";
  finishLine(track);
}

/// Whether the event with this number is among those that are recorded at the present level of thinning.
bool isKept(TraceTrack &track, uint64_t number);

/// The number of a place, which is defined first if need be; 0 for unknown ones. Not while a line is being made.
uint64_t placeNumber(TraceTrack &track, const abi::LoopDescriptor *loop);
uint64_t placeNumber(TraceTrack &track, const tactus_fork_descriptor *fork);

/// An address as the trace writes it.
int64_t relative(TraceTrack &track, uintptr_t address);

/// Adds a named number to a line, unless readers assume it: lines are short for the sake of the kernel, to which a new
/// page of the file costs as much as making the lines on it.
template <unsigned Size>
void appendUnless(TraceLine &line, uint64_t assumed, const char (&name)[Size], uint64_t value) {
  if (value != assumed)
    line << name << value;
}

/// Adds the last sample to the line, as arguments; and counters, every few beats, as a line of their own.
void appendSample(TraceTrack &track, uint64_t knownTask);
void writeCounters(ThreadState &thread, TraceTrack &track);

/// Notes if the thread has been kept from running since the last beat; and begins to count anew after a wait.
void noteLostTime(TraceTrack &track, uint64_t now);
/// The thread may have looked for work, and has found some or sleeps.
void endIdleTime(TraceTrack &track, uint64_t now);
uint64_t lostTime(TraceTrack &track, uint64_t now);

} // namespace tactus

#endif // TACTUS_RUNTIME_OBSERVE_TRACE_TRACK_H
