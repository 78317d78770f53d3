//===- turn_interleaving_test.cpp - waiting for slots in every order ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The runtime's own protocol (slots/turns.h), under all sequentially consistent interleavings of a few members. Each
// takes a slot that it may have, or waits for one, and gives it back. Checked are that no two have one slot, and that
// nobody sleeps for ever: without an end in time, unless a member with a slot waits for one without; then with it.
//
//===----------------------------------------------------------------------===//
#include "explorer.h"
#include "slots/turns.h"

#include <gtest/gtest.h>

using namespace tactus;
using namespace tactus::test;

namespace {

struct Member {
  /// A bit for each slot that it may have.
  uint32_t range;
  /// It has this one when it begins, and all others have none.
  uint32_t has = 0;
  /// Whom it waits for before it gives its slot back, by a flag that libtactus does not see.
  int awaits = -1;
};

struct Scenario {
  const char *name;
  std::vector<Member> members;
  /// Slots that are free at first.
  uint32_t free = 0;
  /// The wait has an end in time.
  bool isLimited = false;
};

void PrintTo(const Scenario &scenario, std::ostream *stream) { *stream << scenario.name; }

/// Right, and to be made wrong below.
struct Rules {
  using Turns = SlotTurns<ModelAtomics>;
  static void giveBack(ModelAtomics::Atomic<uint32_t> &free, uint32_t slot, Turns &turns) {
    free.fetch_or(slot, std::memory_order_seq_cst);
    turns.noteFreeSlot();
  }
};

template <typename Rules> class Members {
  struct State {
    ModelAtomics::Atomic<uint32_t> free;
    typename Rules::Turns turns;
    uint32_t inUse = 0;
    Flag hasRun[4];
  };
  Explorer &explorer;
  const Scenario &scenario;
  std::unique_ptr<State> state;

  /// As acquireSlot(). 0 for none.
  uint32_t take(uint32_t range) {
    uint32_t free = state->free.load(std::memory_order_seq_cst);
    while (uint32_t slot = free & range & -(free & range))
      if (state->free.compare_exchange_strong(free, free & ~slot, std::memory_order_seq_cst, std::memory_order_seq_cst))
        return slot;
    return 0;
  }
  /// As awaitSlot().
  uint32_t acquire(const Member &member) {
    uint32_t slot = take(member.range);
    if (!slot)
      state->turns.await([&] { return (slot = take(member.range)) != 0; },
                         [&](ModelAtomics::Atomic<uint32_t> &news, uint32_t seen) {
                           if (!scenario.isLimited)
                             ModelAtomics::wait(news, seen);
                           return !scenario.isLimited;
                         });
    return slot;
  }
  void run(size_t number) {
    const Member &member = scenario.members[number];
    uint32_t slot = member.has ? member.has : acquire(member);
    if (slot & state->inUse & ~member.has)
      explorer.fail("two members have one slot");
    state->inUse |= slot;
    state->hasRun[number].set(true);
    if (member.awaits >= 0)
      state->hasRun[member.awaits].waitFor(true);
    state->inUse &= ~slot;
    if (slot)
      Rules::giveBack(state->free, slot, state->turns);
  }

public:
  Members(Explorer &explorer, const Scenario &scenario) : explorer(explorer), scenario(scenario) {}

  void explore() {
    explorer.explore(
        [&] {
          state = std::make_unique<State>();
          state->free.store(scenario.free, std::memory_order_relaxed);
          for (size_t number = 0; number < scenario.members.size(); ++number) {
            state->inUse |= scenario.members[number].has;
            explorer.add([this, number] { run(number); });
          }
        },
        [&] {
          if (state->turns.areAwaited())
            explorer.fail("a member counts as waiting that has gone on");
        });
  }
};

const Scenario scenarios[] = {
    {"TwoShareASlot", {{1}, {1}}, 1},
    {"ThreeShareASlot", {{1, 1}, {1}, {1}}},
    {"OneMayHaveOnlyTheOtherSlot", {{3, 1}, {1}, {3}}, 2},
    {"AHolderWaitsByAFlag", {{1, 1, 1}, {1}}, 0, true},
    {"TwoSlotsAndAFlag", {{3, 1, 2}, {3, 2}, {3}}, 0},
};
std::string nameOf(const ::testing::TestParamInfo<Scenario> &info) { return info.param.name; }

template <typename Rules> std::string failureOf(const Scenario &scenario, uint64_t *executions = nullptr) {
  Explorer explorer;
  Members<Rules>(explorer, scenario).explore();
  if (executions)
    *executions = explorer.executions;
  return explorer.failure;
}

class TurnInterleavings : public ::testing::TestWithParam<Scenario> {};

TEST_P(TurnInterleavings, EndWithASlotForEach) {
  uint64_t executions = 0;
  EXPECT_EQ(failureOf<Rules>(GetParam(), &executions), "");
  EXPECT_GT(executions, 1u);
  RecordProperty("executions", std::to_string(executions));
}

INSTANTIATE_TEST_SUITE_P(Scenarios, TurnInterleavings, ::testing::ValuesIn(scenarios), nameOf);

struct TellsBeforeItFrees : Rules {
  static void giveBack(ModelAtomics::Atomic<uint32_t> &free, uint32_t slot, Turns &turns) {
    turns.noteFreeSlot();
    free.fetch_or(slot, std::memory_order_seq_cst);
  }
};

/// A slot that is given back between the two is not seen.
struct LooksBeforeItReads {
  class Turns {
    ModelAtomics::Atomic<uint32_t> waiters, news;

  public:
    bool areAwaited() const { return waiters.load(std::memory_order_relaxed) > 0; }
    void noteFreeSlot() {
      if (waiters.load(std::memory_order_seq_cst) == 0)
        return;
      news.fetch_add(1, std::memory_order_seq_cst);
      ModelAtomics::wakeAll(news);
    }
    template <typename Take, typename Sleep> bool await(Take take, Sleep sleep) {
      waiters.fetch_add(1, std::memory_order_seq_cst);
      while (!take())
        sleep(news, news.load(std::memory_order_seq_cst));
      waiters.fetch_sub(1, std::memory_order_relaxed);
      return true;
    }
  };
  static void giveBack(ModelAtomics::Atomic<uint32_t> &free, uint32_t slot, Turns &turns) {
    free.fetch_or(slot, std::memory_order_seq_cst);
    turns.noteFreeSlot();
  }
};

TEST(TurnModel, FindsWhatIsWrong) {
  Scenario withoutEnd = scenarios[3];
  withoutEnd.isLimited = false;
  for (const std::string &failure : {failureOf<TellsBeforeItFrees>(scenarios[0]),
                                     failureOf<LooksBeforeItReads>(scenarios[0]), failureOf<Rules>(withoutEnd)})
    EXPECT_NE(failure.find("sleeps for ever"), std::string::npos) << failure;
}

} // namespace
