//===- patience.cpp - what threads remember of a crowd --------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "threads/patience.h"

namespace tactus {

/// How long it is remembered that the process is crowded.
static constexpr uint64_t ShortestMemoryMicroseconds = 25000, LongestMemoryMicroseconds = 3200000;
/// So soon found again, it is remembered longer.
static constexpr uint64_t SoonMicroseconds = 300000;

constinit std::atomic<uint64_t> Patience::crowdedUntil{0};
static constinit std::atomic<uint64_t> memoryTicks{0};

void Patience::noteCrowd(uint64_t now) {
  // Relaxed: whoever overwrites what another thread has just found has found the same.
  uint64_t until = crowdedUntil.load(std::memory_order_relaxed), memory = memoryTicks.load(std::memory_order_relaxed);
  uint64_t shortest = clock::ticksFromMicroseconds(ShortestMemoryMicroseconds);
  if (now >= until) {
    bool isSoon = now - until < clock::ticksFromMicroseconds(SoonMicroseconds);
    memory = isSoon ? std::min(4 * memory, clock::ticksFromMicroseconds(LongestMemoryMicroseconds)) : shortest;
  }
  memoryTicks.store(memory, std::memory_order_relaxed);
  crowdedUntil.store(now + memory, std::memory_order_relaxed);
}

} // namespace tactus
