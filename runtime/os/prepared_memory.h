//===- prepared_memory.h - memory for a signal handler ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A handler may have interrupted malloc(). What it allocates has been allocated before, by another thread, in blocks
// that anybody may free later.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OS_PREPARED_MEMORY_H
#define TACTUS_RUNTIME_OS_PREPARED_MEMORY_H

#include <cstddef>

namespace tactus {

class PreparedMemory {
public:
  /// Sees to it that so many blocks for small records are there, and a few larger ones. Not for handlers.
  void prepare(unsigned records);

  /// The smallest block that is large enough, on a cache line of its own; null if there is none.
  void *take(size_t bytes);

  /// Is not needed after all: freed at the next prepare(). What finds no room is lost.
  void drop(void *memory);

private:
  struct Block {
    void *memory;
    size_t bytes;
  };
  static constexpr unsigned MostBlocks = 160, MostDropped = 32;
  Block blocks[MostBlocks] = {};
  void *dropped[MostDropped] = {};
  unsigned droppedCount = 0;

  void fill(unsigned first, unsigned count, size_t bytes);
};

/// Where the calling thread's allocate() takes from, while it runs a handler; null otherwise.
extern constinit thread_local PreparedMemory *preparedMemory;

} // namespace tactus

#endif // TACTUS_RUNTIME_OS_PREPARED_MEMORY_H
