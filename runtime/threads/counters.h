//===- counters.h - what is counted --------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Each thread counts for itself; the sums are made when they are asked for. A counter is atomic only so that reading it
// from another thread is not a race: increments are plain additions in machine code.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_THREADS_COUNTERS_H
#define TACTUS_RUNTIME_THREADS_COUNTERS_H

#include <atomic>
#include <cstdint>

namespace tactus {

/// name, which is the key in JSON; heading of the table
#define TACTUS_COUNTERS(X)                                                                                             \
  X(polls, "polls")                                                                                                    \
  X(beatsSeen, "beats seen")                                                                                           \
  X(beatsMissed, "beats missed")                                                                                       \
  X(beatsAsked, "beats asked for")                                                                                     \
  X(beatsDelivered, "beats delivered")                                                                                 \
  X(beatsDeliveredLate, "beats delivered late")                                                                        \
  X(beatsTaken, "beats taken")                                                                                         \
  X(beatsTakenLate, "beats taken late")                                                                                \
  X(beatsTakenAtOnce, "beats taken at once")                                                                           \
  X(beatsDiverted, "threads moved to a point")                                                                         \
  X(beatsRedirected, "returns redirected to a point")                                                                  \
  X(beatsElsewhere, "beats that met other code")                                                                       \
  X(beatsRepeated, "beats sent again")                                                                                 \
  X(beatsInKernel, "beats that met the kernel")                                                                        \
  X(beatsUnused, "beats at rest")                                                                                      \
  X(beatsByClock, "beats taken by the clock")                                                                          \
  X(beatsLost, "beats lost")                                                                                           \
  X(deliveryTicks, "ticks until delivered")                                                                            \
  X(takingTicks, "ticks until taken")                                                                                  \
  X(requestsHonoured, "requests honoured")                                                                             \
  X(walks, "stack walks")                                                                                              \
  X(unwinds, "walks with unwinder")                                                                                    \
  X(promotions, "promotions")                                                                                          \
  X(passedOver, "polls left out by sampling")                                                                          \
  X(nothingLatent, "beats without latent work")                                                                        \
  X(enoughQueued, "beats with enough queued")                                                                          \
  X(limitReached, "beats at the strand limit")                                                                         \
  X(noSlot, "beats without a slot")                                                                                    \
  X(tasks, "tasks")                                                                                                    \
  X(steals, "tasks stolen")                                                                                            \
  X(stolenRuns, "tasks run by others")                                                                                 \
  X(cloneOptimised, "tasks run as calls")                                                                              \
  X(leapfrogs, "tasks run while waiting")                                                                              \
  X(joinsFast, "joins without waiting")                                                                                \
  X(joinsSlow, "joins with waiting")                                                                                   \
  X(handOvers, "slots handed over")                                                                                    \
  X(placesLent, "slots lent while waiting")                                                                            \
  X(parks, "times asleep")                                                                                             \
  X(threadsStarted, "threads started")                                                                                 \
  X(idleTicks, "idle ticks")

class Counter {
  std::atomic<uint64_t> value{0};

public:
  /// Owner only.
  void add(uint64_t amount = 1) {
    value.store(value.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
  }
  void raiseTo(uint64_t amount) {
    if (amount > value.load(std::memory_order_relaxed))
      value.store(amount, std::memory_order_relaxed);
  }
  uint64_t get() const { return value.load(std::memory_order_relaxed); }
};

inline constexpr unsigned CountedLevels = 8;

struct Counters {
  /// In ticks. First, beside what else polls count.
  Counter longestPollGap;
#define TACTUS_FIELD(name, heading) Counter name;
  TACTUS_COUNTERS(TACTUS_FIELD)
#undef TACTUS_FIELD
  /// Promotions by nesting level of the promoted loop, outermost 0; the last counts all deeper ones.
  Counter promotionsAtLevel[CountedLevels];
  /// Bytes up to the last counter that most polls write: beatsSeen.
  static constexpr unsigned OfPolls = 3 * sizeof(Counter);

  /// Adds another thread's counters. The destination is owned by the caller.
  void merge(const Counters &other);
};

} // namespace tactus

#endif // TACTUS_RUNTIME_THREADS_COUNTERS_H
