//===- process_test.cpp - the runtime in the life of a process -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Many threads, fork, exhaustion, idle time: what happens around the loops.
//
//===----------------------------------------------------------------------===//
#include "compiled.h"
#include "entry/statistics.h"
#include "os/allocation.h"
#include "os/settings.h"
#include "regions/regions.h"
#include "regions/strand_slot.h"
#include "slots/pool.h"
#include "slots/thread_life.h"
#include "threads/counters.h"
#include "threads/thread.h"
#include "workers/promotion.h"
#include "workers/task_wait.h"

#include "tactus/tactus.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <dirent.h>
#include <gtest/gtest.h>
#include <numeric>
#include <thread>
#include <time.h>
#include <unistd.h>

using namespace tactus;
using namespace tactus::test;

namespace {

unsigned threadsOfProcess() {
  unsigned count = 0;
  DIR *directory = opendir("/proc/self/task");
  while (dirent *entry = readdir(directory))
    count += entry->d_name[0] != '.';
  closedir(directory);
  return count;
}

double processorSeconds() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

uint64_t countOf(Counter Counters::*counter) {
  Counters sum;
  sumCounters(sum);
  return (sum.*counter).get();
}

void useWorkers(uint64_t workers) {
  settings.workers = workers;
  registerLoops();
}

void expectFlatLoopRuns(uint64_t iterations, unsigned spin, uint64_t strandLimit = 0) {
  Recorder recorder(iterations);
  recorder.spin = spin;
  recorder.strandLimit = strandLimit;
  runFlat(recorder);
  EXPECT_EQ(recorder.wrong(), 0u);
  if (strandLimit) {
    EXPECT_LE(recorder.mostRunning.load(), static_cast<int>(strandLimit));
  }
}

TEST(Poll, PreservesRegistersAndErrno) {
  useWorkers(2);
  errno = 77;
  EXPECT_TRUE(pollPreservesRegisters());
  EXPECT_EQ(errno, 77);
}

TEST(Process, NoThreadBeforeTheFirstPromotion) {
  useWorkers(1);
  unsigned before = threadsOfProcess(); // a sanitizer may have one of its own
  expectFlatLoopRuns(1000, 100);
  EXPECT_EQ(threadsOfProcess(), before);
}

TEST(Process, ManyThreadsEnterAtOnce) {
  settings.heartbeatMicroseconds = 5;
  useWorkers(3);
  std::vector<std::thread> threads;
  for (int number = 0; number < 8; ++number)
    threads.emplace_back([number] {
      for (int repetition = 0; repetition < 20; ++repetition) {
        expectFlatLoopRuns(400, 200);
        std::vector<uint64_t> expected(300);
        std::iota(expected.begin(), expected.end(), 0);
        EXPECT_EQ(runConcatenation(300, 100 * static_cast<unsigned>(number)), expected);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_GT(countOf(&Counters::promotions), 0u);
}

TEST(Process, ManyThreadsEnterAtOnceInChaos) {
  settings.chaos = true;
  settings.chaosSeed = 11;
  useWorkers(2);
  std::vector<std::thread> threads;
  for (int number = 0; number < 6; ++number)
    threads.emplace_back([] {
      for (int repetition = 0; repetition < 5; ++repetition) {
        Recorder recorder(8 * 10 * 10);
        recorder.innerCount = 10;
        recorder.spin = 50;
        runForeignNest(recorder);
        EXPECT_EQ(recorder.wrong(), 0u);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST(Process, ALeavingThreadReturnsItsSlot) {
  useWorkers(2);
  for (int repetition = 0; repetition < 5; ++repetition)
    std::thread([] { EXPECT_TRUE(acquireSlot(*currentThread())); }).join();
  // Both slots can still be had.
  std::thread([] { EXPECT_TRUE(acquireSlot(*currentThread())); }).join();
  EXPECT_TRUE(acquireSlot(*currentThread()));
}

TEST(Process, AThreadThatKnowsItsNumberTakesTheSameSlotAgain) {
  useWorkers(3);
  ThreadState &thread = *currentThread();
  uint64_t record[tactus::abi::RegionWords];
  tactus_region_enter(record, 0, static_cast<char *>(__builtin_frame_address(0)) + sizeof(void *));
  ASSERT_TRUE(acquireSlot(thread, {1, 2}));
  EXPECT_EQ(numberOf(*currentRegion()), 1);
  ASSERT_TRUE(giveSlotBack(thread));
  ASSERT_TRUE(acquireSlot(thread));
  EXPECT_EQ(slotIndex(*thread.slot), 1u);
  // While another has it, none.
  WorkerSlot *others = std::exchange(thread.slot, nullptr);
  EXPECT_FALSE(acquireSlot(thread));
  thread.slot = others;
  tactus_region_leave(record);
  ASSERT_TRUE(giveSlotBack(thread));
}

TEST(Process, StrandLimitsHold) {
  settings.chaos = true;
  settings.chaosSeed = 5;
  useWorkers(9);
  for (uint64_t limit : {2u, 3u, 5u})
    expectFlatLoopRuns(3000, 300, limit);
  EXPECT_GT(countOf(&Counters::promotions), 0u);
  uint64_t before = countOf(&Counters::promotions);
  expectFlatLoopRuns(1000, 100, 1);
  EXPECT_EQ(countOf(&Counters::promotions), before);
}

TEST(Process, ForkedChildrenWork) {
#if __has_feature(thread_sanitizer)
  GTEST_SKIP() << "ThreadSanitizer does not support threads in the child of a process with threads";
#endif
  settings.heartbeatMicroseconds = 5;
  useWorkers(4);
  expectFlatLoopRuns(3000, 300);
  // As after a walk of the stack in which another process ran for long.
  currentThread()->walks.forbid();
  std::string text;
  EXPECT_EQ(inChild(
                [] {
                  Recorder recorder(3000);
                  recorder.spin = 300;
                  uint64_t before = countOf(&Counters::promotions);
                  runFlat(recorder);
                  if (recorder.wrong() || countOf(&Counters::promotions) == before)
                    _exit(1);
                },
                text),
            0);
  EXPECT_EQ(text, "");
  currentThread()->walks.allowAtOnce();
  expectFlatLoopRuns(3000, 300);
}

TEST(Process, WithoutThreadsTheOwnerRunsEverything) {
  settings.promoteAll = true;
  failureInjection.threads = true;
  useWorkers(4);
  testing::internal::CaptureStderr();
  expectFlatLoopRuns(500, 10);
  Recorder recorder(6 * 8 * 8);
  recorder.innerCount = 8;
  runForeignNest(recorder);
  EXPECT_EQ(recorder.wrong(), 0u);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "tactus: warning: cannot create a worker thread: Resource temporarily unavailable; going on with fewer\n");
  EXPECT_EQ(countOf(&Counters::threadsStarted), 0u);
}

TEST(Process, WithoutSpareThreadsWaitersKeepTheirSlots) {
  settings.chaos = true;
  settings.chaosSeed = 3;
  useWorkers(3);
  expectFlatLoopRuns(2000, 200); // starts workers
  failureInjection.threads = true;
  testing::internal::CaptureStderr();
  for (int repetition = 0; repetition < 5; ++repetition) {
    Recorder recorder(10 * 12 * 12);
    recorder.innerCount = 12;
    recorder.spin = 300;
    runForeignNest(recorder);
    EXPECT_EQ(recorder.wrong(), 0u);
  }
  testing::internal::GetCapturedStderr();
}

TEST(Process, WithoutMemoryLoopsAreSequential) {
  settings.promoteAll = true;
  useWorkers(2);
  testing::internal::CaptureStderr();
  failureInjection.memory = true;
  expectFlatLoopRuns(500, 10);
  failureInjection.memory = false;
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "tactus: warning: out of memory for tasks; loops go on sequentially where there is none\n");
  EXPECT_EQ(countOf(&Counters::promotions), 0u);
  expectFlatLoopRuns(500, 10);
  EXPECT_GT(countOf(&Counters::promotions), 0u);
}

/// A worker gives its slot back on its way to sleep. How long that takes depends on who else uses the processors.
void waitUntilWorkersSleep() {
  WorkerSlot *own = existingThread()->slot, *all = allSlots();
  for (unsigned index = 0; index < slotCount(); ++index)
    while (&all[index] != own && (all[index].activity.load() & 3) != WorkerSlot::Free)
      usleep(1000);
}

TEST(Process, IdleWorkersUseNoProcessor) {
  settings.heartbeatMicroseconds = 10;
  useWorkers(4);
  expectFlatLoopRuns(20000, 300);
  ASSERT_GT(countOf(&Counters::promotions), 0u);
  // A promotion wakes a worker, whose thread counts itself once it gets a processor.
  while (countOf(&Counters::threadsStarted) == 0)
    usleep(1000);
  waitUntilWorkersSleep();
  double before = processorSeconds();
  usleep(300000);
  // A single spinning worker would use all of it.
  EXPECT_LT(processorSeconds() - before, 0.03);
}

/// A loop of less than a microsecond is promoted at beats, not whenever it is entered.
TEST(Process, ShortLoopsThatAreEnteredAgainAndAgain) {
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
  GTEST_SKIP() << "nothing is short here";
#endif
  settings.heartbeatMicroseconds = 1000000;
  useWorkers(2);
  constexpr unsigned Entries = 20000;
  for (unsigned entry = 0; entry < Entries; ++entry)
    expectFlatLoopRuns(20, 1);
  EXPECT_LT(countOf(&Counters::promotions), Entries / 20);
}

/// Where nobody could take a task, most beats cost a poll like any other.
TEST(Process, BeatsOnOneWorkerWalkNoStack) {
  settings.heartbeatMicroseconds = 200;
  useWorkers(1);
  while (countOf(&Counters::beatsSeen) < 100)
    expectFlatLoopRuns(20000, 100);
  EXPECT_LT(countOf(&Counters::walks), countOf(&Counters::beatsSeen) / 2);
  EXPECT_EQ(countOf(&Counters::promotions), 0u);
}

/// Tasks that wait are for workers that may look for one soon: one for each that is idle, and one if none is.
TEST(Process, ATaskForEachIdleWorkerIsEnough) {
  settings.heartbeatMicroseconds = 0; // No worker is started.
  useWorkers(3);
  expectFlatLoopRuns(20, 1); // The thread gets its state.
  ThreadState &thread = *existingThread();
  ASSERT_TRUE(acquireSlot(thread));
  ASSERT_EQ(idleSlotCount(), 2u);
  Join join;
  Task first, second;
  first.join = second.join = &join;
  EXPECT_FALSE(hasEnoughQueued(thread));
  thread.slot->deque.push(&first);
  EXPECT_FALSE(hasEnoughQueued(thread));
  thread.slot->deque.push(&second);
  EXPECT_TRUE(hasEnoughQueued(thread));
  for (unsigned index = 0; index < slotCount(); ++index)
    allSlots()[index].setActivity(WorkerSlot::Busy);
  thread.slot->deque.pop();
  EXPECT_TRUE(hasEnoughQueued(thread));
  thread.slot->deque.pop();
  EXPECT_FALSE(hasEnoughQueued(thread));
}

TEST(Process, WorkersBlockSignals) {
  settings.promoteAll = true;
  useWorkers(3);
  static std::atomic<bool> elsewhere{false};
  static pthread_t self = pthread_self();
  signal(SIGUSR1, [](int) {
    if (!pthread_equal(pthread_self(), self))
      elsewhere = true;
  });
  expectFlatLoopRuns(2000, 100);
  for (int repetition = 0; repetition < 100; ++repetition)
    kill(getpid(), SIGUSR1);
  EXPECT_FALSE(elsewhere.load());
}

TEST(Process, UnregisteredLoopsAreNotPromoted) {
  settings.promoteAll = true;
  useWorkers(2);
  expectFlatLoopRuns(100, 10);
  uint64_t before = countOf(&Counters::promotions);
  EXPECT_GT(before, 0u);
  tactus_unregister_module(&testModule());
  expectFlatLoopRuns(100, 10);
  EXPECT_EQ(countOf(&Counters::promotions), before);
}

/// Nests change shape all the time while modules come and go.
TEST(Stress, RegistrationDuringLoops) {
  settings.chaos = true;
  settings.chaosSeed = 17;
  useWorkers(3);
  std::atomic<bool> stop{false};
  std::thread registrar([&] {
    // The same maps without the loops: a module's loops must be at rest when it is unloaded.
    static tactus::abi::Module other = testModule();
    other.loopsBegin = other.loopsEnd = nullptr;
    while (!stop.load()) {
      tactus_register_module(&other);
      tactus_unregister_module(&other);
    }
  });
  for (int repetition = 0; repetition < 20; ++repetition) {
    Recorder recorder(16 * 20);
    recorder.innerCount = 20;
    recorder.spin = 50;
    runNest(recorder);
    EXPECT_EQ(recorder.wrong(), 0u);
  }
  stop = true;
  registrar.join();
}

class Chaos : public ::testing::TestWithParam<uint64_t> {};

TEST_P(Chaos, NestsAndReductions) {
  settings.chaos = true;
  settings.chaosSeed = GetParam();
  useWorkers(2 + GetParam() % 7);
  std::vector<uint64_t> expected(700);
  std::iota(expected.begin(), expected.end(), 0);
  for (int repetition = 0; repetition < 4; ++repetition) {
    Recorder foreign(6 * 9 * 9);
    foreign.innerCount = 9;
    foreign.spin = 100;
    runForeignNest(foreign);
    EXPECT_EQ(foreign.wrong(), 0u);
    Recorder nest(20 * 30);
    nest.innerCount = 30;
    runNest(nest);
    EXPECT_EQ(nest.wrong(), 0u);
    EXPECT_EQ(runConcatenation(expected.size(), 20), expected);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, Chaos, ::testing::Range(uint64_t{100}, uint64_t{120}));

tactus_fork_descriptor restThatWaits() {
  tactus_fork_descriptor descriptor{};
  descriptor.flags = TACTUS_FORK_OF_TASK | TACTUS_FORK_MAY_WAIT;
  return descriptor;
}

unsigned admitAll(ThreadState &thread) {
  tactus_fork_descriptor descriptor = restThatWaits();
  unsigned count = 0;
  while (admitRest(thread, descriptor))
    ++count;
  return count;
}

void dismissAll(ThreadState &thread) {
  while (thread.admittedRests)
    dismissRest(thread, restThatWaits());
}

TEST(Fork, RestsOfOtherThreadsDoNotCountInTheChild) {
  ASSERT_TRUE(admitRest(*currentThread(), restThatWaits()));
  std::string output;
  int status = -1;
  unsigned others = 0;
  std::thread other([&] {
    others = admitAll(*currentThread());
    // The child has this thread only.
    status = inChild(
        [] {
          dismissAll(*currentThread());
          fprintf(stderr, "%u", admitAll(*currentThread()));
        },
        output);
    dismissAll(*currentThread());
  });
  other.join();
  EXPECT_EQ(status, 0);
  EXPECT_GT(others, 0u);
  EXPECT_EQ(output, std::to_string(others + 1));
  dismissAll(*currentThread());
}

/// How many threads the team counts that a limit makes, 0 where there is none.
uint64_t countedUnder(unsigned limit) {
  uint64_t counted = 0;
  auto ask = [](void *into) {
    if (Team *team = currentRegion() ? currentRegion()->boundedTeam() : nullptr)
      *static_cast<uint64_t *>(into) = team->limit;
  };
  tactus_limit_workers(limit, ask, &counted);
  return counted;
}

/// Slots do not bound who runs: a thread that comes out of a join without one goes on. So each limit is counted, also
/// one that is as wide as the workers.
TEST(Process, LimitsAsWideAsTheWorkersAreCounted) {
  useWorkers(4);
  for (unsigned limit : {1u, 3u, 4u, 64u})
    EXPECT_EQ(countedUnder(limit), std::min(limit, 4u));
}

/// A word has 64 bits. The numbers of more strands are in several words (tasks/number_set.h).
TEST(Process, LimitsAsWideAsManyWorkersAreCounted) {
  useWorkers(100);
  EXPECT_EQ(countedUnder(100), 100u);
  EXPECT_EQ(countedUnder(50), 50u);
}

/// Regions of OpenMP are bounded in depth; a limit is no level of theirs.
TEST(Process, LimitsAreNoLevelsOfOpenMP) {
  useWorkers(4);
  uint64_t record[tactus::abi::RegionWords];
  tactus_region_enter(record, 0, static_cast<char *>(__builtin_frame_address(0)) + sizeof(void *));
  currentRegion()->icvs.activeLevels = 1;
  EXPECT_EQ(countedUnder(3), 3u);
  EXPECT_EQ(countedUnder(64), 4u);
  tactus_region_leave(record);
}

} // namespace
