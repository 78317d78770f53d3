//===- join_test.cpp - how threads wait for tasks that others run --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "os/settings.h"
#include "slots/pool.h"
#include "threads/thread.h"

#include <tactus/tactus.hpp>

#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <thread>

using namespace tactus;

namespace {

/// Whose number is that of its slot keeps the slot, and is told of its join's end all the same.
TEST(Join, WhoKeepsItsSlotSleepsUntilItIsWoken) {
  settings.workers = 2;
  useThreadNumbers();
  tactus::par([] {}, [] {}); // from here on the runtime knows this thread
  const ThreadState &waiter = *existingThread();
  uint64_t sleepsBefore = waiter.counters.parks.get();
  std::atomic<bool> hasBegun{false};
  auto isAsleep = [&] { return waiter.counters.parks.get() > sleepsBefore; };
  auto untilBegun = [&] {
    while (!hasBegun)
      tactus::par([] {}, [] {});
  };
  auto untilAsleep = [&] {
    hasBegun = true;
    auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!isAsleep() && std::chrono::steady_clock::now() < end)
      std::this_thread::yield();
  };
  tactus::par(untilBegun, untilAsleep);
  EXPECT_TRUE(isAsleep());
}

} // namespace
