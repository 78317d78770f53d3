//===- events.cpp - the log of promoted work ----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "observe/events.h"
#include "os/exported.h"
#include "slots/thread_life.h"

#include "frames/latent_work.h"
#include "os/allocation.h"
#include "os/file_names.h"
#include "os/whole_file.h"
#include "slots/pool.h"

#include "tactus/latent.h"

#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <new>

namespace tactus {

namespace {
struct LoggedEvent {
  uint64_t number;
  EventKind kind;
  uint64_t detail;
  uint64_t words[3];
};
} // namespace

/// Written by its thread, read at exit, when threads may still run: `count` and `next` are published with release.
struct EventChunk {
  static constexpr uint32_t Capacity = 4096;
  std::atomic<EventChunk *> next{nullptr};
  std::atomic<uint32_t> count{0};
  LoggedEvent events[Capacity];
};

struct EventLog {
  /// Enough for runs of seconds; a log that is too long is of no use to anybody.
  static constexpr unsigned MaximalChunks = 256;
  EventChunk first;
  EventChunk *last = &first;
  unsigned chunks = 1;
  std::atomic<uint64_t> dropped{0};
  /// The thread whose events come last: ThreadState::life.
  uint64_t life = 0;
  /// Of the promotion that is being made.
  uint64_t promotedAt = 0, olderParts = 0;
};

static constinit std::atomic<uint64_t> eventsSoFar{0};
/// Events of threads that have no memory for a log.
static constinit std::atomic<uint64_t> droppedElsewhere{0};

/// Room for an event of the calling thread, null without memory.
static LoggedEvent *nextEvent(EventLog &log) {
  uint32_t count = log.last->count.load(std::memory_order_relaxed);
  if (count < EventChunk::Capacity)
    return &log.last->events[count];
  void *memory = log.chunks < EventLog::MaximalChunks ? allocateZeroed(sizeof(EventChunk)) : nullptr;
  if (!memory)
    return nullptr;
  auto *chunk = new (memory) EventChunk;
  log.last->next.store(chunk, std::memory_order_release);
  log.last = chunk;
  ++log.chunks;
  return &chunk->events[0];
}

/// The calling thread's log, made at the first use; null without memory.
static EventLog *logOf(ThreadState &thread) {
  if (!thread.events)
    if (void *memory = allocateZeroed(sizeof(EventLog)))
      thread.events = new (memory) EventLog;
  return thread.events;
}

static void append(EventLog &log, const LoggedEvent &event) {
  LoggedEvent *place = nextEvent(log);
  if (!place) {
    log.dropped.fetch_add(1, std::memory_order_relaxed);
    return;
  }
  *place = event;
  // Relaxed: see the header.
  place->number = eventsSoFar.fetch_add(1, std::memory_order_relaxed);
  log.last->count.store(log.last->count.load(std::memory_order_relaxed) + 1, std::memory_order_release);
}

void appendEvent(ThreadState &thread, EventKind kind, uint64_t first, uint64_t second, uint64_t third,
                 uint64_t detail) {
  EventLog *log = logOf(thread);
  if (!log) {
    droppedElsewhere.fetch_add(1, std::memory_order_relaxed);
    return;
  }
  if (log->life != thread.life) {
    log->life = thread.life;
    append(*log, {0, EventKind::Thread, 0, {}});
  }
  append(*log, {0, kind, detail, {first, second, third}});
}

void describePromotion(ThreadState &thread, const LatentWork &work, const LatentPart &part) {
  EventLog *log = logOf(thread);
  if (!log)
    return;
  log->promotedAt = part.address;
  // The explicit records are counted here once more, without the shortcuts of collectRecords().
  log->olderParts = countOlderRecords(part.address);
  for (unsigned index = 0; index < work.count; ++index) {
    const LatentPart &other = work.parts[index];
    bool isRecord = other.kind == LatentPart::Loop ? other.loop.record : other.fork.record;
    log->olderParts += !isRecord && other.address > part.address;
  }
}

void logPromotion(ThreadState &thread, const void *join, const void *owner, PromotedKind kind) {
  if (EventLog *log = logOf(thread))
    appendEvent(thread, EventKind::Promote, reinterpret_cast<uintptr_t>(join), log->promotedAt,
                reinterpret_cast<uintptr_t>(owner), log->olderParts << 2 | static_cast<uint64_t>(kind));
}

static const char *const reasonNames[] = {"beat",   "entry",   "stolen",    "returned", "joined",
                                          "passed", "dropped", "promotion", "refund"};

static const char *const promotedNames[] = {"fork", "loop", "rest"};
static const char *const startNames[] = {"stolen", "own", "following"};

static void writeEvent(FILE *file, const LoggedEvent &event, unsigned thread) {
  const uint64_t *words = event.words;
  auto writeOne = [&](const char *name) { fprintf(file, "%s=0x%" PRIx64 "\n", name, words[0]); };
  fprintf(file, "%" PRIu64 " %u ", event.number, thread);
  switch (event.kind) {
  case EventKind::Thread:
    fprintf(file, "thread\n");
    return;
  case EventKind::Begin:
    return writeOne("begin at");
  case EventKind::EndFork:
    return writeOne("end-fork at");
  case EventKind::Promote:
    fprintf(file, "promote join=0x%" PRIx64 " at=0x%" PRIx64 " kind=%s older=%" PRIu64 " owner=0x%" PRIx64 "\n",
            words[0], words[1], promotedNames[event.detail & 3], event.detail >> 2, words[2]);
    return;
  case EventKind::Task:
    fprintf(file, "task task=0x%" PRIx64 " join=0x%" PRIx64 "\n", words[0], words[1]);
    return;
  case EventKind::Steal:
    return writeOne("steal task");
  case EventKind::Start:
    fprintf(file, "start task=0x%" PRIx64 " how=%s\n", words[0], startNames[event.detail]);
    return;
  case EventKind::Finish:
    return writeOne("finish task");
  case EventKind::Wait:
    return writeOne("wait join");
  case EventKind::Joined:
    return writeOne("joined join");
  case EventKind::HandOn:
    return writeOne("hand-on join");
  case EventKind::Release:
    return writeOne("release join");
  case EventKind::Cancel:
    return writeOne("cancel task");
  case EventKind::Tokens:
    fprintf(file, "tokens why=%s by=%" PRId64 " now=%" PRIu64 " of=0x%" PRIx64 "\n", reasonNames[event.detail],
            static_cast<int64_t>(words[0]), words[1], words[2]);
    return;
  }
}

void writeEvents() {
  if (!settings.events)
    return;
  const FileName name(settings.events);
  WholeFile whole;
  FILE *file = whole.open(name);
  if (!file) {
    fprintf(stderr, "tactus: error: TACTUS_EVENTS: cannot write %s: %s; choose a file in a writable folder\n",
            static_cast<const char *>(name), strerror(errno));
    return;
  }
  fprintf(file, "tactus-events 1 workers=%u promotes=%s\n", slotCount(),
          settings.chaos        ? "chaos"
          : settings.promoteAll ? "all"
                                : "beats");
  uint64_t dropped = droppedElsewhere.load(std::memory_order_relaxed);
  unsigned number = 0;
  forEachThread([&](ThreadState &thread) {
    ++number;
    if (!thread.events)
      return;
    dropped += thread.events->dropped.load(std::memory_order_relaxed);
    for (EventChunk *chunk = &thread.events->first; chunk; chunk = chunk->next.load(std::memory_order_acquire))
      for (uint32_t index = 0, count = chunk->count.load(std::memory_order_acquire); index < count; ++index)
        writeEvent(file, chunk->events[index], number);
  });
  fprintf(file, "end dropped=%" PRIu64 "\n", dropped);
  if (!whole.close())
    fprintf(stderr, "tactus: error: TACTUS_EVENTS: cannot write %s: %s; make room on the disk\n",
            static_cast<const char *>(name), strerror(errno));
}

} // namespace tactus

using namespace tactus;

TACTUS_EXPORT void tactus_log_fork(const tactus_latent *latent, int begins) {
  if (!settings.events)
    return;
  if (ThreadState *thread = currentThread())
    logEvent(*thread, begins ? EventKind::Begin : EventKind::EndFork, latent);
}
