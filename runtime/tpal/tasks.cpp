//===- tasks.cpp - forks and joins of compiled TPAL ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A join meets the newest open child, whatever the policy: of the schedules that assoc-comm allows, the one that assoc
// demands. The youngest task is also the one that is still at the owner's end of its deque, so that meeting it is a
// plain call as long as nobody has stolen it. Waiting is libtactus' join of a fork, with everything that promises:
// descendants first, then the slot is handed over.
//
// A child that cannot become a libtactus task now is run by its join. It has not begun then, which is one of the
// schedules of the abstract machine.
//
//===----------------------------------------------------------------------===//
#include "os/exported.h"
#include "tpal/run.h"

#include <new>
#include <stdlib.h>

using namespace tactus::abi::tpal;

namespace tactus::abi::tpal {

Task *makeTask(Run &run, void (*body)(Task *)) {
  void *memory = allocateOrTrap(sizeof(Task) + run.program->registerCount * sizeof(Value), run.program->file);
  auto *task = new (memory) Task{};
  task->program = run.program;
  static_assert(sizeof(run.halted) == sizeof(uint64_t));
  task->halted = reinterpret_cast<const uint64_t *>(&run.halted);
  task->serial = run.nextSerial.fetch_add(1, std::memory_order_relaxed);
  task->body = body;
  task->run = &run;
  return task;
}

static bool isSame(const Value &left, uint64_t bits, uint64_t meta) { return left.bits == bits && left.meta == meta; }

static void requirePart(const Task &task, uint64_t bits, uint64_t meta, const char *place, const char *wrongSort,
                        const char *noPart) {
  if (sortOf(meta) != Sort::Record)
    tactus_tpal_trap(place, wrongSort);
  if (bits != task.serial && !isSame(task.parentRecord, bits, meta))
    tactus_tpal_trap(place, noPart);
}

/// Runs a child that has not become a libtactus task, or waits for it.
static void finishChild(Task *child) {
  if (child->promoted)
    tactus_fork_join(child->promoted);
  else
    child->body(child);
}

} // namespace tactus::abi::tpal

TACTUS_EXPORT Task *tactus_tpal_child(Task *task, uint64_t recordBits, uint64_t recordMeta, uint64_t labelBits,
                                      uint64_t labelMeta, const char *place) {
  requirePart(*task, recordBits, recordMeta, place, "fork needs a join record",
              "this task has no part in the join record and cannot fork on it");
  if (sortOf(labelMeta) != Sort::Label)
    tactus_tpal_trap(place, "fork needs a label");
  Task *child = makeTask(*task->run, task->program->bodies[labelBits]);
  child->parentRecord = {recordBits, recordMeta};
  child->olderSibling = task->newestChild;
  task->newestChild = child;
  return child;
}

TACTUS_EXPORT void tactus_tpal_run(const uint64_t *environment, void *) {
  auto *child = reinterpret_cast<Task *>(environment[0]);
  child->body(child);
}

TACTUS_EXPORT void tactus_tpal_fork(Task *child, tactus_fork_descriptor *descriptor) {
  uint64_t environment = reinterpret_cast<uint64_t>(child);
  child->promoted = tactus_fork_now(descriptor, &environment);
}

TACTUS_EXPORT Task *tactus_tpal_join(Task *task, uint64_t recordBits, uint64_t recordMeta, const char *place) {
  requirePart(*task, recordBits, recordMeta, place, "'join' needs a join record",
              "this task has no part in the join record and cannot join on it");
  Task **link = &task->newestChild;
  while (*link && !isSame((*link)->parentRecord, recordBits, recordMeta))
    link = &(*link)->olderSibling;
  Task *child = *link;
  if (!child)
    return reinterpret_cast<Task *>(isSame(task->parentRecord, recordBits, recordMeta) ? Arrived : Root);
  finishChild(child);
  if (task->run->halted.load(std::memory_order_acquire)) {
    // Whether it has arrived is not known, and nobody will ask.
    *link = child->olderSibling;
    tactus_tpal_met(child);
    return reinterpret_cast<Task *>(Abandoned);
  }
  *link = child->olderSibling;
  return child;
}

TACTUS_EXPORT void tactus_tpal_met(Task *child) {
  if (child->promoted)
    tactus_fork_release(child->promoted);
  releaseStacks(*child);
  free(child->spilled);
  free(child);
}

TACTUS_EXPORT void tactus_tpal_leave(Task *task) {
  // Children that nobody will meet: only a program that halts without joining has them. They must not outlive the
  // task, but need not begin.
  while (Task *child = task->newestChild) {
    task->newestChild = child->olderSibling;
    bool hasEnded = task->run->halted.load(std::memory_order_acquire);
    if (child->promoted && hasEnded)
      tactus_fork_cancel(child->promoted);
    else if (!hasEnded)
      finishChild(child);
    tactus_tpal_met(child);
  }
}

TACTUS_EXPORT uint64_t tactus_tpal_jralloc(Task *task, uint64_t labelBits, uint64_t labelMeta, const char *place) {
  if (sortOf(labelMeta) != Sort::Label || !task->program->isJoinTarget[labelBits])
    tactus_tpal_trap(place, "'jralloc' needs the label of a join target");
  uint64_t count = task->recordCount++ & ((uint64_t{1} << ContinuationShift) - 1);
  return metaOf(Sort::Record) | labelBits << ContinuationShift | count;
}

TACTUS_EXPORT void tactus_tpal_halt(Task *task, const Value *values, const char *place) {
  Run &run = *task->run;
  if (run.decided.exchange(true, std::memory_order_acq_rel))
    return;
  tactus_tpal_value *out = run.outputs;
  for (uint64_t index = 0; index < task->program->outputCount; ++index) {
    const OutputDescriptor &output = task->program->outputs[index];
    if (output.isArray && !isReadable(values[index], output.length))
      tactus_tpal_trap(place, "an output is not the address of as many cells");
    for (uint64_t cell = 0; cell < output.length; ++cell, ++out) {
      Value value = output.isArray ? cellAt(values[index], cell) : values[index];
      Sort sort = sortOf(value.meta);
      if (sort != Sort::Integer && sort != Sort::Float && sort != Sort::Label)
        tactus_tpal_trap(place, "an output holds an address or a join record, which is no result");
      out->integer = static_cast<int64_t>(value.bits);
      out->sort = static_cast<uint64_t>(sort);
    }
  }
  run.halted.store(1, std::memory_order_release);
}
