//===- promotion_test.cpp - what a promotion makes of a loop --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "compiled.h"
#include "os/allocation.h"
#include "os/settings.h"
#include "regions/strand_slot.h"
#include "slots/thread_life.h"
#include "threads/thread.h"
#include "workers/promotion.h"

#include <gtest/gtest.h>

using namespace tactus;
using namespace tactus::abi;
using namespace tactus::test;

namespace {

class Splits : public ::testing::Test {
protected:
  ThreadState *thread = nullptr;
  void SetUp() override {
    settings.workers = 1; // nobody is woken
    thread = currentThread();
    ASSERT_TRUE(thread && acquireSlot(*thread));
  }
  void TearDown() override {
    while (thread->slot->deque.pop())
      ;
    giveSlotBack(*thread);
  }
  using Range = std::pair<uint64_t, uint64_t>;
  static std::vector<Range> ranges(const Slot &slot) {
    std::vector<Range> result;
    for (Task *task = slot.slot.join ? slot.slot.join->first : nullptr; task; task = task->next)
      result.emplace_back(task->begin, task->end);
    return result;
  }
  Promotion promote(Slot &slot, uint64_t iteration, bool next = false, uint64_t split = 0, Task *owner = nullptr) {
    return promoteLoop(*thread, {&slot.slot, iteration, slot.slot.end, owner, 0, next}, split, 0,
                       reinterpret_cast<uintptr_t>(&slot));
  }
};

TEST_F(Splits, ThreeWay) {
  Slot slot(flatLoop, 20);
  EXPECT_EQ(promote(slot, 4), Promotion::Done);
  EXPECT_EQ(slot.slot.end, 5u);
  EXPECT_EQ(ranges(slot), (std::vector<Range>{{5, 13}, {13, 20}}));
  // The owner pops the lowest, thieves take the highest.
  EXPECT_EQ(thread->slot->deque.steal()->begin, 13u);
  EXPECT_EQ(thread->slot->deque.pop()->begin, 5u);
  freeJoin(slot.slot);
}

TEST_F(Splits, ASingleIterationIsOneTask) {
  Slot slot(flatLoop, 6);
  EXPECT_EQ(promote(slot, 4), Promotion::Done);
  EXPECT_EQ(slot.slot.end, 5u);
  EXPECT_EQ(ranges(slot), (std::vector<Range>{{5, 6}}));
  freeJoin(slot.slot);
}

TEST_F(Splits, TheInnermostKeepsTheFirstHalf) {
  Slot slot(flatLoop, 20);
  EXPECT_EQ(promote(slot, 5, true), Promotion::Done);
  EXPECT_EQ(slot.slot.end, 13u);
  EXPECT_EQ(ranges(slot), (std::vector<Range>{{13, 20}}));
  // Later promotions lie in front.
  EXPECT_EQ(promote(slot, 6, true), Promotion::Done);
  EXPECT_EQ(slot.slot.end, 10u);
  EXPECT_EQ(ranges(slot), (std::vector<Range>{{10, 13}, {13, 20}}));
  EXPECT_EQ(promote(slot, 8, true), Promotion::Done);
  EXPECT_EQ(slot.slot.end, 9u);
  EXPECT_EQ(ranges(slot), (std::vector<Range>{{9, 10}, {10, 13}, {13, 20}}));
  freeJoin(slot.slot);
}

TEST_F(Splits, FullUnsignedRange) {
  Slot slot(flatLoop, UINT64_MAX);
  EXPECT_EQ(promote(slot, 0), Promotion::Done);
  EXPECT_EQ(ranges(slot), (std::vector<Range>{{1, uint64_t{1} << 63}, {uint64_t{1} << 63, UINT64_MAX}}));
  freeJoin(slot.slot);
  Slot next(flatLoop, UINT64_MAX);
  EXPECT_EQ(promote(next, UINT64_MAX - 2, true), Promotion::Done);
  EXPECT_EQ(ranges(next), (std::vector<Range>{{UINT64_MAX - 1, UINT64_MAX}}));
  freeJoin(next.slot);
}

TEST_F(Splits, GivenSplitPoint) {
  Slot slot(flatLoop, 20);
  EXPECT_EQ(promote(slot, 4, false, 1), Promotion::Done);
  EXPECT_EQ(ranges(slot), (std::vector<Range>{{5, 6}, {6, 20}}));
  freeJoin(slot.slot);
}

TEST_F(Splits, EnvironmentIsCopiedAndResultsAreAligned) {
  Slot slot(innerLoop, 20, 24);
  for (unsigned index = 0; index < 3; ++index)
    slot.environment(index) = 100 + index;
  EXPECT_EQ(promote(slot, 0), Promotion::Done);
  for (Task *task = slot.slot.join->first; task; task = task->next) {
    EXPECT_EQ(memcmp(task->environment(), slot.slot.environment, 24), 0);
    ASSERT_NE(task->result, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(task->result) % 16, 0u);
    memset(task->result, 0xff, 24); // inside the allocation, as AddressSanitizer checks
  }
  freeJoin(slot.slot);
}

TEST_F(Splits, StrandLimits) {
  Slot one(flatLoop, 20, 0, 1);
  EXPECT_EQ(promote(one, 0), Promotion::LimitReached);
  EXPECT_EQ(one.slot.end, 20u);
  EXPECT_EQ(one.slot.join, nullptr);

  Slot two(flatLoop, 20, 0, 2);
  EXPECT_EQ(promote(two, 4), Promotion::Done);
  EXPECT_EQ(two.slot.end, 5u);
  EXPECT_EQ(ranges(two), (std::vector<Range>{{5, 20}}));
  // A slice of the same loop inside the task belongs to its team.
  Slot slice(flatLoop, 20, 0, 2);
  EXPECT_EQ(promote(slice, 5, false, 0, two.slot.join->first), Promotion::LimitReached);
  // Another loop inside the task does not.
  Slot other(dynamicLoop, 20);
  EXPECT_EQ(promote(other, 5, false, 0, two.slot.join->first), Promotion::Done);
  freeJoin(other.slot);
  // When a strand has ended there is room again.
  two.slot.join->team->leave(1);
  EXPECT_EQ(promote(slice, 5, false, 0, two.slot.join->first), Promotion::Done);
  EXPECT_EQ(slice.slot.join->team, two.slot.join->team);
  freeJoin(slice.slot);
  freeJoin(two.slot);
}

TEST_F(Splits, WithoutMemoryNothingChanges) {
  Slot slot(flatLoop, 20, 0, 3);
  failureInjection.memory = true;
  EXPECT_EQ(promote(slot, 4), Promotion::NoMemory);
  failureInjection.memory = false;
  EXPECT_EQ(slot.slot.end, 20u);
  EXPECT_EQ(slot.slot.join, nullptr);
  EXPECT_EQ(thread->slot->deque.size(), 0u);
  EXPECT_EQ(promote(slot, 4), Promotion::Done);
  freeJoin(slot.slot);
}

} // namespace
