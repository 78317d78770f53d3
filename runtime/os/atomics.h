//===- atomics.h - the atomics that deque and join are built on ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The deque and the join protocol are templates over a policy that provides atomic cells and blocking. The runtime uses
// the policy below. The tests use one in which every operation is a scheduling point, and explore all interleavings.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OS_ATOMICS_H
#define TACTUS_RUNTIME_OS_ATOMICS_H

#include <atomic>
#include <cstdint>

namespace tactus {

struct SystemAtomics {
  template <typename T> using Atomic = std::atomic<T>;

  /// Blocks while `word` holds `expected`. May return early: callers check again.
  static void wait(std::atomic<uint32_t> &word, uint32_t expected);
  /// The same for this long at most.
  static void waitFor(const std::atomic<uint32_t> &word, uint32_t expected, uint64_t microseconds);

  /// Spins while `word` holds `value`, which a thread that runs changes soon.
  static void pauseWhile(const std::atomic<uint32_t> &word, uint32_t value);
  /// After such a change; nobody sleeps here.
  static void stored(std::atomic<uint32_t> &) {}

  /// Wakes one thread that waits for `word`. The word's memory need not exist any more as far as the caller knows;
  /// a wake-up of somebody else is harmless.
  static void wake(std::atomic<uint32_t> &word);

  /// The same for all threads that wait for `word`.
  static void wakeAll(std::atomic<uint32_t> &word);
};

/// One step of waiting.
void pauseProcessor(unsigned round);

} // namespace tactus

#endif // TACTUS_RUNTIME_OS_ATOMICS_H
