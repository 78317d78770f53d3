//===- team_interleaving_test.cpp - what members of a team do together, in every order ---===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The runtime's own templates, under all sequentially consistent interleavings of small scenarios. Waiting members
// sleep at once, or look again once before they do.
//
//===----------------------------------------------------------------------===//
#include "explorer.h"
#include "teams/cancellation_protocol.h"
#include "teams/loop_ring.h"
#include "teams/team_barrier.h"

#include <gtest/gtest.h>

#include <array>

using namespace tactus;
using namespace tactus::test;

namespace {

constexpr auto Relaxed = std::memory_order_relaxed;

/// Looks that often before it sleeps.
struct ModelWait {
  unsigned looks;
  bool look() { return looks-- > 0; }
  void beforeSleep() {}
  void afterSleep() {}
};

struct TeamScenario {
  unsigned members, rounds, looks;
};
void PrintTo(const TeamScenario &scenario, std::ostream *stream) {
  *stream << scenario.members << " members, " << scenario.rounds << " rounds, " << scenario.looks << " looks";
}

class TeamInterleavings : public ::testing::TestWithParam<TeamScenario> {
protected:
  Explorer explorer;

  void explore(const std::function<void()> &makeState, const std::function<void(unsigned)> &member,
               const std::function<void()> &finish) {
    explorer.explore(
        [&] {
          makeState();
          for (unsigned number = 0; number < GetParam().members; ++number)
            explorer.add([&, number] { member(number); });
        },
        finish);
    EXPECT_EQ(explorer.failure, "");
    EXPECT_GT(explorer.executions, 10u);
    RecordProperty("executions", std::to_string(explorer.executions));
  }
};

TEST_P(TeamInterleavings, NobodyPassesABarrierBeforeAllHaveCome) {
  TeamScenario scenario = GetParam();
  std::unique_ptr<TeamBarrier<ModelAtomics>> barrier;
  std::unique_ptr<TeamState<ModelAtomics>> places;
  std::vector<unsigned> come;
  unsigned running = 0;
  explore(
      [&] {
        barrier = std::make_unique<TeamBarrier<ModelAtomics>>();
        places = std::make_unique<TeamState<ModelAtomics>>();
        places->limit = running = scenario.members;
        places->fill(scenario.members);
        come.assign(scenario.rounds, 0);
      },
      [&](unsigned) {
        for (unsigned round = 0; round < scenario.rounds; ++round) {
          // Who waits at the barrier has left his place, and somebody else may take it until he goes on.
          if (unsigned others = places->reserve(scenario.members)) {
            running += others;
            if (running > scenario.members)
              explorer.fail("more strands run than there are places");
            running -= others;
            places->leave(others);
          }
          ++come[round];
          --running;
          ModelWait wait{scenario.looks};
          barrier->arrive(*places, scenario.members, wait, [&] {
            if (come[round] != scenario.members)
              explorer.fail("not all are here");
            running = scenario.members;
          });
          if (come[round] != scenario.members)
            explorer.fail("passed a barrier with " + std::to_string(come[round]) + " members");
        }
      },
      [&] {
        if (places->strands.load(Relaxed) != scenario.members)
          explorer.fail("places are lost");
      });
}

TEST_P(TeamInterleavings, OneMemberHoldsTheLock) {
  TeamScenario scenario = GetParam();
  std::unique_ptr<TeamLock<ModelAtomics>> lock;
  std::unique_ptr<ModelAtomics::Atomic<uint32_t>> sum;
  unsigned holders = 0;
  explore(
      [&] {
        lock = std::make_unique<TeamLock<ModelAtomics>>();
        sum = std::make_unique<ModelAtomics::Atomic<uint32_t>>(0);
        holders = 0;
      },
      [&](unsigned) {
        for (unsigned round = 0; round < scenario.rounds; ++round) {
          ModelWait wait{scenario.looks};
          lock->lock(wait);
          if (++holders != 1)
            explorer.fail("two hold the lock");
          sum->store(sum->load(Relaxed) + 1, Relaxed); // two points at which others may run
          --holders;
          lock->unlock();
        }
      },
      [&] {
        if (sum->load(Relaxed) != scenario.members * scenario.rounds)
          explorer.fail("lost");
      });
}

INSTANTIATE_TEST_SUITE_P(Scenarios, TeamInterleavings,
                         ::testing::Values(TeamScenario{2, 1, 0}, TeamScenario{2, 2, 0}, TeamScenario{2, 2, 1},
                                           TeamScenario{3, 1, 0}));

/// Members go through loops without barriers between them, in a ring of two places, and take chunks.
class LoopInterleavings : public TeamInterleavings {};

TEST_P(LoopInterleavings, EachChunkOfEachLoopIsTakenOnce) {
  TeamScenario scenario = GetParam();
  constexpr unsigned Chunks = 1;
  using Ring = LoopRing<ModelAtomics, 2>;
  std::unique_ptr<Ring> ring;
  std::vector<unsigned> taken;
  explore(
      [&] {
        ring = std::make_unique<Ring>();
        ring->reset();
        taken.assign(scenario.rounds * Chunks, 0);
      },
      [&](unsigned) {
        for (unsigned loop = 0; loop < scenario.rounds; ++loop) {
          ModelWait wait{scenario.looks};
          auto &place = ring->enter(loop, wait);
          uint64_t chunk;
          while (place.takeChunks(Chunks, 1, chunk))
            ++taken[loop * Chunks + chunk];
          ring->leave(place, loop, scenario.members);
        }
      },
      [&] {
        for (unsigned count : taken)
          if (count != 1)
            explorer.fail("a chunk was taken " + std::to_string(count) + " times");
      });
}

INSTANTIATE_TEST_SUITE_P(Scenarios, LoopInterleavings, ::testing::Values(TeamScenario{2, 3, 0}, TeamScenario{2, 3, 1}));

/// Guided chunks: each iteration once, whoever takes how many.
TEST(LoopInterleavings, GuidedChunksDoNotOverlap) {
  Explorer explorer;
  constexpr unsigned Count = 5, Members = 2;
  std::unique_ptr<SharedLoop<ModelAtomics>> loop;
  unsigned done[Count];
  explorer.explore(
      [&] {
        loop = std::make_unique<SharedLoop<ModelAtomics>>();
        std::fill(std::begin(done), std::end(done), 0);
        for (unsigned member = 0; member < Members; ++member)
          explorer.add([&] {
            uint64_t first, size;
            while (loop->takeGuided(Count, 1, 1, Members, first, size))
              for (uint64_t index = first; index < first + size; ++index)
                ++done[index];
          });
      },
      [&] {
        for (unsigned count : done)
          if (count != 1)
            explorer.fail("an iteration was executed " + std::to_string(count) + " times");
      });
  EXPECT_EQ(explorer.failure, "");
  EXPECT_GT(explorer.executions, 10u);
}

/// Members that say different things go by the same, in each loop that uses the place.
TEST_P(LoopInterleavings, MembersAgreeInEachLoop) {
  TeamScenario scenario = GetParam();
  using Ring = LoopRing<ModelAtomics, 2>;
  std::unique_ptr<Ring> ring;
  std::vector<std::vector<uint64_t>> heard;
  explore(
      [&] {
        ring = std::make_unique<Ring>();
        ring->reset();
        heard.assign(scenario.rounds, {});
      },
      [&](unsigned member) {
        for (unsigned loop = 0; loop < scenario.rounds; ++loop) {
          ModelWait wait{scenario.looks};
          auto &place = ring->enter(loop, wait);
          heard[loop].push_back(place.agree(10 * loop + member + 1));
          ring->leave(place, loop, scenario.members);
        }
      },
      [&] {
        for (unsigned loop = 0; loop < scenario.rounds; ++loop)
          for (uint64_t word : heard[loop])
            if (word != heard[loop].front() || word / 10 != loop)
              explorer.fail("a member of loop " + std::to_string(loop) + " heard " + std::to_string(word));
      });
}

/// Ordered constructs come in the order of the iterations.
TEST(LoopInterleavings, TurnsComeInOrder) {
  Explorer explorer;
  constexpr unsigned Members = 2, Count = 3;
  std::unique_ptr<SharedLoop<ModelAtomics>> loop;
  std::vector<uint64_t> order;
  explorer.explore(
      [&] {
        loop = std::make_unique<SharedLoop<ModelAtomics>>();
        order.clear();
        for (unsigned member = 0; member < Members; ++member)
          explorer.add([&, member] {
            for (uint64_t iteration = member; iteration < Count; iteration += Members) {
              ModelWait wait{0};
              loop->waitForTurn(iteration, wait);
              order.push_back(iteration);
              loop->passTurn();
            }
          });
      },
      [&] {
        if (order != std::vector<uint64_t>{0, 1, 2})
          explorer.fail("out of order");
      });
  EXPECT_EQ(explorer.failure, "");
  EXPECT_GT(explorer.executions, 10u);
}

//===----------------------------------------------------------------------===//
// Cancellation
//===----------------------------------------------------------------------===//

/// Right, and to be made wrong below.
struct DecidedWhenAllAreHere {
  using Cancellation = TeamCancellation<ModelAtomics>;
  static void decide(Cancellation &cancellation, uint32_t members) { cancellation.decide(members); }
  static bool isLeft(const Cancellation &cancellation) { return cancellation.isRegionLeft(); }
};

/// Members that leave the barrier early may have cancelled something again.
struct LooksAfterwards : DecidedWhenAllAreHere {
  static void decide(Cancellation &cancellation, uint32_t members) {
    bool isCancelled = cancellation.isCancelled(Cancellation::Parallel);
    cancellation.decide(members);
    if (isCancelled)
      cancellation.cancel(Cancellation::Parallel);
  }
  static bool isLeft(const Cancellation &cancellation) { return cancellation.isCancelled(Cancellation::Parallel); }
};

/// What each member does: `b` is a barrier, `c` cancels the region, `p` is a point at which it looks whether somebody
/// has, and `l` cancels a loop, which ends at the next barrier. Whoever is told to goes to the region's end.
template <typename Rules> class CancelledRegion {
  using Cancellation = TeamCancellation<ModelAtomics>;
  struct State {
    TeamBarrier<ModelAtomics> barrier;
    TeamState<ModelAtomics> places;
    Cancellation cancellation;
    /// For each meeting, what the members at a barrier have heard.
    std::array<std::vector<bool>, 8> heard;
    unsigned ended = 0;
  };
  Explorer explorer;
  const std::vector<const char *> &members;
  std::unique_ptr<State> state;

  uint32_t size() const { return static_cast<uint32_t>(members.size()); }
  void meet(unsigned &meetings) {
    ModelWait wait{0};
    state->barrier.arrive(state->places, size(), wait, [&] { Rules::decide(state->cancellation, size()); });
    if (++meetings > state->heard.size())
      explorer.fail("members meet without an end");
  }
  /// False if it is to go to the region's end.
  bool step(char what, unsigned &meetings) {
    Cancellation &cancellation = state->cancellation;
    switch (what) {
    case 'c':
      return !cancellation.cancel(Cancellation::Parallel);
    case 'p':
      return !cancellation.isCancelled(Cancellation::Parallel);
    case 'l':
      cancellation.cancel(Cancellation::Loop);
      return true;
    default:
      meet(meetings);
      bool isLeft = Rules::isLeft(cancellation);
      state->heard.at(meetings - 1).push_back(isLeft);
      return !isLeft;
    }
  }
  void run(unsigned number) {
    unsigned meetings = 0;
    for (const char *what = members[number]; *what; ++what)
      if (!step(*what, meetings))
        break;
    state->cancellation.comeToEnd();
    do
      meet(meetings);
    while (!state->cancellation.isRegionEnded());
    ++state->ended;
  }

public:
  explicit CancelledRegion(const std::vector<const char *> &members) : members(members) {}

  std::string failure() {
    explorer.explore(
        [&] {
          state = std::make_unique<State>();
          state->places.limit = size();
          state->places.fill(size());
          for (unsigned number = 0; number < size(); ++number)
            explorer.add([this, number] { run(number); });
        },
        [&] {
          for (const std::vector<bool> &answers : state->heard)
            for (bool answer : answers)
              if (answer != answers.front())
                explorer.fail("members of a barrier hear different things");
          if (state->ended != size())
            explorer.fail("a member has not come to the end");
        });
    return explorer.failure;
  }
};

TEST(Cancellation, AllMembersLeaveAtTheSameBarrier) {
  for (const std::vector<const char *> &members :
       std::vector<std::vector<const char *>>{{"c", "b"}, {"c", "pb"}, {"bc", "bb"}, {"lb", "cb"}})
    EXPECT_EQ(CancelledRegion<DecidedWhenAllAreHere>(members).failure(), "") << members[0] << ' ' << members[1];
}

TEST(Cancellation, IsDecidedWhenAllAreHere) {
  std::vector<const char *> members{"bc", "bb"};
  EXPECT_NE(CancelledRegion<LooksAfterwards>(members).failure(), "");
}

} // namespace
