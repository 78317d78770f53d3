//===- direct.cpp - machine functions of compiled TPAL leave their frames ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Frames of procedures become what they stand for: cells and marks of a TPAL stack. They come from the innermost
// function outwards, so they are collected first and pushed in the opposite order.
//
//===----------------------------------------------------------------------===//
#include "os/exported.h"
#include "tpal/run.h"

#include <stdlib.h>

using namespace tactus::abi::tpal;

TACTUS_EXPORT constinit __thread DirectState tactus_tpal_direct = {nullptr, 0};

TACTUS_EXPORT void tactus_tpal_spill(Task *task, uint64_t bits, uint64_t meta) {
  if (task->spilledCount == task->spilledCapacity) {
    uint64_t capacity = task->spilledCapacity ? 2 * task->spilledCapacity : 64;
    void *memory = realloc(task->spilled, capacity * sizeof(Value));
    if (!memory)
      tactus_tpal_trap(task->program->file, "out of memory; the recursion is too deep");
    task->spilled = static_cast<Value *>(memory);
    task->spilledCapacity = capacity;
  }
  task->spilled[task->spilledCount++] = {bits, meta};
}

TACTUS_EXPORT uint64_t tactus_tpal_resume(Task *task, uint64_t stackMeta) {
  auto *stack = reinterpret_cast<Stack *>(stackMeta & AddressMask);
  uint64_t count = task->spilledCount;
  if (count > stack->capacity - stack->height)
    tactus_tpal_grow(stackMeta, count, task->program->file);
  while (task->spilledCount > 0) {
    const Value &value = task->spilled[--task->spilledCount];
    if (sortOf(value.meta) == Sort::Mark)
      *++stack->markTop = static_cast<int64_t>(stack->height);
    stack->cells[stack->height++] = value;
  }
  return task->resumption;
}
