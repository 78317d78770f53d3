//===- events.h - the log of promoted work ------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// TACTUS_EVENTS=FILE: what the threads do with promoted work, event by event, for test/pcall_model, which checks that
// it is a run of the model (docs/pcall.md). Unlike the time line of trace.h it is complete, has one order for all
// threads, and names joins and tasks. Without the variable each event costs one test.
//
//     tactus-events 1 workers=4 promotes=beats       or all, chaos: TACTUS_PROMOTE=all, TACTUS_CHAOS
//     17 2 promote join=0x… at=0x… kind=fork older=0 owner=0
//     18 2 task task=0x… join=0x…                    number, thread, event, fields
//     …
//     end dropped=0
//
// One counter numbers all events. An event that releases something (a task that is published, one that has finished) is
// noted before, one that acquires something (a task that is taken, a join) after; so if one event happens before
// another, it has the lower number. Relaxed increments are enough for that: a counter's order agrees with
// happens-before.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OBSERVE_EVENTS_H
#define TACTUS_RUNTIME_OBSERVE_EVENTS_H

#include "os/settings.h"
#include "threads/thread.h"

#include <cstdint>

namespace tactus {

struct LatentPart;
struct LatentWork;

enum class EventKind : uint32_t {
  /// The thread's number belongs to a new thread.
  Thread,
  /// A fork that the program logs begins or ends: address of its record.
  Begin,
  EndFork,
  /// Join, address of the record or frame, owner, and in `detail` what (PromotedKind), and how many older parts were
  /// latent.
  Promote,
  /// Task, join.
  Task,
  /// Task: taken out of another slot's deque.
  Steal,
  /// Task; in `detail` how (StartedAs).
  Start,
  Finish,
  /// Join.
  Wait,
  Joined,
  /// Join: left to the chain (rest_chain.h) by the task that owns it, which ends.
  HandOn,
  /// Of a join that has been handed on: its task has been absorbed by the one before.
  Release,
  /// Task: taken back before anybody has started it.
  Cancel,
  /// Change, new balance, task or join that it is about, and in `detail` the reason.
  Tokens
};

enum class PromotedKind : uint64_t { Fork, Loop, Rest };
/// Stolen, as a call of its owner's join, or by the strand that has handed it on.
enum class StartedAs : uint64_t { Stolen, Own, Following };

/// Stolen and Returned begin and end the account of a stolen task; Refund: a promotion has come to nothing.
enum class TokenReason : uint32_t { Beat, Entry, Stolen, Returned, Joined, Passed, Dropped, Promotion, Refund };

/// Appends to the calling thread's log. Only if settings.events is set.
void appendEvent(ThreadState &thread, EventKind kind, uint64_t first = 0, uint64_t second = 0, uint64_t third = 0,
                 uint64_t detail = 0);

inline void logEvent(ThreadState &thread, EventKind kind, const void *first = nullptr, const void *second = nullptr,
                     uint64_t detail = 0) {
  if (settings.events) [[unlikely]]
    appendEvent(thread, kind, reinterpret_cast<uintptr_t>(first), reinterpret_cast<uintptr_t>(second), 0, detail);
}

/// The next promotion will be of this part.
void describePromotion(ThreadState &thread, const LatentWork &work, const LatentPart &part);

/// A promotion, before its tasks are published. Only if settings.events is set.
void logPromotion(ThreadState &thread, const void *join, const void *owner, PromotedKind kind);

/// Changes the thread's tokens. `of`: the task or join that gets or had them.
inline void changeTokens(ThreadState &thread, int64_t change, TokenReason reason, const void *of = nullptr) {
  thread.tokens += static_cast<uint64_t>(change);
  if (settings.events && (change || reason == TokenReason::Stolen || reason == TokenReason::Returned)) [[unlikely]]
    appendEvent(thread, EventKind::Tokens, static_cast<uint64_t>(change), thread.tokens,
                reinterpret_cast<uintptr_t>(of), static_cast<uint64_t>(reason));
}

/// Writes the file, if one was asked for.
void writeEvents();

} // namespace tactus

#endif // TACTUS_RUNTIME_OBSERVE_EVENTS_H
