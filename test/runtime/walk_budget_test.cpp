//===- walk_budget_test.cpp - how often a thread may walk its stack -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "threads/walk_budget.h"

#include <gtest/gtest.h>

using namespace tactus;

namespace {

constexpr uint64_t FirstAtMost = 100;

/// Walks whenever it may, each walk taking so long. The time when the last one begins.
uint64_t walk(WalkBudget &budget, uint64_t time, uint64_t ticks, unsigned times) {
  uint64_t began = time;
  for (unsigned i = 0; i < times; ++i) {
    while (!budget.allowsWalkAt(time))
      ++time;
    began = time;
    time += ticks;
    budget.charge(began, time, FirstAtMost);
  }
  return began;
}

TEST(WalkBudget, TakesItsShareOfTheTime) {
  WalkBudget budget;
  constexpr unsigned Walks = 50;
  for (uint64_t ticks : {1, 10, 1000, 7}) {
    uint64_t start = walk(budget, 0, ticks, 10); // it knows the price then
    EXPECT_EQ(walk(budget, start, ticks, Walks + 1) - start, (Walks + 1) * WalkBudget::Share * ticks);
    budget = {};
  }
}

TEST(WalkBudget, AnInterruptedWalkDelaysLittle) {
  WalkBudget budget;
  constexpr uint64_t Ticks = 10, TimeSlice = 100000;
  uint64_t start = walk(budget, 0, Ticks, 3) + WalkBudget::Share * Ticks;
  budget.charge(start, start + TimeSlice, FirstAtMost);
  EXPECT_FALSE(budget.allowsWalkAt(start + WalkBudget::Share * Ticks));
  EXPECT_TRUE(budget.allowsWalkAt(start + TimeSlice));
  // Nor does it count later on.
  start = walk(budget, start + TimeSlice, Ticks, 1);
  EXPECT_TRUE(budget.allowsWalkAt(start + WalkBudget::Share * Ticks));
}

TEST(WalkBudget, TheFirstWalkMayBeInterruptedToo) {
  WalkBudget budget;
  budget.charge(0, 100000, FirstAtMost);
  EXPECT_FALSE(budget.allowsWalkAt(WalkBudget::Share * FirstAtMost - 1));
  EXPECT_TRUE(budget.allowsWalkAt(WalkBudget::Share * FirstAtMost));
}

TEST(WalkBudget, CanBeSet) {
  WalkBudget budget;
  budget.forbid();
  EXPECT_FALSE(budget.allowsWalkAt(UINT64_MAX - 1));
  budget.allowAtOnce();
  EXPECT_TRUE(budget.allowsWalkAt(0));
}

} // namespace
