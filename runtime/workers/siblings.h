//===- siblings.h - begins what the running code may be waiting for -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A thread whose innermost task takes long may be waiting for one that is latent on its own stack. Somebody else brings
// threads for what is latent there (heartbeat/watcher.cpp), and memory, since a handler may have interrupted malloc().
//
//     watcher                                   thread that is watched, at a poll or in a signal's handler
//     reserve threads, prepare memory
//     offer, signal ─────────────────────────►  take the offer; promote from the innermost frame outwards
//                                               each task is assigned to one of the threads, which begins
//     wait; take the offer back, or wait ◄────  give it back
//     dismiss the threads that are left
//
// From the innermost outwards, unlike a beat's promotion: what is waited for is near, and what begins further out takes
// long, or waits itself. Of a loop, each thread begins one of the next iterations, and the last one gets all the rest:
// what waits there is met in the same way. So no iteration is kept behind one that waits, as long as there is a thread.
//
// What has been assigned is in no deque. It has begun, as far as anybody else is concerned, and is waited for.
//
// Who may begin what. In a team that is counted, a task has a place and with it a number (team_places.h): any thread
// may run it. Elsewhere thread numbers are those of slots, and whoever promotes has a slot, too: so the watched thread
// gets one of the slots that have been brought, if it has none, and a task goes to a thread with a slot or to nobody.
// Beside a thread that is seen to do nothing but wait, a task of a region begins in either case, and waits for a place
// or slot only if it is asked for its number (docs/decisions/0210).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_WORKERS_SIBLINGS_H
#define TACTUS_RUNTIME_WORKERS_SIBLINGS_H

#include "abi/loops.h"
#include "maps/frame_step.h"
#include "os/prepared_memory.h"
#include "slots/pool.h"

namespace tactus {

class MapTable;
struct CallerState;
struct LatentLoop;
struct RegionAround;

struct SiblingOffer {
  static constexpr unsigned MostThreads = 63;
  ThreadState *threads[MostThreads] = {};
  /// Of these, and how many have got a task.
  unsigned count = 0, begun = 0;
  /// Whoever has taken it is seen to wait: what is begun may be more than the team has places for.
  bool mayExceed = false;
  /// A slot that whoever has taken it did not need, which was none of the threads'; null for none.
  WorkerSlot *unneeded = nullptr;
  PreparedMemory memory;
  /// 1 once whoever has taken the offer needs it no more (threads/watch_protocol.h).
  std::atomic<uint32_t> isDone{0};

  unsigned left() const { return count - begun; }
};

/// How many of the threads that the promoting one has been offered may begin tasks now: of a team that is counted,
/// promoted in frames of `owner`, or of none.
unsigned siblingsFor(const ThreadState &thread, Team *team, const Task *owner);

/// How many of those that are left hold a slot.
unsigned siblingsWithSlot(const SiblingOffer &offer);

/// Where there are none by that rule, whether what is latent there may begin without a place in its team, null for none
/// that is counted. Never in a team of one: what is asked of a member, and the constructs that it meets, are its own.
bool mayExceedTeam(const ThreadState &thread, const RegionAround &around, const Team *team);

/// Where in the loop the rest begins that one of so many threads is to get, which a waiting thread has been offered;
/// the loop's end if none of it is to begin.
uint64_t beginOfRest(const LatentLoop &loop, const RegionAround &around, unsigned threads);

/// Instead of pushing a task: one of these threads begins it.
void assignTask(SiblingOffer &offer, Task *task);

/// The thread takes what it is offered, if it is, and begins what is latent: at a poll from `caller`, holding `table`.
void beginSiblings(ThreadState &thread, const MapTable &table, const CallerState &caller);

/// The same in a signal's handler; false if nothing could be begun. Then the offer stands. `isWaiting` if the thread is
/// seen to do nothing but wait.
bool beginSiblingsAtOnce(ThreadState &thread, StackFrame interrupted, bool isWaiting);

} // namespace tactus

#endif // TACTUS_RUNTIME_WORKERS_SIBLINGS_H
