//===- algorithms_test.cpp - oneTBB's algorithms on Tactus --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include <tbb/parallel_for.h>
#include <tbb/parallel_for_each.h>
#include <tbb/parallel_invoke.h>
#include <tbb/parallel_reduce.h>
#include <tbb/parallel_scan.h>
#include <tbb/parallel_sort.h>

#include <oneapi/tbb/blocked_range2d.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <iterator>
#include <list>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using Range = tbb::blocked_range<int>;

/// Each element of [0, count) is visited once by a body that gets ranges.
template <class Loop> void visitsEachOnce(int count, Loop loop) {
  std::vector<int> visits(static_cast<std::size_t>(count));
  loop([&](const Range &range) {
    for (int i = range.begin(); i != range.end(); ++i)
      ++visits[static_cast<std::size_t>(i)];
  });
  EXPECT_EQ(std::count(visits.begin(), visits.end(), 1), count);
}

TEST(ParallelFor, RangesOfAllPartitioners) {
  for (int count : {0, 1, 7, 10'000}) {
    visitsEachOnce(count, [&](auto body) { tbb::parallel_for(Range(0, count), body); });
    visitsEachOnce(count, [&](auto body) { tbb::parallel_for(Range(0, count), body, tbb::auto_partitioner()); });
    visitsEachOnce(count, [&](auto body) { tbb::parallel_for(Range(0, count, 9), body, tbb::simple_partitioner()); });
    visitsEachOnce(count, [&](auto body) { tbb::parallel_for(Range(0, count), body, tbb::static_partitioner()); });
    tbb::affinity_partitioner affinity;
    visitsEachOnce(count, [&](auto body) { tbb::parallel_for(Range(0, count), body, affinity); });
    tbb::task_group_context context;
    visitsEachOnce(count, [&](auto body) { tbb::parallel_for(Range(0, count), body, affinity, context); });
  }
}

TEST(ParallelFor, SimplePartitionerKeepsTheGrain) {
  std::atomic<bool> tooLong = false;
  tbb::parallel_for(
      Range(0, 10'000, 16),
      [&](const Range &range) {
        if (range.size() > 16 || range.size() < 8)
          tooLong = true;
      },
      tbb::simple_partitioner());
  EXPECT_FALSE(tooLong);
}

/// A range of the user's that keeps everything in its left part, where it is to be split in a proportion.
class Stubborn {
  int first, last;

public:
  Stubborn(int begin, int end) : first(begin), last(end) {}
  Stubborn(Stubborn &other, tbb::split) : first(other.first + (other.last - other.first) / 2), last(other.last) {
    other.last = first;
  }
  Stubborn(Stubborn &other, tbb::proportional_split &) : first(other.last), last(other.last) {}
  bool empty() const { return first == last; }
  bool is_divisible() const { return last - first > 1; }
  int size() const { return last - first; }
};

TEST(ParallelFor, RangesThatAreSplitUnevenly) {
  std::atomic<int> visited = 0;
  auto visit = [&](const Stubborn &range) { visited += range.size(); };
  tbb::parallel_for(Stubborn(0, 1'000), visit, tbb::static_partitioner());
  tbb::affinity_partitioner affinity;
  tbb::parallel_for(Stubborn(0, 1'000), visit, affinity);
  EXPECT_EQ(visited, 2'000);
  EXPECT_EQ(tbb::parallel_reduce(
                Stubborn(0, 1'000), 0, [](const Stubborn &range, int sum) { return sum + range.size(); }, std::plus<>(),
                tbb::static_partitioner()),
            1'000);
}

TEST(ParallelFor, NegativeAndNarrowBounds) {
  std::atomic<long> sum = 0;
  using Narrow = tbb::blocked_range<signed char>;
  tbb::parallel_for(Narrow(-128, 127), [&](const Narrow &range) {
    for (signed char i = range.begin(); i != range.end(); ++i)
      sum += i;
  });
  EXPECT_EQ(sum, -255);
}

TEST(ParallelFor, TwoDimensions) {
  std::atomic<int> cells = 0;
  tbb::parallel_for(tbb::blocked_range2d<int>(0, 30, 4, 0, 50, 8),
                    [&](const auto &range) { cells += static_cast<int>(range.rows().size() * range.cols().size()); });
  EXPECT_EQ(cells, 1500);
}

TEST(ParallelFor, Steps) {
  std::atomic<int> sum = 0;
  tbb::parallel_for(1, 10, 4, [&](int i) { sum += i; });
  EXPECT_EQ(sum, 15);
  EXPECT_THROW(tbb::parallel_for(1, 10, 0, [](int) {}), std::invalid_argument);
}

TEST(ParallelFor, FunctionsThatCannotBeCopied) {
  struct Counting {
    std::atomic<int> &calls;
    explicit Counting(std::atomic<int> &counted) : calls(counted) {}
    Counting(const Counting &) = delete;
    void operator()(int) const { ++calls; }
  };
  std::atomic<int> calls = 0;
  tbb::parallel_for(0, 100, Counting(calls));
  EXPECT_EQ(calls, 100);
}

TEST(ParallelFor, ExceptionArrivesAndCancels) {
  tbb::task_group_context context;
  EXPECT_THROW(tbb::parallel_for(
                   0, 1000,
                   [](int i) {
                     if (i == 500)
                       throw std::runtime_error("500");
                   },
                   context),
               std::runtime_error);
  EXPECT_TRUE(context.is_group_execution_cancelled());
}

TEST(ParallelFor, CancelledContextEndsTheLoop) {
  tbb::task_group_context context;
  std::atomic<int> calls = 0;
  tbb::parallel_for(
      0, 1'000'000,
      [&](int) {
        ++calls;
        context.cancel_group_execution();
      },
      context);
  EXPECT_LT(calls, 1'000'000);
}

/// Appends, so the order shows.
struct Collecting {
  std::vector<int> values;
  Collecting() = default;
  Collecting(Collecting &, tbb::split) {}
  void operator()(const Range &range) {
    for (int i = range.begin(); i != range.end(); ++i)
      values.push_back(i);
  }
  void join(Collecting &later) { values.insert(values.end(), later.values.begin(), later.values.end()); }
};

TEST(ParallelReduce, BodiesKeepTheOrder) {
  std::vector<int> expected(5'000);
  std::iota(expected.begin(), expected.end(), 0);
  Collecting any, simple, deterministic;
  tbb::parallel_reduce(Range(0, 5'000), any);
  EXPECT_EQ(any.values, expected);
  tbb::parallel_reduce(Range(0, 5'000, 3), simple, tbb::simple_partitioner());
  EXPECT_EQ(simple.values, expected);
  tbb::parallel_deterministic_reduce(Range(0, 5'000, 3), deterministic);
  EXPECT_EQ(deterministic.values, expected);
}

/// Counts how often it is split.
struct SumOfGrid {
  std::atomic<uint64_t> &splits;
  long sum = 0;
  explicit SumOfGrid(std::atomic<uint64_t> &counter) : splits(counter) {}
  SumOfGrid(SumOfGrid &other, tbb::split) : splits(other.splits) { ++splits; }
  void operator()(const tbb::blocked_range2d<int> &grid) {
    for (int y = grid.rows().begin(); y != grid.rows().end(); ++y)
      for (int x = grid.cols().begin(); x != grid.cols().end(); ++x)
        sum += 64 * y + x;
  }
  void join(const SumOfGrid &later) { sum += later.sum; }
};

/// A body may be as large as a histogram, and a grid has 4096 parts.
TEST(ParallelReduce, BodiesAreSplitForTasksAlone) {
  std::atomic<uint64_t> splits = 0;
  tbb::blocked_range2d<int> grid(0, 64, 0, 64);
  uint64_t before = tactus_count(TACTUS_COUNT_PROMOTIONS);
  SumOfGrid any(splits), simple(splits);
  tbb::parallel_reduce(grid, any);
  tbb::parallel_reduce(grid, simple, tbb::simple_partitioner());
  EXPECT_LE(splits, tactus_count(TACTUS_COUNT_PROMOTIONS) - before);
  EXPECT_EQ(any.sum, 4096L * 4095 / 2);
  EXPECT_EQ(simple.sum, any.sum);
}

TEST(ParallelReduce, FunctionsKeepTheOrder) {
  auto add = [](const Range &range, std::string text) {
    for (int i = range.begin(); i != range.end(); ++i)
      text += static_cast<char>('a' + i % 26);
    return text;
  };
  std::string expected = add(Range(0, 3'000), "");
  EXPECT_EQ(tbb::parallel_reduce(Range(0, 3'000), std::string(), add, std::plus<>()), expected);
  tbb::task_group_context context;
  EXPECT_EQ(
      tbb::parallel_reduce(Range(0, 3'000, 5), std::string(), add, std::plus<>(), tbb::simple_partitioner(), context),
      expected);
}

TEST(ParallelReduce, DeterministicGivesTheSameBits) {
  auto sum = [] {
    return tbb::parallel_deterministic_reduce(
        Range(1, 20'000, 7), 0.0f,
        [](const Range &range, float value) {
          for (int i = range.begin(); i != range.end(); ++i)
            value += 1.0f / static_cast<float>(i);
          return value;
        },
        std::plus<>());
  };
  float first = sum();
  for (int repeat = 0; repeat < 10; ++repeat)
    EXPECT_EQ(sum(), first);
}

TEST(ParallelForEach, AllKindsOfIterators) {
  std::atomic<int> sum = 0;
  auto add = [&](int value) { sum += value; };
  std::list<int> list(1'000, 1);
  tbb::parallel_for_each(list, add);
  EXPECT_EQ(sum, 1'000);
  std::vector<int> vector(1'000, 1);
  tbb::parallel_for_each(vector.begin(), vector.end(), add);
  EXPECT_EQ(sum, 2'000);
  std::istringstream text("1 2 3");
  tbb::parallel_for_each(std::istream_iterator<int>(text), std::istream_iterator<int>(), add);
  EXPECT_EQ(sum, 2'006);
}

TEST(ParallelForEach, FeedersOfChainsAndTrees) {
  std::atomic<int> calls = 0;
  std::vector<int> start{200'000};
  tbb::parallel_for_each(start, [&](int value, tbb::feeder<int> &feeder) {
    ++calls;
    if (value > 1)
      feeder.add(value - 1);
  });
  EXPECT_EQ(calls, 200'000);
  calls = 0;
  start = {12};
  tbb::parallel_for_each(start, [&](int depth, tbb::feeder<int> &feeder) {
    ++calls;
    if (depth > 0) {
      feeder.add(depth - 1);
      feeder.add(depth - 1);
    }
  });
  EXPECT_EQ(calls, (1 << 13) - 1);
}

/// Each item adds two, of which one goes on: no stack has room for a loop in each of so many.
TEST(ParallelForEach, FeedersOfDeepTrees) {
  std::vector<int> start{200'000};
  std::atomic<int> calls = 0;
  tbb::parallel_for_each(start, [&](int left, tbb::feeder<int> &feeder) {
    ++calls;
    if (left > 0) {
      feeder.add(left - 1);
      feeder.add(0);
    }
  });
  EXPECT_EQ(calls, 400'001);
}

/// An iterator whose elements are const by their own word.
struct OverConst {
  using iterator_category = std::random_access_iterator_tag;
  using value_type = const int;
  using difference_type = std::ptrdiff_t;
  using pointer = const int *;
  using reference = const int &;
  const int *place = nullptr;
  reference operator*() const { return *place; }
  reference operator[](difference_type offset) const { return place[offset]; }
  OverConst &operator++() { return ++place, *this; }
  OverConst operator++(int) { return OverConst{place++}; }
  difference_type operator-(OverConst other) const { return place - other.place; }
  bool operator==(const OverConst &) const = default;
};

TEST(ParallelForEach, FeedersOfTheirOwnType) {
  std::vector<int> start{2, 3};
  std::atomic<int> calls = 0;
  auto count = [&](long value, tbb::feeder<long> &feeder) {
    ++calls;
    if (value > 0)
      feeder.add(value - 1);
  };
  tbb::parallel_for_each(start, count);
  EXPECT_EQ(calls, 7);
  tbb::parallel_for_each(OverConst{start.data()}, OverConst{start.data() + 2}, count);
  tbb::parallel_for_each(OverConst{start.data()}, OverConst{start.data() + 2},
                         [&](int value, tbb::feeder<int> &) { calls += value; });
  EXPECT_EQ(calls, 19);
}

TEST(ParallelForEach, BodiesThatWantToChangeItems) {
  std::atomic<int> sum = 0;
  std::istringstream text("1 2 3");
  tbb::parallel_for_each(std::istream_iterator<int>(text), std::istream_iterator<int>(),
                         [&](int &value) { sum += value; });
  EXPECT_EQ(sum, 6);
  std::vector<int> start{3};
  tbb::parallel_for_each(start, [&](int &value, tbb::feeder<int> &feeder) {
    sum += value;
    if (--value > 0)
      feeder.add(value);
  });
  EXPECT_EQ(sum, 12);
}

TEST(ParallelInvoke, CallsAllAndThrowsTheFirst) {
  std::atomic<int> sum = 0;
  tbb::parallel_invoke([&] { sum += 1; }, [&] { sum += 2; }, [&] { sum += 4; });
  EXPECT_EQ(sum, 7);
  tbb::task_group_context context;
  tbb::parallel_invoke([&] { sum += 1; }, [&] { sum += 2; }, context);
  EXPECT_EQ(sum, 10);
  EXPECT_THROW(tbb::parallel_invoke([] { throw 1; }, [] { throw 2.0; }), int);
}

/// A tree of functions, each of which has to run in the context.
static int countNodes(int depth, const tbb::task_group_context *context) {
  EXPECT_EQ(tbb::detail::d1::current_context(), context);
  if (depth == 0)
    return 1;
  int first = 0, second = 0, third = 0;
  tbb::parallel_invoke([&] { first = countNodes(depth - 1, context); },
                       [&] { second = countNodes(depth - 1, context); },
                       [&] { third = countNodes(depth / 2, context); });
  return 1 + first + second + third;
}

TEST(ParallelInvoke, FunctionsRunInTheContextAround) {
  int expected = countNodes(10, nullptr), sum = 0;
  tbb::task_group_context context;
  tbb::parallel_invoke([&] { sum = countNodes(10, &context); }, [] {}, context);
  EXPECT_EQ(sum, expected);
  EXPECT_EQ(tbb::detail::d1::current_context(), nullptr);
}

TEST(ParallelInvoke, CancelledAndThrowingAtEveryPosition) {
  for (int position = 0; position < 4; ++position) {
    std::array<std::atomic<int>, 4> calls = {};
    tbb::task_group_context context;
    auto cancelAt = [&](int index) {
      ++calls[index];
      if (index == position)
        context.cancel_group_execution();
    };
    tbb::parallel_invoke([&] { cancelAt(0); }, [&] { cancelAt(1); }, [&] { cancelAt(2); }, [&] { cancelAt(3); },
                         context);
    // One that is behind may have begun before it.
    EXPECT_EQ(calls[position], 1);
    EXPECT_TRUE(std::all_of(calls.begin(), calls.end(), [](const auto &count) { return count <= 1; }));
    tbb::parallel_invoke([] { ADD_FAILURE() << "called in a context that is cancelled"; }, [] {}, context);

    auto throwAt = [&](int index) {
      if (index >= position)
        throw index;
    };
    int thrown = -1;
    try {
      tbb::parallel_invoke([&] { throwAt(0); }, [&] { throwAt(1); }, [&] { throwAt(2); }, [&] { throwAt(3); });
    } catch (int index) {
      thrown = index;
    }
    EXPECT_EQ(thrown, position);
  }
}

/// Where a scan's operation throws.
enum class Throws { Never, PreScan, FinalScan, Join, Split };

/// Composes x -> factor x + offset, which depends on the order, and knows how many bodies there are.
class AffineBody {
  std::vector<uint64_t> &written;
  const Throws throws;

  void throwIn(Throws where) const {
    if (throws == where)
      throw std::runtime_error("scan");
  }

public:
  static inline std::atomic<int> alive, preScans;
  /// Has been assigned to, and is fit for nothing more.
  bool isSummary = false;
  uint64_t factor = 1, offset = 0;

  AffineBody(std::vector<uint64_t> &output, Throws when) : written(output), throws(when) { ++alive; }
  AffineBody(AffineBody &other, tbb::split) : written(other.written), throws(other.throws) {
    if (preScans > 0)
      throwIn(Throws::Split);
    ++alive;
  }
  AffineBody(const AffineBody &) = delete;
  ~AffineBody() { --alive; }
  static uint64_t factorOf(std::size_t i) { return 2 * i + 3; }
  void append(uint64_t nextFactor, uint64_t nextOffset) {
    factor *= nextFactor;
    offset = offset * nextFactor + nextOffset;
  }
  template <class Tag> void operator()(const tbb::blocked_range<std::size_t> &range, Tag) {
    EXPECT_FALSE(isSummary);
    if (!Tag::is_final_scan() && ++preScans > 5)
      throwIn(Throws::PreScan);
    for (std::size_t i = range.begin(); i != range.end(); ++i) {
      if (Tag::is_final_scan() && i == written.size() / 2)
        throwIn(Throws::FinalScan);
      append(factorOf(i), i);
      if (Tag::is_final_scan())
        written[i] = offset;
    }
  }
  void reverse_join(AffineBody &left) {
    EXPECT_FALSE(isSummary || left.isSummary);
    if (preScans > 0)
      throwIn(Throws::Join);
    uint64_t ownFactor = factor, ownOffset = offset;
    factor = left.factor, offset = left.offset;
    append(ownFactor, ownOffset);
  }
  void assign(AffineBody &other) {
    factor = other.factor, offset = other.offset;
    isSummary = true;
  }
};

TEST(ParallelScan, KeepsTheOrderAndTheBodyInFront) {
  for (std::size_t count : {0, 1, 2, 33, 1'000, 60'000})
    for (std::size_t grain : {1, 100}) {
      std::vector<uint64_t> written(count);
      AffineBody serial(written, Throws::Never), body(written, Throws::Never);
      serial.append(5, 7);
      body.append(5, 7);
      std::vector<uint64_t> expected;
      for (std::size_t i = 0; i < count; ++i) {
        serial.append(AffineBody::factorOf(i), i);
        expected.push_back(serial.offset);
      }
      tbb::parallel_scan(tbb::blocked_range<std::size_t>(0, count, grain), body);
      EXPECT_EQ(written, expected);
      EXPECT_EQ(body.offset, serial.offset);
      EXPECT_EQ(body.factor, serial.factor);
    }
  EXPECT_EQ(AffineBody::alive, 0);
}

TEST(ParallelScan, WhateverThrows) {
  for (Throws when : {Throws::PreScan, Throws::FinalScan, Throws::Join, Throws::Split}) {
    std::vector<uint64_t> written(20'000);
    AffineBody body(written, when);
    AffineBody::preScans = 0;
    try {
      tbb::parallel_scan(tbb::blocked_range<std::size_t>(0, written.size()), body);
      // Who is alone never sums, nor joins.
      EXPECT_NE(when, Throws::FinalScan);
    } catch (const std::runtime_error &) {
    }
    EXPECT_EQ(AffineBody::alive, 1);
  }
}

TEST(ParallelSort, RangesAndIterators) {
  std::vector<int> values(20'000);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<int>(i * 7'919 % 20'011);
  tbb::parallel_sort(values);
  EXPECT_TRUE(std::is_sorted(values.begin(), values.end()));
  tbb::parallel_sort(values.begin(), values.end(), std::greater<>());
  EXPECT_TRUE(std::is_sorted(values.begin(), values.end(), std::greater<>()));
}

} // namespace
