//===- region_times.cpp - how long regions of threads take ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "observe/region_times.h"

#include "abi/openmp.h"
#include "observe/trace_track.h"
#include "os/exported.h"
#include "slots/thread_life.h"
#include "threads/beat.h"
#include "threads/thread.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace tactus {

namespace {

/// clang's `;file;function;line;column;;`, cut into its fields.
class RegionPlace {
  enum Field : unsigned { File = 1, Function, Line, Column, Fields };
  char text[1024];
  const char *fields[Fields];

  const char *field(Field which) const { return fields[which] ? fields[which] : ""; }

public:
  explicit RegionPlace(const char *source) : fields{} {
    size_t length = strnlen(source, sizeof text - 1);
    memcpy(text, source, length);
    text[length] = 0;
    char *rest = text;
    for (const char *&each : fields)
      each = rest ? strsep(&rest, ";") : nullptr;
  }

  const char *file() const { return field(File); }
  const char *function() const { return field(Function); }
  uint64_t line() const { return strtoul(field(Line), nullptr, 10); }
  uint64_t column() const { return strtoul(field(Column), nullptr, 10); }
  const char *fileName() const {
    const char *slash = strrchr(file(), '/');
    return slash ? slash + 1 : file();
  }
};

/// The calling thread is busy with its track: no beat's handler may be.
class InTrack {
  ThreadState &thread;
  bool wasInRuntime;

public:
  explicit InTrack(ThreadState &owner) : thread(owner), wasInRuntime(owner.isInRuntime) { thread.isInRuntime = true; }
  ~InTrack() { thread.isInRuntime = wasInRuntime; }
  InTrack(const InTrack &) = delete;
  InTrack &operator=(const InTrack &) = delete;
};

} // namespace

static TraceLine &operator<<(TraceLine &line, RegionRunner runner) {
  switch (runner) {
  case RegionRunner::Libomp:
    return line << "libomp";
  case RegionRunner::Strands:
    return line << "strands";
  case RegionRunner::Phases:
    return line << "phases";
  }
  return line;
}

/// `since`: when the only one of them has begun, 0 for what is no single one.
static void writeExecutions(TraceTrack &track, const TimedRegion &region, uint64_t since, uint64_t now) {
  beginTimed(track, 'M', now) << ",\"name\":\"tactus_regions\",\"args\":{\"region\":" << region.number
                              << ",\"entries\":" << region.entries
                              << ",\"time\":" << sinceStart(clock::startTicks + region.ticks) << ",\"by\":\""
                              << region.runner << "\"";
  if (since)
    (track.line << ",\"from\":").microseconds(sinceStart(since));
  endLine(track, "}}");
}

static void writeSum(TraceTrack &track, TimedRegion &region, uint64_t now) {
  if (region.entries > 0)
    writeExecutions(track, region, 0, now);
  region.entries = region.ticks = 0;
}

static void writeSums(TraceTrack &track, uint64_t now) {
  for (TimedRegion &region : track.regions.kept)
    writeSum(track, region, now);
  track.regions.summedAt = now;
}

static uint64_t markOf(const char *source) {
  constexpr uint64_t Factor = 0x9e3779b97f4a7c15u;
  size_t length = strlen(source);
  uint64_t mark = length;
  for (size_t at = 0; at < length; at += sizeof mark) {
    uint64_t word = 0;
    memcpy(&word, source + at, std::min(length - at, sizeof word));
    mark = (mark ^ word) * Factor;
    mark ^= mark >> 32;
  }
  return mark | 1;
}

static void define(TraceTrack &track, const TimedRegion &region, const char *source) {
  RegionPlace place(source);
  beginLine(track, 'M', track.thread) << ",\"name\":\"tactus_region\",\"args\":{\"region\":" << region.number
                                      << ",\"file\":\"";
  track.line.escaped(place.file()) << "\",\"line\":" << place.line() << ",\"column\":" << place.column()
                                   << ",\"function\":\"";
  track.line.escaped(place.function());
  endLine(track, "\"}}");
}

