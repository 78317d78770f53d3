//===- poll.h - what happens in a poll -----------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_HEARTBEAT_POLL_H
#define TACTUS_RUNTIME_HEARTBEAT_POLL_H

#include "heartbeat/polled.h"
#include "threads/thread.h"

namespace tactus {

/// A poll of the calling thread, which is in the runtime. Takes the beat if it is due, promotes if it may, and returns
/// the credit until the next poll.
int64_t poll(ThreadState &thread, const CallerState &caller, PollOrigin &origin);

/// The same where nothing is known of the thread: keeps errno, and does nothing where the runtime was interrupted.
int64_t pollAnyhow(const CallerState *caller, PollOrigin &origin);

/// At a point of code with a handler of its own: whether it is none, because the handler has just run and no beat has
/// been delivered since. A handler that finds nothing goes back to where it was polled for. Where each point polls,
/// with a beat that is always due, it would be asked for ever.
bool passesPoint(ThreadState &thread);

/// Whether nothing happens at a beat but its token: nobody could take a task, or enough of them wait. A log of events
/// would have to be written.
bool isIdleBeat(const ThreadState &thread, uint64_t now);

} // namespace tactus

#endif // TACTUS_RUNTIME_HEARTBEAT_POLL_H
