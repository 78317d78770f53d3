//===- beat.cpp - when a beat is due, and what credit a part of it is ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "threads/beat.h"

#include "abi/loops.h"
#include "abi/policy.h"
#include "os/clock.h"
#include "os/settings.h"
#include "threads/beat_source.h"
#include "threads/thread.h"

#include <algorithm>
#include <atomic>

namespace tactus {

// Written at refinements of the clock, read by polls. Relaxed: any recent value serves.
static constinit std::atomic<uint64_t> ticksOfBeat{0};

uint64_t beatTicks() {
  uint64_t ticks = ticksOfBeat.load(std::memory_order_relaxed);
  if (ticks == 0 || (!clock::settled.load(std::memory_order_relaxed) && clock::refine())) {
    ticks = std::max(clock::ticksFromMicroseconds(settings.heartbeatMicroseconds), MostPollsPerBeat);
    ticksOfBeat.store(ticks, std::memory_order_relaxed);
  }
  return ticks;
}

uint64_t worthwhileTicks() { return beatTicks() / 20; }

int64_t creditOf(uint64_t ticks) {
  auto credit = static_cast<int64_t>(ticks) * abi::CreditPerTick;
  return settings.eager ? std::min(credit, TACTUS_UNKNOWN_WEIGHT - 1) : credit;
}

int64_t refillCredit(uint64_t beat) {
  return settings.chunk ? static_cast<int64_t>(settings.chunk) * FixedWeight : creditOf(beat / settings.pollsPerBeat);
}

void forgetPoll(ThreadState &thread) {
  thread.lastReturnAddress = 0;
  thread.lastPoll = 0;
  thread.lastLoop = nullptr;
  thread.lastOutermost = nullptr;
}

void delayBeat(ThreadState &thread) {
  forgetPoll(thread);
  startBeat(thread, clock::now(), beatTicks());
}

} // namespace tactus
