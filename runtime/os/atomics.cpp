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

#include "os/waiting_text.h"

namespace tactus {

void SystemAtomics::wait(std::atomic<uint32_t> &word, uint32_t expected) {
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, expected, nullptr, nullptr, 0);
}

void SystemAtomics::waitFor(std::atomic<uint32_t> &word, uint32_t expected, uint64_t microseconds) {
  timespec time{static_cast<time_t>(microseconds / 1000000), static_cast<long>(microseconds % 1000000 * 1000)};
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, expected, &time, nullptr, 0);
}

void SystemAtomics::pauseWhile(const std::atomic<uint32_t> &word, uint32_t value) {
  for (unsigned round = 0; word.load(std::memory_order_relaxed) == value; ++round)
    pauseProcessor(round);
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
