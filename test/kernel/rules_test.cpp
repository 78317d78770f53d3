//===- rules_test.cpp - what the kernel module decides ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Against definitions that are written to be simple: all small cases, then random ones with extreme values.
//
//===----------------------------------------------------------------------===//
#include "kernel/rules.h"

#include <cstddef>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace {

using Ranges = std::vector<TactusBeatRange>;
using Wide = unsigned __int128;

bool contains(__u64 begin, __u64 size, Wide address) { return address >= begin && address < Wide{begin} + size; }

bool areApart(__u64 left, __u64 leftSize, __u64 right, __u64 rightSize) {
  return Wide{left} + leftSize <= right || Wide{right} + rightSize <= left;
}

/// What tactusAreSound() says of itself.
bool isSoundByDefinition(const Ranges &ranges, __u64 limit) {
  auto isBelow = [&](__u64 begin, __u64 size) { return size > 0 && begin > 0 && Wide{begin} + size <= limit; };
  for (size_t index = 0; index < ranges.size(); ++index) {
    const TactusBeatRange &range = ranges[index];
    if (!isBelow(range.source, range.size) || !isBelow(range.destination, range.size) ||
        (index > 0 && ranges[index - 1].source > range.source))
      return false;
    for (size_t other = 0; other < ranges.size(); ++other)
      if ((other != index && !areApart(range.source, range.size, ranges[other].source, ranges[other].size)) ||
          !areApart(range.destination, range.size, ranges[other].source, ranges[other].size))
        return false;
  }
  return true;
}

__u64 destinationByDefinition(const Ranges &ranges, __u64 address) {
  for (const TactusBeatRange &range : ranges)
    if (contains(range.source, range.size, address))
      return address - range.source + range.destination;
  return 0;
}

/// True if the table is sound.
bool expectAsDefined(const Ranges &ranges, __u64 limit, const std::vector<__u64> &addresses) {
  auto count = static_cast<__u32>(ranges.size());
  bool isSound = isSoundByDefinition(ranges, limit);
  EXPECT_EQ(tactusAreSound(ranges.data(), count, limit), isSound);
  if (isSound)
    for (__u64 address : addresses)
      EXPECT_EQ(tactusDestinationOf(ranges.data(), count, address), destinationByDefinition(ranges, address));
  return isSound;
}

TEST(KernelRules, EverySmallTable) {
  std::vector<__u64> addresses(12);
  for (__u64 index = 0; index < addresses.size(); ++index)
    addresses[index] = index;
  std::vector<TactusBeatRange> all;
  for (__u64 source = 0; source < 9; ++source)
    for (__u64 destination = 0; destination < 9; ++destination)
      for (__u64 size = 0; size < 4; ++size)
        all.push_back({source, destination, size});
  expectAsDefined({}, 10, addresses);
  unsigned sound = 0;
  for (const TactusBeatRange &first : all) {
    sound += expectAsDefined({first}, 10, addresses);
    for (const TactusBeatRange &second : all)
      sound += expectAsDefined({first, second}, 10, addresses);
  }
  EXPECT_GT(sound, 1000u);
}

TEST(KernelRules, RandomTablesWithExtremeValues) {
  constexpr __u64 Limit = 0x7ffffffff000;
  std::mt19937_64 random(1);
  unsigned sound = 0;
  for (int round = 0; round < 200000 && !HasFailure(); ++round) {
    Ranges ranges(random() % 6);
    __u64 next = 1 + random() % 64;
    std::vector<__u64> addresses{0, ~__u64{0}, Limit};
    for (TactusBeatRange &range : ranges) {
      range = {next, Limit - 64 * (1 + random() % 4), 1 + random() % 32};
      next += range.size + random() % 3;
      // Now and then one that has nothing to do with the others.
      if (random() % 16 == 0)
        (&range.source)[random() % 3] = random() >> random() % 64;
      if (random() % 16 == 0)
        (&range.source)[random() % 3] = ~__u64{0} - random() % 4;
      addresses.insert(addresses.end(), {range.source - 1, range.source, range.source + range.size - 1,
                                         range.source + range.size, range.destination});
    }
    sound += expectAsDefined(ranges, Limit, addresses);
  }
  EXPECT_GT(sound, 1000u);
}

TEST(KernelRules, TimesHaveBounds) {
  auto mayStart = [](__u64 first, __u64 period, __u64 retry) {
    TactusBeatStart start{first, period, retry};
    return tactusMayStart(&start);
  };
  EXPECT_TRUE(mayStart(0, TACTUS_BEAT_LEAST_PERIOD, TACTUS_BEAT_LEAST_RETRY));
  EXPECT_TRUE(mayStart(TACTUS_BEAT_LONGEST, TACTUS_BEAT_LONGEST, TACTUS_BEAT_LONGEST));
  EXPECT_FALSE(mayStart(TACTUS_BEAT_LONGEST + 1, TACTUS_BEAT_LEAST_PERIOD, TACTUS_BEAT_LEAST_RETRY));
  EXPECT_FALSE(mayStart(0, TACTUS_BEAT_LEAST_PERIOD - 1, TACTUS_BEAT_LEAST_RETRY));
  EXPECT_FALSE(mayStart(0, TACTUS_BEAT_LONGEST + 1, TACTUS_BEAT_LEAST_RETRY));
  EXPECT_FALSE(mayStart(0, TACTUS_BEAT_LEAST_PERIOD, TACTUS_BEAT_LEAST_RETRY - 1));
  EXPECT_FALSE(mayStart(0, TACTUS_BEAT_LEAST_PERIOD, ~__u64{0}));
}

