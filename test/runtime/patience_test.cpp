//===- patience_test.cpp - how long threads look before they sleep --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "teams/strand_team.h"
#include "threads/patience.h"

#include <gtest/gtest.h>
#include <initializer_list>
#include <iterator>

using namespace tactus;

namespace {

uint64_t ticksOf(uint64_t microseconds) { return clock::ticksFromMicroseconds(microseconds); }

class PatienceTest : public ::testing::Test {
protected:
  // Of no clock in particular.
  void SetUp() override {
    clock::ticksPerMillisecond.store(1000000, std::memory_order_relaxed);
    now += ticksOf(1000000000); // longer than anything is remembered
  }
  Patience patience;
  static uint64_t now;
};

uint64_t PatienceTest::now = 0;

TEST_F(PatienceTest, BeginsWithTheShortest) { EXPECT_EQ(patience.ticks(now), ticksOf(Patience::ShortestMicroseconds)); }

TEST_F(PatienceTest, ShortSleepsMakeItLongerUpToABound) {
  patience.learn(ticksOf(100));
  EXPECT_EQ(patience.ticks(now), ticksOf(2 * Patience::ShortestMicroseconds));
  for (int sleep = 0; sleep < 100; ++sleep)
    patience.learn(ticksOf(100));
  EXPECT_EQ(patience.ticks(now), ticksOf(Patience::LongestMicroseconds));
  EXPECT_EQ(patience.ticks(now, /*keepsWork=*/true), ticksOf(Patience::ShortestMicroseconds));
}

TEST_F(PatienceTest, LongSleepsMakeItShorterDownToWhereItBegan) {
  for (int sleep = 0; sleep < 100; ++sleep)
    patience.learn(0);
  patience.learn(ticksOf(Patience::LongestMicroseconds));
  EXPECT_EQ(patience.ticks(now), ticksOf(Patience::LongestMicroseconds / 2));
  for (int sleep = 0; sleep < 100; ++sleep)
    patience.learn(ticksOf(1000000));
  EXPECT_EQ(patience.ticks(now), ticksOf(Patience::ShortestMicroseconds));
}

/// Whether looks at these times, in microseconds, find that the process is crowded.
bool findCrowd(Patience &patience, uint64_t now, std::initializer_list<uint64_t> times) {
  Patience::Looks looks(patience);
  for (uint64_t time : times)
    looks.goOn(/*keepsWork=*/false, now + ticksOf(time));
  looks.beginAnew(); // what follows is of another clock
  return Patience::isCrowded(now + ticksOf(std::rbegin(times)[0]));
}

TEST_F(PatienceTest, LooksEndWhenTheirTimeIsOver) {
  Patience::Looks looks(patience);
  EXPECT_TRUE(looks.goOn(false, now));
  EXPECT_TRUE(looks.goOn(false, now + ticksOf(Patience::ShortestMicroseconds - 1)));
  EXPECT_FALSE(looks.goOn(false, now + ticksOf(Patience::ShortestMicroseconds)));
}

TEST_F(PatienceTest, AGapBetweenLooksIsACrowd) {
  EXPECT_FALSE(findCrowd(patience, now, {0, 1, 50, 59}));
  EXPECT_TRUE(findCrowd(patience, now, {0, 1, 3000}));
  EXPECT_EQ(patience.ticks(now + ticksOf(3000)), ticksOf(Patience::CrowdedMicroseconds));
  EXPECT_EQ(patience.ticks(now + ticksOf(3000), /*keepsWork=*/true), ticksOf(Patience::CrowdedMicroseconds));
}

TEST_F(PatienceTest, AGapBehindTheLastLookIsNone) {
  // The looks' time is over at 100, and the thread sleeps until 3000.
  EXPECT_FALSE(findCrowd(patience, now, {0, 100, 3000}));
}

TEST_F(PatienceTest, WhatIsDoneBetweenLooksIsNoGap) {
  Patience::Looks looks(patience);
  looks.goOn(false, now);
  looks.beginAnew();
  EXPECT_TRUE(looks.goOn(false, now + ticksOf(5000)));
  EXPECT_FALSE(Patience::isCrowded(now + ticksOf(5000)));
  looks.beginAnew();
}

TEST_F(PatienceTest, WakesInVainAreFollowedBySleepAtOnce) {
  for (unsigned wake = 1; wake < Patience::MostVainWakes; ++wake) {
    patience.learnWakeInVain(now);
    EXPECT_EQ(patience.ticks(now), ticksOf(Patience::ShortestMicroseconds));
  }
  patience.learnWakeInVain(now);
  EXPECT_EQ(patience.ticks(now), ticksOf(Patience::CrowdedMicroseconds));
  EXPECT_EQ(patience.ticks(now, /*keepsWork=*/true), ticksOf(Patience::CrowdedMicroseconds));
  EXPECT_FALSE(Patience::isCrowded(now)); // other threads may be luckier
  patience.learnFind();
  EXPECT_EQ(patience.ticks(now), ticksOf(Patience::ShortestMicroseconds));
}

TEST_F(PatienceTest, LooksGrowToTheLongestBeforeWakesAreTakenToBeInVain) {
  for (unsigned wake = 1; wake < Patience::MostVainWakes; ++wake) {
    patience.learnWakeInVain(now);
    patience.learn(ticksOf(100));
  }
  EXPECT_EQ(patience.ticks(now), ticksOf(Patience::LongestMicroseconds));
}

TEST_F(PatienceTest, WakesInACrowdSayNothingOfLooks) {
  Patience::noteCrowd(now);
  for (unsigned wake = 0; wake < 100; ++wake)
    patience.learnWakeInVain(now);
  now += ticksOf(100000000);
  EXPECT_EQ(patience.ticks(now), ticksOf(Patience::ShortestMicroseconds));
}

TEST_F(PatienceTest, SomeOfManyWakesInVainHaveTheirLook) {
  unsigned looks = 0;
  for (unsigned wake = 0; wake < 160; ++wake) {
    patience.learnWakeInVain(now);
    looks += wake >= Patience::MostVainWakes && patience.ticks(now) == ticksOf(Patience::ShortestMicroseconds);
  }
  EXPECT_EQ(looks, 160 / Patience::VainWakesPerLook);
}

/// Microseconds for which a crowd is remembered that is found now.
uint64_t memoryOf(uint64_t now) {
  Patience::noteCrowd(now);
  uint64_t memory = 0;
  while (Patience::isCrowded(now + ticksOf(memory)))
    memory += 100;
  return memory;
}

TEST_F(PatienceTest, ACrowdThatStaysIsRememberedLonger) {
  uint64_t first = memoryOf(now), memory = first;
  for (unsigned time = 0; time < 3; ++time) {
    now += ticksOf(memory + 5000);
    uint64_t next = memoryOf(now);
    EXPECT_EQ(next, 4 * memory);
    memory = next;
  }
  for (unsigned time = 0; time < 10; ++time) {
    now += ticksOf(memory + 5000);
    memory = memoryOf(now);
  }
  EXPECT_LT(memory, 5000000u);
  now += ticksOf(memory + 1000000);
  EXPECT_EQ(memoryOf(now), first);
}

TEST_F(PatienceTest, ACrowdFoundAgainMeanwhileIsTheSame) {
  uint64_t first = memoryOf(now);
  EXPECT_EQ(memoryOf(now + ticksOf(first / 2)), first);
}

// 60 µs are more than a thousand looks, 2 µs some two hundred.
TEST(MemberWait, LooksForMuchLessTimeInACrowd) {
  Patience::noteCrowd(clock::now());
  MemberWait wait(/*fits=*/true);
  unsigned looks = 0;
  while (wait.look())
    ++looks;
  EXPECT_LT(looks, 512U);
}

} // namespace
