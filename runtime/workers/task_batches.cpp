//===- task_batches.cpp - tasks without dependences that loops create --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "workers/task_batches.h"

#include "abi/loops.h"
#include "os/clock.h"
#include "os/settings.h"
#include "regions/regions.h"
#include "workers/strips.h"

#include <algorithm>
#include <bit>

namespace tactus {

/// What a batch should take: long beside what it costs to pass it on, short beside a beat.
static constexpr uint64_t BatchMicroseconds = 25;
static constexpr uint64_t LargestBatch = 256;

/// A task that takes less is not worth the question. By so many tasks is it known.
static constexpr uint64_t WorthwhileNanoseconds = 100;
static constexpr unsigned MeasuredTasks = 16;

/// The environment of a batch's task; the words of its parts follow.
struct TaskBatch {
  tactus_fork_descriptor *task;
  uint64_t count, capacity;
  /// A latent loop over the parts. It has no place of its own in reports.
  tactus_loop_descriptor *site;
  tactus_loop_descriptor loop;

  uint64_t *part(uint64_t index) { return reinterpret_cast<uint64_t *>(this + 1) + index * task->environment_words; }
};
static_assert(sizeof(TaskBatch) % sizeof(uint64_t) == 0);

static void runParts(TaskBatch &batch, uint64_t begin, uint64_t end) {
  auto iterate = [&](uint64_t index) { batch.task->run(batch.part(index), nullptr); };
  tactus_loop_record record;
  runIterations(batch, begin, end, 0, iterate, record,
                [&](uint64_t first, uint64_t last) { runParts(batch, first, last); });
}

static void runPartsAsTask(uint64_t begin, uint64_t end, const uint64_t *environment, void * /*result*/) {
  runParts(*reinterpret_cast<TaskBatch *>(*environment), begin, end);
}

static void runBatch(const uint64_t *environment, void * /*result*/) {
  TaskBatch &batch = *reinterpret_cast<TaskBatch *>(const_cast<uint64_t *>(environment));
  if (batch.count == 1)
    batch.task->run(batch.part(0), nullptr);
  else
    runParts(batch, 0, batch.count);
}

static const tactus_fork_descriptor batchDescriptor{runBatch, nullptr, nullptr, 0, 0, 0, 0, 0, 0, nullptr, 0};

/// What the task before this one has taken, if it was called. Returns whether such tasks are worth to be deferred; once
/// it is known that they are not, none asks until the next promotion.
static bool learn(BatchState &state, uint64_t now) {
  if (state.calledAt) {
    uint64_t &average = state.averageTicks;
    uint64_t ticks = std::max<uint64_t>(now - state.calledAt, 1);
    // Somebody else may have had the processor.
    average = average ? (7 * average + std::min(ticks, 8 * average)) / 8 : ticks;
    ++state.measured;
  }
  bool isWorthwhile = state.averageTicks * 1000 >= clock::ticksFromMicroseconds(WorthwhileNanoseconds);
  if (state.measured >= MeasuredTasks && !isWorthwhile && !settings.chaos)
    state.wantsQuestions = 0;
  return isWorthwhile;
}

static uint64_t capacityFor(ThreadState &thread, const BatchState &state) {
  if (huntsRaces())
    return 1;
  if (settings.chaos)
    return 1 + thread.random.below(4);
  if (!state.averageTicks)
    return 1;
  return std::clamp<uint64_t>(clock::ticksFromMicroseconds(BatchMicroseconds) / state.averageTicks, 1, LargestBatch);
}

/// Null if there can be none.
static TaskBatch *openBatch(ThreadState &thread, DependenceScope &scope, tactus_fork_descriptor *task) {
  uint64_t capacity = capacityFor(thread, scope.batches);
  size_t words = sizeof(TaskBatch) / sizeof(uint64_t) + capacity * task->environment_words;
  DeferredTask *deferred = makeDeferred(thread, scope, nullptr, 0, 0, &batchDescriptor, words);
  if (!deferred)
    return nullptr;
  auto price = static_cast<int64_t>(scope.batches.averageTicks) * abi::CreditPerTick;
  auto *batch = new (deferred->task.environment()) TaskBatch{task, 0, capacity, nullptr, {}};
  batch->site = &batch->loop;
  batch->loop.run = runPartsAsTask;
  batch->loop.environment_words = 1;
  batch->loop.flags = TACTUS_LOOP_NAMES_ITSELF;
  batch->loop.weight = std::clamp<int64_t>(price, 1, TACTUS_UNKNOWN_WEIGHT);
  scope.batches.open = batch;
  scope.batches.filler = thread.task;
  thread.task->fillsBatchOf = &scope;
  return batch;
}

/// Tasks of a batch begin with the same settings: those that their creator had when it opened the batch.
[[gnu::noinline]] static bool haveSettingsChanged(ThreadState &thread, TaskBatch &batch) {
  if (batch.task->flags & TACTUS_FORK_IS_UNASKED)
    return false;
  const Task &task = DeferredTask::of(reinterpret_cast<uint64_t *>(&batch)).task;
  auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  return std::bit_cast<uint64_t>(regionAround(thread, thread.task, here).icvs) != std::bit_cast<uint64_t>(task.icvs);
}

uint64_t *issueInBatch(ThreadState &thread, DependenceScope &scope, tactus_fork_descriptor *task) {
  BatchState &state = scope.batches;
  uint64_t now = clock::now();
  bool isWorthwhile = learn(state, now);
  state.calledAt = now;
  if (state.open && (state.open->task != task || haveSettingsChanged(thread, *state.open)))
    closeBatch(thread, scope);
  bool wants = state.open || (scope.hasRoom() && wantsTaskForOthers(thread, scope.spreadAt, now, isWorthwhile));
  if (!wants || (!state.open && !openBatch(thread, scope, task)))
    return nullptr;
  state.calledAt = 0;
  return state.open->part(state.open->count);
}

bool deferInBatch(ThreadState &thread, DependenceScope &scope, const uint64_t *words) {
  TaskBatch *batch = scope.batches.open;
  if (!batch || words != batch->part(batch->count))
    return false;
  if (++batch->count == batch->capacity)
    closeBatch(thread, scope);
  return true;
}

void closeBatch(ThreadState &thread, DependenceScope &scope) {
  TaskBatch *batch = scope.batches.open;
  if (!batch)
    return;
  scope.batches.open = nullptr;
  scope.batches.filler->fillsBatchOf = nullptr;
  finishDeferring(thread, DeferredTask::of(reinterpret_cast<uint64_t *>(batch)));
}

} // namespace tactus
