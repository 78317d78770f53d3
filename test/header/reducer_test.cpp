//===- reducer_test.cpp - reducers below the header's forks and loops ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include <cilk/reducer_list.h>
#include <cilk/reducer_opadd.h>
#include <cilk/reducer_string.h>
#include <tactus/tactus.hpp>

#include <gtest/gtest.h>
#include <numeric>
#include <stdexcept>

namespace {

using Numbers = cilk::reducer<cilk::op_list_append<int>>;

void collect(Numbers &numbers, int begin, int end) {
  if (end - begin == 1) {
    numbers->push_back(begin);
    return;
  }
  int middle = begin + (end - begin) / 2;
  tactus::par([&] { collect(numbers, begin, middle); }, [&] { collect(numbers, middle, end); });
}

std::list<int> upTo(int n) {
  std::list<int> all(n);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

TEST(Reducer, ForksKeepTheOrder) {
  Numbers numbers;
  collect(numbers, 0, 3000);
  EXPECT_EQ(numbers.get_value(), upTo(3000));
}

TEST(Reducer, LoopsKeepTheOrder) {
  Numbers numbers;
  cilk::reducer_string text;
  tactus::parallel_for(0, 50, [&](int i) {
    text += char('a' + i % 26);
    tactus::parallel_for(0, 40, [&](int k) { numbers->push_back(i * 40 + k); });
  });
  EXPECT_EQ(numbers.get_value(), upTo(2000));
  std::string expected;
  for (int i = 0; i < 50; ++i)
    expected += char('a' + i % 26);
  EXPECT_EQ(text.get_value(), expected);
}

TEST(Reducer, LocalOnesInTasks) {
  std::vector<long> sums(100);
  tactus::parallel_for(0, 100, [&](int i) {
    cilk::reducer_opadd<long> sum(i);
    tactus::parallel_for(0, 30, [&](int k) { sum += k; });
    sums[i] = sum.get_value();
  });
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(sums[i], i + 30 * 29 / 2);
}

TEST(Reducer, AnAbandonedBranchAddsNothing) {
  for (int round = 0; round < 50; ++round) {
    Numbers numbers;
    auto fork = [&] {
      tactus::par(
          [&] {
            collect(numbers, 0, 40);
            throw std::runtime_error("first");
          },
          [&] { collect(numbers, 100, 140); });
    };
    EXPECT_THROW(fork(), std::runtime_error);
    EXPECT_EQ(numbers.get_value(), upTo(40));
  }
}

} // namespace
