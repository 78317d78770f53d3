//===- interleaving_test.cpp - deque and join in every order -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The runtime's own templates, under all sequentially consistent interleavings of small scenarios. What weaker orders
// could add is left to the stress tests under ThreadSanitizer.
//
//===----------------------------------------------------------------------===//
#include "explorer.h"
#include "taken_once.h"
#include "tasks/deque.h"
#include "tasks/join_state.h"

#include <gtest/gtest.h>
#include <new>
#include <string>

using namespace tactus;
using namespace tactus::test;

namespace {

constexpr auto Relaxed = std::memory_order_relaxed;
constexpr auto Strict = std::memory_order_seq_cst;

//===----------------------------------------------------------------------===//
// Deque
//===----------------------------------------------------------------------===//

/// The owner's steps: 'a'…'z' push that element, '-' pops.
struct DequeScenario {
  const char *owner;
  unsigned thieves, stealsEach;
  /// One more takes nothing but this element, 0 for none.
  char wanted = 0;
};

void PrintTo(const DequeScenario &scenario, std::ostream *stream) { *stream << scenario.owner; }

class DequeInterleavings : public ::testing::TestWithParam<DequeScenario> {};

TEST_P(DequeInterleavings, EachElementIsTakenOnce) {
  const DequeScenario &scenario = GetParam();
  using ModelDeque = Deque<char, 2, ModelAtomics>;
  Explorer explorer;
  std::unique_ptr<ModelDeque> deque;
  TakenOnce elements;
  auto start = [&] {
    deque = std::make_unique<ModelDeque>();
    elements.begin();
    explorer.add([&] {
      for (const char *step = scenario.owner; *step; ++step) {
        if (*step == '-')
          elements.take(deque->pop());
        else
          elements.push(*step, deque->push(elements.element(*step)));
      }
    });
    for (unsigned thief = 0; thief < scenario.thieves; ++thief)
      explorer.add([&] {
        for (unsigned steal = 0; steal < scenario.stealsEach; ++steal)
          elements.take(deque->steal());
      });
    if (scenario.wanted)
      explorer.add([&] {
        char *found = deque->stealIf([&](const char *element) { return element == elements.element(scenario.wanted); });
        if (found && found != elements.element(scenario.wanted))
          explorer.fail("took what does not fit");
        elements.take(found);
      });
  };
  auto finish = [&] {
    while (char *element = deque->pop())
      elements.take(element);
    elements.check(explorer);
  };
  explorer.explore(start, finish);
  EXPECT_EQ(explorer.failure, "");
  EXPECT_GT(explorer.executions, 10u);
  RecordProperty("executions", std::to_string(explorer.executions));
}

INSTANTIATE_TEST_SUITE_P(Scenarios, DequeInterleavings,
                         ::testing::Values(DequeScenario{"a-", 1, 1}, DequeScenario{"a-", 2, 1},
                                           DequeScenario{"ab--", 1, 2}, DequeScenario{"ab--", 2, 1},
                                           DequeScenario{"ab-c--", 1, 2}, DequeScenario{"abc--d-", 1, 2},
                                           DequeScenario{"a-b-", 2, 1}, DequeScenario{"abc", 2, 2},
                                           DequeScenario{"ab--", 1, 1, 'b'}, DequeScenario{"a-b-c", 1, 1, 'c'}));

/// The explorer itself must find a bug that is there: a deque whose pop does not race for the last element.
TEST(Explorer, FindsALostUpdate) {
  Explorer explorer;
  std::unique_ptr<ModelAtomics::Atomic<uint32_t>> counter;
  auto increment = [&] { counter->store(counter->load(Relaxed) + 1, Relaxed); };
  explorer.explore(
      [&] {
        counter = std::make_unique<ModelAtomics::Atomic<uint32_t>>(0);
        explorer.add(increment);
        explorer.add(increment);
      },
      [&] {
        if (counter->load(Relaxed) != 2)
          explorer.fail("lost");
      });
  EXPECT_NE(explorer.failure.find("lost"), std::string::npos);
}

TEST(Explorer, FindsALostWakeUp) {
  Explorer explorer;
  std::unique_ptr<ModelAtomics::Atomic<uint32_t>> word, asleep;
  explorer.explore(
      [&] {
        word = std::make_unique<ModelAtomics::Atomic<uint32_t>>(0);
        asleep = std::make_unique<ModelAtomics::Atomic<uint32_t>>(0);
        explorer.add([&] {
          if (word->load(Strict) == 0) { // checked too early
            asleep->store(1, Strict);
            while (asleep->load(Strict) == 1)
              ModelAtomics::wait(*asleep, 1);
          }
        });
        explorer.add([&] {
          word->store(1, Strict);
          if (asleep->load(Strict)) {
            asleep->store(0, Strict);
            ModelAtomics::wake(*asleep);
          }
        });
      },
      [] {});
  EXPECT_NE(explorer.failure.find("sleeps for ever"), std::string::npos);
}

//===----------------------------------------------------------------------===//
// Join
//===----------------------------------------------------------------------===//

/// What a thread brings to a hand-over.
struct ModelSlot {
  int number;
};

/// A waiter joins `rounds` loops in turn, each with a task in every completer. The join record is destroyed as soon as
/// the waiter goes on, as joins of real loops are. A waiter that `keepsSlot` first sleeps for a bounded time.
void exploreJoin(unsigned completers, unsigned rounds, Explorer &explorer, bool keepsSlot = false) {
  struct State {
    // Destroyed by the waiter; the memory stays until the end of the execution.
    std::vector<std::unique_ptr<char[]>> memory;
    std::vector<JoinState<ModelAtomics> *> joins;
    std::vector<Parker<ModelSlot, ModelAtomics> *> waiters;
    std::vector<int> results;
    Parker<ModelSlot, ModelAtomics> parker;
    ModelSlot slots[4]{{0}, {1}, {2}, {3}};
  };
  std::unique_ptr<State> state;
  auto start = [&] {
    state = std::make_unique<State>();
    state->waiters.resize(rounds);
    state->results.resize(rounds);
    for (unsigned round = 0; round < rounds; ++round) {
      state->memory.push_back(std::make_unique<char[]>(sizeof(JoinState<ModelAtomics>)));
      state->joins.push_back(new (state->memory.back().get()) JoinState<ModelAtomics>);
      state->joins.back()->add(completers);
    }
    explorer.add([&] {
      for (unsigned round = 0; round < rounds; ++round) {
        JoinState<ModelAtomics> &join = *state->joins[round];
        for (bool isBounded = keepsSlot; !join.done(); isBounded = false) {
          state->waiters[round] = &state->parker;
          if (join.announce()) {
            if (isBounded && !state->parker.waitFor(1) && join.retract())
              continue;
            ModelSlot *grant = state->parker.park();
            if (!grant || grant->number < 1)
              explorer.fail("woken without a slot");
            if (!join.done())
              explorer.fail("woken by somebody who has spoken of another join");
          }
          join.retract();
        }
        if (!join.done() || state->results[round] != static_cast<int>(completers))
          explorer.fail("went on before the tasks had finished");
        join.~JoinState();
      }
    });
    for (unsigned completer = 1; completer <= completers; ++completer)
      explorer.add([&, completer] {
        for (unsigned round = 0; round < rounds; ++round) {
          JoinState<ModelAtomics> &join = *state->joins[round];
          ++state->results[round];
          if (join.complete())
            state->waiters[round]->unpark(&state->slots[completer]);
        }
      });
  };
  explorer.explore(start, [] {});
}

TEST(JoinInterleavings, OneCompleter) {
  Explorer explorer;
  exploreJoin(1, 1, explorer);
  EXPECT_EQ(explorer.failure, "");
  EXPECT_GT(explorer.executions, 3u);
}

TEST(JoinInterleavings, TwoCompleters) {
  Explorer explorer;
  exploreJoin(2, 1, explorer);
  EXPECT_EQ(explorer.failure, "");
  EXPECT_GT(explorer.executions, 10u);
}

TEST(JoinInterleavings, TheParkerServesOneJoinAfterTheOther) {
  Explorer explorer;
  exploreJoin(1, 3, explorer);
  EXPECT_EQ(explorer.failure, "");
}

TEST(JoinInterleavings, AWaiterThatKeepsItsSlotIsWokenOnceOrNotAtAll) {
  for (unsigned completers : {1u, 2u}) {
    Explorer explorer;
    exploreJoin(completers, 3 - completers, explorer, /*keepsSlot=*/true);
    EXPECT_EQ(explorer.failure, "");
    EXPECT_GT(explorer.executions, 10u);
  }
}

TEST(JoinInterleavings, TwoCompletersTwoRounds) {
  Explorer explorer;
  exploreJoin(2, 2, explorer);
  EXPECT_EQ(explorer.failure, "");
}

//===----------------------------------------------------------------------===//
// Tasks of a loop that their owner takes back (join.cpp)
//===----------------------------------------------------------------------===//

/// The owner has executed what it had kept, '0', and published the tasks '1', '2', …, the last first. It takes back
/// those that are the next in order and runs the others that nobody has stolen, as tasks; thieves run what they steal.
/// What is collected must come out in order, whoever has collected it.
void exploreTakingBack(unsigned tasks, unsigned thieves, unsigned stealsEach, Explorer &explorer) {
  struct State {
    Deque<char, 4, ModelAtomics> deque;
    JoinState<ModelAtomics> join;
    Parker<ModelSlot, ModelAtomics> parker;
    Parker<ModelSlot, ModelAtomics> *waiter = nullptr;
    ModelSlot slot{1};
    char names[5]{'0', '1', '2', '3'};
    std::string own = "0", results[4];
  };
  std::unique_ptr<State> state;
  auto run = [&](const char *task) {
    state->results[*task - '0'] = *task;
    if (state->join.complete())
      state->waiter->unpark(&state->slot);
  };
  auto start = [&] {
    state = std::make_unique<State>();
    explorer.add([&] {
      state->join.add(tasks);
      for (unsigned task = tasks; task > 0; --task)
        state->deque.push(&state->names[task]);
      char *task;
      for (unsigned next = 1; (task = state->deque.pop()) == &state->names[next]; ++next) {
        state->own += *task;
        if (state->join.complete())
          explorer.fail("the owner waits for itself");
      }
      for (; task; task = state->deque.pop())
        run(task);
      if (!state->join.done()) {
        state->waiter = &state->parker;
        if (state->join.announce())
          state->parker.park();
        state->join.retract();
      }
      if (!state->join.done())
        explorer.fail("went on before the tasks had finished");
      for (unsigned index = 1; index <= tasks; ++index)
        state->own += state->results[index];
    });
    for (unsigned thief = 0; thief < thieves; ++thief)
      explorer.add([&] {
        for (unsigned steal = 0; steal < stealsEach; ++steal)
          if (char *task = state->deque.steal())
            run(task);
      });
  };
  explorer.explore(start, [&] {
    if (state->own != std::string("0123", tasks + 1))
      explorer.fail("collected " + state->own);
  });
}

TEST(TakingBackInterleavings, OneThief) {
  Explorer explorer;
  exploreTakingBack(3, 1, 2, explorer);
  EXPECT_EQ(explorer.failure, "");
  EXPECT_GT(explorer.executions, 10u);
}

TEST(TakingBackInterleavings, TwoThieves) {
  Explorer explorer;
  exploreTakingBack(2, 2, 1, explorer);
  EXPECT_EQ(explorer.failure, "");
  EXPECT_GT(explorer.executions, 10u);
}

//===----------------------------------------------------------------------===//
// Going to sleep against pushing (pool.h)
//===----------------------------------------------------------------------===//

/// A worker frees its slot, looks for tasks once more and sleeps; a pusher pushes and looks for free slots. Whichever
/// takes the free slot (an exchange stands for the pool's lock) wakes the worker.
TEST(SleepInterleavings, NoTaskIsLeftBehind) {
  struct State {
    Deque<char, 2, ModelAtomics> deque;
    ModelAtomics::Atomic<uint32_t> freeSlots{0};
    Parker<ModelSlot, ModelAtomics> parker;
    ModelSlot slot{1};
    bool ran = false;
  };
  Explorer explorer;
  std::unique_ptr<State> state;
  char task;
  auto wakeOne = [&] {
    if (state->freeSlots.exchange(0, Strict) == 1)
      state->parker.unpark(&state->slot);
  };
  auto start = [&] {
    state = std::make_unique<State>();
    explorer.add([&] {
      while (!state->ran) {
        if (state->deque.steal()) {
          state->ran = true;
          return;
        }
        state->freeSlots.store(1, Strict);
        if (state->freeSlots.load(Strict) > 0 && state->deque.size() > 0)
          wakeOne();
        state->parker.park();
      }
    });
    explorer.add([&] {
      state->deque.push(&task);
      if (state->freeSlots.load(Strict) > 0)
        wakeOne();
    });
  };
  explorer.explore(start, [&] {
    if (!state->ran)
      explorer.fail("the task was not run");
  });
  EXPECT_EQ(explorer.failure, "");
  EXPECT_GT(explorer.executions, 10u);
}

} // namespace
