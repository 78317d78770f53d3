//===- clock.cpp - cheap time, in ticks ----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "os/clock.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif
#include <time.h>

namespace tactus::clock {

bool counterIsInvariant = false;
// Until the first refinement: a common rate, within a factor of two of any current processor.
std::atomic<uint64_t> ticksPerMillisecond{2500000};
std::atomic<bool> settled{false};

uint64_t startTicks;
static uint64_t startNanoseconds;

uint64_t nanoseconds() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1000000000 + static_cast<uint64_t>(time.tv_nsec);
}

#if defined(__aarch64__)
/// The generic timer, whose rate the machine says.
static bool knowsRate() {
  uint64_t rate;
  __asm__("mrs %0, cntfrq_el0" : "=r"(rate));
  ticksPerMillisecond.store(rate / 1000, std::memory_order_relaxed);
  settled.store(rate >= 1000, std::memory_order_relaxed);
  return true;
}
#else
static bool knowsRate() {
  unsigned a, b, c, d;
  return __get_cpuid(0x80000007, &a, &b, &c, &d) && (d & (1u << 8));
}
#endif

void start() {
  counterIsInvariant = knowsRate();
  startNanoseconds = nanoseconds();
  startTicks = now();
  if (!counterIsInvariant) {
    ticksPerMillisecond.store(1000000, std::memory_order_relaxed);
    settled.store(true, std::memory_order_relaxed);
  }
}

bool refine() {
  if (settled.load(std::memory_order_relaxed))
    return false;
  constexpr uint64_t Enough = 10000000, TooShort = 20000;
  uint64_t elapsed = nanoseconds() - startNanoseconds;
  uint64_t ticks = now() - startTicks;
  if (elapsed < TooShort)
    return false;
  // A process may have run for weeks before its first poll: divide before multiplying if the product could overflow.
  uint64_t rate = ticks < (uint64_t{1} << 43) ? ticks * 1000000 / elapsed : ticks / (elapsed / 1000000);
  if (rate == 0)
    return false;
  ticksPerMillisecond.store(rate, std::memory_order_relaxed);
  if (elapsed >= Enough)
    settled.store(true, std::memory_order_relaxed);
  return true;
}

} // namespace tactus::clock
