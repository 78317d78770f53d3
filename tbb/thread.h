//===- thread.h - what the scheduler knows about a thread -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A thread visits arenas, one inside the other: a thread of the user's its own one, which it gets when it first needs
// one, and those in which it calls task_arena::execute(); a helper one after the other. A strand, which is a task that
// a beat has made of a loop or fork, visits the arena in which that stands, if it needs to.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TBB_THREAD_H
#define TACTUS_TBB_THREAD_H

#include "arena.h"

/// Of the task that the calling thread is running, null outside of all, and 1 in a thread that has called nothing yet.
/// Loops and forks of Tactus' own headers read and write it (include/tactus/tbb/detail/context.hpp).
extern "C" __thread tactus::onetbb::task_group_context *tactus_tbb_context __attribute__((tls_model("initial-exec")));

namespace tactus::onetbb {

/// Whether the calling thread has called an algorithm, or has an arena.
inline bool isUsed() { return reinterpret_cast<uintptr_t>(tactus_tbb_context) != 1; }
/// The context around the caller, null outside of all.
inline task_group_context *contextAround() { return isUsed() ? tactus_tbb_context : nullptr; }

/// A thread's stay in an arena.
struct Visit {
  Arena &arena;
  /// Another one behind a wait whose helper does not leave.
  unsigned seat;
  const bool asHelper;
  /// Libtactus' strand that is here; null of no interest to it.
  void *strand = nullptr;
  /// A strand: its place is that of its task, and so is its seat if that is borrowed.
  bool isStrand = false, isBorrowed = false;
  /// Who has been told that the thread is here, and how many there were to be told.
  std::vector<std::shared_ptr<Observer>> told = {};
  uint64_t toldSoFar = 0;
};

class Calculating;

/// What a task has submitted.
struct Batch {
  /// In its seat's list, 0 for nothing.
  uint64_t name = 0;
  /// Tasks that come before the one that it returns.
  bool hasSuccessors = false;
};

/// Owned by its thread.
struct Thread {
  /// The innermost; null before the first, and in a strand that has not needed one.
  Visit *visit = nullptr;
  /// Around the innermost strand.
  Visit *around = nullptr;
  /// The tag of the isolated region that it is in, 0 for none.
  intptr_t isolation = 0;
  /// Around its innermost loop over tasks.
  Calculating *calculating = nullptr;
  /// Half of its stack lies below. There a waiting thread takes no more tasks from others, which may wait in their
  /// turn.
  uintptr_t deepStack = 0;
  /// Of the task that it is running; null outside of all tasks.
  Batch *batch = nullptr;
  /// One of Tactus' threads that helps.
  bool isHelper = false;
  /// The arena of its own, of a thread of the user's.
  Visit *own = nullptr;
};

/// The calling thread's.
Thread &thisThread();
/// Where it is, null outside of all arenas.
Visit *visitOf(Thread &thread);
Arena *currentArena(const Thread &thread);
/// The same, with an arena.
Thread &thisThreadInArena();

/// Whether the calling thread's stack is half full.
inline bool isDeep(const Thread &thread) {
  return reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) < thread.deepStack;
}

/// The thread's own arena is no longer needed; nothing if it is in it.
void leaveOwnArena(Thread &thread);

/// Tells observers of the arena that the thread is there, if there are any whom it has not told.
void tellObservers(Visit &visit);
/// The thread leaves.
void tellObserversOfEnd(Visit &visit);

/// While it exists, the thread calculates as the contexts of its tasks say.
class Calculating {
  Thread &thread;
  Calculating *const outer;
  /// As it was, and as it is; 0 before the first context that says anything.
  uint64_t before = 0, current = 0;

public:
  explicit Calculating(Thread &runner) : thread(runner), outer(runner.calculating) { thread.calculating = this; }
  ~Calculating() {
    thread.calculating = outer;
    if (current != before)
      writeFloatingPoint(before);
  }
  Calculating(const Calculating &) = delete;
  Calculating &operator=(const Calculating &) = delete;

  void as(task_group_context &context) {
    uint64_t wanted = Access::floatingPoint(context);
    if (wanted == current || !wanted) [[likely]]
      return;
    if (!current)
      before = current = readFloatingPoint();
    if (wanted != current)
      writeFloatingPoint(wanted);
    current = wanted;
  }
};

/// While it exists, the thread is in that seat, which it has taken.
class Stay {
  Thread &thread;
  Visit visit;
  Visit *const outerVisit;
  task_group_context *const outerContext;
  const intptr_t outerIsolation;
  uint64_t record[TACTUS_ARENA_WORDS];

public:
  Stay(Thread &visitor, Arena &arena, unsigned seat, bool asHelper);
  ~Stay();
  Stay(const Stay &) = delete;
  Stay &operator=(const Stay &) = delete;
};

/// While it exists, the thread sleeps in a wait: others have its seat, and its slot of libtactus.
class Asleep {
  Thread &thread;
  /// What had been taken with the seat.
  PlaceKind place;
  /// It cannot leave its place and seat for good.
  bool hasGuests;

  void closeSeat();
  void takeSeatBack();

public:
  explicit Asleep(Thread &sleeper);
  ~Asleep();
  Asleep(const Asleep &) = delete;
  Asleep &operator=(const Asleep &) = delete;
};

} // namespace tactus::onetbb

#endif // TACTUS_TBB_THREAD_H
