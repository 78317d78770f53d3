//===- sampling.cpp - what the testing modes promote --------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "heartbeat/sampling.h"

#include "os/settings.h"
#include "threads/thread.h"

#include <algorithm>
#include <atomic>

namespace tactus {

namespace {

/// Chances that a place has taken.
struct SampledPlace {
  /// Null while it is free. Taken by compare-exchange, for ever; relaxed: it is only compared.
  std::atomic<const int64_t *> place{nullptr};
  /// Raised by every thread that takes a chance. Relaxed: it only counts.
  std::atomic<uint64_t> chances{0};
};

/// More places than programs promote. Beyond, all others share the last entry.
constexpr uint64_t PlaceCount = 4096;
constexpr uint64_t FullChances = 4096;
constexpr uint64_t HalvingChances = 256;

constinit SampledPlace places[PlaceCount];

SampledPlace &entryOf(const int64_t *place) {
  uint64_t home = (reinterpret_cast<uintptr_t>(place) >> 3) * 0x9e3779b97f4a7c15u >> 52;
  static_assert(PlaceCount == uint64_t{1} << (64 - 52));
  for (uint64_t step = 0; step < PlaceCount; ++step) {
    SampledPlace &entry = places[(home + step) % PlaceCount];
    const int64_t *known = entry.place.load(std::memory_order_relaxed);
    if (known == place || (!known && entry.place.compare_exchange_strong(known, place, std::memory_order_relaxed)) ||
        known == place)
      return entry;
  }
  return places[PlaceCount - 1];
}

/// One of so many polls is a chance.
uint64_t strideOf(const SampledPlace &entry) {
  uint64_t chances = entry.chances.load(std::memory_order_relaxed);
  if (chances < FullChances)
    return 1;
  return uint64_t{2} << std::min<uint64_t>((chances - FullChances) / HalvingChances, 40);
}

} // namespace

bool isChance(ThreadState &thread, const int64_t *place) {
  if (!place || settings.promoteEvery)
    return true;
  SampledPlace &entry = entryOf(place);
  uint64_t stride = strideOf(entry);
  if (stride > 1 && !thread.random.oneIn(stride)) {
    thread.counters.passedOver.add();
    return false;
  }
  entry.chances.fetch_add(1, std::memory_order_relaxed);
  return true;
}

uint64_t iterationsToPass(ThreadState &thread, const int64_t *place) {
  if (settings.promoteEvery)
    return 0;
  uint64_t stride = strideOf(entryOf(place));
  return stride > 1 ? thread.random.below(2 * stride) : 0;
}

} // namespace tactus
