//===- team_test.cpp - teams of strands, from outside ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What compiled code calls, by members that are really there; and what each of them is told of a loop, by itself. Runs
// under ThreadSanitizer.
//
//===----------------------------------------------------------------------===//
#include "abi/openmp.h"
#include "os/settings.h"
#include "os/thread_stack.h"
#include "regions/icvs.h"
#include "regions/run_schedule.h"
#include "teams/worksharing.h"

#include "tactus/latent.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <gtest/gtest.h>
#include <pthread.h>
#include <sched.h>
#include <thread>
#include <vector>

extern "C" {
void tactus_team_barrier(void *, int32_t);
int32_t tactus_team_single(void *, int32_t);
int32_t tactus_team_reduce_nowait(void *, int32_t, int32_t, size_t, void *, void (*)(void *, void *), void *);
void tactus_team_end_reduce_nowait(void *, int32_t, void *);
void tactus_team_for_static_init_8(void *, int32_t, int32_t, int32_t *, int64_t *, int64_t *, int64_t *, int64_t,
                                   int64_t);
void tactus_team_for_static_init_4u(void *, int32_t, int32_t, int32_t *, uint32_t *, uint32_t *, int32_t *, int32_t,
                                    int32_t);
void tactus_team_dispatch_init_8(void *, int32_t, int32_t, int64_t, int64_t, int64_t, int64_t);
int32_t tactus_team_dispatch_next_8(void *, int32_t, int32_t *, int64_t *, int64_t *, int64_t *);
}

using namespace tactus;

