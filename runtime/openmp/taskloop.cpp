//===- taskloop.cpp - OpenMP's taskloop --------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Clang compiles a taskloop to a task that runs the iterations between two numbers in its record, and libomp makes as
// many copies of the record as it wants tasks. Here the loop is one explicit record of latent parallelism
// (tactus/latent.h), and each strand has a copy:
//
//     pattern ──┬─► copy of the thread that enters: runs strip after strip of the iterations
//               └─► copy of each task: the same, with what was promoted
//
// A strip is paid for in advance and cannot be split, because its end is in the hands of compiled code; what lies
// behind it can. Where blocks may wait for each other, a strip is executed block by block, and ends where they begin
// elsewhere. grainsize and num_tasks are kept as the program has them: the loop is then one over blocks, divided as
// libomp does. Blocks that follow each other share a copy, unless an iteration may find in it what an earlier one has
// left there (LoopOfSeparateTasks): then each block is a task of its own, wherever it runs.
//
//===----------------------------------------------------------------------===//
#include "abi/loops.h"
#include "abi/openmp.h"
#include "os/exported.h"
#include "threads/watch.h"
#include "workers/strips.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <optional>

using namespace tactus::abi;

namespace {

/// The head of the record, as clang and libomp lay it out.
struct TaskRecord {
  void *shareds;
  void *routine;
  int32_t part;
  void *data[2];
  uint64_t begin, last;
  int64_t stride;
  int32_t isLast;
};
static_assert(offsetof(TaskRecord, begin) == 40 && offsetof(TaskRecord, isLast) == 64);

constexpr size_t RecordAlignment = 16;

/// One execution of a taskloop, in the frame of the thread that entered it.
struct Execution {
  const Taskloop &code;
  const TaskRecord *pattern;
  uint64_t total;
  /// Of total / blocks iterations each; the first ones have one more if that leaves some over.
  uint64_t blocks;
  /// The program says what the tasks are, and they may wait for each other: what has not begun may run elsewhere.
  bool blocksMayWait = false;
  /// Iterations of a block, and how many blocks have one more.
  uint64_t blockSize = 1, larger = 0;

  bool hasSeparateTasks() const { return code.descriptor->flags & LoopOfSeparateTasks; }

  /// The first iteration of a block, counted from 0.
  uint64_t beginOf(uint64_t block) const { return block * blockSize + std::min(block, larger); }
};

/// Runs the task of a record, with a frame of its own: what it asks about is its task.
[[gnu::noinline]] void runAskedEntry(const Taskloop &code, TaskRecord *record) {
  uint64_t region[RegionWords];
  // Above the frame pointer lies the return address.
  tactus_task_enter(region, static_cast<char *>(__builtin_frame_address(0)) + sizeof(void *));
  code.entry(0, record);
  tactus_region_leave(region);
}

void runEntry(const Taskloop &code, TaskRecord *record) {
  if (code.descriptor->flags & LoopOfUnaskedTasks)
    code.entry(0, record);
  else
    runAskedEntry(code, record);
}

/// A copy of the record, for one task.
class Copy {
public:
  Copy(const Execution &execution, void *memory) : execution(execution), record(static_cast<TaskRecord *>(memory)) {
    memcpy(memory, execution.pattern, execution.code.bytes);
    record->part = 0;
    if (execution.code.duplicate)
      execution.code.duplicate(record, execution.pattern, 0);
  }
  ~Copy() {
    if (execution.code.destroy)
      execution.code.destroy(0, record);
  }
  Copy(const Copy &) = delete;
  Copy &operator=(const Copy &) = delete;

  void run(uint64_t firstBlock, uint64_t endBlock) {
    setBlocks(firstBlock, endBlock);
    runEntry(execution.code, record);
  }

  /// Runs the blocks from `next` to the strip's end one by one, as one task. Returns the first that is left: at any
  /// time, others may begin elsewhere, and the strip end before them.
  [[gnu::noinline]] uint64_t runOneByOne(uint64_t next, tactus_strip &strip) {
    uint64_t region[RegionWords];
    tactus_task_enter(region, static_cast<char *>(__builtin_frame_address(0)) + sizeof(void *));
    for (; next != *const_cast<volatile uint64_t *>(&strip.end); ++next) {
      *const_cast<volatile uint64_t *>(&strip.iteration) = next;
      setBlocks(next, next + 1);
      execution.code.entry(0, record);
    }
    tactus_region_leave(region);
    return next;
  }

private:
  void setBlocks(uint64_t firstBlock, uint64_t endBlock) {
    uint64_t first = execution.pattern->begin;
    record->begin = first + execution.beginOf(firstBlock);
    record->last = first + execution.beginOf(endBlock) - 1;
    record->isLast = endBlock == execution.blocks;
  }

