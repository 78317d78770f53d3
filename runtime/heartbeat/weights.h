//===- weights.h - the price of an iteration, learned -------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_HEARTBEAT_WEIGHTS_H
#define TACTUS_RUNTIME_HEARTBEAT_WEIGHTS_H

#include <cstdint>

namespace tactus {

/// How a weight comes down when iterations have become cheaper.
enum class Lowering {
  /// Not now: the expensive ones may come again.
  Wait,
  /// By a quarter at most.
  Slow,
  /// Half way: polls have used more than their share of the time.
  Fast,
};

/// The new weight of a loop, from what happened between two polls.
struct WeightSample {
  int64_t weight;      // the present one
  int64_t refill;      // the largest useful one
  uint64_t ticks;      // between the polls
  int64_t charged;     // credit used between them
  uint64_t iterations; // executed between them, 0 if not known
  Lowering lowering = Lowering::Fast;
};
int64_t learnWeight(const WeightSample &sample);

struct StripSample {
  int64_t strip;
  /// How long a beat has been on its way to the strip's end, and how long beats are, in ticks.
  uint64_t waited, beat;
};

/// The number of iterations between two points of a leaf loop that waits for interrupts: as many as take an eighth to a
/// quarter of a beat. A beat comes anywhere in a strip, so half of the ways are longer than half of it, and few are
/// short. Whoever loses the processor on its way has waited long too: one such time says nothing, a second one behind
/// it does. `hasWaitedLong` is whether there has been one.
int64_t learnStrip(const StripSample &sample, bool &hasWaitedLong);

} // namespace tactus

#endif // TACTUS_RUNTIME_HEARTBEAT_WEIGHTS_H
