//===- unit_test.cpp - parts of the runtime, one by one -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "compiled.h"
#include "entry/statistics.h"
#include "frames/slow_calls.h"
#include "heartbeat/weights.h"
#include "maps/stack_maps.h"
#include "observe/trace_file.h"
#include "observe/trace_line.h"
#include "os/allocation.h"
#include "os/clock.h"
#include "os/setting_names.h"
#include "os/settings.h"
#include "slots/pool.h"
#include "slots/thread_life.h"
#include "threads/beat.h"
#include "threads/counters.h"
#include "threads/thread.h"
#include "workers/promotion.h"

#include <cstring>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

using namespace tactus;
using namespace tactus::abi;
using namespace tactus::test;

namespace {

//===----------------------------------------------------------------------===//
// Adaptive chunking
//===----------------------------------------------------------------------===//

TEST(Weight, KnownIterationsGiveThePriceAtOnceIfItIsHigher) {
  // 1000 ticks for 100 iterations: 640 units each.
  EXPECT_EQ(learnWeight({200, 1 << 20, 1000, 20000, 100}), 640);
}

TEST(Weight, KnownIterationsGiveALowerPriceByHalves) {
  EXPECT_EQ(learnWeight({1000, 1 << 20, 1000, 100000, 100}), (1000 + 640) / 2);
}

TEST(Weight, ComesDownSlowlyWhilePollsAreCheap) {
  EXPECT_EQ(learnWeight({1000, 1 << 20, 1000, 100000, 1000, Lowering::Slow}), 750);
  EXPECT_EQ(learnWeight({1000, 1 << 20, 1000, 100000, 1000, Lowering::Wait}), 1000);
  EXPECT_EQ(learnWeight({1000, 1 << 20, 100, 64000, 0, Lowering::Wait}), 1000);
  // Only downwards.
  EXPECT_EQ(learnWeight({200, 1 << 20, 1000, 20000, 100, Lowering::Wait}), 640);
  EXPECT_EQ(learnWeight({1000, 1 << 20, 1500, 64000, 0, Lowering::Slow}), 1500);
}

TEST(Weight, ChangesAreBounded) {
  EXPECT_EQ(learnWeight({100, 1 << 20, 1000000, 100, 1}), 400);
  EXPECT_EQ(learnWeight({1000, 1 << 20, 1, 1000, 1000}), (1000 + 250) / 2);
}

/// A poll of a compiled loop, and one of the youngest record's; they return the new credit.
int64_t pollFrame(const CallerState &caller) { return tactus_poll_slow(&caller); }
int64_t pollRecord(const CallerState &caller) {
  tactus_latent_poll_slow(&caller);
  return tactus_credit;
}

/// The ticks that a thread gets at a poll, a quarter of a beat after the last one, from where that one came. A beat
/// takes seconds here, so that the time that passes meanwhile is nothing.
uint64_t ticksAfterPoll(ThreadState &thread, uint64_t beat, uint64_t untilBeat, int64_t (*poll)(const CallerState &)) {
  constexpr uintptr_t Anywhere = 0x1000;
  CallerState caller{Anywhere, 0, 0, 0};
  uint64_t now = clock::counter();
  thread.beat = beat;
  thread.lastReturnAddress = Anywhere;
  thread.lastPoll = now - beat / PollsPerBeat;
  thread.nextBeat = now + untilBeat;
  thread.lastRefill = static_cast<int64_t>(beat / PollsPerBeat) * CreditPerTick;
  // The price may not come down at the moment.
  thread.pollTime = 0;
  thread.nextLowering = UINT64_MAX;
  tactus_credit = -1;
  return static_cast<uint64_t>(poll(caller) / CreditPerTick);
}

void expectSteadyPolls(int64_t (*poll)(const CallerState &)) {
  constexpr uint64_t Beat = uint64_t{1} << 40, Passed = Beat / 64;
  ThreadState &thread = *currentThread();
  uint64_t tokens = thread.tokens, polls = thread.counters.polls.get();
  thread.tokens = 0;
  uint64_t untilBeat = ticksAfterPoll(thread, Beat, Beat * 3 / 8, poll);
  EXPECT_LE(untilBeat, Beat * 3 / 8);
  EXPECT_GE(untilBeat, Beat * 3 / 8 - Passed);
  // Other code may run until then, or the beat may be missed by a little.
  EXPECT_EQ(ticksAfterPoll(thread, Beat, Beat, poll), Beat / SteadyPollsPerBeat);
  EXPECT_EQ(ticksAfterPoll(thread, Beat, Beat / 16, poll), Beat / PollsPerBeat);
  EXPECT_EQ(thread.counters.polls.get(), polls + 3);
  thread.tokens = tokens;
  thread.nextLowering = 0;
  delayBeat(thread);
  tactus_credit = 0;
}

TEST(Poll, AfterASteadyOneTheNextComesWithTheBeat) { expectSteadyPolls(pollFrame); }

TEST(Poll, LoopsOfRecordsPollSteadily) {
  static tactus_loop_descriptor descriptor{};
  descriptor.weight = 1;
  tactus_loop_record loop{};
  loop.slot.descriptor = &descriptor;
  loop.strip.end = loop.slot.end = 10;
  loop.latent.kind = TACTUS_LATENT_LOOP;
  ensureListBase();
  tactus_latent_link(&loop.latent);
  expectSteadyPolls(pollRecord);
  EXPECT_EQ(loop.latent.special, nullptr);
  tactus_latent_top = loop.latent.older;
}

/// The ticks that a thread gets when it links a record of this kind, where a steady poll would do.
uint64_t ticksAfterPush(tactus_latent_kind kind, uint64_t beat) {
  static tactus_loop_descriptor loopDescriptor{};
  static tactus_fork_descriptor forkDescriptor{};
  loopDescriptor.weight = forkDescriptor.weight = 1;
  static tactus_loop_record record;
  record = {};
  record.slot.descriptor = &loopDescriptor;
  record.strip.end = record.slot.end = 10;
  record.latent.kind = kind;
  record.latent.fork.descriptor = &forkDescriptor;
  ThreadState &thread = *currentThread();
  uint64_t tokens = thread.tokens;
  thread.tokens = 0;
  uint64_t ticks = ticksAfterPoll(thread, beat, beat, [](const CallerState &caller) {
    tactus_latent_push_slow(&record.latent, &caller);
    return tactus_credit;
  });
  tactus_latent_top = record.latent.older;
  thread.tokens = tokens;
  thread.nextLowering = 0;
  delayBeat(thread);
  tactus_credit = 0;
  return ticks;
}

TEST(Poll, LoopsEnterSteadilyButForksDoNot) {
  constexpr uint64_t Beat = uint64_t{1} << 40;
  EXPECT_EQ(ticksAfterPush(TACTUS_LATENT_LOOP, Beat), Beat / SteadyPollsPerBeat);
  // What libtactus' own beat grants, which is much less.
  EXPECT_LT(ticksAfterPush(TACTUS_LATENT_FORK, Beat), Beat / 1024);
}

TEST(Weight, UnknownIterationsScaleByTimeOverCharge) {
  EXPECT_EQ(learnWeight({1000, 1 << 20, 1000, 64000, 0}), 1000);
  EXPECT_EQ(learnWeight({1000, 1 << 20, 1500, 64000, 0}), 1500);
  EXPECT_EQ(learnWeight({1000, 1 << 20, 100000, 64000, 0}), 2000);
  EXPECT_EQ(learnWeight({1000, 1 << 20, 1, 64000, 0}), 750);
}

TEST(Weight, StaysBetweenOneAndTheRefill) {
  EXPECT_EQ(learnWeight({1, 1 << 20, 1, 1 << 20, 0}), 1);
  EXPECT_EQ(learnWeight({UnknownWeight, 5000, 100000000, 1, 1}), 5000);
  EXPECT_EQ(learnWeight({100, 5000, 100, -5, 0}), 200);
}

//===----------------------------------------------------------------------===//
// Settings
//===----------------------------------------------------------------------===//

TEST(Settings, QuotaIsRoundedUp) {
  EXPECT_EQ(parseQuota("max 100000\n"), 0u);
  EXPECT_EQ(parseQuota("-1 100000"), 0u);
  EXPECT_EQ(parseQuota("150000 100000\n"), 2u);
  EXPECT_EQ(parseQuota("200000 100000"), 2u);
  EXPECT_EQ(parseQuota("1000 100000"), 1u);
  EXPECT_EQ(parseQuota(""), 0u);
  EXPECT_EQ(parseQuota("100000"), 0u);
}

TEST(Settings, WorkerCountSources) {
  unsetenv("OMP_NUM_THREADS");
  settings.workers = 0;
  EXPECT_GE(chooseWorkerCount(), 1u);
  setenv("OMP_NUM_THREADS", "4,2", 1);
  EXPECT_EQ(chooseWorkerCount(), 4u);
  setenv("OMP_NUM_THREADS", "100000", 1);
  EXPECT_EQ(chooseWorkerCount(), MaximalWorkers);
  settings.workers = 3;
  EXPECT_EQ(chooseWorkerCount(), 3u);
}

struct WrongValue {
  const char *name, *value, *expected;
};

TEST(Settings, AWrongValueCostsOneLine) {
  static const WrongValue values[] = {
      {"TACTUS_WORKERS", "abc", "a whole number from 1 to 1024"},
      {"TACTUS_WORKERS", "0", "a whole number from 1 to 1024"},
      {"TACTUS_WORKERS", "-2", "a whole number from 1 to 1024"},
      {"TACTUS_WORKERS", "99999999999999999999999", "a whole number from 1 to 1024"},
      {"TACTUS_HEARTBEAT_US", "1.5", "a whole number of microseconds from 0 (never promote) to 1000000"},
      {"TACTUS_TOKENS", "0", "a whole number from 1 to 1024, or classic (1, not kept)"},
      {"TACTUS_CHUNK", "1000000001", "a whole number of iterations from 1 to 1000000000, or 0 (adaptive)"},
      {"TACTUS_REGIONS", "threads", "strands or libomp, which run parallel regions that are not latent"},
      {"TACTUS_STACK_MB", "0", "a whole number of mebibytes from 1 to 65536"},
      {"TACTUS_TASKS", "lazy", "heartbeat or eager, which make tasks on beats and where they are created"},
      {"TACTUS_QUEUE_POLICY", "front", "default, push-front, steal-front or both"},
      {"TACTUS_QUEUE_SIZE", "129", "a whole number of tasks from 1 to 128"},
      {"TACTUS_EVENT_BUCKETS", "0", "a whole number from 1 to 16777216"},
      {"TACTUS_TASK_STACK_KB", "15", "a whole number of kibibytes from 16 to 1048576"},
      {"TACTUS_STATS", "yes", "1 for a table on stderr, 0 for nothing, or the name of a .json file"},
      {"TACTUS_TRACE", "1", "the name of a .json file"},
      {"TACTUS_TRACE_MB", "0", "a whole number of mebibytes from 1 to 65536"},
      {"TACTUS_CHAOS", "x", "a whole number, the seed"},
      {"TACTUS_PROMOTE", "some", "all, or every (without sampling)"},
  };
  for (const WrongValue &wrong : values) {
    static const WrongValue *current;
    current = &wrong;
    std::string text;
    EXPECT_EQ(inChild(
                  [] {
                    settings = Settings{};
                    setenv(current->name, current->value, 1);
                    readSettings();
                    Settings defaults;
                    if (settings.workers != defaults.workers || settings.tokensPerBeat != defaults.tokensPerBeat ||
                        settings.heartbeatMicroseconds != defaults.heartbeatMicroseconds || settings.statistics ||
                        settings.trace || settings.chunk || settings.chaos || settings.promoteAll || settings.eager ||
                        settings.pushesFront || settings.stealsFront || settings.queueSize != defaults.queueSize ||
                        settings.eventBuckets != defaults.eventBuckets || settings.taskStackKilobytes)
                      _exit(1);
                  },
                  text),
              0);
    EXPECT_EQ(text, std::string("tactus: warning: ") + wrong.name + "=" + wrong.value + ": expected " + wrong.expected +
                        "; using the default\n");
  }
}

/// The record of a program as the driver leaves it.
tactus::abi::TaskParameters recordOf(uint32_t policy, uint32_t size, uint32_t buckets, uint32_t stack) {
  tactus::abi::TaskParameters record;
  record.isSet = 1;
  record.queuePolicy = policy;
  record.queueSize = size;
  record.eventBuckets = buckets;
  record.taskStackKilobytes = stack;
  record.checksum = record.computeChecksum();
  return record;
}

TEST(Settings, TakesTheParametersOfTheProgram) {
  settings = Settings{};
  adoptTaskParameters(recordOf(tactus::abi::PushesFront, 4, 256019, 64));
  EXPECT_TRUE(settings.pushesFront);
  EXPECT_FALSE(settings.stealsFront);
  EXPECT_EQ(settings.queueSize, 4u);
  EXPECT_EQ(settings.eventBuckets, 256019u);
  EXPECT_EQ(settings.taskStackKilobytes, 64u);
  settings = Settings{};
}

TEST(Settings, TakesNoDamagedParameters) {
  tactus::abi::TaskParameters good = recordOf(tactus::abi::StealsFront, 4, 1021, 64);
  for (size_t byte = 0; byte < sizeof good; ++byte) {
    tactus::abi::TaskParameters damaged = good;
    reinterpret_cast<unsigned char *>(&damaged)[byte] ^= 0x10;
    settings = Settings{};
    adoptTaskParameters(damaged);
    EXPECT_EQ(settings.queueSize, Settings{}.queueSize) << "byte " << byte;
  }
  settings = Settings{};
  adoptTaskParameters(recordOf(0, 1000, 0, 1));
  EXPECT_EQ(settings.queueSize, 16u);
  EXPECT_EQ(settings.eventBuckets, 97u);
  EXPECT_EQ(settings.taskStackKilobytes, 0u);
  adoptTaskParameters(tactus::abi::TaskParameters{});
  EXPECT_EQ(settings.queueSize, 16u);
}

/// What the runtime says on stderr with one variable set.
std::string saidOf(const char *name, const char *value) {
  static const char *currentName, *currentValue;
  currentName = name;
  currentValue = value;
  std::string text;
  EXPECT_EQ(inChild(
                [] {
                  settings = Settings{};
                  setenv(currentName, currentValue, 1);
                  readSettings();
                },
                text),
            0);
  return text;
}

TEST(Settings, TeamSizesThatAreNoneCostOneLine) {
  for (const char *wrong : {"abc", "4x", "0", "-2", "4,", ",4", "4,,2", "4 2", "2.5"})
    EXPECT_EQ(saidOf("OMP_NUM_THREADS", wrong),
              std::string("tactus: warning: OMP_NUM_THREADS=") + wrong +
                  ": expected whole numbers from 1, separated by commas; using the default\n");
  for (const char *right : {"", " ", "4", "4,3,2", " 4 , 3 ", "99999999999999999999"})
    EXPECT_EQ(saidOf("OMP_NUM_THREADS", right), "");
}

TEST(Settings, MisspeltNamesCostOneLine) {
  EXPECT_EQ(saidOf("TACTUS_WORKER", "4"),
            "tactus: warning: TACTUS_WORKER is no setting of Tactus; did you mean TACTUS_WORKERS?\n");
  EXPECT_EQ(saidOf("TACTUS_HEARTBEAT", ""),
            "tactus: warning: TACTUS_HEARTBEAT is no setting of Tactus; did you mean TACTUS_HEARTBEAT_US?\n");
  EXPECT_EQ(saidOf("TACTUS_SEED_OF_CHAOS", "4"),
            "tactus: warning: TACTUS_SEED_OF_CHAOS is no setting of Tactus; 'tactus env' lists them\n");
  EXPECT_EQ(saidOf(("TACTUS_" + std::string(1000, 'X')).c_str(), "4"),
            "tactus: warning: TACTUS_" + std::string(57, 'X') + " is no setting of Tactus; 'tactus env' lists them\n");
  // The driver's, the tests', and nobody's.
  for (const char *other : {"TACTUS_CLANG", "TACTUS_TEST_SOURCE", "TACTUS", "MY_TACTUS_WORKER", "TACTUS_PROMOTE"})
    EXPECT_EQ(saidOf(other, other == std::string("TACTUS_PROMOTE") ? "all" : "x"), "");
  EXPECT_EQ(editDistance("", "abc"), 3u);
  EXPECT_EQ(editDistance("WORKERS", "WOKERS"), 1u);
  EXPECT_EQ(editDistance("chaos", "chase"), 2u);
}

TEST(Settings, RightValuesAreTaken) {
  setenv("TACTUS_WORKERS", "7", 1);
  setenv("TACTUS_HEARTBEAT_US", "0", 1);
  setenv("TACTUS_TOKENS", "3", 1);
  setenv("TACTUS_CHUNK", "64", 1);
  setenv("TACTUS_CHAOS", "0", 1);
  setenv("TACTUS_PROMOTE", "all", 1);
  readSettings();
  EXPECT_EQ(settings.workers, 7u);
  EXPECT_EQ(settings.heartbeatMicroseconds, 0u);
  EXPECT_EQ(settings.tokensPerBeat, 3u);
  EXPECT_EQ(settings.chunk, 64u);
  EXPECT_TRUE(settings.chaos);
  EXPECT_TRUE(settings.promoteAll);
}

//===----------------------------------------------------------------------===//
// Promotion
//===----------------------------------------------------------------------===//

class Splits : public ::testing::Test {
protected:
  ThreadState *thread = nullptr;
  void SetUp() override {
    settings.workers = 1; // nobody is woken
    thread = currentThread();
    ASSERT_TRUE(thread && acquireSlot(*thread));
  }
  void TearDown() override {
    while (thread->slot->deque.pop())
      ;
    giveSlotBack(*thread);
  }
  using Range = std::pair<uint64_t, uint64_t>;
  static std::vector<Range> ranges(const Slot &slot) {
    std::vector<Range> result;
    for (Task *task = slot.slot.join ? slot.slot.join->first : nullptr; task; task = task->next)
      result.emplace_back(task->begin, task->end);
    return result;
  }
  Promotion promote(Slot &slot, uint64_t iteration, bool next = false, uint64_t split = 0, Task *owner = nullptr) {
    return promoteLoop(*thread, {&slot.slot, iteration, slot.slot.end, owner, 0, next}, split, 0,
                       reinterpret_cast<uintptr_t>(&slot));
  }
};

TEST_F(Splits, ThreeWay) {
  Slot slot(flatLoop, 20);
  EXPECT_EQ(promote(slot, 4), Promotion::Done);
  EXPECT_EQ(slot.slot.end, 5u);
  EXPECT_EQ(ranges(slot), (std::vector<Range>{{5, 13}, {13, 20}}));
  // The owner pops the lowest, thieves take the highest.
  EXPECT_EQ(thread->slot->deque.steal()->begin, 13u);
  EXPECT_EQ(thread->slot->deque.pop()->begin, 5u);
  freeJoin(slot.slot);
}

TEST_F(Splits, ASingleIterationIsOneTask) {
  Slot slot(flatLoop, 6);
  EXPECT_EQ(promote(slot, 4), Promotion::Done);
  EXPECT_EQ(slot.slot.end, 5u);
  EXPECT_EQ(ranges(slot), (std::vector<Range>{{5, 6}}));
  freeJoin(slot.slot);
}

TEST_F(Splits, TheInnermostKeepsTheFirstHalf) {
  Slot slot(flatLoop, 20);
  EXPECT_EQ(promote(slot, 5, true), Promotion::Done);
  EXPECT_EQ(slot.slot.end, 13u);
  EXPECT_EQ(ranges(slot), (std::vector<Range>{{13, 20}}));
  // Later promotions lie in front.
  EXPECT_EQ(promote(slot, 6, true), Promotion::Done);
  EXPECT_EQ(slot.slot.end, 10u);
  EXPECT_EQ(ranges(slot), (std::vector<Range>{{10, 13}, {13, 20}}));
  EXPECT_EQ(promote(slot, 8, true), Promotion::Done);
  EXPECT_EQ(slot.slot.end, 9u);
  EXPECT_EQ(ranges(slot), (std::vector<Range>{{9, 10}, {10, 13}, {13, 20}}));
  freeJoin(slot.slot);
}

TEST_F(Splits, FullUnsignedRange) {
  Slot slot(flatLoop, UINT64_MAX);
  EXPECT_EQ(promote(slot, 0), Promotion::Done);
  EXPECT_EQ(ranges(slot), (std::vector<Range>{{1, uint64_t{1} << 63}, {uint64_t{1} << 63, UINT64_MAX}}));
  freeJoin(slot.slot);
  Slot next(flatLoop, UINT64_MAX);
  EXPECT_EQ(promote(next, UINT64_MAX - 2, true), Promotion::Done);
  EXPECT_EQ(ranges(next), (std::vector<Range>{{UINT64_MAX - 1, UINT64_MAX}}));
  freeJoin(next.slot);
}

TEST_F(Splits, GivenSplitPoint) {
  Slot slot(flatLoop, 20);
  EXPECT_EQ(promote(slot, 4, false, 1), Promotion::Done);
  EXPECT_EQ(ranges(slot), (std::vector<Range>{{5, 6}, {6, 20}}));
  freeJoin(slot.slot);
}

TEST_F(Splits, EnvironmentIsCopiedAndResultsAreAligned) {
  Slot slot(innerLoop, 20, 24);
  for (unsigned index = 0; index < 3; ++index)
    slot.environment(index) = 100 + index;
  EXPECT_EQ(promote(slot, 0), Promotion::Done);
  for (Task *task = slot.slot.join->first; task; task = task->next) {
    EXPECT_EQ(memcmp(task->environment(), slot.slot.environment, 24), 0);
    ASSERT_NE(task->result, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(task->result) % 16, 0u);
    memset(task->result, 0xff, 24); // inside the allocation, as AddressSanitizer checks
  }
  freeJoin(slot.slot);
}

TEST_F(Splits, StrandLimits) {
  Slot one(flatLoop, 20, 0, 1);
  EXPECT_EQ(promote(one, 0), Promotion::LimitReached);
  EXPECT_EQ(one.slot.end, 20u);
  EXPECT_EQ(one.slot.join, nullptr);

  Slot two(flatLoop, 20, 0, 2);
  EXPECT_EQ(promote(two, 4), Promotion::Done);
  EXPECT_EQ(two.slot.end, 5u);
  EXPECT_EQ(ranges(two), (std::vector<Range>{{5, 20}}));
  // A slice of the same loop inside the task belongs to its team.
  Slot slice(flatLoop, 20, 0, 2);
  EXPECT_EQ(promote(slice, 5, false, 0, two.slot.join->first), Promotion::LimitReached);
  // Another loop inside the task does not.
  Slot other(dynamicLoop, 20);
  EXPECT_EQ(promote(other, 5, false, 0, two.slot.join->first), Promotion::Done);
  freeJoin(other.slot);
  // When a strand has ended there is room again.
  two.slot.join->team->leave(1);
  EXPECT_EQ(promote(slice, 5, false, 0, two.slot.join->first), Promotion::Done);
  EXPECT_EQ(slice.slot.join->team, two.slot.join->team);
  freeJoin(slice.slot);
  freeJoin(two.slot);
}

TEST_F(Splits, WithoutMemoryNothingChanges) {
  Slot slot(flatLoop, 20, 0, 3);
  failureInjection.memory = true;
  EXPECT_EQ(promote(slot, 4), Promotion::NoMemory);
  failureInjection.memory = false;
  EXPECT_EQ(slot.slot.end, 20u);
  EXPECT_EQ(slot.slot.join, nullptr);
  EXPECT_EQ(thread->slot->deque.size(), 0u);
  EXPECT_EQ(promote(slot, 4), Promotion::Done);
  freeJoin(slot.slot);
}

//===----------------------------------------------------------------------===//
// Stack maps
//===----------------------------------------------------------------------===//

/// A module with one function and one record, built in memory.
struct Blob {
  MapFunction function{};
  MapRecord record{};
  MapLoop entries[2]{};
};

TEST(StackMaps, RegisterLookUpUnregister) {
  static Blob blobs[2];
  static const Module modules[2] = {
      {Version, 0, reinterpret_cast<char *>(&blobs[0]), reinterpret_cast<char *>(&blobs[1]), nullptr, nullptr},
      {Version, 0, reinterpret_cast<char *>(&blobs[1]), reinterpret_cast<char *>(&blobs[2]), nullptr, nullptr}};
  for (int index = 0; index < 2; ++index) {
    blobs[index].function = {16, 1, 24, sizeof(Blob)};
    blobs[index].record = {static_cast<uint32_t>(100 + index), 2, 2 * sizeof(MapLoop) / 4};
  }
  auto addressOf = [](int index) { return reinterpret_cast<uintptr_t>(&blobs[index]) + 16 + 100 + index; };
  auto finds = [&](int index) {
    ThreadState *thread = currentThread();
    const MapTable *table = holdTable(*thread);
    const MapHit *hit = table ? table->find(addressOf(index)) : nullptr;
    bool right = hit && hit->frameSize == 24 && hit->record == &blobs[index].record;
    releaseTable(*thread);
    EXPECT_EQ(hit != nullptr, right);
    return right;
  };
  EXPECT_FALSE(finds(0));
  tactus_register_module(&modules[0]);
  EXPECT_TRUE(finds(0));
  EXPECT_FALSE(finds(1));
  tactus_register_module(&modules[1]);
  tactus_register_module(&modules[0]); // counts
  tactus_unregister_module(&modules[0]);
  EXPECT_TRUE(finds(0));
  EXPECT_TRUE(finds(1));
  tactus_unregister_module(&modules[0]);
  EXPECT_FALSE(finds(0));
  EXPECT_TRUE(finds(1));
  tactus_unregister_module(&modules[1]);
  EXPECT_FALSE(finds(1));
}

TEST(StackMaps, MalformedSectionsAreCutOff) {
  static uint32_t words[16];
  static const Module module{Version, 0,      reinterpret_cast<char *>(words), reinterpret_cast<char *>(words + 16),
                             nullptr, nullptr};
  ThreadState *thread = currentThread();
  uint32_t sizes[] = {0, 4, 15, 1000, 0xffffffff};
  for (uint32_t totalSize : sizes)
    for (uint32_t records : {0u, 1u, 1000u, 0xffffffffu}) {
      MapFunction function{0, records, 8, totalSize};
      memcpy(words, &function, sizeof function);
      words[4] = 0;
      words[5] = 0xffffffff;
      tactus_register_module(&module);
      EXPECT_NE(holdTable(*thread), nullptr);
      releaseTable(*thread);
      tactus_unregister_module(&module);
    }
}

TEST(StackMaps, AnotherVersionIsRefused) {
  std::string text;
  EXPECT_EQ(inChild(
                [] {
                  static Module module = testModule();
                  module.version = Version + 1;
                  tactus_register_module(&module);
                  forEachLoop([](const LoopDescriptor &, void *) { _exit(1); }, nullptr);
                },
                text),
            0);
  EXPECT_EQ(text.rfind("tactus: error: code compiled for version " + std::to_string(Version + 1) + " ", 0), 0u) << text;
}

TEST(StackMaps, EntriesOfEveryKind) {
  uint64_t memory[4] = {0x1122334455667788, 0, 0, 0};
  auto base = reinterpret_cast<uintptr_t>(memory);
  FrameRegisters registers{base, base + 8, base + 16, true, false};
  uint64_t iteration;
  LoopSlot *slot;
  using L = MapLocation;
  EXPECT_TRUE(
      readLoop({{ExecutingIteration, 5}, {L::Indirect, 4, 7, 0}, {L::Direct, 8, 7, 16}}, registers, iteration, slot));
  EXPECT_EQ(iteration, 0x55667788u);
  EXPECT_EQ(slot, reinterpret_cast<LoopSlot *>(base + 16));
  EXPECT_TRUE(
      readLoop({{ExecutingIteration, 5}, {L::Indirect, 8, 6, -8}, {L::Direct, 8, 6, 0}}, registers, iteration, slot));
  EXPECT_EQ(iteration, memory[0]);
  EXPECT_TRUE(
      readLoop({{ExecutingIteration, 5}, {L::Constant, 8, 0, -1}, {L::Direct, 8, 7, 0}}, registers, iteration, slot));
  EXPECT_EQ(iteration, UINT64_MAX);
  // What is unknown, null or out of place is skipped.
  EXPECT_FALSE(
      readLoop({{ExecutingIteration, 5}, {L::Indirect, 8, 3, 0}, {L::Direct, 8, 7, 0}}, registers, iteration, slot));
  EXPECT_FALSE(
      readLoop({{ExecutingIteration, 5}, {L::Unknown, 8, 7, 0}, {L::Direct, 8, 7, 0}}, registers, iteration, slot));
  EXPECT_FALSE(
      readLoop({{ExecutingIteration, 5}, {L::Constant, 8, 0, 1}, {L::Indirect, 8, 7, 8}}, registers, iteration, slot));
  EXPECT_FALSE(
      readLoop({{ExecutingIteration, 5}, {L::Constant, 8, 0, 1}, {L::Direct, 8, 7, 4}}, registers, iteration, slot));
}

//===----------------------------------------------------------------------===//
// Statistics
//===----------------------------------------------------------------------===//

TEST(Statistics, JsonIsWellFormed) {
  settings.workers = 2;
  settings.promoteAll = true;
  settings.statistics = "unused.json";
  registerLoops();
  runConcatenation(100, 0);
  tactus_unregister_module(&testModule()); // loops of unloaded modules stay in the statistics
  char *text = nullptr;
  size_t size = 0;
  FILE *file = open_memstream(&text, &size);
  writeStatisticsJson(file);
  fclose(file);
  auto json = nlohmann::json::parse(text);
  free(text);
  settings.statistics = nullptr;
  EXPECT_EQ(json["workers"], 2);
  EXPECT_GT(json["counters"]["promotions"], 0);
  EXPECT_EQ(json["promotionsByLevel"].size(), CountedLevels);
  bool found = false;
  for (auto &loop : json["loops"])
    if (loop["file"] == "\"quoted\".c") {
      found = true;
      EXPECT_EQ(loop["line"], 40);
      EXPECT_GT(loop["promotions"], 0);
      EXPECT_GE(loop["tasks"], loop["promotions"]);
    }
  EXPECT_TRUE(found);
}

TEST(TraceLine, Numbers) {
  TraceLine line;
  uint64_t power = 1;
  std::string expected;
  for (unsigned digits = 1; digits <= 20; ++digits, power *= 10)
    for (uint64_t number : {power - 1, power, power + 5}) {
      line << number << ",";
      expected += std::to_string(number) + ",";
    }
  line << UINT64_MAX << "," << INT64_MIN << ",";
  expected += "18446744073709551615,-9223372036854775808,";
  line.microseconds(1002003) << "," << uint32_t{0};
  EXPECT_EQ(std::string(line.data(), line.size()), expected + "1002.003,0");
}

TEST(TraceLine, TimesWithinAMillisecond) {
  for (uint32_t nanoseconds : {0U, 7U, 45U, 999U, 1000U, 56789U, 999999U}) {
    TraceLine whole, pieces;
    whole.microseconds(3000000 + nanoseconds);
    (pieces << uint64_t{3}).belowMillisecond(nanoseconds);
    EXPECT_EQ(std::string(pieces.data(), pieces.size()), std::string(whole.data(), whole.size()));
  }
}

/// Fills the chunk, and begins the next one, which is so long and lies further on; false if there is none.
bool beginNext(TraceChunk &chunk, size_t bytes) {
  std::string line(1000, '.');
  char *end = chunk.end;
  do
    if (!appendToTrace(chunk, line.data(), line.size()))
      return false;
  while (chunk.end == end);
  EXPECT_GT(chunk.next, end);
  EXPECT_NEAR(chunk.end - chunk.next, bytes, 2 * line.size());
  return chunk.next > end;
}

void writeChunks() {
  settings.traceMegabytes = 64;
  std::string name = testing::TempDir() + "tactus-unit-test-" + std::to_string(getpid()) + ".json";
  nameTraceFile(name.c_str());
  bool opened = openTraceFile();
  unlink(name.c_str());
  TraceChunk busy, quiet, late;
  bool grows = opened && beginNext(busy, FirstChunkBytes) && beginNext(busy, 2 * FirstChunkBytes) &&
               beginNext(busy, LargestChunkBytes) && beginNext(busy, LargestChunkBytes);
  // What an idle worker prepares is for whoever is next, and changes nothing for those after it.
  prepareTraceChunk();
  bool isPrepared = beginNext(busy, FirstChunkBytes) && beginNext(busy, LargestChunkBytes);
  prepareTraceChunk();
  isPrepared = isPrepared && beginNext(quiet, FirstChunkBytes) && beginNext(quiet, FirstChunkBytes) &&
               beginNext(quiet, 2 * FirstChunkBytes);
  // At the end of the file there are smaller ones.
  TraceChunk other;
  bool isFilled = beginNext(other, FirstChunkBytes);
  size_t left = (settings.traceMegabytes << 20) / FirstChunkBytes - (1 + 2 + 4 + 4 + 1 + 4 + 1 + 1 + 2 + 1);
  for (; left > 3; left -= 4)
    isFilled = isFilled && beginNext(busy, LargestChunkBytes);
  isFilled = isFilled && left == 3 && beginNext(busy, FirstChunkBytes) && beginNext(late, FirstChunkBytes) &&
             beginNext(late, FirstChunkBytes);
  bool isFull = !beginNext(late, FirstChunkBytes);
  _exit(grows && isPrepared && isFilled && isFull && !testing::Test::HasFailure() ? 0 : 1);
}

TEST(TraceFile, ChunksGrowWithWhatAThreadWrites) {
  std::string text;
  EXPECT_EQ(inChild(writeChunks, text), 0) << text;
}

TEST(TraceLine, WhatDoesNotFitIsLeftOut) {
  TraceLine line;
  while (line.hasRoom())
    line << uint64_t{12345678901234567890u};
  unsigned size = line.size();
  for (unsigned count = 0; count < 1000; ++count)
    line << uint64_t{12345678901234567890u};
  EXPECT_LT(line.size(), 8193u);
  EXPECT_GE(line.size(), size);
  EXPECT_EQ(std::string(line.data(), 20), "12345678901234567890");
}

} // namespace
