//===- task_homes_test.cpp - tasks that had better run at one node -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "os/settings.h"
#include "regions/regions.h"
#include "regions/strand_slot.h"
#include "slots/nodes.h"
#include "slots/thread_life.h"
#include "tactus/latent.h"
#include "tactus/tactus.h"
#include "workers/worker.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <sched.h>

namespace tactus {
namespace {

TEST(TaskHomes, ThievesSeeTheHomeOfTheOldest) {
  auto slot = std::make_unique<WorkerSlot>();
  Task first{}, second{}, third{};
  Join join{};
  first.join = second.join = third.join = &join;
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

TEST(TaskPlaces, WhoHasNoSlotGetsWhatItsTeamCounts) {
  auto slot = std::make_unique<WorkerSlot>();
  Join ofSlots{}, counted{};
  Team team{};
  counted.team = &team;
  Task first{}, second{}, third{};
  first.join = third.join = &counted;
  second.join = &ofSlots;
  second.home = third.home = 200;
  for (Task *task : {&first, &second, &third})
    ASSERT_TRUE(slot->deque.push(task));
  EXPECT_EQ(slot->deque.stealMarked(TaskQueue::HasPlace), &first);
  EXPECT_EQ(slot->deque.stealMarked(TaskQueue::HasPlace), nullptr) << "this one takes a slot, and stays where it is";
  EXPECT_EQ(slot->deque.homeOfOldest(), 200U);
  EXPECT_EQ(slot->deque.steal(), &second);
  EXPECT_EQ(slot->deque.stealMarked(TaskQueue::HasPlace), &third);
  EXPECT_EQ(slot->deque.stealMarked(TaskQueue::HasPlace), nullptr);
}

TEST(TaskPlaces, IterationsMayBeginWithoutOne) {
  auto slot = std::make_unique<WorkerSlot>();
  Join ofSlots{};
  auto region = std::make_unique<Region>();
  Task other{}, iteration{};
  other.join = iteration.join = &ofSlots;
  iteration.continued = region.get();
  for (Task *task : {&iteration, &other})
    ASSERT_TRUE(slot->deque.push(task));
  EXPECT_EQ(slot->deque.stealMarked(TaskQueue::HasPlace), nullptr);
  EXPECT_EQ(slot->deque.stealMarked(TaskQueue::MayLackPlace), &iteration);
  EXPECT_EQ(slot->deque.stealMarked(TaskQueue::MayLackPlace), nullptr) << "who waits need not wait for this one";
}

constexpr unsigned Nowhere = 99;
std::atomic<unsigned> ranAt{Nowhere};
void noteWorker(const uint64_t *, void *) { ranAt = tactus_worker_number(); }
tactus_fork_descriptor site{noteWorker,          "fork.c", "fork", 7, 1, 2, 0, TACTUS_UNKNOWN_WEIGHT, 0, nullptr,
                            TACTUS_FORK_HAS_HOME};

/// Two workers at the first node, of which the first is the calling thread, and one at the second.
ThreadState &makeWorkers() {
  settings.workers = 3;
  ThreadState &thread = *currentThread();
  EXPECT_TRUE(acquireSlot(thread));
  const uint8_t nodes[] = {1, 1, 2};
  tactus_place_workers(nodes, 3, nullptr);
  return thread;
}
tactus_fork_record *forkWithHome(uint64_t node) {
  const uint64_t environment[] = {0, node};
  return tactus_fork_now(&site, environment);
}
void finish(tactus_fork_record *record) {
  tactus_fork_join(record);
  tactus_fork_release(record);
}

TEST(TaskHomes, WorkersElsewhereLeaveTasksAlone) {
  ThreadState &thread = makeWorkers();
  // The thread has all slots, so that nobody else runs the task, and steals for each of them.
  WorkerSlot *own = std::exchange(thread.slot, nullptr), *others[2];
  for (WorkerSlot *&slot : others) {
    ASSERT_TRUE(acquireSlot(thread));
    slot = std::exchange(thread.slot, nullptr);
  }
  thread.slot = own;
  tactus_fork_record *record = forkWithHome(2);
  ASSERT_NE(record, nullptr);
  auto stealAt = [&](WorkerSlot *slot, Reach reach) {
    thread.slot = slot;
    Task *task = stealTask(thread, reach);
    thread.slot = own;
    if (task)
      own->deque.push(task);
    return task != nullptr;
  };
  EXPECT_FALSE(stealAt(others[0], Reach::Near));
  EXPECT_TRUE(stealAt(others[0], Reach::Anywhere));
  EXPECT_TRUE(stealAt(others[1], Reach::Near));
  finish(record);
  EXPECT_EQ(ranAt, 0U);
  for (WorkerSlot *slot : others) {
    ASSERT_EQ(std::exchange(thread.slot, slot), nullptr);
    giveSlotBack(thread);
  }
}

TEST(TaskHomes, AWorkerAtHomeIsWoken) {
  makeWorkers();
  tactus_fork_record *record = forkWithHome(2);
  ASSERT_NE(record, nullptr);
  while (ranAt == Nowhere) // the other free slot comes first in the list
    sched_yield();
  EXPECT_EQ(ranAt, 2U);
  finish(record);
}

} // namespace
} // namespace tactus
