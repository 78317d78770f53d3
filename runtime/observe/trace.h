//===- trace.h - a time line of what the workers did --------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// TACTUS_TRACE=FILE.json: tasks, joins, waits, promotions and idle time of each thread, in the Chrome trace format,
// which Perfetto opens; and beside what Perfetto shows, what `tactus simulate` and `tactus report` need to put the
// graph of tasks together (docs/internals/tracing.md lists all events). Events are as rare as tasks and beats. Without
// the variable each costs one test.
//
// Latent parallelism is recorded as well. At each beat the thread notes which loops and forks it is in, oldest first,
// and how far the loops have come: all that the heartbeat could have promoted then, also where nobody needed it.
//
// The file is bounded (TACTUS_TRACE_MB). Up to half of it everything is recorded; from then on one of four tasks, joins
// and beats, from three quarters one of sixteen, and so on (traceThinning()).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OBSERVE_TRACE_H
#define TACTUS_RUNTIME_OBSERVE_TRACE_H

#include "abi/loops.h"
#include "os/clock.h"
#include "os/settings.h"
#include "tasks/task.h"

namespace tactus {

struct CallerState;
struct LatentFork;
struct LatentWork;
struct ThreadState;
class MapTable;

/// The thread's number in the trace.
uint32_t tracedThread(ThreadState &thread);

uint64_t makeTraceId();
/// A number for a task or a join, 0 if nothing is traced. What is promoted later has a higher one, which readers use.
inline uint64_t nextTraceId() { return settings.trace ? makeTraceId() : 0; }

enum class TraceKind : uint32_t {
  /// From the first promotion of a thread of the user's to its last join.
  Computation,
  Join,
  Wait,
  /// Looking for work, and sleeping for want of it.
  Idle,
  Asleep
};

/// Writes the beginning of a slice of the calling thread's. False if it is not recorded; then it has no end either.
bool traceBegin(ThreadState &thread, TraceKind kind, const SourcePlace *place = nullptr, uint64_t id = 0);
/// The same for a task; when it began, 0 if it is not recorded.
uint64_t traceTaskBegin(ThreadState &thread, const Task &task, bool isStolen);
/// The arrow to a stolen task. After it has run, so that nobody waits for the lines.
void traceSteal(ThreadState &thread, const Task &task, uint64_t began);
void traceEnd(ThreadState &thread);

/// The time from its construction to its destruction is one slice.
class TraceSpan {
  ThreadState *thread = nullptr;

public:
  TraceSpan(ThreadState &runner, TraceKind kind, const SourcePlace *place = nullptr, uint64_t id = 0) {
    if (settings.trace && traceBegin(runner, kind, place, id))
      thread = &runner;
  }
  TraceSpan(const TraceSpan &) = delete;
  TraceSpan &operator=(const TraceSpan &) = delete;
  ~TraceSpan() {
    if (thread)
      traceEnd(*thread);
  }
};

/// The time in which a task runs.
class TracedTask {
  ThreadState &thread;
  const Task &task;
  bool isStolen;
  uint64_t began;

public:
  TracedTask(ThreadState &runner, const Task &traced, bool stolen)
      : thread(runner), task(traced), isStolen(stolen),
        began(settings.trace ? traceTaskBegin(runner, traced, stolen) : 0) {}
  TracedTask(const TracedTask &) = delete;
  TracedTask &operator=(const TracedTask &) = delete;
  ~TracedTask() {
    if (!began)
      return;
    traceEnd(thread);
    if (isStolen)
      traceSteal(thread, task, began);
  }
};

/// A promotion: from its construction to done().
class TracedPromotion {
  ThreadState &thread;
  uint64_t begin;
  void write(const Join &join, const Task *first, const Task *owner, unsigned tasks, unsigned level, uintptr_t at);

public:
  explicit TracedPromotion(ThreadState &promoter);

  /// `join` has got `tasks` tasks, `first` the first of them in index order, in the frames of `owner`; `at` says which
  /// part of the stack it was, as addressOf() has it.
  void done(const Join &join, const Task *first, const Task *owner, unsigned tasks, unsigned level, uintptr_t at) {
    if (settings.trace)
      write(join, first, owner, tasks, level, at);
  }
};

/// Tells a fork of a thread's from its others; that of a loop is the address of its slot. 0: it is not on the stack.
uintptr_t addressOf(const LatentFork &fork);

/// A join has been left. Ends the computation, if it was that.
void traceJoined(ThreadState &thread);

/// What a poll knows.
struct TracedBeat {
  uint64_t now = 0;
  /// If a beat is due: ticks since the previous poll, and how many of them the credit used since then stands for.
  uint64_t gap = 0, charged = 0;
  /// Of the innermost loop or fork, 0 if it is not known.
  uint64_t iterationsPerPoll = 0;
  /// A promotion follows, so it is not left out for coming too soon. Set by tryPromote(), which has then traced it.
  bool isForPromotion = false;
};

/// Whether a beat would be noted that leads to nothing. Only if settings.trace is set.
bool traceWantsBeat(const ThreadState &thread, uint64_t now);

/// Notes where the thread is. Only if settings.trace is set. It is written with the promotion that the beat leads to,
/// once its tasks have been published, so that nobody waits for the line; and by traceNoted(), if there was none.
/// `work` is what a walk has just found, null if there was none.
void traceBeat(ThreadState &thread, const MapTable &table, const CallerState &caller, const TracedBeat &beat,
               const LatentWork *work);
void traceNoted(ThreadState &thread);

/// Opens and ends the file, if one was asked for.
void startTrace();
void finishTrace();

/// The only thread of a child of fork() goes on: without a trace, or with a file of its own.
void continueTraceInChild();

} // namespace tactus

#endif // TACTUS_RUNTIME_OBSERVE_TRACE_H
