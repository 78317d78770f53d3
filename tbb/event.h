//===- event.h - what threads sleep on --------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TBB_EVENT_H
#define TACTUS_TBB_EVENT_H

#include <atomic>
#include <cstdint>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace tactus::onetbb {

inline void pauseProcessor() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#else
  __asm__ volatile("yield");
#endif
}

/// Held for a few instructions, in which nothing else is called.
class SpinLock {
  std::atomic<bool> held{false};

public:
  void lock() {
    for (unsigned attempt = 0; held.exchange(true, std::memory_order_acquire); ++attempt)
      while (held.load(std::memory_order_relaxed))
        if (++attempt % 64)
          pauseProcessor();
        else
          syscall(SYS_sched_yield);
  }
  void unlock() { held.store(false, std::memory_order_release); }
  /// The same, and a fence: what comes behind it is not read before others see what was done under the lock.
  void unlockWithFence() { held.exchange(false, std::memory_order_seq_cst); }
};

/// A number that is raised by whoever changes what others wait for.
///
///     seen = event.now(); look; not yet: event.sleep(seen)         change; event.raise()
class Event {
  std::atomic<uint32_t> number{0};
  std::atomic<uint32_t> sleepers{0};

public:
  uint32_t now() const { return number.load(); }

  /// Until the number is another than `seen`, or for so many milliseconds; -1: for any time.
  void sleep(uint32_t seen, int milliseconds = -1) {
    timespec limit{milliseconds / 1000, milliseconds % 1000 * 1000000L};
    sleepers.fetch_add(1);
    if (number.load() == seen)
      syscall(SYS_futex, &number, FUTEX_WAIT_PRIVATE, seen, milliseconds < 0 ? nullptr : &limit, nullptr, 0);
    sleepers.fetch_sub(1);
  }

  /// The memory may be gone as soon as a sleeper has seen the number, so that nothing of it is read behind the change
  /// unless `lasts`.
  void raise() {
    number.fetch_add(1);
    if (sleepers.load())
      syscall(SYS_futex, &number, FUTEX_WAKE_PRIVATE, INT32_MAX, nullptr, nullptr, 0);
  }
};

} // namespace tactus::onetbb

#endif // TACTUS_TBB_EVENT_H
