//===- fork.h - groups that other workers run -----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Splicing in parallel (§6). When a beat is due, a group gives away the oldest calls that are left of its threads'
// `finish`es, as a group of their own:
//
//    thread 0   a ─ b ─┬─ c                    thread 0   a ─ b ─┬─ c          │   thread 0   d
//                      └  d, not begun     ►                     └  forked     │
//    thread 1   A ─ B ─┬─ C                    thread 1   A ─ B ─┬─ C          │   thread 1   D
//                      └  D, not begun                           └  forked     │
//    the group                                 the group                           its fork
//
// Each side keeps away from all that the other may do, as it was declared when the two parted (algorithm 1): C may not
// touch what d needs, nor d and D what c needs. Nobody looks at what the other side has done meanwhile. A step of the
// group that would waits for b's frame, which may still do what d declares until the join; one of the fork waits for
// `elsewhere`, which nothing releases. At the join the fork's delayed steps become the group's, and run as soon as they
// may. For stencils that are the triangles of a trapezoidal decomposition.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_SPLICE_FORK_H
#define TACTUS_SPLICE_FORK_H

#include "thread.h"

#include "tactus/latent.h"

#include <atomic>
#include <pthread.h>

namespace tactus::splice {

/// From its promotion to its join. The group is the maker's, the task's, and then the maker's again.
struct Fork {
  enum class State : uint8_t { Waiting, Running, TakenBack };

  std::unique_ptr<Group> group;
  tactus_fork_record *record = nullptr;
  /// Whoever changes it from Waiting has the group: the task to run it, or the maker that has come to the join. What
  /// the other one sees of the group it sees by the publication of the task, and by its join: relaxed.
  std::atomic<State> state{State::Waiting};
  /// There were stacks for it. Written by the task, read after the join.
  bool hasRun = false;
  pthread_t maker = pthread_self();
};

/// For the forks of a try_splice.
tactus_fork_descriptor forkDescriptor(const char *function, const detail::code_place &place);

/// There is more than one worker.
bool mayFork();

/// The calls of a fork that nobody has begun go back to where they came from.
void giveBack(Group &group, Group &forked);

/// Between two turns of threads, if there is an offer: polls, and forks when a beat is due.
void pollForFork(Group &group);

/// Forks the oldest offers, whatever the beat. Nobody took them: false.
bool forkOldest(Group &group);

/// Nobody in the group can move: joins something. There is nothing left to join: false.
bool joinSomething(Group &group);

/// The thread has come to the end of its last guest's stack: its own is there again.
void endGuest(Group &group, Thread &thread);

/// Unwinds what is left of groups that have come to nothing because of an exception.
void discardKept(Group &group);

} // namespace tactus::splice

#endif // TACTUS_SPLICE_FORK_H
