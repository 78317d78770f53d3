//===- task_wait.h - waiting for one's caller's tasks ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// OpenMP's taskwait waits for all children of the running task, whichever function has created them:
//
//     void f() {                             void g() {
//       #pragma omp task                       ...
//       x();         first branch              #pragma omp taskwait    also for x
//       g();         rest                    }
//     }
//
// As long as f's fork is not promoted, x has returned before g begins. If it has been, the rest runs while x does, and
// g must wait for the first branch of the fork whose rest it is part of: the other way round than a join. Rests
// therefore call copies of functions like g, which ask libtactus to wait (compiler/lower/rests/RestCopies).
//
// A rest may itself be promoted from a rest, and then g waits for both first branches: Task::continuesParent says
// whether a fork stood in the code of its strand's rest itself, and not in another task that was running there. Each
// strand keeps a list of its promoted forks whose first branches run, with the addresses of their frames: what stands
// in none of them is the strand's own. (In chaos mode a fork may be promoted before the one that it stands in. Then it
// waits for more than it must, which is safe.)
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_WORKERS_TASK_WAIT_H
#define TACTUS_RUNTIME_WORKERS_TASK_WAIT_H

#include "tasks/fork_record.h"
#include "threads/thread.h"

namespace tactus {

/// Asked before a fork is promoted whose rest may wait: a waiting rest takes a thread away from the pool, of which
/// there are not that many. False as well once code of ours has created tasks on libomp, for which a rest on another
/// thread could not wait. True for all other forks. Each that was admitted is dismissed: when it has been joined, or if
/// it is not promoted after all. By the thread itself, the same for both.
bool admitRest(ThreadState &thread, const tactus_fork_descriptor &descriptor);
void dismissRest(ThreadState &thread, const tactus_fork_descriptor &descriptor);

/// For the child of a fork, where only the calling thread exists: nobody dismisses what others have had admitted.
void keepOwnRests();

/// A fork has been promoted whose first branch is running, or about to, in frames below `frame`: whether its rest
/// belongs to the same task as its owner's, and that its first branch is open now. By the owner's thread.
void openFirstBranch(ForkRecord &record, uintptr_t frame);

/// The first branch of a promoted fork is over. Its strand may lose its slot to the thread that has waited for this,
/// as at a join. By the owner, once, before it joins or cancels.
void endFirstBranch(ThreadState &thread, ForkRecord &record);

} // namespace tactus

/// Waits for the first branches of the forks whose rests the calling code is part of. For copies of functions made for
/// rests only; returns at once in others. Called by compiled code.
extern "C" void tactus_wait_for_first_branches();

#endif // TACTUS_RUNTIME_WORKERS_TASK_WAIT_H
