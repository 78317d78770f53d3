//===- trace.cpp - a time line of what the workers did ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "maps/stack_maps.h"
#include "observe/trace_track.h"
#include "observe/trace_waits.h"
#include "slots/thread_life.h"

#include "os/allocation.h"
#include "os/processors.h"
#include "os/ranks.h"
#include "slots/pool.h"
#include "threads/thread.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <new>
#include <sched.h>
#include <time.h>
#include <unistd.h>

namespace tactus {

using namespace abi;

static constinit std::atomic<uint64_t> traceIds{0};
static constinit std::atomic<uint64_t> droppedLines{0};
static constinit std::atomic<uint64_t> placeNumbers{0};
static constinit std::atomic<bool> isThinned{false};
static constinit std::atomic<uint32_t> workersNamed{0};
/// Written by startTrace().
static double nanosecondsPerTick = 1;
static uint64_t processNumber;

uint64_t makeTraceId() { return traceIds.fetch_add(1, std::memory_order_relaxed) + 1; }

uint64_t sinceStart(uint64_t ticks) {
  uint64_t passed = ticks > clock::startTicks ? ticks - clock::startTicks : 0;
  return static_cast<uint64_t>(static_cast<double>(passed) * nanosecondsPerTick);
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

TraceLine &beginLine(TraceTrack &track, char phase, uint32_t thread) {
  track.line.clear();
  return (track.line << "{\"ph\":\"").append(&phase, 1) << "\",\"pid\":" << processNumber << ",\"tid\":" << thread;
}

static constexpr uint64_t Millisecond = 1000000;

/// What all lines of a thread within a millisecond have in common.
[[gnu::noinline]] static void makePrefix(TraceTrack &track, uint64_t milliseconds) {
  constexpr unsigned ProcessDigits = 10, ThreadDigits = 10, TimeDigits = 14;
  static_assert(sizeof track.timedPrefix >=
                sizeof "{\"ph\":\"B\",\"pid\":,\"tid\":,\"ts\":" - 1 + ProcessDigits + ThreadDigits + TimeDigits);
  beginLine(track, ' ', track.thread) << ",\"ts\":" << milliseconds;
  track.timedPrefixLength = track.line.size();
  memcpy(track.timedPrefix, track.line.data(), track.line.size());
  track.prefixBegin = milliseconds * Millisecond;
}

TraceLine &beginTimed(TraceTrack &track, char phase, uint64_t ticks) {
  uint64_t now = sinceStart(ticks);
  // Numbers do not begin with zeros.
  if (now < Millisecond) [[unlikely]]
    return (beginLine(track, phase, track.thread) << ",\"ts\":").microseconds(now);
  if (now - track.prefixBegin >= Millisecond) [[unlikely]]
    makePrefix(track, now / Millisecond);
  track.line.clear();
  track.line.appendOf<sizeof track.timedPrefix>(track.timedPrefix, track.timedPrefixLength);
  track.line.replace(TraceTrack::PhaseAt, phase);
  return track.line.belowMillisecond(static_cast<uint32_t>(now - track.prefixBegin));
}

void finishLine(TraceTrack &track) {
  if (!appendToTrace(track.chunk, track.line.data(), track.line.size()))
    droppedLines.fetch_add(1, std::memory_order_relaxed);
}

static void introduceThread(ThreadState &thread, TraceTrack &track) {
  uint64_t process = processNumber;
  track.life = thread.life;
  track.knowsPlaces = false;
  track.thread = static_cast<uint32_t>(gettid());
  track.prefixBegin = 0;
  track.sampledCount = 0;
  track.isInComputation = false;
  track.waitsAt = nullptr;
  track.regions = {};
  TraceLine &line = beginLine(track, 'M', track.thread) << ",\"name\":\"thread_name\",\"args\":{\"name\":\"";
  if (thread.isWorker)
    line << "worker " << workersNamed.fetch_add(1, std::memory_order_relaxed) + 1;
  else
    line << (track.thread == process ? "main thread" : "thread ");
  if (!thread.isWorker && track.thread != process)
    line << track.thread;
  endLine(track, "\"}}");
}

/// A loop that streams through memory leaves nothing of the track in the caches from one event to the next, and nothing
/// of the file's blank pages. What a line or two need is asked for while they are made.
static void prefetch(const TraceTrack &track) {
  if (!track.chunk.next)
    return;
  constexpr unsigned CacheLine = 64, LineBytes = 256, ChunkBytes = 384;
  for (unsigned offset = 0; offset < ChunkBytes; offset += CacheLine)
    __builtin_prefetch(track.chunk.next + offset, /*rw=*/1);
  for (unsigned offset = 0; offset < LineBytes; offset += CacheLine)
    __builtin_prefetch(track.line.data() + offset, /*rw=*/1);
}

[[gnu::noinline]] static TraceTrack *makeTrack(ThreadState &thread) {
  if (!openTraceFile())
    return nullptr;
  if (!thread.trace) {
    void *memory = allocateZeroed(sizeof(TraceTrack));
    if (!memory)
      return nullptr;
    thread.trace = new (memory) TraceTrack;
  }
  introduceThread(thread, *thread.trace);
  return thread.trace;
}

TraceTrack *trackOf(ThreadState &thread) {
  TraceTrack *track = thread.trace;
  if (!track || track->life != thread.life) [[unlikely]]
    track = makeTrack(thread);
  if (track)
    prefetch(*track);
  return track;
}

uint32_t tracedThread(ThreadState &thread) {
  TraceTrack *track = trackOf(thread);
  return track ? track->thread : 0;
}

/// One of four, of sixteen, … with each level: each level then lasts twice as long as the one before.
bool isKept(TraceTrack &track, uint64_t number) {
  unsigned level = traceThinning();
  if (level == 0)
    return true;
  // Said before anything is left out.
  if (!isThinned.load(std::memory_order_relaxed) && !isThinned.exchange(true, std::memory_order_relaxed)) {
    beginTimed(track, 'M', clock::now()) << ",\"name\":\"tactus_thinning\"";
    endLine(track, "}");
  }
  return number % (uint64_t{1} << 2 * level) == 0;
}

/// Where the track remembers something of a place, or of another one with the same hash; nothing of a module that has
/// gone.
static KnownPlace &knownPlace(TraceTrack &track, const SourcePlace *place) {
  uint64_t gone = modulesGone.load(std::memory_order_relaxed);
  if (track.modulesGone != gone || !track.knowsPlaces) {
    track.modulesGone = gone;
    track.knowsPlaces = true;
    std::fill_n(track.places, TraceTrack::KnownPlaces, KnownPlace{});
  }
  return track.places[(reinterpret_cast<uintptr_t>(place) >> 3) % TraceTrack::KnownPlaces];
}

namespace {
struct PlaceKind {
  const char *name;
  bool isLeaf;
};
} // namespace

static PlaceKind kindOf(const LoopDescriptor &loop) { return {"loop", (loop.flags & LeafLoop) != 0}; }

static PlaceKind kindOf(const tactus_fork_descriptor &fork) {
  return {fork.flags & TACTUS_FORK_OF_TASK ? "task" : "fork", false};
}

/// Defines the place for the lines of this thread that come after, if it can be.
[[gnu::noinline]] static void definePlace(TraceTrack &track, KnownPlace &known, const SourcePlace *place,
                                          PlaceKind kind) {
  // Acquire: a header may just be writing a descriptor's place, the file last.
  if (!__atomic_load_n(&place->file, __ATOMIC_ACQUIRE))
    return;
  known.number = placeNumbers.fetch_add(1, std::memory_order_relaxed) + 1;
  beginLine(track, 'M', track.thread) << ",\"name\":\"tactus_place\",\"args\":{\"place\":" << known.number
                                      << ",\"kind\":\"" << kind.name
                                      << "\",\"leaf\":" << (kind.isLeaf ? "true" : "false") << ",\"file\":\"";
  track.line.escaped(place->file) << "\",\"line\":" << place->line << ",\"column\":" << place->column
                                  << ",\"function\":\"";
  track.line.escaped(place->function ? place->function : "");
  endLine(track, "\"}}");
}

template <class Descriptor> static uint64_t numberOf(TraceTrack &track, const Descriptor *descriptor) {
  const SourcePlace *place = SourcePlace::of(descriptor);
  if (!place)
    return 0;
  KnownPlace &known = knownPlace(track, place);
  if (known.place != place)
    known = {place, 0, 0, {}};
  if (known.number == 0)
    definePlace(track, known, place, kindOf(*descriptor));
  return known.number;
}

uint64_t placeNumber(TraceTrack &track, const LoopDescriptor *loop) { return numberOf(track, loop); }
uint64_t placeNumber(TraceTrack &track, const tactus_fork_descriptor *fork) { return numberOf(track, fork); }

static uint64_t placeNumber(TraceTrack &track, const Task &task) {
  return task.loop ? placeNumber(track, task.loop) : placeNumber(track, task.fork);
}

/// The definition of the place has the whole path.
static void appendLabel(TraceLine &line, const SourcePlace *place) {
  const char *slash = strrchr(place->file, '/');
  line << " ";
  line.escaped(slash ? slash + 1 : place->file);
  if (place->line)
    line << ":" << place->line;
}

/// Of the track's line.
static void appendPlace(TraceTrack &track, const SourcePlace *place) {
  if (!place)
    return;
  KnownPlace &known = knownPlace(track, place);
  if (known.place == place && known.labelLength > 0) {
    track.line.appendOf<sizeof known.label>(known.label, known.labelLength);
    return;
  }
  if (!place->file)
    return;
  unsigned begin = track.line.size();
  appendLabel(track.line, place);
  unsigned length = track.line.size() - begin;
  // A label is made again sooner than a place is defined again.
  if (length > sizeof known.label || (known.place && known.place != place))
    return;
  known.place = place;
  known.labelLength = length;
  memcpy(known.label, track.line.data() + begin, length);
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

static TraceLine &operator<<(TraceLine &line, TraceKind kind) {
  switch (kind) {
  case TraceKind::Computation:
    return line << "computation";
  case TraceKind::Join:
    return line << "join";
  case TraceKind::Wait:
    return line << "wait";
  case TraceKind::Idle:
    return line << "idle";
  case TraceKind::Asleep:
    return line << "asleep";
  }
  return line;
}

static void beginSlice(TraceTrack &track, TraceKind kind, const SourcePlace *place, uint64_t id, uint64_t ticks) {
  noteLostTime(track, ticks);
  TraceLine &line = beginTimed(track, 'B', ticks) << ",\"name\":\"" << kind;
  appendPlace(track, place);
  line << "\"";
  if (id)
    line << ",\"args\":{\"join\":" << id << "}";
  endLine(track, "}");
}

bool traceBegin(ThreadState &thread, TraceKind kind, const SourcePlace *place, uint64_t id) {
  TraceTrack *track = trackOf(thread);
  if (!track || !isKept(*track, id ? id : thread.counters.polls.get() + thread.counters.parks.get()))
    return false;
  uint64_t now = clock::now();
  beginSlice(*track, kind, place, id, now);
  if (kind == TraceKind::Idle)
    track->idleSince = now;
  else if (kind != TraceKind::Join)
    track->readAt = 0;
  if (kind == TraceKind::Asleep)
    prepareTraceChunk();
  return true;
}

uint64_t traceTaskBegin(ThreadState &thread, const Task &task, bool isStolen) {
  TraceTrack *track = trackOf(thread);
  if (!track || !isKept(*track, task.traceId))
    return 0;
  uint64_t now = clock::now();
  uint64_t place = placeNumber(*track, task);
  TraceLine &line = beginTimed(*track, 'B', now) << ",\"name\":\"";
  if (task.loop)
    line << "loop";
  else
    line << kindOf(*task.fork).name;
  appendPlace(*track, task.place);
  line << "\",\"args\":{\"task\":" << task.traceId << ",\"place\":" << place;
  if (isStolen)
    line << ",\"stolen\":true";
  if (task.loop)
    line << ",\"begin\":" << task.begin << ",\"end\":" << task.end;
  endLine(*track, "}}");
  return now;
}

void traceSteal(ThreadState &thread, const Task &task, uint64_t began) {
  TraceTrack *track = trackOf(thread);
  if (!track)
    return;
  // An arrow from the promotion to the beginning of the slice. Both ends in one piece: neither is of use alone.
  TraceLine &line = beginLine(*track, 's', task.promoter) << ",\"ts\":";
  line.microseconds(sinceStart(task.promotedAt))
      << ",\"cat\":\"steal\",\"name\":\"steal\",\"id\":" << task.traceId
      << "},\n{\"ph\":\"f\",\"pid\":" << processNumber << ",\"tid\":" << track->thread << ",\"ts\":";
  line.microseconds(sinceStart(began)) << ",\"bp\":\"e\",\"cat\":\"steal\",\"name\":\"steal\",\"id\":" << task.traceId;
  endLine(*track, "}");
}

void traceEnd(ThreadState &thread) {
  if (TraceTrack *track = trackOf(thread)) {
    uint64_t now = clock::now();
    endIdleTime(*track, now);
    if (!track->readAt)
      lostTime(*track, now); // from here on
    else
      noteLostTime(*track, now);
    beginTimed(*track, 'E', now);
    endLine(*track, "}");
  }
}

//===----------------------------------------------------------------------===//
// Promotions
//===----------------------------------------------------------------------===//

uintptr_t addressOf(const LatentFork &fork) {
  // The record of a fork that polls for itself lies in the runtime's frame, deeper than what the fork calls next.
  return fork.registers.stackPointer ? fork.registers.stackPointer : reinterpret_cast<uintptr_t>(fork.record);
}

int64_t relative(TraceTrack &track, uintptr_t address) {
  if (!track.origin)
    track.origin = address;
  return static_cast<int64_t>(address - track.origin);
}

TracedPromotion::TracedPromotion(ThreadState &promoter) : thread(promoter), begin(settings.trace ? clock::now() : 0) {
  if (begin && thread.trace)
    prefetch(*thread.trace);
}

void TracedPromotion::write(const Join &join, const Task *first, const Task *owningTask, unsigned tasks, unsigned level,
                            uintptr_t at) {
  uint64_t end = clock::now();
  TraceTrack *track = trackOf(thread);
  if (!track)
    return;
  if (!thread.isWorker && !thread.task && !track->isInComputation) {
    track->isInComputation = true;
    // The computation outlasts a wait that it begins in.
    OutsideOfWait outside(*track, begin);
    beginSlice(*track, TraceKind::Computation, first->place, 0, begin);
  }
  if (!isKept(*track, join.traceId))
    return;
  uint64_t place = placeNumber(*track, *first);
  TraceLine &line = beginTimed(*track, 'X', begin) << ",\"dur\":";
  line.microseconds(sinceStart(end) - sinceStart(begin)) << ",\"name\":\"promotion";
  appendPlace(*track, first->place);
  uint64_t owner = owningTask ? owningTask->traceId : 0;
  line << "\",\"args\":{\"join\":" << join.traceId << ",\"place\":" << place;
  appendUnless(line, 0, ",\"level\":", level);
  appendUnless(line, 0, ",\"by\":", owner);
  if (at)
    line << ",\"at\":" << relative(*track, at);
  line << ",\"tasks\":[";
  for (const Task *task = first; task && tasks > 0; task = task->next, --tasks) {
    if (task != first)
      line << ",";
    line << "[" << task->traceId;
    if (task->loop)
      line << "," << task->begin << "," << task->end;
    line << "]";
  }
  bool tellsWhere = track->isNoted;
  if (tellsWhere) {
    line << "],\"beat\":{";
    appendSample(*track, owner);
  }
  endLine(*track, tellsWhere ? "}}}" : "]}}");
  if (tellsWhere)
    writeCounters(thread, *track);
}

void traceJoined(ThreadState &thread) {
  TraceTrack *track = thread.trace;
  if (!track || thread.isWorker || thread.task || thread.openJoins > 0 || !track->isInComputation)
    return;
  track->isInComputation = false;
  traceEnd(thread);
}

//===----------------------------------------------------------------------===//
// Beginning and end
//===----------------------------------------------------------------------===//

/// The clock's rate, once and for all: a later correction would bend the time line. A millisecond gives it to one part
/// in ten thousand.
static void measureClock() {
  if (!clock::counterIsInvariant)
    return;
  uint64_t begin = clock::nanoseconds(), ticks = clock::now();
  uint64_t passed;
  while ((passed = clock::nanoseconds() - begin) < 1000000)
    ;
  nanosecondsPerTick = static_cast<double>(passed) / static_cast<double>(clock::now() - ticks);
}

/// The program's arguments as a list of strings.
static void appendCommand(TraceLine &line) {
  char text[4096];
  int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  ssize_t length = file >= 0 ? read(file, text, sizeof text - 1) : 0;
  if (file >= 0)
    close(file);
  text[length > 0 ? length : 0] = 0;
  for (ssize_t at = 0; at < length && line.hasRoom(); at += static_cast<ssize_t>(strlen(text + at)) + 1) {
    line << (at ? ",\"" : "\"");
    line.escaped(text + at) << "\"";
  }
}

/// Which process of a job it is, and when its time line began, by the machine's clock and by that of the day.
static void writeRank(TraceLine &line) {
  Rank rank = rankOfProcess();
  timespec day;
  clock_gettime(CLOCK_REALTIME, &day);
  uint64_t passed = sinceStart(clock::now());
  char host[256] = {};
  gethostname(host, sizeof host - 1);
  line << ",\"rank\":" << rank.number << ",\"ranks\":" << rank.count << ",\"began\":" << clock::nanoseconds() - passed
       << ",\"day\":" << static_cast<uint64_t>(day.tv_sec) * 1000000000 + static_cast<uint64_t>(day.tv_nsec) - passed
       << ",\"host\":\"";
  line.escaped(host) << "\"";
}

/// Who has been traced, with what settings.
static void writeProcess(TraceTrack &track) {
  beginLine(track, 'M', track.thread) << ",\"name\":\"process_name\",\"args\":{\"name\":\"";
  track.line.escaped(program_invocation_short_name);
  endLine(track, "\"}}");
  char directory[2048];
  if (!getcwd(directory, sizeof directory))
    directory[0] = 0;
  beginLine(track, 'M', track.thread) << ",\"name\":\"tactus_process\",\"args\":{\"version\":1,\"workers\":"
                                      << slotCount() << ",\"processors\":" << affinityCount()
                                      << ",\"heartbeat\":" << settings.heartbeatMicroseconds
                                      << ",\"tokens\":" << settings.tokensPerBeat
                                      << ",\"classic\":" << (settings.classicTokens ? "true" : "false");
  writeRank(track.line);
  track.line << ",\"directory\":\"";
  track.line.escaped(directory) << "\",\"command\":[";
  appendCommand(track.line);
  endLine(track, "]}}");
}

static void openTrack() {
  processNumber = static_cast<uint64_t>(getpid());
  ThreadState *thread = currentThread();
  if (TraceTrack *track = thread ? trackOf(*thread) : nullptr)
    writeProcess(*track);
  else
    settings.trace = nullptr;
}

void startTrace() {
  if (!settings.trace)
    return;
  nameTraceFile(settings.trace);
  measureClock();
  openTrack();
}

void finishTrace() {
  if (!settings.trace)
    return;
  finishRegionTimes();
  writeWaitSites();
  TraceLine line;
  line << "{\"ph\":\"M\",\"pid\":" << processNumber << ",\"ts\":";
  line.microseconds(sinceStart(clock::now()))
      << ",\"name\":\"tactus_end\",\"args\":{\"dropped\":" << droppedLines.load(std::memory_order_relaxed)
      << ",\"thinning\":" << traceThinning();
  closeTraceFile(line.data(), line.size());
}

void continueTraceInChild() {
  if (!leaveTraceFile())
    settings.trace = nullptr;
  forEachThread([](ThreadState &thread) {
    if (thread.trace)
      thread.trace->life = 0, thread.trace->chunk = {};
  });
  if (settings.trace)
    openTrack();
}

} // namespace tactus
