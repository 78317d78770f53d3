//===- task_batches.h - tasks without dependences that loops create ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     rest of a loop        task, task, task ...        called; each asks whether somebody has nothing to do
//        somebody has       ┌ task, task, task ┐        a batch: one deferred task, and a latent loop over its parts
//                           task, task ...              called again
//
// What the fork of a loop's task offers is the rest of the loop, for as long as that one task takes. Where that is a
// microsecond, the owner takes the rest back before anybody has come, and who does come gets a microsecond's work for
// what a steal costs. So a rest leaves tasks to others in batches that take some BatchMicroseconds: the strand learns
// what its tasks take, and fills a batch with as many. Whoever runs one runs a latent loop, which is divided again
// where tasks turn out to be long.
//
// A batch is open from its first task to its last, and nobody sees it. It is closed when it is full, and before the
// strand that fills it does anything that others could wait for: its fork is promoted, whose rest then creates the
// tasks; it waits; it ends.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_WORKERS_TASK_BATCHES_H
#define TACTUS_RUNTIME_WORKERS_TASK_BATCHES_H

#include "workers/dependence_scope.h"

namespace tactus {

/// A rest comes to a task without dependences: where the words of its environment go if it is deferred, else null. By
/// the strand that creates the scope's tasks.
uint64_t *issueInBatch(ThreadState &thread, DependenceScope &scope, tactus_fork_descriptor *task);

/// The words that issueInBatch() has returned are filled. False if they are not part of a batch.
bool deferInBatch(ThreadState &thread, DependenceScope &scope, const uint64_t *words);

/// Closes the open batch, if there is one.
void closeBatch(ThreadState &thread, DependenceScope &scope);

/// The strand of a task ends, which may have a batch open.
inline void closeBatchOf(ThreadState &thread, Task &task) {
  if (task.fillsBatchOf)
    closeBatch(thread, *task.fillsBatchOf);
}

} // namespace tactus

#endif // TACTUS_RUNTIME_WORKERS_TASK_BATCHES_H
