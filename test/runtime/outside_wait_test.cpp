//===- outside_wait_test.cpp - who waits for what is not ours lends its place ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What is waited for here is a flag that latent work around the wait sets, or another thread of the program's. Without
// a place that is lent, one worker would wait for ever.
//
//===----------------------------------------------------------------------===//
#include "abi/waits.h"
#include "os/settings.h"
#include "slots/pool.h"
#include "threads/thread.h"

#include <tactus/tactus.hpp>

#include <atomic>
#include <chrono>
#include <functional>
#include <gtest/gtest.h>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace tactus;

namespace {

void pause() { std::this_thread::sleep_for(std::chrono::microseconds(50)); }

/// As a library does it that stands between the program and what it waits for.
void waitFor(const std::atomic<bool> &flag) {
  while (!flag.load()) {
    tactus_wait_lend();
    pause();
  }
  tactus_wait_end();
}

uint64_t placesLent() {
  uint64_t sum = 0;
  forEachThread([&](ThreadState &thread) { sum += thread.counters.placesLent.get(); });
  return sum;
}

class OutsideWait : public ::testing::TestWithParam<unsigned> {
protected:
  // Not set back: workers read settings as long as the process lives, and each test has its own.
  void SetUp() override { settings.workers = GetParam(); }
};

TEST_P(OutsideWait, TheSecondBranchRuns) {
  for (int round = 0; round < 200; ++round) {
    std::atomic<bool> flag{false};
    tactus::par([&] { waitFor(flag); }, [&] { flag = true; });
    ASSERT_TRUE(flag);
  }
}

TEST_P(OutsideWait, EveryBranchAroundIt) {
  // The innermost waits for the outermost, which is promoted first, and each for the next.
  std::atomic<bool> flags[8]{};
  std::function<void(int)> nest = [&](int depth) {
    if (depth == 8)
      return;
    tactus::par([&] { nest(depth + 1), waitFor(flags[depth]); }, [&] { flags[depth] = true; });
  };
  nest(0);
  for (std::atomic<bool> &flag : flags)
    EXPECT_TRUE(flag);
}

TEST_P(OutsideWait, LaterIterationsRun) {
  for (int round = 0; round < 20; ++round) {
    constexpr int Half = 24;
    std::vector<std::atomic<bool>> flags(Half);
    tactus::parallel_for(0, 2 * Half, [&](int i) {
      if (i < Half)
        waitFor(flags[static_cast<size_t>(i)]);
      else
        flags[static_cast<size_t>(i - Half)] = true;
    });
  }
}

TEST_P(OutsideWait, ValuesAndExceptionsPass) {
  std::atomic<bool> flag{false};
  auto run = [&] {
    tactus::par(
        [&] {
          waitFor(flag);
          throw std::runtime_error("the first");
        },
        [&] { flag = true; });
  };
  EXPECT_THROW(run(), std::runtime_error);
}

TEST_P(OutsideWait, ThreadsOfTheProgramCompute) {
  // Two threads wait for each other, each with its answer in what is latent.
  std::atomic<bool> flags[2]{};
  auto run = [&](int me) { tactus::par([&] { waitFor(flags[me]); }, [&] { flags[1 - me] = true; }); };
  std::thread other([&] { run(1); });
  run(0);
  other.join();
}

TEST_P(OutsideWait, WhereNothingIsLatentNobodyIsAsked) {
  uint64_t lentBefore = placesLent();
  EXPECT_NE(tactus_wait_lend(), TACTUS_WAIT_OTHERS_WORK);
  tactus_wait_end();
  EXPECT_EQ(placesLent(), lentBefore);
}

TEST_P(OutsideWait, WhoNeverPromotesWaits) {
  settings.heartbeatMicroseconds = 0;
  bool hasRun = false;
  tactus::par(
      [&] {
        EXPECT_EQ(tactus_wait_lend(), TACTUS_WAIT_ALONE);
        EXPECT_FALSE(hasRun);
        tactus_wait_end();
      },
      [&] { hasRun = true; });
  EXPECT_TRUE(hasRun);
}

INSTANTIATE_TEST_SUITE_P(Workers, OutsideWait, ::testing::Values(1u, 2u, 5u));

} // namespace
