//===- trace.h - a time line of what the workers did --------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// TACTUS_TRACE=FILE.json: each thread notes tasks, waits, idle searches and promotions in a buffer of its own, of
// bounded size; at exit all buffers are written in the Chrome trace format, which Perfetto opens. What does not fit any
// more is counted. Events are as rare as tasks, so noting one costs two reads of the clock in a beat. Without the
// variable, one test.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_TRACE_H
#define TACTUS_RUNTIME_TRACE_H

#include "abi.h"
#include "clock.h"
#include "settings.h"
#include "task.h"

#include <atomic>

namespace tactus {

struct ThreadState;

enum class TraceKind : uint32_t { Task, StolenTask, Wait, Idle, Promotion };

struct TraceEvent {
  const SourcePlace *place; // null if it has none
  uint64_t begin, end;      // ticks
  TraceKind kind;
};

/// Written by its thread, read at exit, when threads may still run: `count` is published with release.
struct TraceBuffer {
  static constexpr uint32_t Capacity = 32768;
  std::atomic<uint32_t> count{0};
  std::atomic<uint64_t> dropped{0};
  TraceEvent events[Capacity];
};

/// Notes an event of the calling thread. Only if settings.trace is set.
void noteEvent(ThreadState &thread, const TraceEvent &event);

/// The time from its construction to its destruction is one event.
class TraceSpan {
  ThreadState &thread;
  TraceKind kind;
  const SourcePlace *place;
  uint64_t begin;

public:
  TraceSpan(ThreadState &runner, TraceKind what, const SourcePlace *where = nullptr)
      : thread(runner), kind(what), place(where), begin(settings.trace ? clock::now() : 0) {}
  TraceSpan(const TraceSpan &) = delete;
  TraceSpan &operator=(const TraceSpan &) = delete;
  ~TraceSpan() {
    if (settings.trace)
      noteEvent(thread, {place, begin, clock::now(), kind});
  }
};

/// For a module that is going to be unloaded, as at exit all are: its loops' names are kept for their events.
void keepTracedLoops(const abi::Module &module);

/// Writes the file, if one was asked for.
void writeTrace();

} // namespace tactus

#endif // TACTUS_RUNTIME_TRACE_H
