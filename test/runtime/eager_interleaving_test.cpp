//===- eager_interleaving_test.cpp - event table and policy queue in every order ----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The runtime's own templates, under all sequentially consistent interleavings of small scenarios.
//
//===----------------------------------------------------------------------===//
#include "explorer.h"
#include "taken_once.h"
#include "tasks/event_table.h"
#include "tasks/join_state.h"
#include "tasks/policy_queue.h"

#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

using namespace tactus;
using namespace tactus::test;

namespace {

//===----------------------------------------------------------------------===//
// Event table
//===----------------------------------------------------------------------===//

struct ModelWaiter {
  Flag wokenUp;
  int wakes = 0;
};
using ModelEvents = EventTable<ModelWaiter, ModelAtomics>;

struct EventScenario {
  /// Waiters, each with a join of its own, and tasks of each, which have a thread each.
  unsigned waiters, tasks;
  size_t buckets;
};

void PrintTo(const EventScenario &scenario, std::ostream *stream) {
  *stream << scenario.waiters << " x " << scenario.tasks << ", " << scenario.buckets << " buckets";
}

class EventInterleavings : public ::testing::TestWithParam<EventScenario> {};

/// A waiter with its join, which is destroyed as soon as the waiter goes on.
struct ModelJoin {
  std::unique_ptr<JoinState<ModelAtomics>> state = std::make_unique<JoinState<ModelAtomics>>();
  // What the event is known by; in the runtime the join itself.
  alignas(64) char event = 0;
  ModelWaiter waiter;
};

TEST_P(EventInterleavings, EachWaiterIsWokenOnceIfItSleeps) {
  const EventScenario &scenario = GetParam();
  Explorer explorer;
  std::unique_ptr<ModelEvents::Bucket[]> buckets;
  std::unique_ptr<ModelEvents> events;
  std::vector<std::unique_ptr<ModelJoin>> joins;
  unsigned slept = 0, passed = 0;
  auto wait = [&](ModelJoin &join) {
    ModelEvents::Entry entry{&join.event, &join.waiter};
    events->insert(entry);
    if (join.state->announce()) {
      join.waiter.wokenUp.waitFor(true);
      ++slept;
      if (join.waiter.wakes != 1)
        explorer.fail("a waiter goes on that nobody has woken");
    } else {
      events->remove(entry);
      ++passed;
    }
    if (!join.state->done())
      explorer.fail("a waiter goes on before its tasks are done");
    join.state.reset();
  };
  auto complete = [&](ModelJoin &join) {
    if (!join.state->complete())
      return;
    ModelWaiter *waiter = events->take(&join.event);
    if (waiter != &join.waiter)
      explorer.fail("an event has another one's waiter");
    ++waiter->wakes;
    waiter->wokenUp.set(true);
  };
  auto start = [&] {
    buckets = std::make_unique<ModelEvents::Bucket[]>(scenario.buckets);
    events = std::make_unique<ModelEvents>(buckets.get(), scenario.buckets);
    joins.clear();
    for (unsigned index = 0; index < scenario.waiters; ++index) {
      joins.push_back(std::make_unique<ModelJoin>());
      ModelJoin &join = *joins.back();
      join.state->add(scenario.tasks);
      explorer.add([&] { wait(join); });
      for (unsigned task = 0; task < scenario.tasks; ++task)
        explorer.add([&] { complete(join); });
    }
  };
  auto finish = [&] {
    for (size_t bucket = 0; bucket < scenario.buckets; ++bucket)
      if (buckets[bucket].first)
        explorer.fail("an entry is left behind");
  };
  explorer.explore(start, finish);
  EXPECT_EQ(explorer.failure, "");
  EXPECT_GT(slept, 0u);
  EXPECT_GT(passed, 0u);
  RecordProperty("executions", std::to_string(explorer.executions));
}

INSTANTIATE_TEST_SUITE_P(Scenarios, EventInterleavings,
                         ::testing::Values(EventScenario{1, 1, 1}, EventScenario{1, 2, 1}, EventScenario{2, 1, 1},
                                           EventScenario{2, 1, 97}));

//===----------------------------------------------------------------------===//
// Policy queue
//===----------------------------------------------------------------------===//

/// The owner's steps, those before there are thieves and those beside them: 'a'…'z' push that element, '-' pops, and
/// 'A'…'Z' takes that element wherever it is.
struct QueueScenario {
  const char *before, *owner;
  unsigned thieves, stealsEach;
  QueuePolicy policy;
};

void PrintTo(const QueueScenario &scenario, std::ostream *stream) {
  *stream << scenario.before << '|' << scenario.owner << (scenario.policy.pushesFront ? " push-front" : "")
          << (scenario.policy.stealsFront ? " steal-front" : "");
}

class QueueInterleavings : public ::testing::TestWithParam<QueueScenario> {};

TEST_P(QueueInterleavings, EachElementIsTakenOnce) {
  const QueueScenario &scenario = GetParam();
  using ModelQueue = PolicyQueue<char, 4, ModelAtomics>;
  Explorer explorer;
  std::unique_ptr<ModelQueue> queue;
  TakenOnce elements;
  auto run = [&](const char *steps) {
    for (const char *step = steps; *step; ++step) {
      if (*step == '-')
        elements.take(queue->pop());
      else if (*step < 'a')
        elements.take(queue->takeFirst(scenario.policy,
                                       [&](char *element) { return element == elements.element(*step - 'A' + 'a'); }));
      else
        elements.push(*step, queue->push(elements.element(*step), scenario.policy));
    }
  };
  auto start = [&] {
    queue = std::make_unique<ModelQueue>();
    elements.begin();
    run(scenario.before);
    explorer.add([&] { run(scenario.owner); });
    for (unsigned thief = 0; thief < scenario.thieves; ++thief)
      explorer.add([&] {
        for (unsigned steal = 0; steal < scenario.stealsEach; ++steal)
          elements.take(queue->steal(scenario.policy));
      });
  };
  auto finish = [&] {
    while (char *element = queue->pop())
      elements.take(element);
    elements.check(explorer);
  };
  explorer.explore(start, finish);
  EXPECT_EQ(explorer.failure, "");
  EXPECT_GT(explorer.executions, 10u);
}

constexpr QueuePolicy Policies[] = {{false, false}, {true, false}, {false, true}, {true, true}};

std::vector<QueueScenario> queueScenarios() {
  std::vector<QueueScenario> all;
  for (QueuePolicy policy : Policies) {
    all.push_back({"a", "-", 1, 1, policy});
    all.push_back({"ab", "--", 1, 2, policy});
    all.push_back({"ab", "Ac", 1, 1, policy});
    all.push_back({"abc", "B-", 1, 1, policy});
    all.push_back({"", "ab-", 1, 1, policy});
    all.push_back({"ab", "", 2, 1, policy});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Scenarios, QueueInterleavings, ::testing::ValuesIn(queueScenarios()));

/// Figure 4: three tasks in a row; what the worker takes next, and what a thief gets.
TEST(PolicyQueue, HasTheEndsOfItsPolicy) {
  char tasks[] = "abc";
  const char owned[] = {'a', 'c', 'a', 'c'}, stolen[] = {'c', 'a', 'a', 'c'};
  for (unsigned index = 0; index < 4; ++index) {
    PolicyQueue<char, 4> first, second;
    for (unsigned task = 0; task < 3; ++task) {
      ASSERT_TRUE(first.push(&tasks[task], Policies[index]));
      ASSERT_TRUE(second.push(&tasks[task], Policies[index]));
    }
    EXPECT_EQ(*first.pop(), owned[index]);
    EXPECT_EQ(*second.steal(Policies[index]), stolen[index]);
  }
}

TEST(PolicyQueue, TakesTheNewestThatFits) {
  char tasks[] = "abcd";
  for (QueuePolicy policy : Policies) {
    PolicyQueue<char, 4> queue;
    for (unsigned task = 0; task < 4; ++task)
      ASSERT_TRUE(queue.push(&tasks[task], policy));
    EXPECT_FALSE(queue.push(tasks, policy));
    EXPECT_EQ(queue.takeFirst(policy, [](const char *task) { return *task < 'd'; }), &tasks[2]);
    EXPECT_EQ(queue.takeFirst(policy, [](const char *task) { return *task == 'e'; }), nullptr);
    EXPECT_EQ(queue.size(), 3u);
    std::string left;
    while (char *task = queue.pop())
      left += *task;
    EXPECT_EQ(left, policy.pushesFront ? "dba" : "abd");
  }
}

} // namespace
