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
//     Awaited, Starving    the same, and one of ours may sleep until the holder leaves
//     anything else        a lock that libomp has made, for which it is asked
//
// Both sides take such a lock by compare-exchange. Who waits looks again and again, and goes to sleep after a while;
// who leaves wakes one that sleeps. libomp's threads wake nobody, so nobody sleeps for long. Whoever comes by may take
// a lock before the one that was woken. After some defeats that one asks the holder to stand back when it leaves.
//
//===----------------------------------------------------------------------===//
#include "abi/openmp.h"
#include "os/atomics.h"
#include "os/exported.h"
#include "tasks/task.h"

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <time.h>

#include "os/waiting_text.h"

using namespace tactus;

namespace {

/// The lowest byte tells the kind of lock.
constexpr uint32_t KindMask = 0xff, Free = 3, Held = 0x7fffff00 | Free, Awaited = 0x7ffffe00 | Free,
                   Starving = 0x7ffffd00 | Free;

using Word = std::atomic<uint32_t>;
static_assert(sizeof(Word) == sizeof(uint32_t) && Word::is_always_lock_free);

bool isOurs(uint32_t word) { return (word & KindMask) == Free; }
bool isFree(uint32_t word) { return word == Free || word == 0; }

Word &wordOf(void *lock) { return *static_cast<Word *>(lock); }

/// What has been done so far to get a lock.
struct Waiting {
  unsigned looks = 0, sleeps = 0;

  /// Spins and yields first; a section that takes long is not waited for by running.
  void wait(Word &word, uint32_t seen) {
    constexpr unsigned LooksWithoutYield = 512, SpinningLooks = 2048, Defeats = 4, LongestMicroseconds = 1000;
    if (looks < SpinningLooks)
      return pauseProcessor(++looks < LooksWithoutYield ? 0 : looks);
    int error = errno;
    uint32_t wanted = ++sleeps > Defeats ? Starving : Awaited;
    // Relaxed: says nothing of what the lock protects. A holder of libomp's must stay as it is.
    bool isMarked = (seen == Held || seen == Awaited) && seen != wanted &&
                    word.compare_exchange_strong(seen, wanted, std::memory_order_relaxed);
    if (!isFree(seen))
      SystemAtomics::waitFor(word, isMarked ? wanted : seen, LongestMicroseconds);
    errno = error;
  }

  /// What the lock is to hold: who has slept does not know whether others do.
  uint32_t held() const { return sleeps ? Awaited : Held; }
};

/// Those that wait get the lock, if they are woken by now. The lock may be gone: nobody looks at it any more.
void standBack() {
  timespec moment{0, 100000};
  nanosleep(&moment, nullptr);
}

} // namespace

TACTUS_EXPORT int32_t tactus_lock_begin(void *lock) {
  wordOf(lock).store(Free, std::memory_order_relaxed);
  return 0;
}

TACTUS_EXPORT int32_t tactus_lock_end(void *lock) {
  Word &word = wordOf(lock);
  if (!isOurs(word.load(std::memory_order_relaxed)))
    return abi::OtherLock;
  word.store(0, std::memory_order_relaxed);
  return 0;
}

TACTUS_EXPORT int32_t tactus_lock_enter(void *lock) {
  Word &word = wordOf(lock);
  uint32_t seen = word.load(std::memory_order_relaxed);
  for (Waiting waiting;;) {
    if (isFree(seen)) {
      // Acquire: what the last holder wrote is visible.
      if (word.compare_exchange_weak(seen, waiting.held(), std::memory_order_acquire, std::memory_order_relaxed)) {
        happensAfter(lock);
        return 0;
      }
    } else if (isOurs(seen)) {
      waiting.wait(word, seen);
      seen = word.load(std::memory_order_relaxed);
    } else {
      return abi::OtherLock;
    }
  }
}

TACTUS_EXPORT int32_t tactus_lock_try(void *lock) {
  uint32_t seen = Free;
  if (wordOf(lock).compare_exchange_strong(seen, Held, std::memory_order_acquire, std::memory_order_relaxed)) {
    happensAfter(lock);
    return 1;
  }
  return isOurs(seen) ? 0 : abi::OtherLock;
}

TACTUS_EXPORT int32_t tactus_lock_leave(void *lock) {
  Word &word = wordOf(lock);
  if (!isOurs(word.load(std::memory_order_relaxed)))
    return abi::OtherLock;
  happensBefore(lock);
  // Release: for the next holder.
  uint32_t held = word.exchange(Free, std::memory_order_release);
  if (held != Awaited && held != Starving)
    return 0;
  int error = errno;
  SystemAtomics::wake(word);
  if (held == Starving)
    standBack();
  errno = error;
  return 0;
}
