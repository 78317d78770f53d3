//===- openmp_interface.cpp - what OpenMP's functions answer inside our loops ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The compiler leaves a loop to libomp if it can see that its body asks for the thread. A function of another file may
// ask without being seen, and libomp, which knows nothing of our workers, would answer 0 to all of them: two iterations
// at a time would use the same element of an array with one for each thread. So libtactus, which comes before libomp in
// the link, answers itself.
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
#include "libomp.h"
#include "pool.h"
#include "task_reduction.h"
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

static unsigned threadNumber() {
  ThreadState *thread = currentThread();
  if (!thread)
    return 0; // without memory for its state it has no tasks
  useThreadNumbers();
  if (Team *team = numberedTeam(thread->task)) {
    if (thread->task->number == 0)
      thread->task->number = team->takeNumber();
    return thread->task->number;
  }
  if (thread->slot)
    return slotIndex(*thread->slot);
  if (thread->isWorker)
    return recoverNumber(*thread);
  thread->isNumberZero = true;
  return 0;
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

// OpenMP 5.2, §18.2.
extern "C" {

__attribute__((visibility("default"))) int omp_get_thread_num() {
  if (libompLevel() > 0) {
    // If loops of ours run in there, this thread's iterations go by libomp's number of it. A worker's slot is its
    // task's.
    if (ThreadState *thread = existingThread(); thread && !thread->isWorker)
      thread->isNumberZero = true;
    return callLibomp(LibompFunction::GetThreadNum, 0);
  }
  return static_cast<int>(threadNumber());
}

__attribute__((visibility("default"))) int omp_get_num_threads() {
  if (libompLevel() > 0 || !runsInParallel())
    return callLibomp(LibompFunction::GetNumThreads, 1);
  return static_cast<int>(teamSize());
}

__attribute__((visibility("default"))) int omp_get_max_threads() {
  int workers = static_cast<int>(usableSlotCount());
  return slotsAreLimited() ? callLibomp(LibompFunction::GetMaxThreads, workers)
                           : std::max(callLibomp(LibompFunction::GetMaxThreads, workers), workers);
}

__attribute__((visibility("default"))) int omp_in_parallel() {
  return runsInParallel() || callLibomp(LibompFunction::InParallel, 0);
}

__attribute__((visibility("default"))) void omp_set_num_threads(int count) {
  setLibompThreads(count);
  const ThreadState *thread = existingThread();
  // Elsewhere it is about nested regions.
  if (count > 0 && libompLevel() == 0 && !(thread && (thread->task || thread->isWorker)))
    limitSlots(static_cast<unsigned>(count));
}

/// Of kmp.h. Tasks that the compiler has left to libomp may take part in a reduction of ours.
__attribute__((visibility("default"))) void *__kmpc_task_reduction_get_th_data(int, void *group, void *address) {
  return findAnyReduction(group, address);
}

__attribute__((visibility("default"))) unsigned tactus_worker_number(void) { return threadNumber(); }
}
