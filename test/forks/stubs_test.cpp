//===- stubs_test.cpp - forks where return addresses cannot be replaced -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Compiled by tactus-clang++, with the runtime linked statically: a test looks at the stubs in use, and at what the
// runtime takes for the shadow stack's pointer. Run with chaos (CMakeLists.txt): promotions come at random.
//
//===----------------------------------------------------------------------===//
#include "abi/stubs.h"
#include "entry/statistics.h"
#include "frames/return_stubs.h"
#include "threads/counters.h"

#include <atomic>
#include <gtest/gtest.h>
#include <tactus/tactus.hpp>

using namespace tactus;

namespace {

constexpr unsigned AllStubs = TACTUS_RETURN_STUBS;

uint64_t promotions() {
  Counters sum;
  sumCounters(sum);
  return sum.promotions.get();
}

__attribute__((noinline)) long leaf(long n) {
  asm volatile("" : "+r"(n));
  return n;
}
long fib(long n) {
  if (n < 2)
    return leaf(n);
  auto [a, b] = tactus::par([=] { return fib(n - 1); }, [=] { return fib(n - 2); });
  return a + b;
}

unsigned mostUsed;
/// A fork at each level, down to where all stubs have been seen in use, and then some levels more.
__attribute__((noinline)) long descend(long depth, long beyond, bool throws) {
  mostUsed = std::max(mostUsed, usedReturnStubs());
  if (mostUsed == AllStubs)
    --beyond;
  if (beyond == 0 || depth == 200000) {
    if (throws)
      throw depth;
    return depth;
  }
  auto [a, b] = tactus::par([=] { return descend(depth + 1, beyond, throws); }, [] { return leaf(1); });
  return a - b;
}

TEST(Stubs, GoesOnWithoutThem) {
  // Every level has taken one away again.
  EXPECT_EQ(descend(0, 500, false), 0);
  EXPECT_EQ(mostUsed, AllStubs);
  EXPECT_EQ(usedReturnStubs(), 0u);
  // They come back, and are used again.
  mostUsed = 0;
  EXPECT_EQ(descend(0, 500, false), 0);
  EXPECT_EQ(mostUsed, AllStubs);
}

TEST(Stubs, ExceptionsGiveThemBack) {
  bool caught = false;
  try {
    descend(0, 500, true);
  } catch (long depth) {
    caught = true;
    EXPECT_GT(depth, static_cast<long>(AllStubs));
  }
  EXPECT_TRUE(caught);
  EXPECT_EQ(mostUsed, AllStubs);
  EXPECT_EQ(usedReturnStubs(), 0u);
  EXPECT_EQ(fib(15), 610);
}

/// Fails the test where a stub is used in it.
std::atomic<unsigned> stubsSeen;
long watchedFib(long n) {
  stubsSeen += usedReturnStubs();
  if (n < 2)
    return leaf(n);
  auto [a, b] = tactus::par([=] { return watchedFib(n - 1); }, [=] { return watchedFib(n - 2); });
  return a + b;
}
uint64_t promotionsBelow;
/// Far more forks are latent above it than a walk keeps.
__attribute__((noinline)) long deepFib(long depth) {
  if (depth == 0) {
    // How many there are at a time depends on what the other workers have taken already.
    uint64_t before = promotions();
    for (unsigned attempt = 0; attempt < 1000 && promotionsBelow <= 50; ++attempt) {
      if (watchedFib(14) != 377)
        return 0;
      promotionsBelow = promotions() - before;
    }
    return 377;
  }
  auto [a, b] = tactus::par([=] { return deepFib(depth - 1); }, [] { return leaf(1); });
  return a + b;
}

TEST(ShadowStack, ForksThatPollArePromotedAsRecords) {
  shadowStackPointer = +[]() -> uint64_t { return 0x1000; };
  EXPECT_EQ(deepFib(500), 877);
  EXPECT_EQ(stubsSeen, 0u);
  EXPECT_GT(promotionsBelow, 50u);
}

TEST(ShadowStack, IsNotThereToday) {
  EXPECT_EQ(deepFib(500), 877);
  EXPECT_TRUE(shadowStackPointer() || stubsSeen > 0u);
}

} // namespace