constexpr __u64 Now = 1000000, Period = 100000, Retry = 25000;

TactusBeatTimer started() {
  TactusBeatTimer timer{};
  TactusBeatStart start{Period, Period, Retry};
  tactusStart(&timer, &start, Now);
  return timer;
}

TEST(KernelRules, BeatsThatAreTakenKeepStep) {
  TactusBeatTimer timer = started();
  for (__u64 beat = 1; beat < 100; ++beat) {
    EXPECT_EQ(timer.next, Now + beat * Period);
    // It comes a little late each time.
    EXPECT_EQ(tactusExpire(&timer, timer.next + beat, beat, TactusInSource), TactusMoves);
    EXPECT_EQ(timer.due, Now + beat * Period);
    EXPECT_EQ(timer.served, beat);
  }
}

TEST(KernelRules, ABeatThatComesLateLeavesTimeBeforeTheNext) {
  TactusBeatTimer timer = started();
  EXPECT_EQ(tactusExpire(&timer, Now + Period * 17 / 10, 1, TactusInSource), TactusMoves);
  EXPECT_EQ(timer.next, Now + 3 * Period);
  EXPECT_EQ(tactusExpire(&timer, Now + Period * 33 / 10, 2, TactusInSource), TactusMoves);
  EXPECT_EQ(timer.due, Now + 3 * Period);
  EXPECT_EQ(timer.next, Now + 4 * Period);
}

/// A beat of a thread that waits in other code: asked for again, then left to the signal.
TEST(KernelRules, ABeatThatFindsNoCodeIsGivenUp) {
  TactusBeatTimer timer = started();
  EXPECT_EQ(tactusExpire(&timer, Now + Period, 1, TactusElsewhere), TactusWaits);
  EXPECT_EQ(timer.next, Now + Period + Retry);
  EXPECT_EQ(tactusExpire(&timer, timer.next, 1, TactusElsewhere), TactusGivesUp);
  EXPECT_EQ(timer.next, 0u);
}

/// One that has been moved has four beats to come to a point, where it is not asked more often than the beats come.
TEST(KernelRules, AThreadOnItsWayHasTime) {
  TactusBeatTimer timer = started();
  EXPECT_EQ(tactusExpire(&timer, Now + Period, 1, TactusElsewhere), TactusWaits);
  EXPECT_EQ(tactusExpire(&timer, timer.next, 1, TactusInSource), TactusMoves);
  for (__u64 beat = 2; beat < 4; ++beat) {
    EXPECT_EQ(timer.next, Now + beat * Period);
    EXPECT_EQ(tactusExpire(&timer, timer.next, 1, TactusElsewhere), TactusWaits);
  }
  EXPECT_EQ(tactusExpire(&timer, timer.next, 1, TactusInSource), TactusGivesUp);
}

/// Every sequence of eight expiries: where the thread is met, and whether it has taken the beat before.
TEST(KernelRules, EverySequenceOfExpiries) {
  constexpr unsigned Steps = 8, Choices = 6;
  unsigned sequences = 1;
  for (unsigned step = 0; step < Steps; ++step)
    sequences *= Choices;
  for (unsigned sequence = 0; sequence < sequences && !HasFailure(); ++sequence) {
    TactusBeatTimer timer = started();
    __u64 asked = 1;
    unsigned attempts = 0;
    bool isOnItsWay = false;
    unsigned choices = sequence;
    for (unsigned step = 0; step < Steps && timer.next; ++step, choices /= Choices) {
      auto place = static_cast<TactusBeatPlace>(choices % 3);
      asked += choices / 3 % 2 && timer.served == asked;
      bool isNew = timer.served != asked;
      __u64 now = timer.next + 7 * step;
      TactusBeatAction action = tactusExpire(&timer, now, asked, place);
      if (place == TactusInKernel) {
        ASSERT_EQ(action, TactusWaits);
      } else {
        attempts = isNew ? 1 : attempts + 1;
        isOnItsWay = (isOnItsWay && !isNew) || place == TactusInSource;
        bool isTooMuch = attempts > (isOnItsWay ? 4u : 1u);
        // The beat is the thread's, and nothing is asked of it for ever.
        ASSERT_EQ(timer.served, asked);
        ASSERT_EQ(action == TactusGivesUp, isTooMuch);
        ASSERT_EQ(action == TactusMoves, place == TactusInSource && !isTooMuch);
      }
      ASSERT_EQ(timer.next == 0, action == TactusGivesUp);
      ASSERT_TRUE(timer.next == 0 || timer.next >= now + Retry);
      ASSERT_TRUE(timer.next <= now + 2 * Period);
      ASSERT_LE(timer.due, now);
      ASSERT_EQ((timer.due - Now) % Period, 0u);
    }
  }
}

/// What the module was compiled with is what programs were compiled with.
TEST(KernelRules, LayoutIsTheProtocols) {
  EXPECT_EQ(sizeof(TactusBeatArea), 64u);
  EXPECT_EQ(offsetof(TactusBeatArea, served), 8u);
  EXPECT_EQ(offsetof(TactusBeatArea, isArmed), 60u);
  EXPECT_EQ(sizeof(TactusBeatRange), 24u);
  EXPECT_EQ(sizeof(TactusBeatTable), 16u);
  EXPECT_EQ(sizeof(TactusBeatJoin), 24u);
  EXPECT_EQ(sizeof(TactusBeatStart), 24u);
}

} // namespace
