//===- patience_test.cpp - how long threads look before they sleep --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "threads/patience.h"

#include <gtest/gtest.h>

using namespace tactus;

namespace {

uint64_t ticksOf(uint64_t microseconds) { return clock::ticksFromMicroseconds(microseconds); }

class PatienceTest : public ::testing::Test {
protected:
  // Of no clock in particular.
  void SetUp() override { clock::ticksPerMillisecond.store(1000000, std::memory_order_relaxed); }
  Patience patience;
};

TEST_F(PatienceTest, BeginsWithTheShortest) { EXPECT_EQ(patience.ticks(), ticksOf(Patience::ShortestMicroseconds)); }

TEST_F(PatienceTest, ShortSleepsMakeItLongerUpToABound) {
  patience.learn(ticksOf(100));
  EXPECT_EQ(patience.ticks(), ticksOf(2 * Patience::ShortestMicroseconds));
  for (int sleep = 0; sleep < 100; ++sleep)
    patience.learn(ticksOf(100));
  EXPECT_EQ(patience.ticks(), ticksOf(Patience::LongestMicroseconds));
  EXPECT_EQ(patience.ticks(/*keepsWork=*/true), ticksOf(Patience::ShortestMicroseconds));
}

TEST_F(PatienceTest, LongSleepsMakeItShorterDownToWhereItBegan) {
  for (int sleep = 0; sleep < 100; ++sleep)
    patience.learn(0);
  patience.learn(ticksOf(Patience::LongestMicroseconds));
  EXPECT_EQ(patience.ticks(), ticksOf(Patience::LongestMicroseconds / 2));
  for (int sleep = 0; sleep < 100; ++sleep)
    patience.learn(ticksOf(1000000));
  EXPECT_EQ(patience.ticks(), ticksOf(Patience::ShortestMicroseconds));
}

} // namespace
