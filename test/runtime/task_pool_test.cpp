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

ExplicitTask *runCounting(ExplicitTask &task) {
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
    task.countChildren();
    task.pool->help(
        ownNumber, task.tied,
        [](void *waiting) { return static_cast<ExplicitTask *>(waiting)->unfinishedChildren() == 0; }, &task);
  }
  current = suspended;
  return task.pool->complete(task, ownNumber);
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
  implicit.countChildren();
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
        return ready.pool->complete(ready, ownNumber);
      };
      if (implicit.pool->addDependences(task, &item, 1, {}))
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
    EXPECT_EQ(pool->complete(*task, 0), nullptr);
  }
  EXPECT_EQ(pool->find(0, nullptr), nullptr);
  EXPECT_EQ(pool->unfinishedTasks(), 0u);
  TaskPool::giveBack(pool);
}

/// The implicit task of a team of one, and children that use one cell.
class Chain {
public:
  Chain() { implicit.pool = pool; }
  ~Chain() {
    EXPECT_EQ(pool->unfinishedTasks(), 0u);
    TaskPool::giveBack(pool);
  }

  CountingTask &add(tactus::abi::DependenceKind kind, int32_t priority = 0) {
    CountingTask &task = make(implicit, 0);
    task.priority = priority;
    task.run = [](ExplicitTask &ready) {
      CountingTask::executed.fetch_add(1);
      return ready.pool->complete(ready, 0);
    };
    const tactus::abi::Dependence item{reinterpret_cast<uint64_t>(this), 1, static_cast<uint8_t>(kind)};
    // Without a space of its own, the node is allocated.
    std::span<std::byte> room = (added++ & 1) ? std::span<std::byte>() : std::span(space[added % 8]);
    if (pool->addDependences(task, &item, 1, room))
      pool->push(task, 0);
    return task;
  }
  void helpUntil(int count, const ExplicitTask *tied) {
    CountingTask::executed = 0;
    pool->help(
        0, tied, [](void *wanted) { return CountingTask::executed.load() == *static_cast<int *>(wanted); }, &count);
    EXPECT_EQ(CountingTask::executed.load(), count);
  }

  TaskPool *pool = TaskPool::take(1, true);
  ExplicitTask implicit;

private:
  alignas(16) std::byte space[8][256];
  unsigned added = 0;
};

TEST(TaskPool, AnEndKeepsOneOfItsSuccessors) {
  Chain chain;
  chain.add(tactus::abi::DependsOut);
  CountingTask &urgent = chain.add(tactus::abi::DependsIn, 1);
  chain.add(tactus::abi::DependsIn);
  chain.add(tactus::abi::DependsIn);
  ExplicitTask *first = chain.pool->find(0, nullptr);
  ExplicitTask *kept = first->run(*first);
  ASSERT_NE(kept, nullptr);
  EXPECT_NE(kept, &urgent);
  EXPECT_EQ(chain.pool->find(0, nullptr), &urgent);
  ExplicitTask *other = chain.pool->find(0, nullptr);
  ASSERT_NE(other, nullptr);
  EXPECT_NE(other, kept);
  EXPECT_EQ(chain.pool->find(0, nullptr), nullptr);
  for (ExplicitTask *task : {kept, static_cast<ExplicitTask *>(&urgent), other})
    EXPECT_EQ(task->run(*task), nullptr);
}

TEST(TaskPool, WhoHasWaitedLeavesTheNextTaskToOthers) {
  Chain chain;
  for (int link = 0; link < 3; ++link)
    chain.add(tactus::abi::DependsInOut);
  chain.helpUntil(1, nullptr);
  ExplicitTask *second = chain.pool->find(0, nullptr);
  ASSERT_NE(second, nullptr);
  chain.pool->push(*second, 0);
  chain.helpUntil(2, nullptr);
}

TEST(TaskPool, APriorityComesBeforeTheNextTask) {
  Chain chain;
  CountingTask &first = chain.add(tactus::abi::DependsInOut);
  first.run = [](ExplicitTask &task) {
    CountingTask &urgent = make(*task.parent, 0);
    urgent.priority = 1;
    urgent.run = [](ExplicitTask &hurried) {
      EXPECT_EQ(CountingTask::executed.fetch_add(1), 0);
      return hurried.pool->complete(hurried, 0);
    };
    task.pool->push(urgent, 0);
    return task.pool->complete(task, 0);
  };
  chain.add(tactus::abi::DependsInOut);
  chain.helpUntil(2, nullptr);
}

TEST(TaskPool, NothingElseRunsOnTopOfATiedTask) {
  Chain chain;
  CountingTask &suspended = make(chain.implicit, 0);
  suspended.tied = &suspended;
  chain.add(tactus::abi::DependsInOut).isTied = false;
  CountingTask &next = chain.add(tactus::abi::DependsInOut);
  chain.helpUntil(1, &suspended);
  EXPECT_EQ(chain.pool->find(0, &suspended), nullptr);
  EXPECT_EQ(chain.pool->find(0, nullptr), &next);
  EXPECT_EQ(next.run(next), nullptr);
  EXPECT_EQ(chain.pool->complete(suspended, 0), nullptr);
}

} // namespace
