//===- clock.h - cheap time, in ticks ------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A tick is one count of the time stamp counter where it runs at a constant rate, else a nanosecond. The rate is not
// known at start-up, and waiting for it would cost every program milliseconds. So the constructor notes both clocks,
// and polls refine the rate until it rests on 10 ms.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OS_CLOCK_H
#define TACTUS_RUNTIME_OS_CLOCK_H

#include <atomic>
#include <cstdint>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace tactus::clock {

/// False if the time stamp counter does not run at a constant rate; written once, by start().
extern bool counterIsInvariant;
/// Written by refine(); relaxed, since any recent value serves.
extern std::atomic<uint64_t> ticksPerMillisecond;
/// Whether ticksPerMillisecond will not change any more.
extern std::atomic<bool> settled;

/// The counter when the library was loaded; written once, by start().
extern uint64_t startTicks;

/// Notes the starting point. Cheap.
void start();

/// Improves ticksPerMillisecond. True if it changed.
bool refine();

uint64_t nanoseconds();

/// The processor's counter: now() where it is invariant.
#if defined(__aarch64__)
inline uint64_t counter() {
  uint64_t count;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(count));
  return count;
}
#else
inline uint64_t counter() { return __rdtsc(); }
#endif

inline uint64_t now() { return counterIsInvariant ? counter() : nanoseconds(); }

inline uint64_t ticksFromMicroseconds(uint64_t microseconds) {
  return microseconds * ticksPerMillisecond.load(std::memory_order_relaxed) / 1000;
}

inline double microsecondsFromTicks(uint64_t ticks) {
  return static_cast<double>(ticks) * 1000 / static_cast<double>(ticksPerMillisecond.load(std::memory_order_relaxed));
}

} // namespace tactus::clock

#endif // TACTUS_RUNTIME_OS_CLOCK_H
