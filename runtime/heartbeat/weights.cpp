//===- weights.cpp - the price of an iteration, learned -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "heartbeat/weights.h"

#include "abi/loops.h"
#include "os/clock.h"

#include <algorithm>

namespace tactus {

int64_t learnWeight(const WeightSample &sample) {
  // All quantities are far below 2^53, and a fraction of a percent does not matter.
  double weight = static_cast<double>(sample.weight), price;
  double time = static_cast<double>(sample.ticks) * abi::CreditPerTick;
  if (sample.iterations > 0) {
    price = std::clamp(time / static_cast<double>(sample.iterations), weight / 4, weight * 4);
    if (price < weight)
      price = (price + weight) / 2;
  } else {
    double charged = static_cast<double>(std::max<int64_t>(sample.charged, 1));
    price = weight * std::clamp(time / charged, 0.75, 2.0);
  }
  if (price < weight && sample.lowering != Lowering::Fast)
    price = sample.lowering == Lowering::Slow ? std::max(price, weight * 0.75) : weight;
  return std::clamp<int64_t>(static_cast<int64_t>(price), 1, sample.refill);
}

int64_t learnStrip(const StripSample &sample, bool &hasWaitedLong) {
  constexpr int64_t Longest = int64_t{1} << 24;
  // The way back from a signal takes the kernel about a microsecond, however short the strip is.
  uint64_t atLeast = clock::ticksFromMicroseconds(2);
  bool isLong = sample.waited > std::max(sample.beat / 8, 2 * atLeast);
  int64_t learned = sample.strip;
  if (isLong && hasWaitedLong)
    learned = std::max<int64_t>(sample.strip / 2, 1);
  else if (sample.waited < std::max(sample.beat / 64, atLeast))
    learned = std::min(sample.strip * 2, Longest);
  hasWaitedLong = isLong && learned == sample.strip;
  return learned;
}

} // namespace tactus
