//===- openmp_interface.cpp - what OpenMP's functions answer inside our loops ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The compiler leaves a loop to libomp if it can see that its body asks for the thread. A function of another file may
// ask without being seen, and libomp, which knows nothing of our workers, would answer 0 to all of them: two iterations
// at a time would use the same element of an array with one for each thread. So compiled code asks libtactus instead,
// with the function that it would have called itself: that one answers outside of our strands
// (compiler/lower/OpenMPFunctions.h). libtactus exports nothing of OpenMP's, since other runtimes may live in the
// process.
//
// A strand's number is the index of its slot, or, in a loop with a num_threads clause of fewer threads than there are
// slots, its number in the team. What makes that right:
//
//   distinct   two threads never hold a slot at a time, and a team's numbers are taken and given back
//   bounded    slots are fewer than omp_get_max_threads() says: omp_set_num_threads() bounds those that are used
//   constant   within an iteration. Once numbers are asked for, a join waits with its slot instead of leaving it to
//              another thread, and a thread of the user's that has been told 0, having no slot, takes no other than
//              slot 0 from then on
//
// Inside a parallel region of libomp's, also a serial one, libomp answers.
//
// Not handled: the owner of a loop with num_threads that is nested in a task is told its slot; the first of all
// questions may come when a join has already left its slot.
//
//===----------------------------------------------------------------------===//
#include "abi.h"
#include "libomp.h"
#include "pool.h"
#include "task_reduction.h"
#include "task_scope.h"
#include "thread.h"

#include <algorithm>
#include <sched.h>

namespace tactus {

/// The task's team, if the numbers of its strands are not those of slots.
static Team *numberedTeam(const Task *task) {
  Team *team = task ? task->join->team : nullptr;
  return team && team->numbersStrands() ? team : nullptr;
}

/// For a worker that came out of a join without a slot. That the join has left it is a matter of the first question
/// only, so this ends soon or never; then the number must at least be in bounds.
static unsigned recoverNumber(ThreadState &thread) {
  for (unsigned attempt = 0; attempt < 1000; ++attempt) {
    if (acquireSlot(thread))
      return slotIndex(*thread.slot);
    sched_yield();
  }
  return usableSlotCount() - 1;
}

/// The answer of the runtime that the caller is linked to.
static int ask(int (*next)(), int otherwise) { return next ? next() : otherwise; }

static int threadNumber(int (*next)()) {
  ThreadState *thread = currentThread();
  if (!thread)
    return ask(next, 0); // without memory for its state it has no tasks
  useThreadNumbers();
  if (Team *team = numberedTeam(thread->task)) {
    if (thread->task->number == 0)
      thread->task->number = team->takeNumber();
    return static_cast<int>(thread->task->number);
  }
  if (thread->slot)
    return static_cast<int>(slotIndex(*thread->slot));
  if (thread->isWorker)
    return static_cast<int>(recoverNumber(*thread));
  thread->isNumberZero = true;
  return ask(next, 0);
}

/// Is the calling thread known to run a part of a promoted loop or call? If nothing is promoted it runs alone.
static bool runsInParallel() {
  const ThreadState *thread = existingThread();
  return thread && (thread->task || thread->slot) && usableSlotCount() > 1;
}

static unsigned teamSize() {
  Team *team = numberedTeam(existingThread()->task);
  return team ? static_cast<unsigned>(team->limit) : usableSlotCount();
}

} // namespace tactus

using namespace tactus;

// OpenMP 5.2, chapter 18, in the order of openmp_functions.def.

#define EXPORTED __attribute__((visibility("default")))

EXPORTED int tactus_omp_get_thread_num(int (*next)()) {
  if (const Libomp *libomp = libompAround()) {
    // If loops of ours run in there, this thread's iterations go by libomp's number of it. A worker's slot is its
    // task's.
    if (ThreadState *thread = existingThread(); thread && !thread->isWorker)
      thread->isNumberZero = true;
    return libomp->threadNumber();
  }
  return threadNumber(next);
}

EXPORTED int tactus_omp_get_num_threads(int (*next)()) {
  if (const Libomp *libomp = libompAround())
    return libomp->teamSize();
  return runsInParallel() ? static_cast<int>(teamSize()) : ask(next, 1);
}

EXPORTED int tactus_omp_in_parallel(int (*next)()) { return runsInParallel() || insideLibompRegion() || ask(next, 0); }

