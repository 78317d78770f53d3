//===- loop_test.cpp - parallel loops of the header ----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include <tactus/tactus.hpp>

#include <atomic>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <list>
#include <memory>
#include <numeric>
#include <random>
#include <ranges>
#include <string>
#include <vector>

using namespace tactus;

namespace {

TEST(For, EachIndexOnce) {
  for (int count : {0, 1, 2, 3, 100, 5000}) {
    std::vector<std::atomic<int>> seen(static_cast<size_t>(count) + 1);
    parallel_for(0, count, [&](int i) { ++seen[static_cast<size_t>(i)]; });
    for (int i = 0; i < count; ++i)
      ASSERT_EQ(seen[static_cast<size_t>(i)], 1);
  }
  parallel_for(5, -5, [](int) { FAIL(); });
}

TEST(For, EdgesOfTheTypes) {
  std::atomic<int> count{0};
  parallel_for(int8_t{-128}, int8_t{127}, [&](int8_t i) { count += i < 127; });
  EXPECT_EQ(count, 255);
  count = 0;
  constexpr uint64_t Last = std::numeric_limits<uint64_t>::max();
  parallel_for(Last - 100, Last, [&](uint64_t i) { count += i >= Last - 100; });
  EXPECT_EQ(count, 100);
  constexpr int64_t First = std::numeric_limits<int64_t>::min();
  count = 0;
  parallel_for(First, First + 50, [&](int64_t i) { count += i < 0; });
  EXPECT_EQ(count, 50);
}

TEST(For, Ranges) {
  std::vector<int> values(3000, 1);
  parallel_for(values, [](int &value) { ++value; });
  EXPECT_EQ(std::accumulate(values.begin(), values.end(), 0), 6000);
  std::atomic<int> sum{0};
  parallel_for(std::views::iota(0, 100), [&](int i) { sum += i; });
  EXPECT_EQ(sum, 4950);
}

TEST(For, NestsWithCallsAndForks) {
  std::vector<std::atomic<int>> seen(40 * 30 * 20);
  parallel_for(0, 40, [&](int i) {
    par(
        [&] {
          parallel_for(0, 15, [&](int j) {
            parallel_for(0, 20, [&](int k) { ++seen[static_cast<size_t>((i * 30 + j) * 20 + k)]; });
          });
        },
        [&] {
          parallel_for(15, 30, [&](int j) {
            parallel_for(0, 20, [&](int k) { ++seen[static_cast<size_t>((i * 30 + j) * 20 + k)]; });
          });
        });
  });
  for (auto &count : seen)
    ASSERT_EQ(count, 1);
}

TEST(For, TheFirstExceptionInOrder) {
  for (int bad : {0, 1, 700, 1999}) {
    std::atomic<int> ran{0};
    try {
      parallel_for(0, 2000, [&](int i) {
        ++ran;
        if (i >= bad)
          throw std::to_string(i);
      });
      ADD_FAILURE();
    } catch (const std::string &number) {
      EXPECT_EQ(number, std::to_string(bad));
    }
    EXPECT_GE(ran, bad + 1);
  }
}

TEST(Reduce, KeepsTheOrder) {
  auto text = parallel_reduce(0, 500, std::string(), [](int i) { return std::to_string(i) + ","; }, std::plus<>{});
  std::string expected;
  for (int i = 0; i < 500; ++i)
    expected += std::to_string(i) + ",";
  EXPECT_EQ(text, expected);
  std::vector<std::string> words{"a", "b", "c", "d"};
  EXPECT_EQ(parallel_reduce(words, std::string()), "abcd");
  EXPECT_EQ(parallel_reduce(std::vector<int>{}, 7), 7);
  EXPECT_EQ(parallel_reduce(std::views::iota(1, 1001), 0L), 500500L);
}

TEST(Reduce, ConcatenatesVectorsAndThrows) {
  using List = std::vector<int>;
  auto append = [](List left, List right) {
    left.insert(left.end(), right.begin(), right.end());
    return left;
  };
  List all = parallel_reduce(0, 300, List(), [](int i) { return List{i}; }, append);
  ASSERT_EQ(all.size(), 300u);
  for (int i = 0; i < 300; ++i)
    ASSERT_EQ(all[static_cast<size_t>(i)], i);
  EXPECT_THROW(
      static_cast<void>(parallel_reduce(0, 300, 0, [](int i) { return i == 250 ? throw 1 : i; }, std::plus<>{})), int);
  EXPECT_THROW(static_cast<void>(parallel_reduce(
                   0, 300, 0, [](int i) { return i; }, [](int, int b) { return b == 299 ? throw 1 : b; })),
               int);
}

TEST(Scan, InclusiveInPlaceAndNotCommutative) {
  for (size_t count : {0u, 1u, 2u, 1000u, 20000u}) {
    std::vector<uint64_t> values(count), expected(count);
    std::iota(values.begin(), values.end(), 1);
    std::inclusive_scan(values.begin(), values.end(), expected.begin());
    auto sum = parallel_scan(values, values.begin());
    EXPECT_EQ(values, expected);
    EXPECT_EQ(sum.has_value(), count > 0);
    if (sum) {
      EXPECT_EQ(*sum, expected.back());
    }
  }
  std::vector<std::string> letters(60), prefixes(60);
  for (size_t i = 0; i < letters.size(); ++i)
    letters[i] = std::string(1, static_cast<char>('A' + i));
  parallel_scan(letters, prefixes.begin());
  EXPECT_EQ(prefixes[59], parallel_reduce(letters, std::string()));
  EXPECT_EQ(prefixes[2], "ABC");
}

TEST(Sort, AgainstTheStandardLibrary) {
  std::mt19937 random(1);
  for (int kind = 0; kind < 6; ++kind) {
    std::vector<int> values(20000);
    for (size_t i = 0; i < values.size(); ++i)
      values[i] = kind == 0   ? static_cast<int>(random())
                  : kind == 1 ? static_cast<int>(i)
                  : kind == 2 ? -static_cast<int>(i)
                  : kind == 3 ? 7
                  : kind == 4 ? static_cast<int>(random() % 3)
                              : static_cast<int>(i % 2 ? i : values.size() - i);
    auto expected = values;
    std::sort(expected.begin(), expected.end(), std::greater<>{});
    parallel_sort(values, std::greater<>{});
    ASSERT_EQ(values, expected) << kind;
  }
}

TEST(Sort, MoveOnlyElementsAndExceptions) {
  std::vector<std::unique_ptr<int>> values;
  for (int i = 0; i < 3000; ++i)
    values.push_back(std::make_unique<int>((i * 7919) % 3001));
  auto less = [](const auto &a, const auto &b) { return *a < *b; };
  parallel_sort(values, less);
  EXPECT_TRUE(std::is_sorted(values.begin(), values.end(), less));
  std::atomic<int> calls{0};
  EXPECT_THROW(parallel_sort(values, [&](const auto &a, const auto &b) { return ++calls > 2000 ? throw 1 : *a > *b; }),
               int);
  for (auto &value : values)
    ASSERT_TRUE(value);
}

} // namespace
