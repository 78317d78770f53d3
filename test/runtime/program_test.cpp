//===- program_test.cpp - whole loops, promoted in every way -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "compiled.h"
#include "entry/statistics.h"
#include "os/allocation.h"
#include "os/settings.h"
#include "slots/pool.h"
#include "threads/counters.h"
#include "threads/thread.h"

#include <gtest/gtest.h>
#include <numeric>

using namespace tactus;
using namespace tactus::test;

namespace {

/// How a test's loops are promoted: parameters of every test below.
struct Mode {
  const char *name;
  uint64_t workers;
  uint64_t heartbeat;
  bool promoteAll;
  uint64_t seed; // 0: no chaos
};

void PrintTo(const Mode &mode, std::ostream *stream) { *stream << mode.name; }

class Program : public ::testing::TestWithParam<Mode> {
protected:
  void SetUp() override {
    const Mode &mode = GetParam();
    settings.workers = mode.workers;
    settings.heartbeatMicroseconds = mode.heartbeat;
    settings.promoteAll = mode.promoteAll;
    settings.chaos = mode.seed != 0;
    settings.chaosSeed = mode.seed;
    registerLoops();
  }

  void expectPromotions() {
    Counters sum;
    sumCounters(sum);
    if (GetParam().heartbeat > 0 && (GetParam().workers > 1 || settings.promotesAlways())) {
      EXPECT_GT(sum.promotions.get(), 0u);
    } else {
      EXPECT_EQ(sum.promotions.get(), 0u);
    }
    // Every task is run exactly once: by its owner as a call, or after a steal.
    EXPECT_EQ(sum.tasks.get(), sum.cloneOptimised.get() + sum.stolenRuns.get());
  }
};

TEST_P(Program, FlatLoop) {
  Recorder recorder(5000);
  recorder.spin = 200;
  runFlat(recorder);
  EXPECT_EQ(recorder.wrong(), 0u);
  expectPromotions();
}

TEST_P(Program, DynamicFrames) {
  Recorder recorder(5000);
  recorder.spin = 200;
  runDynamic(recorder);
  EXPECT_EQ(recorder.wrong(), 0u);
  expectPromotions();
}

TEST_P(Program, Nest) {
  Recorder recorder(64 * 80);
  recorder.innerCount = 80;
  recorder.spin = 200;
  runNest(recorder);
  EXPECT_EQ(recorder.wrong(), 0u);
  expectPromotions();
}

TEST_P(Program, ForeignFramesBetween) {
  Recorder recorder(12 * 15 * 15);
  recorder.innerCount = 15;
  recorder.spin = 500;
  runForeignNest(recorder);
  EXPECT_EQ(recorder.wrong(), 0u);
  expectPromotions();
}

TEST_P(Program, ReductionsCombineInOrder) {
  std::vector<uint64_t> expected(5000);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(runConcatenation(expected.size(), 200), expected);
  expectPromotions();
}

TEST_P(Program, RepeatedShortLoops) {
  for (int repetition = 0; repetition < 200; ++repetition) {
    Recorder recorder(20);
    recorder.spin = 500;
    runFlat(recorder);
    ASSERT_EQ(recorder.wrong(), 0u);
  }
}

INSTANTIATE_TEST_SUITE_P(Modes, Program,
                         ::testing::Values(Mode{"never", 2, 0, false, 0}, Mode{"one", 1, 100, false, 0},
                                           Mode{"two", 2, 100, false, 0}, Mode{"four_fast", 4, 1, false, 0},
                                           Mode{"nine", 9, 20, false, 0}, Mode{"all_one", 1, 100, true, 0},
                                           Mode{"all_two", 2, 100, true, 0}, Mode{"all_nine", 9, 100, true, 0},
                                           Mode{"chaos_one", 1, 100, false, 1}, Mode{"chaos_two", 2, 100, false, 2},
                                           Mode{"chaos_two_b", 2, 100, false, 3}, Mode{"chaos_four", 4, 100, false, 4},
                                           Mode{"chaos_four_b", 4, 100, false, 5},
                                           Mode{"chaos_nine", 9, 100, false, 6}),
                         [](const auto &parameter) { return std::string(parameter.param.name); });

} // namespace
