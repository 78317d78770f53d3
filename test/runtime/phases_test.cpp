//===- phases_test.cpp - members of phases come when they are wanted ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Two members of a region in phases, and one worker beside the thread that runs it. A member that waits for the other
// shows that both run: executed one after the other they would wait in vain.
//
//===----------------------------------------------------------------------===//
#include "abi/teams.h"
#include "os/clock.h"
#include "os/settings.h"
#include "slots/thread_life.h"
#include "teams/worksharing.h"
#include "threads/beat.h"
#include "threads/thread.h"

#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <thread>

extern "C" {
int32_t tactus_team_phases(tactus::abi::PhasedRegion *, void *, int32_t);
void tactus_team_phases_run(uint64_t, uint64_t, const uint64_t *, void *);
void tactus_team_dispatch_init_8(void *, int32_t, int32_t, int64_t, int64_t, int64_t, int64_t);
int32_t tactus_team_dispatch_next_8(void *, int32_t, int32_t *, int64_t *, int64_t *, int64_t *);
}

using namespace tactus;

namespace {

using Clock = std::chrono::steady_clock;

/// Far more than a worker needs to come, on any machine.
constexpr std::chrono::seconds Deadline{20};

void spinFor(std::chrono::microseconds time) {
  for (auto start = Clock::now(); Clock::now() - start < time;)
    ;
}

class PhasedRegionOfTwo {
public:
  using Code = int32_t (*)(void *frame, void *environment, int32_t number, int32_t phase);

  static void run(Code code, void *environment, int64_t price) {
    tactus::abi::LoopDescriptor site{tactus_team_phases_run, "", "", 1, 1, 1, 0, price, 0, 0};
    tactus::abi::LoopDescriptor descriptors[2] = {site, site};
    tactus::abi::PhasedRegion region{descriptors, code, 64, nullptr, {}, {}};
    ASSERT_EQ(tactus_team_phases(&region, environment, 2), 1);
  }
};

class PhasesOfTwo : public ::testing::Test {
protected:
  void SetUp() override {
    settings.workers = 2;
    settings.watches = false; // it would begin the other member
  }
};

/// Rounds in which each member waits until the other has begun, or for half a beat.
struct Rounds {
  static constexpr int Count = 60;
  static constexpr std::chrono::milliseconds Limit{10};
  std::atomic<int> begun[Count] = {};
  std::atomic<int> alone{0};
};

int32_t meetInEachRound(void *frame, void *environment, int32_t /*number*/, int32_t phase) {
  auto &rounds = *static_cast<Rounds *>(environment);
  int &round = *static_cast<int *>(frame);
  if (phase == 0)
    round = 0;
  std::atomic<int> &begun = rounds.begun[round];
  ++begun;
  for (auto start = Clock::now(); begun < 2; std::this_thread::yield())
    if (Clock::now() - start > Rounds::Limit) {
      ++rounds.alone;
      break;
    }
  // Long beside a promotion, and short beside a beat.
  spinFor(std::chrono::microseconds(settings.heartbeatMicroseconds / 8));
  return ++round == Rounds::Count ? 0 : 1;
}

/// A phase that has been shared pays for the next one, which is shared where it begins if the other worker has nothing
/// to do by then: it may have lost its processor. With a beat for each, half would be alone.
TEST_F(PhasesOfTwo, AreSharedWithoutABeatEach) {
  settings.heartbeatMicroseconds = 20000;
  ThreadState *thread = currentThread();
  ASSERT_TRUE(thread);
  thread->tokens = 1;
  Rounds rounds;
  PhasedRegionOfTwo::run(meetInEachRound, &rounds, creditOf(beatTicks()));
  EXPECT_LE(rounds.alone, Rounds::Count / 3);
}

/// Neither at beats nor for a token.
TEST_F(PhasesOfTwo, AreNotSharedIfTheyAreTooShort) {
  settings.heartbeatMicroseconds = 1000;
  ThreadState *thread = currentThread();
  ASSERT_TRUE(thread);
  auto endAtOnce = [](void *, void *, int32_t, int32_t) -> int32_t { return 0; };
  for (bool isLong : {false, true}) {
    thread->tokens = 1;
    tactus_credit = 0;
    uint64_t before = thread->counters.promotions.get();
    // The clock may not know its rate yet.
    int64_t price = creditOf(worthwhileTicks());
    PhasedRegionOfTwo::run(endAtOnce, nullptr, isLong ? price * 50 : price / 50);
    EXPECT_EQ(thread->counters.promotions.get() - before, isLong);
    // Walks of the stack may take an eighth of the time.
    spinFor(std::chrono::milliseconds(2));
  }
}

/// A loop whose chunks are taken one by one, until both members have taken some.
struct Chunks {
  static constexpr int64_t Count = 1000000;
  std::atomic<int64_t> taken[2] = {};
  Clock::time_point start = Clock::now();

  bool goesOn() const { return (taken[0] == 0 || taken[1] == 0) && Clock::now() - start < Deadline; }
};

int32_t takeChunks(void * /*frame*/, void *environment, int32_t number, int32_t /*phase*/) {
  auto &chunks = *static_cast<Chunks *>(environment);
  tactus_team_dispatch_init_8(nullptr, number, DynamicSchedule, 0, Chunks::Count - 1, 1, 1);
  int64_t lower, upper, step;
  int32_t isLast;
  while (tactus_team_dispatch_next_8(nullptr, number, &isLast, &lower, &upper, &step)) {
    ++chunks.taken[number];
    if (chunks.goesOn())
      spinFor(std::chrono::microseconds(50));
  }
  return 0;
}

/// The price of the phase says that it is too short to be polled where it begins.
TEST_F(PhasesOfTwo, MembersComeForChunksThatAreLeft) {
  Chunks chunks;
  PhasedRegionOfTwo::run(takeChunks, &chunks, 1);
  EXPECT_GT(chunks.taken[0], 0);
  EXPECT_GT(chunks.taken[1], 0);
}

/// A loop whose iterations do nothing.
struct EmptyChunks {
  static constexpr int64_t Count = 100000;
  std::atomic<int64_t> calls{0}, iterations{0}, sum{0};
};

int32_t takeEmptyChunks(void * /*frame*/, void *environment, int32_t number, int32_t /*phase*/) {
  auto &chunks = *static_cast<EmptyChunks *>(environment);
  tactus_team_dispatch_init_8(nullptr, number, DynamicSchedule, 0, EmptyChunks::Count - 1, 1, 1);
  int64_t lower, upper, step;
  int32_t isLast;
  while (tactus_team_dispatch_next_8(nullptr, number, &isLast, &lower, &upper, &step)) {
    ++chunks.calls;
    chunks.iterations += upper - lower + 1;
    chunks.sum += (lower + upper) * (upper - lower + 1) / 2;
  }
  return 0;
}

TEST_F(PhasesOfTwo, MembersTakeSeveralShortChunks) {
  EmptyChunks chunks;
  PhasedRegionOfTwo::run(takeEmptyChunks, &chunks, 1);
  EXPECT_EQ(chunks.iterations, EmptyChunks::Count);
  EXPECT_EQ(chunks.sum, (EmptyChunks::Count - 1) * EmptyChunks::Count / 2);
  EXPECT_LT(chunks.calls, EmptyChunks::Count / 2);
}

} // namespace