/// Where the track keeps what it knows of the region, defined.
static TimedRegion &findTimed(TraceTrack &track, const char *source, uint64_t now) {
  uint64_t mark = markOf(source);
  TimedRegion &region = track.regions.kept[(mark >> 8) % TimedRegions::Kept];
  if (region.mark != mark) {
    writeSum(track, region, now);
    region = {mark, makeTraceId(), RegionRunner::Libomp, 0, 0};
    define(track, region, source);
  }
  return region;
}

static void begin(ThreadState &thread, const char *source) {
  InTrack inTrack(thread);
  TraceTrack *track = trackOf(thread);
  if (!track)
    return;
  TimedRegions &regions = track->regions;
  if (regions.depth++ > 0)
    return;
  regions.isTimed = !thread.isWorker && !thread.task;
  if (!regions.isTimed)
    return;
  uint64_t now = clock::now();
  regions.current = &findTimed(*track, source, now);
  regions.runner = RegionRunner::Libomp;
  regions.begin = now;
  regions.hasLine = now - regions.writtenAt >= beatTicks() && isKept(*track, regions.lines++);
  if (!regions.hasLine)
    return;
  regions.writtenAt = now;
  noteLostTime(*track, now);
  RegionPlace place(source);
  beginTimed(*track, 'B', now) << ",\"name\":\"region ";
  track->line.escaped(place.fileName()) << ":" << place.line() << "\",\"args\":{\"region\":" << regions.current->number;
  endLine(*track, "}}");
}

/// The region has ended, or the process does.
static void end(TraceTrack &track) {
  TimedRegions &regions = track.regions;
  uint64_t now = clock::now();
  TimedRegion &region = *regions.current;
  regions.isTimed = false;
  if (regions.hasLine) {
    beginTimed(track, 'E', now) << ",\"args\":{\"by\":\"" << regions.runner;
    endLine(track, "\"}}");
    // Who waits for the threads of a region does not want to run.
    track.readAt = 0;
  } else if (uint64_t time = now - regions.begin; time >= beatTicks()) {
    writeExecutions(track, {region.mark, region.number, regions.runner, 1, time}, regions.begin, now);
  } else {
    if (region.runner != regions.runner)
      writeSum(track, region, now);
    region.runner = regions.runner;
    ++region.entries;
    region.ticks += time;
  }
  if (now - regions.summedAt >= beatTicks())
    writeSums(track, now);
}

static void end(ThreadState &thread) {
  InTrack inTrack(thread);
  TraceTrack *track = trackOf(thread);
  // A child of fork() has not begun the region that it is in.
  if (track && track->regions.depth > 0 && --track->regions.depth == 0 && track->regions.isTimed)
    end(*track);
}

void noteRunner(RegionRunner runner) {
  ThreadState *thread = existingThread();
  TraceTrack *track = thread ? thread->trace : nullptr;
  if (track && track->life == thread->life && track->regions.depth == 1)
    track->regions.runner = runner;
}

void finishRegionTimes() {
  ThreadState *thread = existingThread();
  TraceTrack *track = thread ? thread->trace : nullptr;
  if (!track || track->life != thread->life)
    return;
  InTrack inTrack(*thread);
  if (track->regions.isTimed)
    end(*track);
  writeSums(*track, clock::now());
}

} // namespace tactus

using namespace tactus;

TACTUS_EXPORT void tactus_time_begin(const abi::RegionIdent *ident) {
  if (!settings.trace) [[likely]]
    return;
  if (ThreadState *thread = currentThread())
    begin(*thread, ident->source ? ident->source : "");
}

TACTUS_EXPORT void tactus_time_end(void) {
  if (!settings.trace) [[likely]]
    return;
  if (ThreadState *thread = currentThread())
    end(*thread);
}
