//===- trace.cpp - a time line of what the workers did ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "trace.h"

#include "allocation.h"
#include "heartbeat.h"
#include "latent.h"
#include "pool.h"
#include "thread.h"
#include "trace_file.h"
#include "trace_line.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <new>
#include <sched.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

namespace tactus {

using namespace abi;

namespace {
/// One part of a thread's stack, as the trace has it.
struct SampledPart {
  const SourcePlace *place;
  uintptr_t address;
  /// Of a loop; of a fork, a number that two forks of the same frame do not share, in `iteration`.
  uint64_t iteration, end;
  bool isLoop;
};
} // namespace

/// What the trace keeps of a thread; only the thread itself uses it.
struct TraceTrack {
  TraceChunk chunk;
  /// 0 until the thread has said who it is.
  uint32_t thread = 0;
  bool isInComputation = false;
  /// The places that have been written, by a hash of their address; a collision costs a second definition.
  static constexpr unsigned KnownPlaces = 128;
  const void *places[KnownPlaces] = {};
  uint64_t placesVersion = 0;
  /// The last sample: the next one only says what is different.
  uint64_t sampledTask = 0;
  unsigned sampledCount = 0;
  SampledPart sampled[LatentWork::Kept];
  /// Addresses are written relative to this one, which saves digits.
  uintptr_t origin = 0;
  uint64_t beats = 0, sampledAt = 0, nextSample = 0;
  /// At the last sample.
  uint64_t polls = 0, beatsSeen = 0;
  /// When the thread's processor time was last read, 0 if it has waited since; that time, and its involuntary context
  /// switches then.
  uint64_t readAt = 0, processorTime = 0;
  long preemptions = 0;
  TraceLine line;
};

static constinit std::atomic<uint64_t> traceIds{0};
static constinit std::atomic<uint64_t> droppedLines{0};
static constinit std::atomic<uint64_t> placesVersion{1};
static constinit std::atomic<bool> isThinned{false};
static constinit std::atomic<uint32_t> workersNamed{0};
/// Written by startTrace().
static double nanosecondsPerTick = 1;
static uint64_t processNumber;

uint64_t nextTraceId() { return settings.trace ? traceIds.fetch_add(1, std::memory_order_relaxed) + 1 : 0; }

void forgetTracedPlaces() { placesVersion.fetch_add(1, std::memory_order_relaxed); }

void forgetTracedThread(ThreadState &thread) {
  if (thread.trace)
    thread.trace->thread = 0;
}

static uint64_t sinceStart(uint64_t ticks) {
  uint64_t passed = ticks > clock::startTicks ? ticks - clock::startTicks : 0;
  return static_cast<uint64_t>(static_cast<double>(passed) * nanosecondsPerTick);
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

/// Begins a line of the thread's.
static TraceLine &beginLine(TraceTrack &track, const char *phase, uint32_t thread) {
  track.line.clear();
  return track.line << "{\"ph\":\"" << phase << "\",\"pid\":" << processNumber << ",\"tid\":" << thread;
}

static TraceLine &beginTimed(TraceTrack &track, const char *phase, uint64_t ticks) {
  TraceLine &line = beginLine(track, phase, track.thread) << ",\"ts\":";
  return line.microseconds(sinceStart(ticks));
}

static void endLine(TraceTrack &track, const char *end) {
  track.line << end << ",\n";
  if (!appendToTrace(track.chunk, track.line.data(), track.line.size()))
    droppedLines.fetch_add(1, std::memory_order_relaxed);
}

static void introduceThread(ThreadState &thread, TraceTrack &track) {
  uint64_t process = processNumber;
  track.thread = static_cast<uint32_t>(gettid());
  track.placesVersion = 0;
  track.sampledCount = 0;
  track.isInComputation = false;
  TraceLine &line = beginLine(track, "M", track.thread) << ",\"name\":\"thread_name\",\"args\":{\"name\":\"";
  if (thread.isWorker)
    line << "worker " << workersNamed.fetch_add(1, std::memory_order_relaxed) + 1;
  else
    line << (track.thread == process ? "main thread" : "thread ");
  if (!thread.isWorker && track.thread != process)
    line << track.thread;
  endLine(track, "\"}}");
}

/// Null if nothing can be written.
static TraceTrack *trackOf(ThreadState &thread) {
  if (!openTraceFile())
    return nullptr;
  if (!thread.trace) {
    void *memory = allocateZeroed(sizeof(TraceTrack));
    if (!memory)
      return nullptr;
    thread.trace = new (memory) TraceTrack;
  }
  if (thread.trace->thread == 0)
    introduceThread(thread, *thread.trace);
  return thread.trace;
}

uint32_t tracedThread(ThreadState &thread) {
  TraceTrack *track = trackOf(thread);
  return track ? track->thread : 0;
}

/// One of four, of sixteen, … with each level: each level then lasts twice as long as the one before.
static bool isKept(TraceTrack &track, uint64_t number) {
  unsigned level = traceThinning();
  if (level == 0)
    return true;
  // Said before anything is left out.
  if (!isThinned.load(std::memory_order_relaxed) && !isThinned.exchange(true, std::memory_order_relaxed)) {
    beginTimed(track, "M", clock::now()) << ",\"name\":\"tactus_thinning\"";
    endLine(track, "}");
  }
  return number % (uint64_t{1} << 2 * level) == 0;
}

/// Defines the place for the lines of this thread that come after, if that has not been done. 0 for unknown ones.
static uint64_t placeNumber(TraceTrack &track, const SourcePlace *place, const char *kind, bool isLeaf) {
  // Acquire: a header may just be writing a descriptor's place, the file last.
  if (!place || !__atomic_load_n(&place->file, __ATOMIC_ACQUIRE))
    return 0;
  uint64_t version = placesVersion.load(std::memory_order_relaxed);
  if (track.placesVersion != version) {
    track.placesVersion = version;
    std::fill_n(track.places, TraceTrack::KnownPlaces, nullptr);
  }
  auto number = reinterpret_cast<uintptr_t>(place);
  const void *&known = track.places[(number >> 3) % TraceTrack::KnownPlaces];
  if (known == place)
    return number;
  known = place;
  beginLine(track, "M", track.thread) << ",\"name\":\"tactus_place\",\"args\":{\"place\":" << number << ",\"kind\":\""
                                      << kind << "\",\"leaf\":" << (isLeaf ? "true" : "false") << ",\"file\":\"";
  track.line.escaped(place->file) << "\",\"line\":" << place->line << ",\"column\":" << place->column
                                  << ",\"function\":\"";
  track.line.escaped(place->function ? place->function : "");
  endLine(track, "\"}}");
  return number;
}

static uint64_t placeNumber(TraceTrack &track, const LoopDescriptor *loop) {
  return placeNumber(track, SourcePlace::of(loop), "loop", loop->flags & LeafLoop);
}

static const char *kindOf(const tactus_fork_descriptor &fork) {
  return fork.flags & TACTUS_FORK_OF_TASK ? "task" : "fork";
}

static uint64_t placeNumber(TraceTrack &track, const tactus_fork_descriptor *fork) {
  return placeNumber(track, SourcePlace::of(fork), kindOf(*fork), false);
}

static uint64_t placeNumber(TraceTrack &track, const Task &task) {
  return task.loop ? placeNumber(track, task.loop) : placeNumber(track, task.fork);
}

static void appendPlace(TraceLine &line, const SourcePlace *place) {
  // The definition of the place has the whole path.
  if (place && place->file) {
    const char *slash = strrchr(place->file, '/');
    line << " ";
    line.escaped(slash ? slash + 1 : place->file) << ":" << place->line;
  }
}

//===----------------------------------------------------------------------===//
// Time that others have taken
//===----------------------------------------------------------------------===//

/// Nanoseconds since the last call in which the thread wanted a processor and had none; 0 if it has waited for
/// something in between.
static uint64_t lostTime(TraceTrack &track, uint64_t now) {
  timespec time;
  rusage usage;
  if (track.readAt && now < track.readAt + beatTicks() / 2)
    return 0; // what is lost here is found the next time
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) != 0)
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
static void noteLostTime(TraceTrack &track, uint64_t now) {
  constexpr uint64_t Suspicious = 4; // beats
  if (!track.readAt || now < track.readAt + Suspicious * beatTicks())
    return;
  if (uint64_t lost = lostTime(track, now)) {
    beginTimed(track, "M", now) << ",\"name\":\"tactus_lost\",\"args\":{\"lost\":" << lost;
    endLine(track, "}}");
  }
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

static const char *nameOf(TraceKind kind) {
  switch (kind) {
  case TraceKind::Computation:
    return "computation";
  case TraceKind::Join:
    return "join";
  case TraceKind::Wait:
    return "wait";
  case TraceKind::Idle:
    return "idle";
  case TraceKind::Asleep:
    return "asleep";
  }
  return "";
}

static void beginSlice(TraceTrack &track, TraceKind kind, const SourcePlace *place, uint64_t id, uint64_t ticks) {
  const char *name = nameOf(kind);
  noteLostTime(track, ticks);
  TraceLine &line = beginTimed(track, "B", ticks) << ",\"cat\":\"" << name << "\",\"name\":\"" << name;
  appendPlace(line, place);
  line << "\"";
  if (id)
    line << ",\"args\":{\"join\":" << id << "}";
  endLine(track, "}");
}

bool traceBegin(ThreadState &thread, TraceKind kind, const SourcePlace *place, uint64_t id) {
  TraceTrack *track = trackOf(thread);
  if (!track || !isKept(*track, id ? id : thread.counters.polls.get() + thread.counters.parks.get()))
    return false;
  beginSlice(*track, kind, place, id, clock::now());
  if (kind != TraceKind::Join)
    track->readAt = 0;
  return true;
}

uint64_t traceTaskBegin(ThreadState &thread, const Task &task, bool isStolen) {
  TraceTrack *track = trackOf(thread);
  if (!track || !isKept(*track, task.traceId))
    return 0;
  uint64_t now = clock::now();
  uint64_t place = placeNumber(*track, task);
  TraceLine &line = beginTimed(*track, "B", now)
                    << ",\"cat\":\"task\",\"name\":\"" << (task.loop ? "loop" : kindOf(*task.fork));
  appendPlace(line, task.place);
  line << "\",\"args\":{\"task\":" << task.traceId << ",\"place\":" << place
       << ",\"stolen\":" << (isStolen ? "true" : "false");
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
  TraceLine &line = beginLine(*track, "s", task.promoter) << ",\"ts\":";
  line.microseconds(sinceStart(task.promotedAt))
      << ",\"cat\":\"steal\",\"name\":\"steal\",\"id\":" << task.traceId
      << "},\n{\"ph\":\"f\",\"pid\":" << processNumber << ",\"tid\":" << track->thread << ",\"ts\":";
  line.microseconds(sinceStart(began)) << ",\"bp\":\"e\",\"cat\":\"steal\",\"name\":\"steal\",\"id\":" << task.traceId;
  endLine(*track, "}");
}

void traceEnd(ThreadState &thread) {
  if (TraceTrack *track = trackOf(thread)) {
    uint64_t now = clock::now();
    if (!track->readAt)
      lostTime(*track, now); // from here on
    else
      noteLostTime(*track, now);
    beginTimed(*track, "E", now);
    endLine(*track, "}");
  }
}

//===----------------------------------------------------------------------===//
// Promotions
//===----------------------------------------------------------------------===//

uintptr_t addressOf(const LatentFork &fork) {
  return fork.record ? reinterpret_cast<uintptr_t>(fork.record) : fork.registers.rsp;
}

static int64_t relative(TraceTrack &track, uintptr_t address) {
  if (!track.origin)
    track.origin = address;
  return static_cast<int64_t>(address - track.origin);
}

TracedPromotion::TracedPromotion(ThreadState &promoter) : thread(promoter), begin(settings.trace ? clock::now() : 0) {}

void TracedPromotion::write(const Join &join, const Task *first, unsigned tasks, unsigned level, uintptr_t at,
                            uint64_t kept) {
  uint64_t end = clock::now();
  TraceTrack *track = trackOf(thread);
  if (!track)
    return;
  if (!thread.isWorker && !thread.task && !track->isInComputation) {
    track->isInComputation = true;
    beginSlice(*track, TraceKind::Computation, first->place, 0, begin);
  }
  if (!isKept(*track, join.traceId))
    return;
  uint64_t place = placeNumber(*track, *first);
  TraceLine &line = beginTimed(*track, "X", begin) << ",\"dur\":";
  line.microseconds(sinceStart(end) - sinceStart(begin)) << ",\"cat\":\"promotion\",\"name\":\"promotion";
  appendPlace(line, first->place);
  line << "\",\"args\":{\"join\":" << join.traceId << ",\"place\":" << place << ",\"level\":" << level
       << ",\"by\":" << (first->parent ? first->parent->traceId : 0);
  if (at)
    line << ",\"at\":" << relative(*track, at);
  if (first->loop)
    line << ",\"kept\":" << kept;
  line << ",\"tasks\":[";
  for (const Task *task = first; task && tasks > 0; task = task->next, --tasks) {
    line << (task == first ? "[" : ",[") << task->traceId;
    if (task->loop)
      line << "," << task->begin << "," << task->end;
    line << "]";
  }
  endLine(*track, "]}}");
}

void traceJoined(ThreadState &thread) {
  TraceTrack *track = thread.trace;
  if (!track || thread.isWorker || thread.task || thread.openJoins > 0 || !track->isInComputation)
    return;
  track->isInComputation = false;
  traceEnd(thread);
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
  const uint64_t *values = fork.record ? fork.record->of.fork.environment : words;
  if (!fork.record && !readEnvironment(fork, words))
    return 0;
  uint64_t hash = 0;
  for (unsigned index = 0; index < count; ++index)
    hash = (hash ^ values[index]) * 0x9e3779b97f4a7c15u;
  return hash >> 40;
}

static SampledPart sampled(TraceTrack &track, const LatentPart &part) {
  if (part.kind == LatentPart::Loop) {
    placeNumber(track, part.loop.slot->descriptor);
    return {SourcePlace::of(part.loop.slot->descriptor), reinterpret_cast<uintptr_t>(part.loop.slot),
            part.loop.iteration, part.loop.end, true};
  }
  placeNumber(track, part.fork.descriptor);
  return {SourcePlace::of(part.fork.descriptor), addressOf(part.fork), identityOf(part.fork), 0, false};
}

static bool isSame(const SampledPart &left, const SampledPart &right) {
  return left.place == right.place && left.address == right.address && left.iteration == right.iteration &&
         left.end == right.end;
}

static void writeStack(ThreadState &thread, TraceTrack &track, const LatentWork &work, const TracedBeat &beat) {
  SampledPart parts[LatentWork::Kept];
  unsigned count = 0;
  // What is further out belongs to another task, which a join of this thread's has left.
  for (unsigned index = 0; index < work.count; ++index) {
    const LatentPart &part = work.parts[index];
    if ((part.kind == LatentPart::Loop ? part.loop.owner : part.fork.owner) == thread.task)
      parts[count++] = sampled(track, part);
  }
  uint64_t task = thread.task ? thread.task->traceId : 0;
  unsigned same = 0;
  if (task == track.sampledTask)
    while (same < count && same < track.sampledCount && isSame(parts[same], track.sampled[same]))
      ++same;
  TraceLine &line = beginTimed(track, "M", beat.now)
                    << ",\"name\":\"tactus_beat\",\"args\":{\"task\":" << task
                    << ",\"gap\":" << sinceStart(clock::startTicks + beat.gap)
                    << ",\"charged\":" << sinceStart(clock::startTicks + beat.charged)
                    << ",\"lost\":" << lostTime(track, beat.now) << ",\"chunk\":" << beat.iterationsPerPoll
                    << ",\"same\":" << same << ",\"parts\":[";
  for (unsigned index = same; index < count && line.hasRoom(); ++index) {
    const SampledPart &part = parts[index];
    line << (index == same ? "[" : ",[") << reinterpret_cast<uintptr_t>(part.place) << ","
         << relative(track, part.address);
    line << "," << part.iteration;
    if (part.isLoop)
      line << "," << part.end;
    line << "]";
    track.sampled[index] = part;
  }
  endLine(track, "]}}");
  track.sampledTask = task;
  track.sampledCount = count;
}

static void writeCounters(ThreadState &thread, TraceTrack &track, const TracedBeat &beat) {
  uint64_t polls = thread.counters.polls.get(), beats = thread.counters.beatsSeen.get();
  uint64_t pollsPerBeat = beats > track.beatsSeen ? (polls - track.polls) / (beats - track.beatsSeen) : 0;
  beginTimed(track, "C", beat.now) << ",\"name\":\"thread " << track.thread
                                   << "\",\"args\":{\"iterations per poll\":" << beat.iterationsPerPoll
                                   << ",\"polls per beat\":" << pollsPerBeat << ",\"tokens\":" << thread.tokens;
  endLine(track, "}}");
  track.polls = polls;
  track.beatsSeen = beats;
}

void traceBeat(ThreadState &thread, const MapTable &table, const CallerState &caller, const TracedBeat &beat) {
  TraceTrack *track = trackOf(thread);
  if (!track)
    return;
  // Not twice for one beat, and not for each promotion where they come one after the other.
  bool isNoted = beat.now < track->sampledAt + beatTicks() / 2;
  if ((beat.isForPromotion ? isNoted : beat.now < track->nextSample) || !isKept(*track, track->beats++))
    return;
  uint64_t start = clock::now();
  LatentWork work;
  work.keepsAll = true;
  collectLatent(thread, table, caller, LatentWork::Kept, work);
  writeStack(thread, *track, work, beat);
  constexpr uint64_t BeatsPerCounter = 4;
  if (track->beats % BeatsPerCounter == 1)
    writeCounters(thread, *track, beat);
  // However deep the stack, looking at it takes a small share of the time.
  // If it took very long, then because the thread did not run.
  constexpr uint64_t Share = 128;
  track->sampledAt = beat.now;
  track->nextSample = start + Share * std::min(clock::now() - start, beatTicks() / 4);
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

/// Who has been traced, with what settings.
static void writeProcess(TraceTrack &track) {
  beginLine(track, "M", track.thread) << ",\"name\":\"process_name\",\"args\":{\"name\":\"";
  track.line.escaped(program_invocation_short_name);
  endLine(track, "\"}}");
  char directory[2048];
  if (!getcwd(directory, sizeof directory))
    directory[0] = 0;
  beginLine(track, "M", track.thread) << ",\"name\":\"tactus_process\",\"args\":{\"version\":1,\"workers\":"
                                      << slotCount()
                                      << ",\"processors\":" << static_cast<uint64_t>(sysconf(_SC_NPROCESSORS_ONLN))
                                      << ",\"heartbeat\":" << settings.heartbeatMicroseconds
                                      << ",\"tokens\":" << settings.tokensPerBeat
                                      << ",\"classic\":" << (settings.classicTokens ? "true" : "false")
                                      << ",\"directory\":\"";
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
  TraceLine line;
  line << "{\"ph\":\"M\",\"pid\":" << processNumber << ",\"ts\":";
  line.microseconds(sinceStart(clock::now()))
      << ",\"name\":\"tactus_end\",\"args\":{\"dropped\":" << droppedLines.load(std::memory_order_relaxed)
      << ",\"thinning\":" << traceThinning() << "}}]\n";
  closeTraceFile(line.data(), line.size());
}

void continueTraceInChild() {
  if (!leaveTraceFile())
    settings.trace = nullptr;
  forEachThread([](ThreadState &thread) {
    if (thread.trace)
      thread.trace->thread = 0, thread.trace->chunk = {};
  });
  if (settings.trace)
    openTrack();
}

} // namespace tactus