EXPORTED int tactus_omp_get_level(int (*next)()) { return ask(next, 0); }
EXPORTED int tactus_omp_get_active_level(int (*next)()) { return ask(next, 0); }
EXPORTED int tactus_omp_get_team_num(int (*next)()) { return ask(next, 0); }
EXPORTED int tactus_omp_get_place_num(int (*next)()) { return ask(next, -1); }

EXPORTED int tactus_omp_get_ancestor_thread_num(int level, int (*next)(int)) {
  return next ? next(level) : level == 0 ? 0 : -1;
}

EXPORTED int tactus_omp_get_team_size(int level, int (*next)(int)) { return next ? next(level) : level == 0 ? 1 : -1; }

EXPORTED int tactus_omp_get_max_threads(int (*next)()) {
  int workers = static_cast<int>(usableSlotCount());
  int theirs = ask(next, workers);
  return slotsAreLimited() ? theirs : std::max(theirs, workers);
}

EXPORTED int tactus_omp_get_thread_limit(int (*next)()) { return ask(next, static_cast<int>(slotCount())); }
EXPORTED int tactus_omp_get_dynamic(int (*next)()) { return ask(next, 0); }
EXPORTED int tactus_omp_get_nested(int (*next)()) { return ask(next, 0); }
EXPORTED int tactus_omp_get_max_active_levels(int (*next)()) { return ask(next, 1); }
EXPORTED int tactus_omp_get_supported_active_levels(int (*next)()) { return ask(next, 1); }
EXPORTED int tactus_omp_get_cancellation(int (*next)()) { return ask(next, 0); }
EXPORTED int tactus_omp_get_proc_bind(int (*next)()) { return ask(next, 0); }
EXPORTED int tactus_omp_get_num_teams(int (*next)()) { return ask(next, 1); }
EXPORTED int tactus_omp_get_max_teams(int (*next)()) { return ask(next, 0); }
EXPORTED int tactus_omp_get_teams_thread_limit(int (*next)()) { return ask(next, 0); }
EXPORTED int tactus_omp_get_default_device(int (*next)()) { return ask(next, 0); }
EXPORTED int tactus_omp_get_max_task_priority(int (*next)()) { return ask(next, 0); }
EXPORTED int tactus_omp_in_final(int (*next)()) { return inFinalTask() || ask(next, 0); }
EXPORTED int tactus_omp_in_explicit_task(int (*next)()) { return ask(next, 0); }

EXPORTED void tactus_omp_set_num_threads(int count, void (*next)(int)) {
  if (next)
    next(count);
  setLibompThreads(count, next);
  const ThreadState *thread = existingThread();
  // Elsewhere it is about nested regions.
  if (count > 0 && !libompAround() && !(thread && (thread->task || thread->isWorker)))
    limitSlots(static_cast<unsigned>(count));
}

/// A setting that strands of ours have in common with whoever answers outside of them.
static void pass(int value, void (*next)(int)) {
  if (next)
    next(value);
}

EXPORTED void tactus_omp_set_dynamic(int value, void (*next)(int)) { pass(value, next); }
EXPORTED void tactus_omp_set_nested(int value, void (*next)(int)) { pass(value, next); }
EXPORTED void tactus_omp_set_max_active_levels(int value, void (*next)(int)) { pass(value, next); }
EXPORTED void tactus_omp_set_num_teams(int value, void (*next)(int)) { pass(value, next); }
EXPORTED void tactus_omp_set_teams_thread_limit(int value, void (*next)(int)) { pass(value, next); }
EXPORTED void tactus_omp_set_default_device(int value, void (*next)(int)) { pass(value, next); }

EXPORTED void tactus_omp_set_schedule(int kind, int chunk, void (*next)(int, int)) {
  if (next)
    next(kind, chunk);
}

EXPORTED void tactus_omp_get_schedule(int *kind, int *chunk, void (*next)(int *, int *)) {
  constexpr int Static = 1;
  *kind = Static;
  *chunk = 0;
  if (next)
    next(kind, chunk);
}

/// Tasks that the compiler has left to libomp may take part in a reduction of ours.
EXPORTED void *tactus_kmpc_task_reduction_get_th_data(int thread, void *group, void *address,
                                                      void *(*next)(int, void *, void *)) {
  return findAnyReduction(thread, group, address, next);
}
