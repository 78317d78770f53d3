//===- strand_fiber.h - ThreadSanitizer sees each strand as a thread -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A task that nobody steals runs as a call, so ThreadSanitizer would take it for a part of its owner, and find no race
// between the two. While races are hunted, each task runs as a fiber, which is a thread to ThreadSanitizer:
//
//     creator   ──● publish ──────────────── join ●──      created:  what the creator has done so far is in front of it
//                 ╰── created ──► task ── ended ──╯         ended:    and it is in front of what follows the join
//
// Whether the calls follow one another on one thread or not makes no difference then.
//
// Two fibers that use the same addresses of a stack, one after the other, would be reported. So fibers have stacks of
// their own, places in a large area that belongs to the thread. Places and fibers are used again, after many others,
// and whoever uses one comes behind all that have used it before: of those races nothing is seen in that run. As some
// code orders what is on the stack by address, a task's place lies below that of the task in which it runs:
//
//     thread's stack ··· │ place 0 │ 1 │ 2 │ 3 ··· │ spare      a task in place 1 runs others in places 2 to n
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_WORKERS_STRAND_FIBER_H
#define TACTUS_RUNTIME_WORKERS_STRAND_FIBER_H

namespace tactus {

/// Before main(): fibers begin with what had happened by then, and nothing else.
void prepareFibers();

/// What the thread does itself, between its strands, comes before the end of the process. Libomp keeps memory for each
/// thread, which it writes when the thread first asks, and gives back at the end.
void comeBeforeExit();
/// On the thread that ends the process, before other libraries do what is theirs.
void comeAfterThreads();

/// Calls run(argument) as a strand of its own: behind happensBefore(created), and before happensAfter(ended). On the
/// calling strand itself if races are not hunted, or there is no room for another.
void runAsStrand(void *created, void *ended, void (*run)(void *argument), void *argument);

} // namespace tactus

#endif // TACTUS_RUNTIME_WORKERS_STRAND_FIBER_H
