//===- trace_beats.cpp - where a thread is at each beat -------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "frames/stack_walk.h"
#include "observe/trace_track.h"
#include "threads/beat.h"
#include "threads/thread.h"

#include <algorithm>
#include <sys/resource.h>
#include <time.h>

namespace tactus {

//===----------------------------------------------------------------------===//
// Time that others have taken
//===----------------------------------------------------------------------===//

/// A thread that comes to its beats as they are due has not been kept from running for long: its processor time, a
/// system call, is only read after a gap of so many beats, or after so many beats anyhow.
static constexpr uint64_t SuspiciousBeats = 2, BeatsPerReading = 64;

static bool isWorthReading(TraceTrack &track, uint64_t now) {
  uint64_t beat = beatTicks(), seenAt = track.seenAt;
  track.seenAt = now;
  return !track.readAt || now >= seenAt + SuspiciousBeats * beat || now >= track.readAt + BeatsPerReading * beat;
}

/// Nanoseconds since the last reading in which the thread wanted a processor and had none; 0 if it has waited for
/// something in between, and for what is too little to look for at every beat and will be found later.
uint64_t lostTime(TraceTrack &track, uint64_t now) {
  timespec time;
  rusage usage;
  if (!isWorthReading(track, now) || clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) != 0)
    return 0;
  uint64_t processorTime = static_cast<uint64_t>(time.tv_sec) * 1000000000 + static_cast<uint64_t>(time.tv_nsec);
  uint64_t passed = sinceStart(now) - sinceStart(track.readAt), worked = processorTime - track.processorTime;
  bool isKnown = track.readAt != 0;
  track.readAt = now;
  track.processorTime = processorTime;
  constexpr uint64_t Negligible = 20000;
  if (!isKnown || passed < worked + Negligible)
    return 0;
  // A thread that sleeps of its own accord has done what the program says.
  if (getrusage(RUSAGE_THREAD, &usage) != 0)
    return 0;
  bool wasPreempted = usage.ru_nivcsw != track.preemptions;
  track.preemptions = usage.ru_nivcsw;
  return wasPreempted ? passed - worked : 0;
}

/// Between two beats, where so much has passed that the thread may not have run all the time.
void noteLostTime(TraceTrack &track, uint64_t now) {
  if (!track.readAt || now < track.seenAt + 2 * SuspiciousBeats * beatTicks())
    return;
  if (uint64_t lost = lostTime(track, now)) {
    beginTimed(track, 'M', now) << ",\"name\":\"tactus_lost\",\"args\":{\"lost\":" << lost;
    endLine(track, "}}");
  }
}

void endIdleTime(TraceTrack &track, uint64_t now) {
  // A search of less than a beat is not worth a system call just when it has found work: it takes processor time from
  // its beginning to its end, as work does.
  if (track.idleSince && now > track.idleSince + beatTicks())
    track.readAt = 0;
  track.idleSince = 0;
}

//===----------------------------------------------------------------------===//
// Beats
//===----------------------------------------------------------------------===//

/// Frames fork again and again: recursion behind a fork has become a loop. What is recorded for the second branch tells
/// their forks apart.
static uint64_t identityOf(const LatentFork &fork) {
  constexpr unsigned MaximalWords = 32;
  uint64_t words[MaximalWords];
  unsigned count = fork.descriptor->environment_words;
  if (count > MaximalWords)
    return 0;
  const uint64_t *values = fork.record ? fork.record->fork.environment : words;
  if (!fork.record && !readEnvironment(fork, words))
    return 0;
  uint64_t hash = 0;
  for (unsigned index = 0; index < count; ++index)
    hash = (hash ^ values[index]) * 0x9e3779b97f4a7c15u;
  return hash >> 40;
}

static SampledPart sampled(TraceTrack &track, const LatentPart &part) {
  if (part.kind == LatentPart::Loop) {
    uint64_t number = placeNumber(track, part.loop.slot->descriptor);
    return {SourcePlace::of(part.loop.slot->descriptor),
            number,
            reinterpret_cast<uintptr_t>(part.loop.slot),
            part.loop.iteration,
            part.loop.end,
            true};
  }
  uint64_t number = placeNumber(track, part.fork.descriptor);
  return {SourcePlace::of(part.fork.descriptor), number, addressOf(part.fork), identityOf(part.fork), 0, false};
}

static bool isSame(const SampledPart &left, const SampledPart &right) {
  return left.place == right.place && left.address == right.address && left.iteration == right.iteration &&
         left.end == right.end;
}