  const Execution &execution;
  TaskRecord *record;
};

/// Runs blocks one after the other, each with a copy of its own in `memory`. Returns the first that is left.
uint64_t runSeparately(const Execution &execution, void *memory, uint64_t next, tactus_strip &strip) {
  for (; next != *const_cast<volatile uint64_t *>(&strip.end); ++next) {
    *const_cast<volatile uint64_t *>(&strip.iteration) = next;
    Copy(execution, memory).run(next, next + 1);
  }
  return next;
}

/// Runs the blocks that are not promoted, and joins the rest.
void runBlocks(const Execution &execution, uint64_t begin, uint64_t end) {
  void *memory = __builtin_alloca_with_align(execution.code.bytes, RecordAlignment * 8);
  std::optional<Copy> shared;
  if (!execution.hasSeparateTasks())
    shared.emplace(execution, memory);
  auto *descriptor = reinterpret_cast<tactus_loop_descriptor *>(execution.code.descriptor);
  tactus_loop_record record;
  auto runStrip = [&](uint64_t next) {
    if (!shared)
      return runSeparately(execution, memory, next, record.strip);
    if (execution.blocksMayWait)
      return shared->runOneByOne(next, record.strip);
    uint64_t stripEnd = record.strip.end;
    // What is executed is the strip as a whole: behind its last block all may run elsewhere.
    *const_cast<volatile uint64_t *>(&record.strip.iteration) = stripEnd - 1;
    shared->run(next, stripEnd);
    return stripEnd;
  };
  tactus::runLatentLoop(descriptor, reinterpret_cast<uint64_t>(&execution), begin, end, 0, runStrip, record);
}

/// The number of tasks that a clause asks for, as libomp understands it.
uint64_t blocksOf(uint64_t total, int32_t schedule, uint64_t size) {
  switch (schedule) {
  case TaskloopGrainSize:
    return total / std::min(std::max<uint64_t>(size, 1), total);
  case TaskloopTaskCount:
    return std::min(std::max<uint64_t>(size, 1), total);
  default:
    return total;
  }
}

/// Executes the loop where it stands: it is undeferred, final, or one task.
void runHere(const Execution &execution, TaskRecord *record) {
  if (execution.blocks > 1 && execution.hasSeparateTasks()) {
    void *memory = __builtin_alloca_with_align(execution.code.bytes, RecordAlignment * 8);
    tactus_strip all{0, execution.blocks};
    runSeparately(execution, memory, 0, all);
    return;
  }
  record->part = 0;
  record->isLast = 1;
  runEntry(execution.code, record);
}

} // namespace

TACTUS_EXPORT void tactus_taskloop(const Taskloop *code, void *pattern, int32_t flags, int32_t isDeferred,
                                   int32_t schedule, uint64_t size) {
  auto *record = static_cast<TaskRecord *>(pattern);
  Execution execution{*code, record, record->last - record->begin + 1, 1};
  // An empty loop's last iteration lies before its first; its code finds that out.
  bool isEmpty = static_cast<int64_t>(record->last) < static_cast<int64_t>(record->begin);
  bool isFinal = flags & FinalTaskFlag;
  if (!isEmpty && record->stride == 1 && execution.total != 0)
    execution.blocks = blocksOf(execution.total, schedule, size);
  execution.blockSize = execution.total / execution.blocks;
  execution.larger = execution.total % execution.blocks;
  execution.blocksMayWait = tactus::isWatched() && !(code->descriptor->flags & LoopOfUnaskedTasks) &&
                            (schedule == TaskloopGrainSize || schedule == TaskloopTaskCount);
  if (execution.blocks > 1 && isDeferred && !isFinal) {
    runBlocks(execution, 0, execution.blocks);
  } else {
    SavedTaskScope saved;
    if (isFinal)
      tactus_tasks_enter(&saved, FinalTaskScope);
    runHere(execution, record);
    if (isFinal)
      tactus_tasks_leave(&saved);
  }
  if (code->destroy)
    code->destroy(0, record);
}

TACTUS_EXPORT void tactus_taskloop_run(uint64_t begin, uint64_t end, const uint64_t *environment, void *) {
  runBlocks(*reinterpret_cast<const Execution *>(*environment), begin, end);
}
