//===- allocation.cpp - memory that may run out -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "os/allocation.h"

#include "os/prepared_memory.h"
#include "os/race_detector.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

namespace tactus {

constinit FailureInjection failureInjection;

void reportNoMemory() {
  static constinit std::atomic<bool> said{false};
  if (!said.exchange(true, std::memory_order_relaxed))
    fprintf(stderr, "tactus: warning: out of memory for tasks; loops go on sequentially where there is none\n");
}

void reportNoThread(int error) {
  static constinit std::atomic<bool> said{false};
  if (!said.exchange(true, std::memory_order_relaxed))
    fprintf(stderr, "tactus: warning: cannot create a worker thread: %s; going on with fewer\n", strerror(error));
}

void *allocate(size_t bytes) {
  if (preparedMemory)
    return preparedMemory->take(bytes);
  void *memory = failureInjection.memory.load(std::memory_order_relaxed) ? nullptr : malloc(bytes);
  if (!memory)
    reportNoMemory();
  return memory;
}

void *allocateZeroed(size_t bytes) {
  size_t rounded = (bytes + 63) & ~size_t{63};
  if (preparedMemory) {
    void *prepared = preparedMemory->take(rounded);
    return prepared ? memset(prepared, 0, rounded) : nullptr;
  }
  void *memory = failureInjection.memory.load(std::memory_order_relaxed) ? nullptr : aligned_alloc(64, rounded);
  if (memory)
    memset(memory, 0, rounded);
  else
    reportNoMemory();
  return memory;
}

void *mapZeroed(size_t bytes) {
  void *memory = failureInjection.memory.load(std::memory_order_relaxed)
                     ? MAP_FAILED
                     : mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory != MAP_FAILED)
    return memory;
  reportNoMemory();
  return nullptr;
}

void unmap(void *memory, size_t bytes) { munmap(memory, bytes); }

void *demand(size_t bytes, size_t alignment, const char *use) {
  constexpr size_t LeastAlignment = 16;
  if (alignment < LeastAlignment)
    alignment = LeastAlignment;
  // aligned_alloc() wants a multiple of the alignment, and at least one.
  void *memory = aligned_alloc(alignment, (bytes + alignment) & ~(alignment - 1));
  if (!memory) {
    fprintf(stderr, "tactus: error: no memory for %s (%zu bytes); give the process more memory\n", use, bytes);
    exit(1);
  }
  return memory;
}

void release(void *memory) {
  if (preparedMemory) {
    preparedMemory->drop(memory);
    return;
  }
  Unseen unseen;
  free(memory);
}

} // namespace tactus
