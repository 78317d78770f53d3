//===- atomics.cpp - waiting for other threads --------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "os/atomics.h"

#include <climits>
#if defined(__x86_64__)
#include <immintrin.h>
#endif
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "os/child_waits.h"
#include "os/process_generation.h"
#include "os/waiting_text.h"

namespace tactus {

/// Inlined, as only waits are in this section (test/abi/waiting_text.py).
[[gnu::always_inline]] static inline void sleepAt(const std::atomic<uint32_t> &word, uint32_t expected,
                                                  uint64_t microseconds) {
  timespec time{static_cast<time_t>(microseconds / 1000000), static_cast<long>(microseconds % 1000000 * 1000)};
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, expected, &time, nullptr, 0);
}

void SystemAtomics::wait(std::atomic<uint32_t> &word, uint32_t expected) {
  if (processGeneration == 0) [[likely]] {
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, expected, nullptr, nullptr, 0);
    return;
  }
  ChildWait wait(word, expected, ChildWait::UntilChanged);
  // It is the looks that end.
  while (word.load(std::memory_order_relaxed) == expected) {
    sleepAt(word, expected, ChildWait::MicrosecondsBetweenLooks);
    ChildWait::look();
  }
}

void SystemAtomics::waitFor(const std::atomic<uint32_t> &word, uint32_t expected, uint64_t microseconds) {
  if (processGeneration == 0) [[likely]]
    return sleepAt(word, expected, microseconds);
  ChildWait wait(word, expected, ChildWait::ForATime);
  sleepAt(word, expected, microseconds);
  ChildWait::look();
}

void SystemAtomics::pauseWhile(const std::atomic<uint32_t> &word, uint32_t value) {
  // Who holds a lock may have stayed in the parent.
  constexpr unsigned Soon = 100000;
  for (unsigned round = 0; word.load(std::memory_order_relaxed) == value; ++round)
    if (processGeneration == 0 || round < Soon) [[likely]]
      pauseProcessor(round);
    else
      waitFor(word, value, 1000);
}

void SystemAtomics::wake(std::atomic<uint32_t> &word) {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}

void SystemAtomics::wakeAll(std::atomic<uint32_t> &word) {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}

void pauseProcessor(unsigned round) {
  // Yield now and then, for machines with more runnable threads than processors.
  if (round % 64 == 63)
    sched_yield();
#if defined(__aarch64__)
  else
    __asm__ volatile("isb");
#else
  else
    _mm_pause();
#endif
}

} // namespace tactus