namespace {

using Body = std::function<void(int)>;

void runTeam(int size, const Body &body) {
  auto code = [](void *environment, int32_t number) { (*static_cast<const Body *>(environment))(number); };
  ASSERT_EQ(tactus_team_fork(code, const_cast<Body *>(&body), size, 0), 1);
}

TEST(Team, HasTheSizeThatItsClauseSays) {
  for (int size : {1, 2, 3, 8, 40}) {
    std::vector<int> seen(static_cast<size_t>(size));
    runTeam(size, [&](int number) { seen[static_cast<size_t>(number)]++; });
    EXPECT_EQ(seen, std::vector<int>(static_cast<size_t>(size), 1));
  }
}

TEST(Team, NumbersStayWithTheirThreads) {
  std::vector<pthread_t> first(4);
  runTeam(4, [&](int number) { first[static_cast<size_t>(number)] = pthread_self(); });
  EXPECT_TRUE(pthread_equal(first[0], pthread_self()));
  for (int round = 0; round < 200; ++round)
    runTeam(1 + round % 4,
            [&](int number) { EXPECT_TRUE(pthread_equal(first[static_cast<size_t>(number)], pthread_self())); });
}

TEST(Team, BarriersOrderPlainMemory) {
  constexpr int Size = 4, Rounds = 500;
  int values[Size] = {};
  runTeam(Size, [&](int number) {
    for (int round = 1; round <= Rounds; ++round) {
      values[number] = round;
      tactus_team_barrier(nullptr, 0);
      EXPECT_EQ(values[(number + 1) % Size], round);
      tactus_team_barrier(nullptr, 0);
    }
  });
}

TEST(Team, ReductionsComeOneAfterTheOther) {
  long sum = 0;
  runTeam(6, [&](int number) {
    for (int round = 0; round < 300; ++round) {
      ASSERT_EQ(tactus_team_reduce_nowait(nullptr, 0, 1, 8, nullptr, nullptr, nullptr), 1);
      sum += number;
      tactus_team_end_reduce_nowait(nullptr, 0, nullptr);
    }
  });
  EXPECT_EQ(sum, 300 * 15);
}

TEST(Team, OneMemberEntersEachSingle) {
  std::vector<std::atomic<int>> entered(1000);
  runTeam(3, [&](int) {
    for (auto &each : entered)
      each += tactus_team_single(nullptr, 0);
  });
  for (auto &each : entered)
    EXPECT_EQ(each, 1);
}

TEST(Team, HostThreadsHaveTeamsAtTheSameTime) {
  std::atomic<int> total{0};
  for (int wave = 0; wave < 3; ++wave) {
    std::vector<std::thread> hosts;
    for (int host = 0; host < 4; ++host)
      hosts.emplace_back([&] {
        for (int round = 0; round < 20; ++round)
          runTeam(3, [&](int) {
            tactus_team_barrier(nullptr, 0);
            ++total;
          });
      });
    for (auto &each : hosts)
      each.join();
  }
  EXPECT_EQ(total, 3 * 4 * 20 * 3);
}

/// What a member is told of `schedule(static)` loops near the ends of its type.
TEST(Team, StaticBoundsDoNotOverflow) {
  for (uint32_t last : {0u, 1u, 5u, UINT32_MAX - 1, UINT32_MAX}) {
    uint32_t first = last < 5 ? 0 : last - 5;
    std::vector<std::atomic<int>> done(6);
    runTeam(4, [&](int) {
      int32_t isLast, stride;
      uint32_t lower = first, upper = last;
      tactus_team_for_static_init_4u(nullptr, 0, StaticSchedule, &isLast, &lower, &upper, &stride, 1, 1);
      for (uint64_t index = lower; index <= upper; ++index)
        ++done[index - first];
    });
    for (uint32_t index = 0; index < 6; ++index)
      EXPECT_EQ(done[index], index <= last - first) << last;
  }
}

struct Loop {
  int32_t schedule;
  int64_t lower, upper, step, chunk;
};

TEST(Team, EverySchedulesIterationsAreExecutedOnce) {
  static const Loop loops[] = {{DynamicSchedule, 0, 999, 1, 1},
                               {DynamicSchedule, 10, -980, -3, 7},
                               {GuidedSchedule, 0, 999, 1, 1},
                               {GuidedSchedule, -500, 499, 2, 20},
                               {StaticChunkedSchedule, 0, 999, 1, 30},
                               {StaticSchedule, 0, 1, 1, 0},
                               {AutoSchedule, 5, 4, 1, 0},
                               {DynamicSchedule, INT64_MAX - 100, INT64_MAX, 1, 9},
                               {DynamicSchedule | ScheduleModifiers, 0, 99, 1, 100}};
  runTeam(3, [](int) {}); // the threads are there
  for (int size : {1, 2, 3, 5}) {
    std::vector<std::vector<std::atomic<int>>> done;
    for (const Loop &loop : loops)
      done.emplace_back(countIterations(loop.lower, loop.upper, loop.step));
    std::atomic<int> lasts{0};
    runTeam(size, [&](int) {
      for (size_t index = 0; index < std::size(loops); ++index) {
        const Loop &loop = loops[index];
        tactus_team_dispatch_init_8(nullptr, 0, loop.schedule, loop.lower, loop.upper, loop.step, loop.chunk);
        int32_t isLast = 0;
        int64_t lower, upper, stride;
        while (tactus_team_dispatch_next_8(nullptr, 0, &isLast, &lower, &upper, &stride)) {
          auto from = countIterations(loop.lower, lower, loop.step) - 1,
               to = countIterations(loop.lower, upper, loop.step) - 1;
          for (uint64_t iteration = from; iteration <= to; ++iteration)
            ++done[index][iteration];
        }
        lasts += isLast;
      }
    });
    for (auto &loop : done)
      EXPECT_TRUE(std::all_of(loop.begin(), loop.end(), [](auto &count) { return count == 1; }));
    EXPECT_EQ(lasts, static_cast<int>(std::size(loops)) - 1) << "one for each loop that has iterations";
  }
}

TEST(Worksharing, PartsAreInOrderAndComplete) {
  for (uint64_t count : {uint64_t{0}, uint64_t{1}, uint64_t{7}, uint64_t{1000}, UINT64_MAX})
    for (uint64_t multiple : {1, 4, 64})
      for (uint32_t members : {1u, 2u, 3u, 16u}) {
        uint64_t next = 0;
        for (uint32_t number = 0; number < members; ++number) {
          StaticPart part = staticPart(count, multiple, number, members);
          if (part.size == 0)
            continue;
          EXPECT_EQ(part.first, next);
          EXPECT_EQ(part.first % multiple, 0u);
          next += part.size;
        }
        EXPECT_EQ(next, count) << multiple << " " << members;
      }
}

TEST(Worksharing, NoPartIsMoreThanOneLargerThanAnother) {
  // 5 iterations, 4 threads: 2, 1, 1 and 1 as with libomp and libgomp, and not 2, 2, 1 and 0.
  for (uint64_t count : {5u, 6u, 7u, 8u, 103u})
    for (uint32_t number = 0; number < 4; ++number)
      EXPECT_EQ(staticPart(count, 1, number, 4).size, count / 4 + (number < count % 4)) << count;
}

TEST(Worksharing, PartsAreAsLibompsWhereTheChunkIsNoPowerOfTwo) {
  // schedule(simd : static, 5), 50 iterations, 3 threads: 17, 17 and 16 under clang 19.
  EXPECT_EQ(staticPart(50, 5, 1, 3).first, 17u);
  EXPECT_EQ(staticPart(50, 5, 2, 3).size, 16u);
  for (uint64_t count = 1; count < 100; ++count)
    for (uint64_t multiple = 1; multiple < 20; ++multiple) {
      uint64_t next = 0;
      for (uint32_t number = 0; number < 3; ++number)
        if (StaticPart part = staticPart(count, multiple, number, 3); part.size) {
          EXPECT_EQ(part.first, next);
          next += part.size;
        }
      EXPECT_EQ(next, count) << multiple;
    }
}

TEST(Worksharing, SimdLoopsAreDividedIntoWholeVectors) {
  // As schedule(simd : runtime) comes: the kinds that libomp makes of it. The chunk is the vector's length.
  for (int32_t schedule : {tactus::abi::SimdStaticSchedule, tactus::abi::SimdGuidedSchedule}) {
    std::vector<std::atomic<int>> done(1003);
    runTeam(3, [&](int) {
      tactus_team_dispatch_init_8(nullptr, 0, schedule, 0, 1002, 1, 8);
      int32_t isLast;
      int64_t lower, upper, stride;
      while (tactus_team_dispatch_next_8(nullptr, 0, &isLast, &lower, &upper, &stride)) {
        EXPECT_EQ(lower % 8, 0) << schedule;
        EXPECT_TRUE(isLast || upper % 8 == 7) << schedule;
        for (int64_t iteration = lower; iteration <= upper; ++iteration)
          ++done[static_cast<size_t>(iteration)];
      }
    });
    EXPECT_TRUE(std::all_of(done.begin(), done.end(), [](auto &count) { return count == 1; }));
  }
}

//===----------------------------------------------------------------------===//
// Phases
//===----------------------------------------------------------------------===//

tactus::abi::LoopDescriptor phaseDescriptor() {
  return {tactus_team_phases_run, "", "", 1, 1, 1, 0, tactus::abi::UnknownWeight, 0, 0};
}

struct Meeting {
  static constexpr int Rounds = 5;
  int size = 0;
  std::atomic<int> arrived{0}, singles{0}, wrong{0};
};

/// A member's frame, as compiled code would lay it out.
struct MeetingFrame {
  int round, number;
  long large[100];
};

/// Counts all members in each round, and looks at the count behind the barrier.
int32_t meet(void *frame, void *environment, int32_t number, int32_t phase) {
  auto &kept = *static_cast<MeetingFrame *>(frame);
  auto &meeting = *static_cast<Meeting *>(environment);
  meeting.wrong += reinterpret_cast<uintptr_t>(frame) % tactus::abi::PhasedFrameAlignment != 0;
  if (phase == 0) {
    kept.round = 0;
    kept.number = number;
  } else {
    meeting.wrong += kept.number != number;
    meeting.wrong += kept.large[0] != number || kept.large[99] != kept.round;
  }
  if (phase == 2) {
    meeting.wrong += meeting.arrived != meeting.size * kept.round;
    return kept.round == Meeting::Rounds ? 0 : 1;
  }
  meeting.singles += tactus_team_single(nullptr, 0);
  ++meeting.arrived;
  kept.large[0] = number;
  kept.large[99] = ++kept.round;
  return 2;
}

TEST(Phases, EndForAllMembersBeforeTheNextBegins) {
  tactus::abi::LoopDescriptor descriptors[3] = {phaseDescriptor(), phaseDescriptor(), phaseDescriptor()};
  tactus::abi::PhasedRegion region{descriptors, meet, sizeof(MeetingFrame), nullptr, {}, {}};
  for (int size : {1, 2, 3, 8, 40}) {
    Meeting meeting;
    meeting.size = size;
    ASSERT_EQ(tactus_team_phases(&region, &meeting, size), 1);
    EXPECT_EQ(meeting.arrived, size * Meeting::Rounds);
    EXPECT_EQ(meeting.singles, Meeting::Rounds);
    EXPECT_EQ(meeting.wrong, 0);
  }
}

TEST(Worksharing, SchedulesAtRunTimeAreWhatWasSet) {
  constexpr int Static = 1, Dynamic = 2, Guided = 3, Auto = 4, Trapezoidal = 101;
  constexpr auto Monotonic = static_cast<int>(0x80000000);
  constexpr int32_t Nonmonotonic = 1 << 30;
  struct Case {
    int kind, size;
    int32_t written;
    int64_t width;
    int32_t schedule;
    int64_t chunk;
  } cases[] = {
      {Static, 0, RuntimeSchedule, 1, StaticSchedule, 0},
      {Static, 7, RuntimeSchedule, 1, StaticChunkedSchedule, 7},
      {Dynamic, 5, RuntimeSchedule | Nonmonotonic, 1, DynamicSchedule | Nonmonotonic, 5},
      {Dynamic | Monotonic, 5, RuntimeSchedule | Nonmonotonic, 1, DynamicSchedule | MonotonicSchedule, 5},
      {Guided, 1, RuntimeSchedule + OrderedOffset, 1, GuidedSchedule + OrderedOffset, 1},
      {Trapezoidal, 2, RuntimeSchedule, 1, TrapezoidalSchedule, 2},
      {Auto, 0, RuntimeSchedule, 1, AutoSchedule, 0},
      {Static, 0, SimdRuntimeSchedule, 8, SimdStaticSchedule, 8},
      {Guided, 3, SimdRuntimeSchedule, 8, SimdGuidedSchedule, 24},
      {Dynamic, 2, SimdRuntimeSchedule, 8, DynamicSchedule, 16},
  };
  for (const Case &one : cases) {
    IcvSet icvs{};
    setSchedule(icvs, one.kind, one.size);
    uint64_t word = RunSchedule::of(icvs).word();
    EXPECT_NE(word, 0u);
    int32_t schedule = one.written;
    int64_t chunk = one.width;
    RunSchedule::fromWord(word).apply(schedule, chunk);
    EXPECT_EQ(schedule, one.schedule) << one.kind << " " << one.size;
    EXPECT_EQ(chunk, one.chunk) << one.kind << " " << one.size;
  }
}

TEST(Worksharing, CountsIterationsOfAllKinds) {
  EXPECT_EQ(countIterations<int32_t>(0, 9, 1), 10u);
  EXPECT_EQ(countIterations<int32_t>(0, 9, 4), 3u);
  EXPECT_EQ(countIterations<int32_t>(9, 0, -1), 10u);
  EXPECT_EQ(countIterations<int32_t>(1, 0, 1), 0u);
  EXPECT_EQ(countIterations<int32_t>(INT32_MIN, INT32_MAX, 1), uint64_t{1} << 32);
  EXPECT_EQ(countIterations<uint32_t>(0, UINT32_MAX, INT32_MAX), 3u);
  EXPECT_EQ(countIterations<int64_t>(INT64_MAX, INT64_MIN, INT64_MIN), 2u);
  EXPECT_EQ(countIterations<uint64_t>(0, UINT64_MAX, 1), UINT64_MAX);
}

TEST(StackSize, IsReadAsOpenMPWritesIt) {
  EXPECT_EQ(parseStackSize("1000"), 1000u << 10);
  EXPECT_EQ(parseStackSize("64M"), 64u << 20);
  EXPECT_EQ(parseStackSize(" 2 g"), size_t{2} << 30);
  EXPECT_EQ(parseStackSize("512B"), 512u);
  EXPECT_EQ(parseStackSize("10x"), 0u);
  EXPECT_EQ(parseStackSize("-1M"), 0u);
  EXPECT_EQ(parseStackSize("99999999999G"), 0u);
  EXPECT_EQ(parseStackSize(""), 0u);
}

//===----------------------------------------------------------------------===//
// Tasks of members
//===----------------------------------------------------------------------===//

std::atomic<int> tasksRun{0};
void runTask(const uint64_t *, void *) { tasksRun.fetch_add(1); }

constexpr uint64_t OfTask = TACTUS_FORK_OF_TASK, OfUnaskedTask = OfTask | TACTUS_FORK_IS_UNASKED;

/// Whether a fork of the calling thread becomes a task.
bool isPromoted(uint64_t flags) {
  static tactus_fork_descriptor descriptors[2] = {
      {runTask, __FILE__, nullptr, __LINE__, 0, 0, 0, TACTUS_UNKNOWN_WEIGHT, 0, nullptr, OfTask},
      {runTask, __FILE__, nullptr, __LINE__, 0, 0, 0, TACTUS_UNKNOWN_WEIGHT, 0, nullptr, OfUnaskedTask}};
  tactus_fork_record *record = tactus_fork_now(&descriptors[flags == OfUnaskedTask], nullptr);
  if (!record)
    return false;
  tactus_fork_join(record);
  tactus_fork_release(record);
  return true;
}

class TasksOfMembers : public testing::Test {
protected:
  void SetUp() override {
    tasksRun = 0;
    // Workers read them: nobody writes them again.
    if (settings.promoteAll)
      return;
    settings.workers = 4;
    settings.promoteAll = true;
  }
};

TEST_F(TasksOfMembers, ArePromotedWhereNobodyAsksAndAnotherMemberWaits) {
  runTeam(2, [&](int number) {
    if (number == 0) {
      // As soon as the other one is at the barrier.
      while (!isPromoted(OfUnaskedTask))
        sched_yield();
      EXPECT_FALSE(isPromoted(OfTask));
    }
    tactus_team_barrier(nullptr, 0);
  });
  EXPECT_EQ(tasksRun, 1);
}

TEST_F(TasksOfMembers, HaveNoPlaceWhileAllMembersRun) {
  std::atomic<bool> mayWait{false};
  for (int round = 0; round < 20; ++round) {
    mayWait = false;
    runTeam(3, [&](int number) {
      // All have their places again behind a barrier.
      tactus_team_barrier(nullptr, 0);
      if (number == 0) {
        for (int attempt = 0; attempt < 50; ++attempt)
          EXPECT_FALSE(isPromoted(OfUnaskedTask));
        mayWait = true;
        while (!isPromoted(OfUnaskedTask))
          sched_yield();
      } else {
        while (!mayWait)
          sched_yield();
      }
      tactus_team_barrier(nullptr, 0);
    });
  }
  EXPECT_EQ(tasksRun, 20);
}

TEST_F(TasksOfMembers, HaveThePlacesOfMembersThatAreDone) {
  runTeam(4, [&](int number) {
    for (int count = 0; number == 0 && count < 100; ++count)
      while (!isPromoted(OfUnaskedTask))
        sched_yield();
  });
  EXPECT_EQ(tasksRun, 100);
}

TEST_F(TasksOfMembers, AreCallsInATeamOfOne) {
  runTeam(1, [&](int) { EXPECT_FALSE(isPromoted(OfTask) || isPromoted(OfUnaskedTask)); });
}

} // namespace
