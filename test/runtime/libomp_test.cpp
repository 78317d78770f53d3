//===- libomp_test.cpp - beside libomp -----------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "compiled.h"
#include "entry/statistics.h"
#include "os/settings.h"
#include "regions/libomp.h"
#include "regions/regions.h"
#include "threads/counters.h"

#include <gtest/gtest.h>
#include <omp.h>
#include <pthread.h>
#include <sched.h>

using namespace tactus;
using namespace tactus::test;

namespace {

uint64_t promotions() {
  Counters sum;
  sumCounters(sum);
  return sum.promotions.get();
}

bool flatLoopIsRight() {
  Recorder recorder(500);
  runFlat(recorder);
  return recorder.wrong() == 0;
}

TEST(Libomp, InsideItsRegionsLoopsAreSequential) {
  settings.promoteAll = true;
  settings.workers = 2;
  registerLoops();
  int right = 0, threads = 0;
#pragma omp parallel num_threads(2) reduction(+ : right, threads)
  {
    right += flatLoopIsRight();
    threads += 1;
  }
  EXPECT_EQ(right, threads);
  if (threads > 1) {
    EXPECT_EQ(promotions(), 0u);
  }
  EXPECT_TRUE(flatLoopIsRight());
  EXPECT_GT(promotions(), 0u);
}

/// Counts the threads of a libomp region inside of a task's iteration.
void regionBody(uint64_t, void *context) {
  int threads = 0;
#pragma omp parallel reduction(+ : threads)
  threads += 1;
  auto &most = *static_cast<std::atomic<int> *>(context);
  for (int seen = most.load(); threads > seen && !most.compare_exchange_weak(seen, threads);)
    ;
}

TEST(Libomp, RegionsInsideWorkersTasksAreSequential) {
  settings.promoteAll = true;
  settings.workers = 2;
  registerLoops();
  omp_set_num_threads(3);
  std::atomic<int> most{0};
  // Only tasks that a worker of ours runs are looked at: those that run on this thread are its own affair.
  static std::atomic<int> *mostInWorkers;
  static pthread_t self;
  mostInWorkers = &most;
  self = pthread_self();
  static tactus::abi::LoopDescriptor loop{[](uint64_t begin, uint64_t end, const uint64_t *, void *) {
                                            if (pthread_equal(pthread_self(), self))
                                              return;
                                            for (uint64_t index = begin; index < end; ++index)
                                              regionBody(index, mostInWorkers);
                                          },
                                          "region.c",
                                          "region",
                                          1,
                                          1,
                                          0,
                                          0,
                                          tactus::abi::UnknownWeight,
                                          0,
                                          0};
  for (int repetition = 0; repetition < 50 && most.load() == 0; ++repetition) {
    Slot slot(loop, 2000);
    compiledLoop(&slot.slot, 0, [](uint64_t, void *) { sched_yield(); }, nullptr);
  }
  EXPECT_LE(most.load(), 1);
}

/// What a handler does may find libomp with its own locks held.
TEST(Libomp, NobodyFindsItWhileItMayBeBusy) {
  lookAtLoadedLibraries();
  int found = 0, asked = 0, threads = 0;
#pragma omp parallel num_threads(2) reduction(+ : found, asked, threads)
  {
    threads += 1;
    found += insideLibompRegion() && libompAround() && libompLevels().all == 1;
    LibompMayBeBusy busy;
    asked += insideLibompRegion() || libompAround() || ownLibomp() || libompLevels().all > 0 || !anyLibompRuns();
  }
  EXPECT_EQ(asked, 0);
  if (threads > 1) {
    EXPECT_EQ(found, threads);
  }
}

} // namespace
