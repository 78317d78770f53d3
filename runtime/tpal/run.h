//===- run.h - one run of a compiled TPAL program -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_TPAL_RUN_H
#define TACTUS_RUNTIME_TPAL_RUN_H

#include "abi/tpal.h"

#include <atomic>

namespace tactus::abi::tpal {

/// From the entry of a C caller to its return. Shared by all tasks of the run.
struct Run {
  const Program *program;
  tactus_tpal_value *outputs;
  /// 1 once a task has halted. Compiled code reads it relaxed, at polls.
  std::atomic<uint64_t> halted{0};
  /// Taken by the task that decides the outputs.
  std::atomic<bool> decided{false};
  std::atomic<uint64_t> nextSerial{1};
  /// What lives as long as the run. Pushed to by all tasks, emptied at the end.
  std::atomic<Allocation *> allocations{nullptr};
  std::atomic<Stack *> sharedStacks{nullptr};
};

/// Memory, or the end of the process with a message.
void *allocateOrTrap(uint64_t bytes, const char *place);

Task *makeTask(Run &run, void (*body)(Task *));
uint64_t makeAllocation(Run &run, uint64_t length, uint64_t uniformMeta, const char *place);
/// Frees the stacks of a task that has ended, or keeps them for the run.
void releaseStacks(Task &task);
void releaseMemory(Run &run);

/// Whether an array of results lies at an address.
bool isReadable(const Value &pointer, uint64_t cells);
Value cellAt(const Value &pointer, uint64_t offset);

} // namespace tactus::abi::tpal

#endif // TACTUS_RUNTIME_TPAL_RUN_H
