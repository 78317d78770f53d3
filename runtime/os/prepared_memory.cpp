//===- prepared_memory.cpp - memory for a signal handler ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "os/prepared_memory.h"

#include <algorithm>
#include <cstdlib>

namespace tactus {

constinit thread_local PreparedMemory *preparedMemory = nullptr;

/// A record of a fork or task is nearly always smaller; what is larger is rare.
static constexpr size_t RecordBytes = 1024, LargeBytes = 4096, LargestBytes = size_t{64} << 10;
static constexpr unsigned LargeBlocks = 8, LargestBlocks = 2;

void PreparedMemory::fill(unsigned first, unsigned count, size_t bytes) {
  for (unsigned index = first; index < first + count; ++index)
    if (!blocks[index].memory)
      blocks[index] = {aligned_alloc(64, bytes), bytes};
}

void PreparedMemory::prepare(unsigned records) {
  while (droppedCount)
    free(dropped[--droppedCount]);
  fill(0, LargestBlocks, LargestBytes);
  fill(LargestBlocks, LargeBlocks, LargeBytes);
  constexpr unsigned FirstRecord = LargestBlocks + LargeBlocks;
  fill(FirstRecord, std::min(records, MostBlocks - FirstRecord), RecordBytes);
}

void *PreparedMemory::take(size_t bytes) {
  // The largest come first.
  for (unsigned index = MostBlocks; index-- > 0;)
    if (Block &block = blocks[index]; block.memory && block.bytes >= bytes) {
      void *memory = block.memory;
      block = {};
      return memory;
    }
  return nullptr;
}

void PreparedMemory::drop(void *memory) {
  if (memory && droppedCount < MostDropped)
    dropped[droppedCount++] = memory;
}

} // namespace tactus
