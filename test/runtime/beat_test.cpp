//===- beat_test.cpp - beats that come as signals ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Nothing here asks how fast a signal comes: each test goes on until enough of them have.
//
//===----------------------------------------------------------------------===//
#include "compiled.h"
#include "entry/statistics.h"
#include "os/settings.h"
#include "threads/beat_source.h"
#include "threads/counters.h"
#include "threads/thread.h"

#include <cerrno>
#include <csignal>
#include <dirent.h>
#include <gtest/gtest.h>
#include <string>
#include <sys/time.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace tactus;
using namespace tactus::test;

namespace {

uint64_t countOf(Counter Counters::*counter) {
  Counters sum;
  sumCounters(sum);
  return (sum.*counter).get();
}

void use(BeatSource source, uint64_t workers, uint64_t microseconds = 50) {
  settings.beat = source;
  settings.workers = workers;
  settings.heartbeatMicroseconds = microseconds;
  chooseBeatSource();
  registerLoops();
}

void expectLoopRuns() {
  Recorder recorder(20000);
  recorder.spin = 100;
  runFlat(recorder);
  EXPECT_EQ(recorder.wrong(), 0u);
}

/// Runs loops until the counter has come so far.
void runUntil(Counter Counters::*counter, uint64_t wanted) {
  while (countOf(counter) < wanted && !testing::Test::HasFailure())
    expectLoopRuns();
}

unsigned entriesOf(const char *folder) {
  unsigned count = 0;
  DIR *directory = opendir(folder);
  while (dirent *entry = readdir(directory))
    count += entry->d_name[0] != '.';
  closedir(directory);
  return count;
}

std::atomic<int> handled{0};
void countHandled(int) { handled.fetch_add(1); }

class Beat : public testing::TestWithParam<BeatSource> {
protected:
  /// False where the kernel denies the source; then another one must have taken its place.
  static bool has(BeatSource source) {
    if (beatSource.load() == source)
      return true;
    EXPECT_EQ(source, BeatSource::Perf);
    EXPECT_EQ(beatSource.load(), BeatSource::Timer);
    return false;
  }
};

INSTANTIATE_TEST_SUITE_P(Sources, Beat, testing::Values(BeatSource::Ping, BeatSource::Timer, BeatSource::Perf),
                         [](const auto &info) { return std::string(beatSourceNames[static_cast<int>(info.param)]); });

TEST_P(Beat, IsDeliveredAndTaken) {
  use(GetParam(), 1);
  runUntil(&Counters::beatsTaken, 100);
  has(GetParam());
  EXPECT_LE(countOf(&Counters::beatsTaken), countOf(&Counters::beatsDelivered));
  EXPECT_LE(countOf(&Counters::beatsDelivered), countOf(&Counters::beatsAsked));
}

TEST_P(Beat, PromotesOnEveryWorker) {
  use(GetParam(), 3, 20);
  runUntil(&Counters::beatsTaken, 300);
  while (countOf(&Counters::stolenRuns) == 0 && !HasFailure())
    expectLoopRuns();
  EXPECT_GT(countOf(&Counters::promotions), 0u);
}

/// One that is under way may still come; after that there is silence.
TEST_P(Beat, IsSilentWithoutPolls) {
  use(GetParam(), 1);
  runUntil(&Counters::beatsTaken, 10);
  uint64_t delivered = countOf(&Counters::beatsDelivered);
  for (int nap = 0; nap < 50; ++nap)
    usleep(1000); // Ends early when a signal comes.
  for (volatile int work = 0; work < 20000000; work = work + 1)
    ;
  EXPECT_LE(countOf(&Counters::beatsDelivered), delivered + 1);
}

TEST_P(Beat, KeepsErrno) {
  use(GetParam(), 1);
  runUntil(&Counters::beatsTaken, 1);
  while (countOf(&Counters::beatsDelivered) < 50 && !HasFailure()) {
    expectLoopRuns();
    // The beat that the loop has asked for comes here.
    errno = 77;
    uint64_t before = countOf(&Counters::beatsDelivered);
    for (volatile int work = 0; work < 1000000 && countOf(&Counters::beatsDelivered) == before; work = work + 1)
      ;
    ASSERT_EQ(errno, 77);
  }
}

TEST_P(Beat, ComesInTheChildOfAFork) {
  use(GetParam(), 2);
  runUntil(&Counters::beatsTaken, 10);
  pid_t child = fork();
  if (child == 0) {
    uint64_t before = countOf(&Counters::beatsTaken);
    runUntil(&Counters::beatsTaken, before + 20);
    _exit(HasFailure());
  }
  runUntil(&Counters::beatsTaken, 30);
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

TEST_P(Beat, LeavesNothingBehindWhenThreadsEnd) {
  use(GetParam(), 1);
  runUntil(&Counters::beatsTaken, 1);
  unsigned files = entriesOf("/proc/self/fd");
  for (int number = 0; number < 20; ++number)
    std::thread(expectLoopRuns).join();
  EXPECT_EQ(entriesOf("/proc/self/fd"), files);
  runUntil(&Counters::beatsTaken, countOf(&Counters::beatsTaken) + 1);
}

/// The program's handler, installed before: it sees its own signals, and no beat.
TEST_P(Beat, PassesOtherSignalsOn) {
  signal(SIGURG, countHandled);
  use(GetParam(), 1);
  runUntil(&Counters::beatsTaken, 20);
  EXPECT_EQ(handled.load(), 0);
  for (int repetition = 0; repetition < 10; ++repetition)
    raise(SIGURG);
  // Several of one kind that wait are one to the kernel: some of these may have met a beat.
  EXPECT_GT(handled.load(), 0);
  EXPECT_LE(handled.load(), 10);
}

/// A program that blocks the signal, or takes it away, still gets its promotions.
TEST_P(Beat, IsTakenByTheClockIfBlocked) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
  use(GetParam(), 2);
  runUntil(&Counters::beatsByClock, 200);
  while (countOf(&Counters::promotions) == 0 && !HasFailure())
    expectLoopRuns();
}

TEST_P(Beat, IsTakenByTheClockIfTheHandlerIsReplaced) {
  use(GetParam(), 1);
  runUntil(&Counters::beatsTaken, 1);
  signal(SIGURG, SIG_IGN);
  runUntil(&Counters::beatsByClock, countOf(&Counters::beatsByClock) + 100);
}

/// A sampling profiler of the program's, on the same signal.
TEST_P(Beat, SharesItsSignalWithAProfiler) {
  signal(SIGPROF, countHandled);
  settings.beatSignal = SIGPROF;
  use(GetParam(), 1);
  itimerval every{{0, 1000}, {0, 1000}};
  setitimer(ITIMER_PROF, &every, nullptr);
  runUntil(&Counters::beatsTaken, 100);
  while (handled.load() < 5 && !HasFailure())
    expectLoopRuns();
  setitimer(ITIMER_PROF, nullptr, nullptr);
}

/// Reading waits on, whatever signals come.
TEST_P(Beat, RestartsSystemCalls) {
  use(GetParam(), 1, 2000);
  int pipes[2];
  ASSERT_EQ(pipe(pipes), 0);
  for (int repetition = 0; repetition < 10; ++repetition) {
    uint64_t asked = countOf(&Counters::beatsAsked);
    runUntil(&Counters::beatsAsked, asked + 1);
    std::thread writer([&] {
      usleep(5000);
      EXPECT_EQ(write(pipes[1], "x", 1), 1);
    });
    char letter;
    EXPECT_EQ(read(pipes[0], &letter, 1), 1);
    writer.join();
  }
}

TEST(BeatSignal, RunsOnTheStackOfHandlers) {
  use(BeatSource::Timer, 1);
  runUntil(&Counters::beatsTaken, 1);
  struct sigaction action;
  ASSERT_EQ(sigaction(SIGURG, nullptr, &action), 0);
  EXPECT_EQ(action.sa_flags & (SA_RESTART | SA_ONSTACK), SA_RESTART | SA_ONSTACK);
}

TEST(BeatSignal, IsNotInstalledForPolls) {
  use(BeatSource::Poll, 2);
  runUntil(&Counters::beatsSeen, 50);
  struct sigaction action;
  ASSERT_EQ(sigaction(SIGURG, nullptr, &action), 0);
  EXPECT_EQ(action.sa_handler, SIG_DFL);
  EXPECT_EQ(countOf(&Counters::beatsAsked), 0u);
}

TEST(BeatSignal, IsNotInstalledBeforeTheFirstPoll) {
  use(BeatSource::Ping, 2);
  unsigned before = entriesOf("/proc/self/task");
  struct sigaction action;
  ASSERT_EQ(sigaction(SIGURG, nullptr, &action), 0);
  EXPECT_EQ(action.sa_handler, SIG_DFL);
  EXPECT_EQ(entriesOf("/proc/self/task"), before);
}

} // namespace
