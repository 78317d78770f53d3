//===- task_pool_test.cpp - explicit tasks that members of a team run for each other -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Members of a team run each other's tasks, and meet when none is left. Runs under ThreadSanitizer.
//
//===----------------------------------------------------------------------===//
#include "teams/task_pool.h"

#include <atomic>
#include <gtest/gtest.h>

using namespace tactus;

namespace {

constexpr uint32_t Members = 4;
constexpr int Children = 200, Depth = 3;

struct CountingTask : ExplicitTask {
  int depth = 0;
  static inline std::atomic<int> executed{0}, destroyed{0};
};

// Of the calling thread, as libomp/context.h has it.
thread_local uint32_t ownNumber = 0;
thread_local ExplicitTask *current = nullptr;

void create(ExplicitTask &parent, int depth);

void runCounting(ExplicitTask &task) {
  ExplicitTask *suspended = current;
  // Nothing that does not descend from a suspended tied task runs on top of it.
  if (suspended->tied) {
    EXPECT_TRUE(task.descendsFrom(*suspended->tied));
  }
  task.tied = &task;
  current = &task;
  CountingTask::executed.fetch_add(1);
  if (int depth = static_cast<CountingTask &>(task).depth) {
    create(task, depth - 1);
    create(task, depth - 1);
    task.pool->help(
        ownNumber, task.tied,
        [](void *waiting) { return static_cast<ExplicitTask *>(waiting)->unfinishedChildren() == 0; }, &task);
  }
  current = suspended;
  task.pool->complete(task, ownNumber);
}

CountingTask &make(ExplicitTask &parent, int depth) {
  auto *task = new CountingTask;
  task->parent = &parent;
  task->pool = parent.pool;
  task->depth = depth;
  task->run = runCounting;
  task->destroy = [](ExplicitTask &ended) {
    CountingTask::destroyed.fetch_add(1);
    delete static_cast<CountingTask *>(&ended);
  };
  parent.pool->begin(*task, ownNumber);
  return *task;
}

void create(ExplicitTask &parent, int depth) { parent.pool->push(make(parent, depth), ownNumber); }

struct Region {
  TaskPool *pool;
  void (*code)(ExplicitTask &implicit);
};

void runRegion(void *environment, int32_t number) {
  auto &region = *static_cast<Region *>(environment);
  ExplicitTask implicit;
  implicit.isImplicit = true;
  implicit.pool = region.pool;
  ownNumber = static_cast<uint32_t>(number);
  current = &implicit;
  region.code(implicit);
  implicit.pool->meetAtEnd(*tactus_team_member);
  EXPECT_EQ(implicit.unfinishedChildren(), 0u);
}

void runTeam(void (*code)(ExplicitTask &)) {
  CountingTask::executed = CountingTask::destroyed = 0;
  TeamPlan plan;
  ASSERT_TRUE(planTeam(Members, 0, plan));
  ASSERT_EQ(plan.size, Members);
  Region region{TaskPool::take(plan.size, plan.fits), code};
  ASSERT_NE(region.pool, nullptr);
  plan.code = runRegion;
  plan.environment = &region;
  plan.tasks = region.pool;
  ASSERT_TRUE(runPlannedTeam(plan));
  EXPECT_EQ(region.pool->unfinishedTasks(), 0u);
  TaskPool::giveBack(region.pool);
}

TEST(TaskPool, AllMembersCreate) {
  for (int round = 0; round < 20; ++round) {
    runTeam([](ExplicitTask &implicit) {
      for (int child = 0; child < Children; ++child)
        create(implicit, 0);
    });
    EXPECT_EQ(CountingTask::executed.load(), Children * static_cast<int>(Members));
    EXPECT_EQ(CountingTask::destroyed.load(), CountingTask::executed.load());
  }
}

TEST(TaskPool, TasksWaitForTheirChildren) {
  for (int round = 0; round < 20; ++round) {
    runTeam([](ExplicitTask &implicit) {
      for (int child = 0; ownNumber == 0 && child < Children; ++child)
        create(implicit, Depth);
    });
    EXPECT_EQ(CountingTask::executed.load(), Children * ((1 << (Depth + 1)) - 1));
    EXPECT_EQ(CountingTask::destroyed.load(), CountingTask::executed.load());
  }
}

TEST(TaskPool, DependentTasksRunInOrder) {
  static int cell, values[Children];
  cell = 0;
  runTeam([](ExplicitTask &implicit) {
    static const tactus::abi::Dependence item{reinterpret_cast<uint64_t>(&cell), sizeof cell,
                                              tactus::abi::DependsInOut};
    for (int child = 0; ownNumber == 0 && child < Children; ++child) {
      CountingTask &task = make(implicit, child);
      task.run = [](ExplicitTask &ready) {
        values[cell++] = static_cast<CountingTask &>(ready).depth;
        ready.pool->complete(ready, ownNumber);
      };
      if (implicit.pool->addDependences(task, &item, 1))
        implicit.pool->push(task, ownNumber);
    }
  });
  ASSERT_EQ(cell, Children);
  for (int child = 0; child < Children; ++child)
    EXPECT_EQ(values[child], child);
}

TEST(TaskPool, TheFirstPrioritiesComeFirst) {
  TaskPool *pool = TaskPool::take(1, true);
  ASSERT_NE(pool, nullptr);
  ExplicitTask implicit;
  implicit.pool = pool;
  for (int32_t priority : {1, 5, 0, 3, 5}) {
    CountingTask &task = make(implicit, 0);
    task.priority = priority;
    pool->push(task, 0);
  }
  for (int32_t priority : {5, 5, 3, 1, 0}) {
    ExplicitTask *task = pool->find(0, nullptr);
    ASSERT_NE(task, nullptr);
    EXPECT_EQ(task->priority, priority);
    pool->complete(*task, 0);
  }
  EXPECT_EQ(pool->find(0, nullptr), nullptr);
  EXPECT_EQ(pool->unfinishedTasks(), 0u);
  TaskPool::giveBack(pool);
}

} // namespace
