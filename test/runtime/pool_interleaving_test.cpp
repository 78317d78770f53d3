//===- pool_interleaving_test.cpp - tasks of a team and its meetings in every order ------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The runtime's own protocol (teams/pool_protocol.h), under all sequentially consistent interleavings of the members of
// a small team. Members create tasks, wait for them or not, run each other's, meet, and come to the region's end; then
// the master uses the pool for a region that it is alone in. Checked are that each task runs once, in a member of its
// region; that nobody passes a meeting before all tasks that were created in front of it have ended; and that nobody
// sleeps for ever. That includes members that the master needs elsewhere before a task of its next region ends.
//
//===----------------------------------------------------------------------===//
#include "explorer.h"
#include "tasks/place_protocol.h"
#include "teams/pool_protocol.h"

#include <gtest/gtest.h>

#include <utility>

using namespace tactus;
using namespace tactus::test;

namespace {

/// Sleeps at once.
struct ModelWait {
  bool look() { return false; }
  void beforeSleep() {}
  void afterSleep() {}
};

struct ModelTask {
  ModelTask *next = nullptr, *previous = nullptr;
  int32_t priority = 0;
  /// Those that it creates itself. It ends before them.
  unsigned children = 0;
  /// Of its creator's: how many have not ended.
  ModelAtomics::Atomic<uint64_t> *siblings = nullptr;
  unsigned region = 0;
  /// What its end makes ready, null for nothing.
  ModelTask *successor = nullptr;
  bool hasRun = false;
};

/// What one member does before it comes to a meeting, or to the region's end.
struct Part {
  /// So many tasks, each of which creates so many.
  unsigned creates = 0, children = 0;
  /// It waits for its own, and not for theirs.
  bool waits = false;
  /// It has begun one of the master's tasks, which goes on now: creates so many, and ends. Another one is the last of
  /// the master's that ends.
  bool ends = false;
  /// The end of each of its tasks, or of the one that goes on, makes another one ready, for which it does not wait.
  bool chains = false;
};

enum class NextRegion { None, PushesATask, RunsATaskAtOnce };

struct Scenario {
  const char *name;
  /// A line for each meeting, of which the last one is the region's end; each with the parts of all members.
  std::vector<std::vector<Part>> meetings;
  /// All members have come to the first meeting when it is their turn, but for the tasks that they have begun.
  bool haveCome = false;
  /// There the master creates a task that ends when all others have left this region.
  NextRegion next = NextRegion::None;
};

void PrintTo(const Scenario &scenario, std::ostream *stream) { *stream << scenario.name; }

/// Right, and to be made wrong below.
struct Rules {
  using News = PoolNews<ModelAtomics>;
  static void end(PoolRounds<ModelAtomics> &rounds, News &news) { rounds.end(news); }
  template <typename ForEach> static uint64_t unfinished(ForEach forEach) { return unfinishedTasksOf(forEach); }
  static uint32_t roundToTakeFrom(const PoolRounds<ModelAtomics> &, uint32_t mine) { return mine; }
  static void leaveNext(TaskCounts<ModelAtomics> &counts) { counts.leaveNext(); }
};

template <typename Rules> class Team {
  static constexpr unsigned MostMembers = 3, MostTasks = 6;

  struct State {
    typename Rules::News news;
    PoolRounds<ModelAtomics> rounds;
    PoolQueue<ModelTask, ModelAtomics> queues[MostMembers];
    TaskCounts<ModelAtomics> counts[MostMembers];
    TeamState<ModelAtomics> places;
    /// Of the members' tasks: how many have not ended.
    ModelAtomics::Atomic<uint64_t> unfinished[MostMembers];
    ModelTask tasks[MostTasks];
    /// What members run when they begin.
    ModelTask *begun[MostMembers] = {};
    unsigned created = 0, ended = 0;
    Flag hasLeft[MostMembers];
  };
  Explorer &explorer;
  const Scenario &scenario;
  std::unique_ptr<State> state;

  unsigned size() const { return static_cast<unsigned>(scenario.meetings[0].size()); }
  uint64_t unfinished() {
    return Rules::unfinished([&](auto count) {
      for (unsigned number = 0; number < size(); ++number)
        count(state->counts[number]);
    });
  }

  ModelTask &begin(unsigned number, unsigned children, ModelAtomics::Atomic<uint64_t> *siblings, unsigned region) {
    ModelTask &task = state->tasks[state->created++];
    task.children = children;
    task.siblings = siblings;
    task.region = region;
    if (siblings)
      siblings->fetch_add(1, std::memory_order_relaxed);
    state->counts[number].begin();
    return task;
  }
  void push(unsigned number, ModelTask &task) {
    state->queues[number].insert(task);
    state->news.notify();
  }
  void leave(unsigned number, ModelTask &next) {
    Rules::leaveNext(state->counts[number]);
    push(number, next);
  }
  /// As TaskPool::complete().
  ModelTask *complete(unsigned number, ModelTask &task) {
    if (task.hasRun)
      explorer.fail("a task runs twice");
    task.hasRun = true;
    ++state->ended;
    bool isLast = task.siblings && task.siblings->fetch_sub(1, std::memory_order_seq_cst) == 1;
    if (task.successor)
      state->counts[number].completeBeforeNext();
    else
      state->counts[number].complete();
    if (state->news.isWaitedFor() && (isLast || (!task.successor && unfinished() == 0)))
      state->news.notify();
    return task.successor;
  }
  ModelTask *run(unsigned number, ModelTask &task) {
    if (task.region == 1 && number != 0)
      explorer.fail("a member runs a task of a region that it is not in");
    for (unsigned child = 0; child < task.children; ++child)
      push(number, begin(number, 0, nullptr, task.region));
    return complete(number, task);
  }

  ModelTask *find(unsigned number, uint32_t mine) {
    uint32_t round = Rules::roundToTakeFrom(state->rounds, mine);
    auto any = [](const ModelTask &) { return true; };
    for (unsigned step = 0; step < size(); ++step)
      if (ModelTask *task = state->queues[(number + step) % size()].take(step == 0, state->rounds, round, any))
        return task;
    return nullptr;
  }
  /// As TaskPool::help().
  template <typename Done> void help(unsigned number, uint32_t mine, Done done) {
    ModelTask *next = nullptr;
    for (;;) {
      if (next && done())
        leave(number, *std::exchange(next, nullptr));
      if (!next) {
        ModelWait wait;
        state->news.await([&] { return done() || (next = find(number, mine)); }, wait);
      }
      if (!next)
        return;
      next = run(number, *next);
    }
  }

  void runPart(unsigned number, const Part &part, uint32_t mine) {
    if (part.ends)
      if (ModelTask *next = run(number, *state->begun[number]))
        leave(number, *next);
    for (unsigned index = 0; index < part.creates; ++index) {
      ModelTask &task = begin(number, part.children, &state->unfinished[number], 0);
      if (part.chains)
        task.successor = &begin(number, 0, nullptr, 0);
      push(number, task);
    }
    if (part.waits)
      help(number, mine, [&] { return state->unfinished[number].load(std::memory_order_seq_cst) == 0; });
  }

  void meet(unsigned number, uint32_t mine, bool isEnd) {
    PoolRounds<ModelAtomics> &rounds = state->rounds;
    auto count = [&] { return unfinished(); };
    if (!(scenario.haveCome && mine == 0) && state->places.arrive(size())) {
      rounds.noteAllHere(mine);
      if (isEnd)
        state->news.notify();
    }
    auto checkTasks = [&] {
      if (state->ended != state->created)
        explorer.fail("members go on while there are tasks");
    };
    if (!isEnd)
      return help(number, mine, [&] { return rounds.pass(mine, state->news, count, checkTasks); });
    help(number, mine, [&] { return rounds.hasEnded(mine, count); });
    if (number == 0)
      checkTasks();
  }

  /// The region that the master is alone in.
  void goOn() {
    ModelTask &task = begin(0, 0, nullptr, 1);
    if (scenario.next == NextRegion::PushesATask)
      push(0, task);
    for (unsigned number = 1; number < size(); ++number)
      state->hasLeft[number].waitFor(true);
    if (scenario.next == NextRegion::PushesATask)
      help(0, state->rounds.current(), [&] { return unfinished() == 0; });
    else
      (void)complete(0, task);
    Rules::end(state->rounds, state->news);
  }

  void runMember(unsigned number) {
    for (size_t meeting = 0; meeting < scenario.meetings.size(); ++meeting) {
      // As in a member that is in the round.
      auto mine = static_cast<uint32_t>(meeting);
      runPart(number, scenario.meetings[meeting][number], mine);
      meet(number, mine, meeting + 1 == scenario.meetings.size());
    }
    if (number != 0)
      return state->hasLeft[number].set(true);
    Rules::end(state->rounds, state->news);
    if (scenario.next != NextRegion::None)
      goOn();
  }

public:
  Team(Explorer &explorer, const Scenario &scenario) : explorer(explorer), scenario(scenario) {}

  void explore() {
    explorer.explore(
        [&] {
          state = std::make_unique<State>();
          state->places.limit = size();
          state->places.fill(size());
          for (unsigned number = 0; number < size(); ++number)
            if (const Part &part = scenario.meetings[0][number]; part.ends) {
              state->begun[number] = &begin(0, part.children, nullptr, 0);
              if (part.chains)
                state->begun[number]->successor = &begin(0, 0, nullptr, 0);
            }
          if (scenario.haveCome)
            state->rounds.noteAllHere(0);
          for (unsigned number = 0; number < size(); ++number)
            explorer.add([this, number] { runMember(number); });
        },
        [&] {
          if (state->ended != state->created)
            explorer.fail("a task has not run");
        });
  }
};

const Scenario scenarios[] = {
    {"OneCreates", {{{1}, {}}}, false, NextRegion::PushesATask},
    {"OneWaitsForItsTask", {{{1, 0, true}, {}}}},
    {"OneThatIsNotTheMasterWaits", {{{}, {1, 0, true}}}},
    {"BothCreate", {{{1}, {1}}}},
    {"ATaskCreatesAnother", {{{}, {0, 1, false, true}}}, true},
    {"AnEndMakesAnotherReady", {{{1, 0, false, false, true}, {}}}},
    {"WhatIsMadeReadyIsLeftToOthers", {{{}, {0, 0, false, true, true}}}, true},
    {"TwoMeetings", {{{}, {0, 0, false, true}}, {{}, {}}}, true},
    {"TheLastOfThreeLooksLate", {{{}, {0, 0, false, true}, {}}}, true, NextRegion::RunsATaskAtOnce},
};
std::string nameOf(const ::testing::TestParamInfo<Scenario> &info) { return info.param.name; }

class PoolInterleavings : public ::testing::TestWithParam<Scenario> {};

TEST_P(PoolInterleavings, EndWhenNoTaskIsLeft) {
  Explorer explorer;
  Team<Rules>(explorer, GetParam()).explore();
  EXPECT_EQ(explorer.failure, "");
  EXPECT_GT(explorer.executions, 10u);
  RecordProperty("executions", std::to_string(explorer.executions));
}

INSTANTIATE_TEST_SUITE_P(Scenarios, PoolInterleavings, ::testing::ValuesIn(scenarios), nameOf);

/// The model must find what is wrong.
template <typename Rules> std::string failureOf(const Scenario &scenario) {
  Explorer explorer;
  Team<Rules>(explorer, scenario).explore();
  return explorer.failure;
}

struct WakesNobodyAtTheEnd : Rules {
  static void end(PoolRounds<ModelAtomics> &rounds, News &) {
    News others;
    rounds.end(others);
  }
};

/// A change of the news between the two is not seen, nor what comes behind it.
struct RaisesBeforeItReads : Rules {
  class News {
    ModelAtomics::Atomic<uint32_t> sleepers, news;

