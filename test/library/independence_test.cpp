//===- independence_test.cpp - loops that look as if their iterations shared something --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The plugin reads once what all iterations of a loop read (docs/decisions/0042). These are programs without a race
// that a careless version of it would get wrong.
//
//===----------------------------------------------------------------------===//
#include <tactus/tactus.hpp>

#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>
#include <vector>

namespace {

/// A single iteration may write what it then reads.
[[gnu::noinline]] int readsWhatItWrote(int count, std::vector<uint8_t> &bytes) {
  int result = 0;
  tactus::parallel_for(0, count, [&](int i) {
    bytes[static_cast<size_t>(i)] = 7;
    result = bytes[0];
  });
  return result;
}

TEST(Independence, OneIteration) {
  std::vector<uint8_t> bytes(4, 1);
  EXPECT_EQ(readsWhatItWrote(1, bytes), 7);
}

/// An iteration's own variables, at one address for all.
TEST(Independence, OwnArray) {
  for (int count : {1, 2, 100, 5000}) {
    std::vector<uint8_t> out(static_cast<size_t>(count));
    tactus::parallel_for(0, count, [&](int i) {
      uint8_t own[16];
      auto last = [&](int k) -> uint8_t & { return own[k & 15]; };
      std::memset(own, 3, sizeof own);
      for (int k = 0; k < (i & 31); ++k)
        last(k + i) = static_cast<uint8_t>(k + i);
      out[static_cast<size_t>(i)] = static_cast<uint8_t>(own[0] + own[5]);
    });
    for (int i = 0; i < count; ++i) {
      uint8_t own[16];
      std::memset(own, 3, sizeof own);
      for (int k = 0; k < (i & 31); ++k)
        own[(k + i) & 15] = static_cast<uint8_t>(k + i);
      ASSERT_EQ(out[static_cast<size_t>(i)], static_cast<uint8_t>(own[0] + own[5])) << i;
    }
  }
}

thread_local int perThread;
thread_local int *perThreadPlace;

/// What a thread shares with itself.
TEST(Independence, ThreadLocal) {
  std::vector<int> seen(5000);
  tactus::parallel_for(0, 5000, [&](int i) {
    perThreadPlace = &perThread;
    int before = *perThreadPlace;
    *perThreadPlace = i;
    seen[static_cast<size_t>(i)] = perThread - before;
    *perThreadPlace = before;
  });
  for (int i = 0; i < 5000; ++i)
    ASSERT_EQ(seen[static_cast<size_t>(i)], i);
}

/// Captured variables change between loops, and the loops see it.
TEST(Independence, BetweenLoops) {
  std::vector<uint8_t> now(1000, 1), next(1000);
  int factor = 1;
  auto read = [&](int i) { return now[static_cast<size_t>(i)] * factor; };
  for (int round = 0; round < 5; ++round) {
    tactus::parallel_for(0, 1000, [&](int i) { next[static_cast<size_t>(i)] = static_cast<uint8_t>(read(i)); });
    std::swap(now, next);
    ++factor;
  }
  EXPECT_EQ(now[999], 120);
}

/// Nested: the inner loop reads what the outer one has just written.
TEST(Independence, Nested) {
  std::vector<uint8_t> out(100 * 100), row(100);
  tactus::parallel_for(0, 100, [&](int y) {
    row[static_cast<size_t>(y)] = static_cast<uint8_t>(y);
    int width = 50 + y % 50;
    tactus::parallel_for(0, width, [&](int x) {
      out[static_cast<size_t>(y * 100 + x)] = static_cast<uint8_t>(row[static_cast<size_t>(y)] + width);
    });
  });
  for (int y = 0; y < 100; ++y)
    for (int x = 0; x < 50 + y % 50; ++x)
      ASSERT_EQ(out[static_cast<size_t>(y * 100 + x)], static_cast<uint8_t>(y + 50 + y % 50));
}

} // namespace
