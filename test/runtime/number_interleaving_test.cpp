//===- number_interleaving_test.cpp - numbers of large teams in every order ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The runtime's own set (tasks/number_set.h), under all sequentially consistent interleavings of strands that take a
// number and give it back. There are as many free numbers as strands, in two words. Checked are that numbers which are
// in use at a time are distinct and below the team's size, and that nobody looks for one for ever.
//
//===----------------------------------------------------------------------===//
#include "explorer.h"
#include "tasks/number_set.h"
#include "tasks/place_protocol.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace tactus;
using namespace tactus::test;

namespace {

using ModelSet = NumberSet<ModelAtomics>;

class Strands {
  static constexpr unsigned MostStrands = 3;
  struct State {
    alignas(64) unsigned char memory[sizeof(ModelSet) + 4 * sizeof(ModelAtomics::Atomic<uint64_t>)];
    ModelSet *set = nullptr;
    int taken[MostStrands] = {-1, -1, -1};
  };
  Explorer &explorer;
  unsigned size, count, turns;
  std::unique_ptr<State> state;

  void run(unsigned index) {
    for (unsigned turn = 0; turn < turns; ++turn) {
      int number = static_cast<int>(state->set->take());
      if (number >= static_cast<int>(size))
        explorer.fail("a number is out of bounds");
      if (std::count(state->taken, state->taken + count, number) > 0)
        explorer.fail("two strands have one number");
      state->taken[index] = number;
      explorer.point(state.get(), true);
      state->taken[index] = -1;
      state->set->giveBack(static_cast<unsigned>(number));
    }
  }

public:
  Strands(Explorer &explorer, unsigned size, unsigned count, unsigned turns)
      : explorer(explorer), size(size), count(count), turns(turns) {}

  /// All numbers are in use but the last `count`.
  void explore() {
    explorer.explore(
        [&] {
          state = std::make_unique<State>();
          ASSERT_LE(ModelSet::bytesFor(size), sizeof state->memory);
          state->set = new (state->memory) ModelSet(size);
          for (unsigned number = 1; number + count < size; ++number)
            EXPECT_EQ(state->set->take(), number);
          for (unsigned index = 0; index < count; ++index)
            explorer.add([this, index] { run(index); });
        },
        [&] {
          for (unsigned number = 1; number + count < size; ++number)
            state->set->giveBack(number);
          if (!state->set->hasOnlyFirst())
            explorer.fail("a team that ends has numbers in use");
        });
  }
};

TEST(NumberInterleavings, OfTwoStrandsInTwoWords) {
  Explorer explorer;
  Strands(explorer, 65, 2, 2).explore();
  EXPECT_EQ(explorer.failure, "");
}

TEST(NumberInterleavings, OfThreeStrandsInTwoWords) {
  Explorer explorer;
  Strands(explorer, 66, 3, 1).explore();
  EXPECT_EQ(explorer.failure, "");
}

TEST(NumberSet, HasEachNumberOnce) {
  for (unsigned size : {2u, 63u, 64u, 65u, 80u, 128u, 1000u}) {
    auto memory = std::make_unique<uint64_t[]>(NumberSet<>::bytesFor(size) / sizeof(uint64_t));
    auto *set = new (memory.get()) NumberSet<>(size);
    EXPECT_TRUE(set->hasOnlyFirst());
    for (unsigned number = 1; number < size; ++number)
      EXPECT_EQ(set->take(), number);
    EXPECT_FALSE(set->hasOnlyFirst());
    set->giveBack(size / 2);
    EXPECT_EQ(set->take(), size / 2);
    for (unsigned number = 1; number < size; ++number)
      set->giveBack(number);
    EXPECT_TRUE(set->hasOnlyFirst());
  }
}

TEST(NumberSet, IsThatOfALargeTeamAlone) {
  uint64_t memory[16];
  TeamState<> team;
  team.limit = 80;
  EXPECT_EQ(team.numberSet(), nullptr) << "an arena has numbers of its own";
  EXPECT_TRUE(team.hasOnlyOwnersNumber());
  team.useNumbersOf(*new (memory) NumberSet<>(80));
  for (unsigned number = 1; number < 80; ++number)
    EXPECT_EQ(team.takeNumber(), number);
  team.giveNumberBack(79);
  EXPECT_EQ(team.takeNumber(), 79U);
  EXPECT_FALSE(team.hasOnlyOwnersNumber());
}

} // namespace
