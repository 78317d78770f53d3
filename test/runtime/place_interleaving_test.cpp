//===- place_interleaving_test.cpp - places of small teams in every order ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The runtime's own protocol (tasks/place_protocol.h), under all sequentially consistent interleavings of the strands
// of a small region. Each strand is a fiber; what it does between places is one step. Checked are what OpenMP promises
// of a team: no more strands run at a time than it has threads, and their numbers are below its size, distinct at every
// time, and for each strand the same throughout; and that a strand that goes on finds its place.
//
//===----------------------------------------------------------------------===//
#include "explorer.h"
#include "tasks/place_protocol.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace tactus;
using namespace tactus::test;

namespace {

using ModelTeam = TeamState<ModelAtomics>;

struct ModelJoin {
  const ModelTeam *team = nullptr;
  PlaceOffer<ModelAtomics> offer;
  Flag isDone;
};

struct ModelTask {
  const ModelTask *parent = nullptr;
  ModelJoin *join = nullptr;
  struct Place {
    ModelJoin *lender = nullptr;
    int32_t number = -1;
    bool isMissing = false;
  } place;
};

struct ModelTraits {
  using Team = ModelTeam;
  using Task = ModelTask;
  using Place = ModelTask::Place;
  static const ModelTask *parent(const ModelTask &task) { return task.parent; }
  static ModelJoin *join(const ModelTask &task) { return task.join; }
  static const ModelTeam *team(const ModelJoin &join) { return join.team; }
  static PlaceOffer<ModelAtomics> &offer(ModelJoin &join) { return join.offer; }

  /// The end of a task, as in runTask(): its number, then its place, then it counts as finished.
  static void end(ModelTeam &team, ModelTask &task, int32_t number, ModelJoin &join) {
    if (number > 0 && task.place.number < 0)
      team.giveNumberBack(static_cast<unsigned>(number));
    PlaceProtocol<ModelTraits>::giveBack(team, task.place);
    join.isDone.set(true);
  }

  static void takeOver(ModelTeam &team, ModelJoin &join, ModelTask::Place &place) {
    PlaceProtocol<ModelTraits>::takeOver(team, join, place);
  }

  /// The strand of the task only waits for what it has promoted, as in LentPlace.
  static void leave(ModelTeam &team, ModelTask &task, int32_t number) {
    if (number > 0 && task.place.number < 0)
      team.giveNumberBack(static_cast<unsigned>(number));
    PlaceProtocol<ModelTraits>::leave(team, task.place);
  }

