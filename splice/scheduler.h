//===- scheduler.h - the splicing scheduler -------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_SPLICE_SCHEDULER_H
#define TACTUS_SPLICE_SCHEDULER_H

#include "thread.h"

namespace tactus::splice {

/// Adds a thread behind the others, that runs `call` or `step`.
Thread &addThread(Group &group, effects inclusive, std::unique_ptr<detail::pending_call> call,
                  std::unique_ptr<detail::step_body> step);

/// Gives the group its number in the event log.
void nameGroup(Group &group);

/// Runs all threads of the group to their ends, and all delayed steps. Throws the first exception of theirs in the
/// program's order. Without memory for the stacks, the threads run one after the other.
void runGroup(Group &group);
/// The same for one that another group has forked: as far as it can go without what happens elsewhere. Without memory
/// for stacks nothing has happened: false.
bool runForkedGroup(Group &group);

/// The thread may go on without being waited for by others first: it neither waits, nor wants to return, nor has
/// nothing in common with them.
bool isOnItsWay(const Thread &thread);

/// On a thread: lets the scheduler choose who goes on. Then what mayGoOn says of the thread that the stack belongs to
/// by then, which a join may have changed.
bool yield(Thread &thread);

/// On a thread, at a call or a step: throws Cancelled if the thread is to end. In destructors that run because of it
/// nothing is thrown, and nothing is to be done: false.
bool mayGoOn(Thread &thread);

} // namespace tactus::splice

#endif // TACTUS_SPLICE_SCHEDULER_H
