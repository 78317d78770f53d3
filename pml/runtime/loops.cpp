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
//     how < 0      of a nest: in parts, by a pcall
//
// Only loops ask whose iterations have a price: leaf loops, and nests, which have loops inside but nothing else that is
// parallel. The price of an iteration belongs to a loop of the program's text. It is learned from ranges that are long
// enough to be measured. As with the prices of forks (runtime/heartbeat/poll.cpp), a higher one is taken nearly at once
// and a lower one half way, because a price that is too low delays beats, while one that is too high only splits and
// polls more often.
//
//===----------------------------------------------------------------------===//
#include "pml/runtime/interface.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <x86intrin.h>

namespace tactus::pml {

namespace {

constexpr int64_t CreditPerTick = 64;
/// The highest price that a loop is given: then even two iterations are more than the credit pays for.
constexpr int64_t HighestWeight = TACTUS_UNKNOWN_WEIGHT / 2;

/// A price rises by this at most at a time, as a thread that loses its processor measures any time.
constexpr int64_t MostTimesKnown = 4;

/// So many iterations of unknown price are run: loops may end in ranges that are a little longer than one.
constexpr int64_t MostUntried = 4;
/// As many as a chain has (pml/basis/parallel.sml), or a nest would never be tried.
constexpr int64_t MostUntriedOfNest = 16;

/// Of a loop that is being measured. A nest has others inside.
struct Measurement {
  /// When it began, which is also its name.
  int64_t began;
  int64_t *weight;
  int64_t count;
  /// Of a nest: the credit when it began, and what has to be paid for all of it.
  int64_t credit, price;
};

/// The loops that run, outermost first. Those that an exception has ended stay until they are in the way.
constexpr unsigned MostLoops = 8;
constinit thread_local Measurement measured[MostLoops]{};
constinit thread_local unsigned measuredCount = 0;

/// About what polls give.
constinit thread_local int64_t largestCredit = 0;

/// Several threads may learn at the same time: whose value stays does not matter.
int64_t load(int64_t *weight) { return std::atomic_ref(*weight).load(std::memory_order_relaxed); }
void store(int64_t *weight, int64_t value) { std::atomic_ref(*weight).store(value, std::memory_order_relaxed); }

/// What all iterations of a loop cost by what is known, if the credit pays for them; nothing if it does not. Of unknown
/// price, so many are run as `untried`.
std::optional<int64_t> affordable(int64_t *weight, int64_t known, int64_t count, int64_t untried) {
  int64_t price = 0, credit = tactus_credit;
  largestCredit = std::max(largestCredit, credit);
  bool isTooMuch = __builtin_mul_overflow(known, count, &price) || price > credit;
  if (!isTooMuch || count <= (known == TACTUS_UNKNOWN_WEIGHT ? untried : 1))
    return known == TACTUS_UNKNOWN_WEIGHT ? 0 : price;
  // The fork that follows is to poll if a new credit will pay for the range, or else for its halves. Otherwise what
  // is left would be spent on ever smaller ranges.
  if (price <= largestCredit && credit >= 0)
    tactus_credit = -1;
  // So that a price which is wrong by far does not stay, though nobody may run the loop who could measure it.
  if (known != TACTUS_UNKNOWN_WEIGHT)
    store(weight, known - known / 64);
  return std::nullopt;
}

/// Returns the time.
int64_t begin(int64_t *weight, int64_t count, int64_t credit, int64_t price) {
  if (measuredCount == MostLoops)
    measuredCount = 0;
  auto now = static_cast<int64_t>(__rdtsc());
  measured[measuredCount++] = {now, weight, count, credit, price};
  return now;
}

/// What the loops inside of a nest have paid is part of its price; a poll has settled everything.
void payRest(const Measurement &nest) {
  int64_t left = nest.credit - nest.price;
  if (tactus_credit > left && tactus_credit <= nest.credit)
    tactus_credit = left;
}

} // namespace

} // namespace tactus::pml

using namespace tactus::pml;

/// Returns 0, or the time.
extern "C" int64_t pml_loop_enter(int64_t *weight, int64_t count) {
  auto price = affordable(weight, load(weight), count, MostUntried);
  if (!price)
    return 0;
  tactus_credit -= *price;
  return begin(weight, count, 0, 0);
}

/// Returns a negative number, or the time. The loops inside pay for themselves as they run, and the nest for the rest.
extern "C" int64_t pml_loop_enter_nest(int64_t *weight, int64_t count) {
  auto price = affordable(weight, load(weight), count, MostUntriedOfNest);
  return price ? begin(weight, count, tactus_credit, *price) : -1;
}

extern "C" void pml_loop_leave(int64_t began) {
  int64_t ticks = static_cast<int64_t>(__rdtsc()) - began;
  while (measuredCount > 0 && measured[measuredCount - 1].began != began)
    --measuredCount;
  if (measuredCount == 0)
    return;
  Measurement loop = measured[--measuredCount];
  payRest(loop);
  int64_t known = load(loop.weight);
  int64_t found = std::clamp<int64_t>(ticks * CreditPerTick / loop.count, 1, HighestWeight);
  if (known != TACTUS_UNKNOWN_WEIGHT)
    found = found < known ? known - (known - found + 1) / 2 : std::min(found, MostTimesKnown * known);
  if (found != known)
    store(loop.weight, found);
}