  /// As takeMissingPlace().
  static bool takeMissing(ModelTeam &team, ModelTask &task) {
    return PlaceProtocol<ModelTraits>::reserve(team, &task, 1, &task.place) == 1;
  }
};

struct Scenario {
  const char *name;
  uint64_t limit;
  /// For each strand but the first, who promotes it. A strand promotes all of its own before it waits for them, the
  /// youngest first.
  std::vector<unsigned> parents;
  /// A bit for each strand that asks for its number when it begins. All ask before they end.
  unsigned asksAtOnce;
  /// A bit for each strand that nobody else has begun when its parent comes to the join, and so runs it itself there.
  unsigned runByParent = 0;
  /// A bit for each strand whose code ends before it waits for what it has promoted.
  unsigned leaves = 0;
  /// A bit for each strand that begins without a place.
  unsigned lacksPlace = 0;
};

template <typename Traits> class Region {
  using Protocol = PlaceProtocol<Traits>;
  static constexpr unsigned MostStrands = 4;

  struct Strand {
    ModelTask task;
    /// That of the task, owned by the parent.
    ModelJoin join;
    Flag mayBegin;
    bool isPromoted = false, isLent = false;
    int32_t number = -1;
  };
  struct State {
    ModelTeam team;
    Strand strands[MostStrands];
    bool isRunning[MostStrands] = {};
    /// As threadNumbersAreUsed().
    bool areNumbersUsed = false;
    unsigned borrowed = 0;
  };
  Explorer &explorer;
  const Scenario &scenario;
  std::unique_ptr<State> state;

  Strand &strand(unsigned index) { return state->strands[index]; }
  unsigned count() const { return static_cast<unsigned>(scenario.parents.size()) + 1; }

  void run(unsigned index) {
    state->isRunning[index] = true;
    if (std::count(state->isRunning, state->isRunning + MostStrands, true) > static_cast<long>(scenario.limit))
      explorer.fail("more strands run than the team has threads");
    checkNumbers();
  }
  void checkNumbers() {
    uint64_t seen = 0;
    for (unsigned index = 0; index < count(); ++index) {
      int32_t number = strand(index).number;
      if (!state->isRunning[index] || number < 0)
        continue;
      if (number >= static_cast<int32_t>(scenario.limit))
        explorer.fail("a number is out of bounds");
      if (seen >> number & 1)
        explorer.fail("two strands have one number");
      seen |= uint64_t{1} << number;
    }
  }

  /// As numberOf(). Who waits for a place does so for ever here, and asks nothing, if there is none.
  int32_t numberOf(unsigned index) {
    Strand &own = strand(index);
    if (own.task.place.isMissing) {
      if (!Traits::takeMissing(state->team, own.task))
        return -1;
      state->borrowed += own.task.place.lender != nullptr;
      own.number = own.task.place.number;
      run(index);
    }
    if (own.number < 0 && !own.isLent) {
      // What runs meanwhile must not see it twice: the record is written behind the word.
      int32_t number = index == 0 ? 0 : static_cast<int32_t>(state->team.takeNumber());
      own.number = number;
      checkNumbers();
    }
    return own.number;
  }
  void ask(unsigned index) {
    state->areNumbersUsed = true;
    numberOf(index);
  }

  void promote(unsigned index, unsigned child) {
    // As noteNumbers(): tasks below may ask.
    if (state->areNumbersUsed && !strand(index).task.place.isMissing)
      numberOf(index);
    const ModelTask *owner = index == 0 ? nullptr : &strand(index).task;
    typename Traits::Place place;
    place.isMissing = scenario.lacksPlace >> child & 1;
    if (!place.isMissing && Protocol::reserve(state->team, owner, 1, &place) == 0)
      return;
    state->borrowed += place.lender != nullptr;
    Strand &made = strand(child);
    made.isPromoted = true;
    made.join.team = &state->team;
    made.task = {owner, &made.join, place};
    made.number = place.number;
  }

  /// As LentPlace.
  void join(unsigned index, Strand &child) {
    Strand &own = strand(index);
    if (own.task.place.isMissing) {
      child.join.isDone.waitFor(true);
      return;
    }
    int32_t number = state->areNumbersUsed || index == 0 ? numberOf(index) : -1;
    own.isLent = true;
    state->isRunning[index] = false;
    child.join.offer.lend(number);
    if (isRunByParent(child))
      runHere(child);
    child.join.isDone.waitFor(true);
    if (!child.join.offer.takeBack())
      explorer.fail("a strand goes on while another one has its place");
    own.isLent = false;
    run(index);
    if (own.number >= 0 && !(state->team.numbers.load(std::memory_order_relaxed) >> own.number & 1))
      explorer.fail("the number of a strand that goes on is free");
  }

  bool isRunByParent(const Strand &child) const { return scenario.runByParent >> (&child - state->strands) & 1; }

  /// As runOwnTask().
  void runHere(Strand &child) {
    Traits::takeOver(state->team, child.join, child.task.place);
    state->borrowed += child.task.place.lender == &child.join;
    child.number = child.task.place.number;
    runBegun(static_cast<unsigned>(&child - state->strands));
  }

  void runStrand(unsigned index) {
    if (index > 0) {
      strand(index).mayBegin.waitFor(true);
      if (strand(index).isPromoted && isRunByParent(strand(index)))
        return;
      if (!strand(index).isPromoted) {
        letOthersBegin(index);
        return;
      }
    }
    runBegun(index);
  }

  /// What has been promoted is waited for in no place.
  void leave(unsigned index) {
    ask(index);
    state->isRunning[index] = false;
    if (!strand(index).task.place.isMissing)
      Traits::leave(state->team, strand(index).task, strand(index).number);
    for (unsigned child = count() - 1; child > index; --child)
      if (scenario.parents[child - 1] == index && strand(child).isPromoted)
        strand(child).join.isDone.waitFor(true);
    Traits::end(state->team, strand(index).task, 0, strand(index).join);
  }

  void runBegun(unsigned index) {
    if (!strand(index).task.place.isMissing)
      run(index);
    if (scenario.asksAtOnce >> index & 1)
      ask(index);
    for (unsigned child = index + 1; child < count(); ++child)
      if (scenario.parents[child - 1] == index) {
        promote(index, child);
        strand(child).mayBegin.set(true);
      }
    if (scenario.leaves >> index & 1)
      return leave(index);
    for (unsigned child = count() - 1; child > index; --child)
      if (scenario.parents[child - 1] == index && strand(child).isPromoted)
        join(index, strand(child));
    int32_t before = strand(index).number;
    ask(index);
    if (before >= 0 && before != strand(index).number)
      explorer.fail("a strand's number has changed");
    state->isRunning[index] = false;
    if (index > 0)
      Traits::end(state->team, strand(index).task, strand(index).number, strand(index).join);
  }

  /// A call instead of a task promotes nothing here, so fibers of its own have nothing to do.
  void letOthersBegin(unsigned index) {
    for (unsigned child = index + 1; child < count(); ++child)
      if (scenario.parents[child - 1] == index)
        strand(child).mayBegin.set(true);
  }

public:
  Region(Explorer &explorer, const Scenario &scenario) : explorer(explorer), scenario(scenario) {}
  /// How many places were borrowed, in all schedules together.
  uint64_t borrowed = 0;

  void explore() {
    explorer.explore(
        [&] {
          state = std::make_unique<State>();
          state->team.limit = scenario.limit;
          for (unsigned index = 0; index < count(); ++index)
            explorer.add([this, index] { runStrand(index); });
        },
        [&] {
          borrowed += state->borrowed;
          if (state->team.strands.load(std::memory_order_relaxed) != 1)
            explorer.fail("a team that ends counts strands that are not there");
          if (state->team.numbers.load(std::memory_order_relaxed) != 1)
            explorer.fail("a team that ends has numbers in use");
        });
  }
};

const Scenario scenarios[] = {
    {"ChainOfThreeNobodyAsks", 2, {0, 1}, 0},
    {"ChainOfThreeAllAsk", 2, {0, 1}, 7},
    {"ChainOfThreeTheLastAsks", 2, {0, 1}, 4},
    {"ChainOfFour", 2, {0, 1, 2}, 2},
    {"TwoBelowOne", 2, {0, 1, 1}, 2},
    {"OneBelowEachOfTwo", 3, {0, 0, 1}, 0},
    {"OneInTheParent", 2, {0, 1, 1}, 6, 2},
    {"TwoInTheirParents", 2, {0, 1, 2}, 8, 6},
    {"TheYoungestInItsParent", 2, {0, 1, 1}, 0, 8},
    {"OneLeaves", 2, {0, 1, 0}, 0, 0, 2},
    {"OneOfTwoLeaves", 3, {0, 1, 0}, 2, 0, 2},
    {"OneInABorrowedPlaceLeaves", 2, {0, 1, 2}, 0, 0, 4},
    {"OneBeginsWithoutAPlace", 2, {0, 0, 0}, 6, 0, 0, 8},
    {"OneWithoutAPlacePromotes", 2, {0, 1, 2}, 2, 0, 0, 4},
    {"OneWithoutAPlaceAndOneThatLeaves", 2, {0, 1, 1}, 8, 0, 2, 8},
};
std::string nameOf(const ::testing::TestParamInfo<Scenario> &info) { return info.param.name; }

class PlaceInterleavings : public ::testing::TestWithParam<Scenario> {};

TEST_P(PlaceInterleavings, KeepWhatATeamPromises) {
  Explorer explorer;
  Region<ModelTraits> region(explorer, GetParam());
  region.explore();
  EXPECT_EQ(explorer.failure, "");
  EXPECT_GT(region.borrowed, 0u);
  RecordProperty("executions", std::to_string(explorer.executions));
}

INSTANTIATE_TEST_SUITE_P(Scenarios, PlaceInterleavings, ::testing::ValuesIn(scenarios), nameOf);

/// The model must find what is wrong.
template <typename Traits> std::string failureOf(const Scenario &scenario) {
  Explorer explorer;
  Region<Traits>(explorer, scenario).explore();
  return explorer.failure;
}

struct GivesBackTooLate : ModelTraits {
  static void end(ModelTeam &team, ModelTask &task, int32_t number, ModelJoin &join) {
    if (number > 0 && task.place.number < 0)
      team.giveNumberBack(static_cast<unsigned>(number));
    join.isDone.set(true);
    PlaceProtocol<ModelTraits>::giveBack(team, task.place);
  }
};

struct KeepsTheNumberTooLong : ModelTraits {
  static void end(ModelTeam &team, ModelTask &task, int32_t number, ModelJoin &join) {
    PlaceProtocol<ModelTraits>::giveBack(team, task.place);
    if (number > 0 && task.place.number < 0)
      team.giveNumberBack(static_cast<unsigned>(number));
    join.isDone.set(true);
  }
};

struct GivesABorrowedNumberBack : ModelTraits {
  static void end(ModelTeam &team, ModelTask &task, int32_t number, ModelJoin &join) {
    if (number > 0)
      team.giveNumberBack(static_cast<unsigned>(number));
    PlaceProtocol<ModelTraits>::giveBack(team, task.place);
    join.isDone.set(true);
  }
};

struct KeepsTwoPlaces : ModelTraits {
  static void takeOver(ModelTeam &, ModelJoin &join, ModelTask::Place &place) {
    int32_t number;
    if (join.offer.borrow(number))
      place = {&join, number};
  }
};

struct SharesThePlace : ModelTraits {
  static void takeOver(ModelTeam &team, ModelJoin &join, ModelTask::Place &place) {
    PlaceProtocol<ModelTraits>::giveBack(team, place);
    place = {&join, -1};
  }
};

struct LeavesTwice : ModelTraits {
  static void leave(ModelTeam &team, ModelTask &task, int32_t number) {
    ModelTraits::leave(team, task, number);
    task.place.isMissing = false;
  }
};

struct LeavesItsPlaceFirst : ModelTraits {
  static void leave(ModelTeam &team, ModelTask &task, int32_t number) {
    bool isOwn = task.place.number < 0;
    PlaceProtocol<ModelTraits>::leave(team, task.place);
    if (number > 0 && isOwn)
      team.giveNumberBack(static_cast<unsigned>(number));
  }
};

struct NeedsNoPlace : ModelTraits {
  static bool takeMissing(ModelTeam &, ModelTask &task) {
    task.place.isMissing = false;
    return true;
  }
};

TEST(PlaceModel, FindsWhatIsWrong) {
  EXPECT_NE(failureOf<LeavesTwice>(scenarios[9]), "");
  EXPECT_NE(failureOf<LeavesItsPlaceFirst>(scenarios[9]), "");
  EXPECT_NE(failureOf<NeedsNoPlace>(scenarios[12]), "");
  EXPECT_NE(failureOf<KeepsTwoPlaces>(scenarios[6]).find("counts strands that are not there"), std::string::npos);
  EXPECT_NE(failureOf<SharesThePlace>(scenarios[6]).find("out of bounds"), std::string::npos);
  EXPECT_NE(failureOf<GivesBackTooLate>(scenarios[0]).find("while another one has its place"), std::string::npos);
  EXPECT_NE(failureOf<KeepsTheNumberTooLong>(scenarios[5]).find("out of bounds"), std::string::npos);
  EXPECT_NE(failureOf<GivesABorrowedNumberBack>(scenarios[3]).find("is free"), std::string::npos);
}

} // namespace
