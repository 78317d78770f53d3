//===- leaf_test.cpp - which loops do not poll, as compilers see by themselves ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What does not poll runs in pieces, what may poll element by element, so that its rest can be given away at each
// (docs/decisions/0073). parallel_for_blocks shows which.
//
//===----------------------------------------------------------------------===//
#include <tactus/algorithm.hpp>
#include <tactus/search.hpp>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <gtest/gtest.h>
#include <vector>

namespace {

constexpr int Count = 5000;

/// A function of another file, as far as compilers can see.
[[gnu::noinline]] void forks() {
  asm volatile("" : : : "memory");
  tactus::par([] {}, [] {});
}

// Sanitizers' checks are calls.
#if defined(__OPTIMIZE__) && !defined(TACTUS_TEST_IS_SANITIZED)
/// Random promotions make strips of any length.
bool isRandom() { return std::getenv("TACTUS_CHAOS") || std::getenv("TACTUS_PROMOTE"); }

TEST(Leaf, WhatCallsNothingRunsInPieces) {
  if (isRandom())
    GTEST_SKIP() << "promotions at random";
  int longest = 0;
  // The first loops learn the price of an iteration.
  for (int round = 0; round < 100; ++round) {
    std::vector<int> lengths(Count);
    tactus::parallel_for_blocks(0, Count, [&](int begin, int end) {
      for (int i = begin; i < end; ++i)
        lengths[static_cast<size_t>(i)] = end - begin;
    });
    EXPECT_EQ(std::count(lengths.begin(), lengths.end(), 0), 0);
    longest = std::max(longest, *std::max_element(lengths.begin(), lengths.end()));
  }
  EXPECT_GT(longest, 1);
}

#if !defined(__clang__) || defined(__TACTUS_FORKS__)
/// Bytes may alias whatever has its address taken. (clang alone steps such a loop.)
TEST(Leaf, WhatStoresBytesRunsInPieces) {
  if (isRandom())
    GTEST_SKIP() << "promotions at random";
  size_t longest = 0;
  for (int round = 0; round < 100; ++round) {
    std::vector<unsigned char> isLong(Count, 2);
    tactus::parallel_for_blocks(0, Count, [&](int begin, int end) {
      for (int i = begin; i < end; ++i)
        isLong[static_cast<size_t>(i)] = end - begin > 1;
    });
    EXPECT_EQ(std::count(isLong.begin(), isLong.end(), 2), 0);
    longest = std::max(longest, static_cast<size_t>(std::count(isLong.begin(), isLong.end(), 1)));
  }
  EXPECT_GT(longest, 0U);
}
#endif
#endif

TEST(Leaf, WhatForksDoesNot) {
  std::vector<int> lengths(Count);
  tactus::parallel_for_blocks(0, Count, [&](int begin, int end) {
    lengths[static_cast<size_t>(begin)] = end - begin;
    forks();
  });
  EXPECT_EQ(std::count(lengths.begin(), lengths.end(), 1), Count);
}

/// The first iteration does not fork: what holds for it alone is no proof.
TEST(Leaf, WhatForksLaterDoesNot) {
  std::vector<int> lengths(Count);
  tactus::parallel_for_blocks(0, Count, [&](int begin, int end) {
    lengths[static_cast<size_t>(begin)] = end - begin;
    if (begin != 0)
      forks();
  });
  EXPECT_EQ(std::count(lengths.begin(), lengths.end(), 1), Count);
}

/// Functions with results that nobody looks at, in the question at least, are called as often as they should be.
TEST(Leaf, PredicatesAreCalledOnceForAnElement) {
  std::vector<int> values(Count, 1), calls(Count);
  auto isTwo = [&](int &value) {
    ++calls[static_cast<size_t>(&value - values.data())];
    return value == 2;
  };
  EXPECT_EQ(tactus::parallel_find_if(values, isTwo), values.end());
  EXPECT_EQ(std::count(calls.begin(), calls.end(), 1), Count);
  EXPECT_EQ(tactus::parallel_count_if(values, isTwo), 0U);
  EXPECT_EQ(std::count(calls.begin(), calls.end(), 2), Count);
}

/// Where a piece ends by an exception, the first arrives.
TEST(Leaf, ExceptionsOutOfPieces) {
  std::vector<int> values(Count);
  for (int i = 0; i < Count; ++i)
    values[static_cast<size_t>(i)] = i;
  auto isLarge = [](int value) {
    if (value == 3000)
      throw value;
    return value > 4000;
  };
  EXPECT_THROW(static_cast<void>(tactus::parallel_find_if(values, isLarge)), int);
  EXPECT_THROW(static_cast<void>(tactus::parallel_count_if(values, isLarge)), int);
  values[2000] = 5000;
  EXPECT_EQ(tactus::parallel_find_if(values, isLarge) - values.begin(), 2000);
}

} // namespace
