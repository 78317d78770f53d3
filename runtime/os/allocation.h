//===- allocation.h - memory that may run out -------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The runtime's only way to memory and threads. Failure is an ordinary result: the program goes on sequentially, and
// hears of it once. Only what tasks that run already ask for cannot fail: demand().
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OS_ALLOCATION_H
#define TACTUS_RUNTIME_OS_ALLOCATION_H

#include <atomic>
#include <cstddef>

namespace tactus {

/// For tests: makes allocations or the creation of threads fail.
struct FailureInjection {
  std::atomic<bool> memory{false};
  std::atomic<bool> threads{false};
};
extern FailureInjection failureInjection;

/// Zeroed memory, aligned to 64 bytes; null if there is none, which has then been reported.
[[nodiscard]] void *allocateZeroed(size_t bytes);
/// The same of whole pages, of which those that nobody touches take no memory; and back to the system.
[[nodiscard]] void *mapZeroed(size_t bytes);
void unmap(void *memory, size_t bytes);
/// Uninitialised memory, aligned to 16 bytes; null if there is none, which has then been reported.
[[nodiscard]] void *allocate(size_t bytes);
/// Uninitialised memory without which the program cannot go on; `use` names it for the message with which the process
/// ends if there is none. Aligned to 16 bytes or to `alignment`, a power of two, if that is more.
[[nodiscard]] void *demand(size_t bytes, size_t alignment, const char *use);
void release(void *memory);

/// Says once that there is not enough memory or that no thread could be made.
void reportNoMemory();
void reportNoThread(int error);

} // namespace tactus

#endif // TACTUS_RUNTIME_OS_ALLOCATION_H
