//===- fork.h - promoted forks --------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The record of a fork: tasks/fork_record.h.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_WORKERS_FORK_H
#define TACTUS_RUNTIME_WORKERS_FORK_H

#include "abi/loops.h"
#include "frames/latent_work.h"
#include "tasks/task.h"
#include "workers/rest_chain.h"

namespace tactus {

/// Makes a task of a fork's part that may run elsewhere and puts it into the thread's deque; `environment` is copied.
/// Null without memory, or where the region around it has no thread left for it: then nothing has happened. The thread
/// holds a slot. Whoever found the fork makes sure that the
/// owner hears of the record.
tactus_fork_record *promoteFork(ThreadState &thread, const LatentFork &fork, const uint64_t *environment,
                                unsigned level);

/// The record's owner has no more use for it. `thread`: the calling one's state, which may keep the memory; null for
/// none.
void freeRecord(ThreadState *thread, ForkRecord &record);

} // namespace tactus

#endif // TACTUS_RUNTIME_WORKERS_FORK_H