  public:
    bool isWaitedFor() const { return sleepers.load(std::memory_order_seq_cst) != 0; }
    void notify() {
      if (!isWaitedFor() || sleepers.exchange(0, std::memory_order_seq_cst) == 0)
        return;
      news.fetch_add(1, std::memory_order_seq_cst);
      ModelAtomics::wakeAll(news);
    }
    template <typename Look, typename Waiter> void await(Look look, Waiter &) {
      while (!look()) {
        sleepers.store(1, std::memory_order_seq_cst);
        uint32_t seen = news.load(std::memory_order_seq_cst);
        if (look())
          return;
        ModelAtomics::wait(news, seen);
      }
    }
  };
  static void end(PoolRounds<ModelAtomics> &rounds, News &news) { rounds.end(news); }
};

struct CountsBeginningsFirst : Rules {
  template <typename ForEach> static uint64_t unfinished(ForEach forEach) {
    uint64_t completed = 0, begun = 0;
    forEach([&](auto &counts) { begun += counts.begun.load(std::memory_order_seq_cst); });
    forEach([&](auto &counts) { completed += counts.completed.load(std::memory_order_seq_cst); });
    return begun - completed;
  }
};

struct KeepsWhatItHolds : Rules {
  static void leaveNext(TaskCounts<ModelAtomics> &) {}
};

struct TakesFromAnyRound : Rules {
  static uint32_t roundToTakeFrom(const PoolRounds<ModelAtomics> &rounds, uint32_t) { return rounds.current(); }
};

TEST(PoolModel, FindsWhatIsWrong) {
  auto hasFound = [](const std::string &failure, const char *what) { return failure.find(what) != std::string::npos; };
  const Scenario &oneCreates = scenarios[0], &oneWaits = scenarios[1], &aTaskCreates = scenarios[4],
                 &isLeft = scenarios[6], &lastLooksLate = scenarios[8];
  EXPECT_TRUE(hasFound(failureOf<WakesNobodyAtTheEnd>(lastLooksLate), "sleeps for ever"));
  EXPECT_TRUE(hasFound(failureOf<RaisesBeforeItReads>(oneWaits), "sleeps for ever"));
  EXPECT_TRUE(hasFound(failureOf<CountsBeginningsFirst>(aTaskCreates), "while there are tasks"));
  EXPECT_TRUE(hasFound(failureOf<KeepsWhatItHolds>(isLeft), "sleeps for ever"));
  EXPECT_TRUE(hasFound(failureOf<TakesFromAnyRound>(oneCreates), "a region that it is not in"));
}

} // namespace
