//===- locks.cpp - critical sections and locks without libomp ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A critical section's name is a variable that all objects of a program share, and an omp_lock_t may be handed to code
// that knows nothing of Tactus. So a lock of ours has to be one that libomp understands, without libomp having been
// started. It is the kind that omp_init_lock_with_hint(omp_sync_hint_uncontended) makes, for x86-64 since libomp 3.8: a
// word, which is not the address of a lock elsewhere, as its lowest bit says, but the lock itself.
//
//     0                    a critical section that nobody has come to yet
//     Free                 ▲ enter: Free or 0 to Held       ▼ leave: to Free
//     Held                 libomp writes its owner's number where we write the largest
//     anything else        a lock that libomp has made, for which it is asked
//
// Both sides take such a lock by compare-exchange and give it back by a store, and neither wakes anybody: who waits
// looks again and again, and here sleeps in between, longer and longer.
//
//===----------------------------------------------------------------------===//
#include "abi/openmp.h"
#include "os/atomics.h"
#include "tasks/task.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <time.h>

using namespace tactus;

namespace {

/// The lowest byte tells the kind of lock.
constexpr uint32_t KindMask = 0xff, Free = 3, Held = 0x7fffff00 | Free;

bool isOurs(uint32_t word) { return (word & KindMask) == Free; }

std::atomic_ref<uint32_t> wordOf(void *lock) { return std::atomic_ref(*static_cast<uint32_t *>(lock)); }

/// Spins and yields first; a section that takes long is not waited for by running.
void waitForHolder(unsigned round) {
  constexpr unsigned SpinningRounds = 2048, LongestSleep = 1000000;
  if (round < SpinningRounds)
    return pauseProcessor(round);
  int error = errno;
  timespec time{0, static_cast<long>(std::min(LongestSleep, (round - SpinningRounds + 1) * 20000))};
  nanosleep(&time, nullptr);
  errno = error;
}

} // namespace

#define EXPORTED __attribute__((visibility("default")))

EXPORTED int32_t tactus_lock_begin(void *lock) {
  // Of an omp_lock_t, all of it.
  *static_cast<uint64_t *>(lock) = Free;
  return 0;
}

EXPORTED int32_t tactus_lock_end(void *lock) {
  if (!isOurs(wordOf(lock).load(std::memory_order_relaxed)))
    return abi::OtherLock;
  *static_cast<uint64_t *>(lock) = 0;
  return 0;
}

EXPORTED int32_t tactus_lock_enter(void *lock) {
  std::atomic_ref<uint32_t> word = wordOf(lock);
  uint32_t seen = word.load(std::memory_order_relaxed);
  for (unsigned round = 0;;) {
    if (seen == Free || seen == 0) {
      // Acquire: what the last holder wrote is visible.
      if (word.compare_exchange_weak(seen, Held, std::memory_order_acquire, std::memory_order_relaxed)) {
        happensAfter(lock);
        return 0;
      }
    } else if (isOurs(seen)) {
      waitForHolder(round++);
      seen = word.load(std::memory_order_relaxed);
    } else {
      return abi::OtherLock;
    }
  }
}

EXPORTED int32_t tactus_lock_try(void *lock) {
  std::atomic_ref<uint32_t> word = wordOf(lock);
  uint32_t seen = Free;
  if (word.compare_exchange_strong(seen, Held, std::memory_order_acquire, std::memory_order_relaxed)) {
    happensAfter(lock);
    return 1;
  }
  return isOurs(seen) ? 0 : abi::OtherLock;
}

EXPORTED int32_t tactus_lock_leave(void *lock) {
  std::atomic_ref<uint32_t> word = wordOf(lock);
  if (!isOurs(word.load(std::memory_order_relaxed)))
    return abi::OtherLock;
  happensBefore(lock);
  word.store(Free, std::memory_order_release);
  return 0;
}
