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
// Only leaf loops ask, which have no loops or pars in their iterations. The price of an iteration belongs to a loop of
// the program's text. It is learned from ranges that are long enough to be measured. As with the prices of forks
// (runtime/heartbeat/poll.cpp), a higher one is taken nearly at once and a lower one half way, because a price that is
// too low delays beats, while one that is too high only splits and polls more often.
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

/// A price rises by this at most at a time, as a thread that loses its processor measures any time.
constexpr int64_t MostTimesKnown = 4;

/// So many iterations of unknown price are run: loops may end in ranges that are a little longer than one.
constexpr int64_t MostUntried = 4;

/// Of the loop that runs now; that of one which an exception has ended stays until the next.
struct Measurement {
  int64_t *weight;
  int64_t count;
};

constinit thread_local Measurement measured{};

/// About what polls give.
constinit thread_local int64_t largestCredit = 0;

/// Several threads may learn at the same time: whose value stays does not matter.
int64_t load(int64_t *weight) { return std::atomic_ref(*weight).load(std::memory_order_relaxed); }
void store(int64_t *weight, int64_t value) { std::atomic_ref(*weight).store(value, std::memory_order_relaxed); }

} // namespace

} // namespace tactus::pml

using namespace tactus::pml;

/// Returns 0, or the time.
extern "C" int64_t pml_loop_enter(int64_t *weight, int64_t count) {
  int64_t known = load(weight), price = 0, credit = tactus_credit;
  largestCredit = std::max(largestCredit, credit);
  bool isTooMuch = __builtin_mul_overflow(known, count, &price) || price > credit;
  if (isTooMuch && count > (known == TACTUS_UNKNOWN_WEIGHT ? MostUntried : 1)) {
    // The fork that follows is to poll if a new credit will pay for the range, or else for its halves. Otherwise what
    // is left would be spent on ever smaller ranges.
    if (price <= largestCredit && credit >= 0)
      tactus_credit = -1;
    // So that a price which is wrong by far does not stay, though nobody may run the loop who could measure it.
    if (known != TACTUS_UNKNOWN_WEIGHT)
      store(weight, known - known / 64);
    return 0;
  }
  if (known != TACTUS_UNKNOWN_WEIGHT)
    tactus_credit = credit - price;
  measured = {weight, count};
  return static_cast<int64_t>(__rdtsc());
}

extern "C" void pml_loop_leave(int64_t began) {
  int64_t ticks = static_cast<int64_t>(__rdtsc()) - began;
  int64_t known = load(measured.weight);
  int64_t found = std::clamp<int64_t>(ticks * CreditPerTick / measured.count, 1, HighestWeight);
  if (known != TACTUS_UNKNOWN_WEIGHT)
    found = found < known ? known - (known - found + 1) / 2 : std::min(found, MostTimesKnown * known);
  if (found != known)
    store(measured.weight, found);
}
