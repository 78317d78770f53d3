//===- task_homes_test.cpp - tasks that had better run at one node -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "slots/nodes.h"

#include <gtest/gtest.h>

#include <memory>

namespace tactus {
namespace {

TEST(TaskHomes, ThievesSeeTheHomeOfTheOldest) {
  auto slot = std::make_unique<WorkerSlot>();
  Task first{}, second{}, third{};
  second.home = 2;
  third.home = 200;
  for (Task *task : {&first, &second, &third})
    ASSERT_TRUE(slot->deque.push(task));
  EXPECT_EQ(slot->deque.homeOfOldest(), 0U);
  EXPECT_FALSE(belongsElsewhere(*slot, 1)) << "a task without a home is everybody's";
  EXPECT_EQ(slot->deque.steal(), &first);
  EXPECT_EQ(slot->deque.homeOfOldest(), 2U);
  EXPECT_TRUE(belongsElsewhere(*slot, 1));
  EXPECT_FALSE(belongsElsewhere(*slot, 2));
  EXPECT_FALSE(belongsElsewhere(*slot, 0)) << "a worker that is nowhere, or takes what there is";
  EXPECT_EQ(slot->deque.pop(), &third) << "the owner takes its youngest, wherever that belongs";
  EXPECT_EQ(slot->deque.steal(), &second);
  EXPECT_EQ(slot->deque.homeOfOldest(), 0U);
  EXPECT_EQ(slot->deque.pop(), nullptr);
  EXPECT_EQ(slot->deque.steal(), nullptr);
}

} // namespace
} // namespace tactus
