//===- loops.cpp - what the iterations of parallel loops cost ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Compiled code asks at each range of a parallel loop how it is to run (decision 71):
//
//     how = loop_enter(n)
//     how == 0     in two halves, by a pcall, which polls when the credit is used up
//     else         in sequence: the credit has paid for all n iterations
//     how > 1      and then loop_leave(how), which learns what an iteration costs
//
// The price of an iteration belongs to a loop of the program's text. It is learned from ranges that are long enough to be
// measured. As with the prices of forks (runtime/heartbeat/poll.cpp), a higher one is taken at once and a lower one half
// way, because a price that is too low delays beats, while one that is too high only splits and polls more often.
//
// If the iterations have asked for others themselves, their time is not the loop's own: such loops are split, or run in
// sequence for as long as their iterations stay short. Only a time that is far beyond the price counts then.
//
//===----------------------------------------------------------------------===//
#include "pml/runtime/interface.h"

#include <algorithm>
#include <atomic>
#include <x86intrin.h>

namespace tactus::pml {

namespace {

constexpr int64_t CreditPerTick = 64;
/// The highest price that a loop is given: then even two iterations are more than the credit pays for.
constexpr int64_t HighestWeight = TACTUS_UNKNOWN_WEIGHT / 2;

struct Measurement {
  int64_t *weight;
  int64_t count;
  /// Of the time stamp counter. Also its name: loop_leave() gives it back.
  int64_t began;
  /// Other loops have asked since then.
  bool isDisturbed;
};

/// The measurements of loops around each other. Those that an exception has ended stay until one below them ends, or
/// until there is no more room.
struct Measurements {
  static constexpr unsigned Most = 32;
  Measurement entries[Most] = {};
  unsigned count = 0;
};

constinit thread_local Measurements measurements;

/// Several threads may learn at the same time: whose value stays does not matter.
void learn(const Measurement &ended, int64_t now) {
  std::atomic_ref weight(*ended.weight);
  int64_t known = weight.load(std::memory_order_relaxed);
  int64_t found = std::clamp<int64_t>((now - ended.began) * CreditPerTick / ended.count, 1, HighestWeight);
  if (ended.isDisturbed && (known == TACTUS_UNKNOWN_WEIGHT || found < 4 * known))
    return;
  if (known != TACTUS_UNKNOWN_WEIGHT && found < known)
    found = known - (known - found + 1) / 2;
  if (found != known)
    weight.store(found, std::memory_order_relaxed);
}

} // namespace

} // namespace tactus::pml

using namespace tactus::pml;

extern "C" int64_t pml_loop_enter(int64_t *weight, int64_t count) {
  Measurements &all = measurements;
  if (all.count > 0)
    all.entries[all.count - 1].isDisturbed = true;
  int64_t known = std::atomic_ref(*weight).load(std::memory_order_relaxed), price = 0;
  bool isPaid = !__builtin_mul_overflow(known, count, &price) && price <= tactus_credit;
  if (isPaid)
    tactus_credit -= price;
  else if (count > 1)
    return 0;
  if (all.count == Measurements::Most)
    all.count = 0;
  auto now = static_cast<int64_t>(__rdtsc());
  all.entries[all.count++] = {weight, count, now, false};
  return now;
}

extern "C" void pml_loop_leave(int64_t began) {
  auto now = static_cast<int64_t>(__rdtsc());
  Measurements &all = measurements;
  for (unsigned i = all.count; i-- > 0;)
    if (all.entries[i].began == began) {
      learn(all.entries[i], now);
      all.count = i;
      return;
    }
}
