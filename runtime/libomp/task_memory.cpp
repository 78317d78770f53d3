//===- task_memory.cpp - memory of tasks, used again by those who create them --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "libomp/task_memory.h"

#include "os/allocation.h"
#include "os/race_detector.h"

#include <atomic>
#include <new>

namespace tactus::libomp {

namespace {

struct Blocks;

/// In front of a task.
struct alignas(16) Block {
  /// Null for memory that goes back to the system.
  Blocks *creators;
  Block *next;
};

constexpr size_t BlockBytes = 640, LargestTask = BlockBytes - sizeof(Block);
/// A thread with so many blocks gives further ones back to the system.
constexpr unsigned MostBlocks = 4096;

/// Of a thread.
struct alignas(64) Blocks {
  Block *own = nullptr;
  unsigned count = 0;
  /// Of unused ones.
  Blocks *nextUnused = nullptr;
  // Pushed by others with release, taken as a whole by the thread with acquire: no block can come back between.
  alignas(64) std::atomic<Block *> returned{nullptr};

  Block *take() {
    if (!own) {
      own = returned.exchange(nullptr, std::memory_order_acquire);
      count = 0; // they are more, which matters little
    }
    Block *block = own;
    if (block) {
      own = block->next;
      count -= count > 0;
    }
    return block;
  }

  void keep(Block *block) {
    if (count >= MostBlocks)
      return tactus::release(block);
    ++count;
    block->next = own;
    own = block;
  }

  void giveBack(Block *block) {
    block->next = returned.load(std::memory_order_relaxed);
    while (!returned.compare_exchange_weak(block->next, block, std::memory_order_release, std::memory_order_relaxed))
      ;
  }
};

constinit UnseenMutex unusedMutex;
// Under the mutex.
Blocks *unused;
// Owned by the thread.
constinit thread_local Blocks *ownBlocks = nullptr;

[[gnu::noinline]] Blocks *makeBlocks() {
  unusedMutex.lock();
  Blocks *found = unused;
  if (found)
    unused = found->nextUnused;
  unusedMutex.unlock();
  return ownBlocks = found ? found : new (demand(sizeof(Blocks), 64, "a thread's tasks")) Blocks;
}

/// ThreadSanitizer has to see that memory is another task's.
bool isMemoryWatched() { return __tsan_acquire != nullptr; }

} // namespace

void *takeTaskMemory(size_t bytes) {
  Block *block = nullptr;
  Blocks *blocks = nullptr;
  if (bytes <= LargestTask && !isMemoryWatched()) {
    blocks = ownBlocks ? ownBlocks : makeBlocks();
    block = blocks->take();
  }
  if (!block)
    block = static_cast<Block *>(demand(blocks ? BlockBytes : sizeof(Block) + bytes, 16, "a task"));
  block->creators = blocks;
  return block + 1;
}

std::span<std::byte> restOfTaskMemory(void *memory, size_t used) {
  const Block *block = static_cast<Block *>(memory) - 1;
  if (!block->creators)
    return {};
  used = (used + 15) & ~size_t{15};
  return {static_cast<std::byte *>(memory) + used, LargestTask - used};
}

void releaseTaskMemory(void *memory) {
  Block *block = static_cast<Block *>(memory) - 1;
  if (!block->creators)
    tactus::release(block);
  else if (block->creators == ownBlocks)
    ownBlocks->keep(block);
  else
    block->creators->giveBack(block);
}

void leaveTaskMemory() {
  Blocks *blocks = ownBlocks;
  if (!blocks)
    return;
  ownBlocks = nullptr;
  unusedMutex.lock();
  blocks->nextUnused = unused;
  unused = blocks;
  unusedMutex.unlock();
}

void forgetTaskMemory() {
  unusedMutex.reset();
  unused = nullptr;
}

} // namespace tactus::libomp
