//===- spin_lock.h - locks for a few instructions -------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OS_SPIN_LOCK_H
#define TACTUS_RUNTIME_OS_SPIN_LOCK_H

#include "os/atomics.h"

namespace tactus {

/// Held for a few instructions each time, without a call of anything that may block. 0 while it is free.
template <typename Policy = SystemAtomics> class SpinLock {
  typename Policy::template Atomic<uint32_t> word{0};

public:
  /// Acquire: what the last holder wrote is visible.
  void lock() {
    while (word.exchange(1, std::memory_order_acquire))
      Policy::pauseWhile(word, 1);
  }
  void unlock() {
    word.store(0, std::memory_order_release);
    Policy::stored(word);
  }
};

/// Holds a lock as long as it exists.
template <typename Lock> class Holding {
  Lock &held;

public:
  explicit Holding(Lock &lock) : held(lock) { held.lock(); }
  ~Holding() { held.unlock(); }
  Holding(const Holding &) = delete;
  Holding &operator=(const Holding &) = delete;
};

} // namespace tactus

#endif // TACTUS_RUNTIME_OS_SPIN_LOCK_H
