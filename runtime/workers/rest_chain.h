//===- rest_chain.h - rests of rests ----------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     for (…) {                      the root's frame   f(0)   join ◄─────────────────────────────┐
//       task f(i);                   T0, its rest          f(1) ┐                                 │
//     }                              T1, that one's rest         f(2) ┐                      the whole chain
//     taskwait                       T2, …                            f(3) …                      │
//                                                                 │    └─ handed on to T2, T1 has ended
//                                                                 └─ handed on to T1, T0 has ended
//
// A rest that promotes its own rest, and has nothing left to do behind the fork but to join it, does not wait: it ends,
// and what it owes its join is owed by the chain from then on. So no strand of a chain lies on top of another one's
// frames, however many are promoted (docs/decisions/0022). Compiled code says which forks are like that
// (TACTUS_FORK_ENDS_REST) and calls tactus_fork_hand_on() where it would have joined.
//
// A chain is a list of fork records in program order; only the strand of its last task may append to it. All tasks have
// one result area: one of them stores there, the last. A task that has ended is absorbed by the one before when that
// has ended as well: its views are merged, in program order, and its record is freed. So there are never more records
// than twice the strands that run. A record whose task has ended and that is the last of the chain is all that is left
// of what followed it; then its join is complete. For the first that is the join of the frame that made the chain, and
// for another one that of a strand whose spawned call has thrown, which waits after all.
//
// Ancestors. The record of a task may be gone while those behind it run. So a rest of a rest has the parent of the
// whole chain, and is told by `head` and `position` (task.h) to be part of what a join waits for.
//
// Safety. Links and progress of all records of a chain are under the lock of its first one, which the root's frame
// keeps until the whole chain has ended: who completes its join does so as the last thing, without the lock. Any other
// join is completed under the lock, and its owner takes the lock before it frees the record.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_WORKERS_REST_CHAIN_H
#define TACTUS_RUNTIME_WORKERS_REST_CHAIN_H

#include "tasks/chain_protocol.h"
#include "tasks/task.h"

namespace tactus {

struct ForkRecord;

/// The task whose strand makes `record` by a fork that ends it is the last of its chain; the record's becomes the last.
/// Before it is published, by that strand.
void appendRest(ForkRecord &record, Task &owner);

/// The task has run. Completes what is complete now. Returns the join whose owner sleeps and is to be woken, if any.
/// The task may be gone afterwards.
[[nodiscard]] Join *finishTask(ThreadState &thread, Task &task);

/// Takes a task out of the thread's own deque. False if somebody has stolen it.
bool takeBack(ThreadState &thread, const Task *wanted);

/// The owner has joined or cancelled a rest that might have been left to the chain: it is no longer part of it.
void dropRest(Join &join);

} // namespace tactus

#endif // TACTUS_RUNTIME_WORKERS_REST_CHAIN_H