/// Makes what has been found the track's last sample.
static void keepSample(ThreadState &thread, TraceTrack &track, const LatentWork &work) {
  uint64_t task = thread.task ? thread.task->traceId : 0;
  unsigned count = 0, same = 0;
  bool isAsBefore = task == track.sampledTask;
  // What is further out belongs to another task, which a join of this thread's has left.
  for (unsigned index = 0; index < work.count; ++index) {
    const LatentPart &part = work.parts[index];
    if ((part.kind == LatentPart::Loop ? part.loop.owner : part.fork.owner) != thread.task)
      continue;
    SampledPart found = sampled(track, part);
    isAsBefore = isAsBefore && count < track.sampledCount && isSame(found, track.sampled[count]);
    same += isAsBefore;
    track.sampled[count++] = found;
  }
  track.sampledTask = task;
  track.sampledCount = count;
  track.sampledSame = same;
}

void appendSample(TraceTrack &track, uint64_t knownTask) {
  const TracedBeat &beat = track.noted;
  TraceLine &line = track.line << "\"parts\":[";
  for (unsigned index = track.sampledSame; index < track.sampledCount && line.hasRoom(); ++index) {
    const SampledPart &part = track.sampled[index];
    if (index != track.sampledSame)
      line << ",";
    line << "[" << part.placeNumber << "," << relative(track, part.address) << "," << part.iteration;
    if (part.isLoop)
      line << "," << part.end;
    line << "]";
  }
  line << "]";
  appendUnless(line, knownTask, ",\"task\":", track.sampledTask);
  appendUnless(line, 0, ",\"gap\":", sinceStart(clock::startTicks + beat.gap));
  appendUnless(line, 0, ",\"charged\":", sinceStart(clock::startTicks + beat.charged));
  appendUnless(line, 0, ",\"lost\":", lostTime(track, beat.now));
  appendUnless(line, 0, ",\"chunk\":", beat.iterationsPerPoll);
  appendUnless(line, 0, ",\"same\":", track.sampledSame);
  track.isNoted = false;
}

void writeCounters(ThreadState &thread, TraceTrack &track) {
  const TracedBeat &beat = track.noted;
  constexpr uint64_t BeatsPerCounter = 8;
  if (track.beats % BeatsPerCounter != 1)
    return;
  uint64_t polls = thread.counters.polls.get(), beats = thread.counters.beatsSeen.get();
  uint64_t pollsPerBeat = beats > track.beatsSeen ? (polls - track.polls) / (beats - track.beatsSeen) : 0;
  beginTimed(track, 'C', beat.now) << ",\"name\":\"thread " << track.thread
                                   << "\",\"args\":{\"iterations per poll\":" << beat.iterationsPerPoll
                                   << ",\"polls per beat\":" << pollsPerBeat << ",\"tokens\":" << thread.tokens;
  endLine(track, "}}");
  track.polls = polls;
  track.beatsSeen = beats;
}

bool traceWantsBeat(const ThreadState &thread, uint64_t now) {
  return !thread.trace || now >= thread.trace->nextSample;
}

/// Apart from traceBeat(), whose frame is to be small.
[[gnu::noinline]] static void walkForSample(ThreadState &thread, TraceTrack &track, const MapTable &table,
                                            const CallerState &caller) {
  LatentWork work;
  work.keepsAll = true;
  collectLatent(thread, table, caller, LatentWork::MostParts, work);
  keepSample(thread, track, work);
}

void traceBeat(ThreadState &thread, const MapTable &table, const CallerState &caller, const TracedBeat &beat,
               const LatentWork *work) {
  TraceTrack *track = trackOf(thread);
  if (!track)
    return;
  // Not twice for one beat, and not for each promotion where they come one after the other.
  bool isRecent = beat.now < track->sampledAt + beatTicks() / 2;
  if ((beat.isForPromotion ? isRecent : beat.now < track->nextSample) || !isKept(*track, track->beats++))
    return;
  uint64_t start = clock::now();
  if (work && work->isWhole)
    keepSample(thread, *track, *work);
  else
    walkForSample(thread, *track, table, caller);
  track->noted = beat;
  track->isNoted = true;
  // However deep the stack, looking at it takes a small share of the time.
  // If it took very long, then because the thread did not run.
  constexpr uint64_t Share = 128;
  track->sampledAt = beat.now;
  track->nextSample = start + Share * std::min(clock::now() - start, beatTicks() / 4);
}

void traceNoted(ThreadState &thread) {
  TraceTrack *track = thread.trace;
  if (!track || !track->isNoted)
    return;
  beginTimed(*track, 'M', track->noted.now) << ",\"name\":\"tactus_beat\",\"args\":{";
  appendSample(*track, 0);
  endLine(*track, "}}");
  writeCounters(thread, *track);
}

} // namespace tactus
