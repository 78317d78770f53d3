//===- property_test.cpp - each algorithm against its serial twin, and interrupted -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// One table of algorithms. Each is compared with the serial sum, and is cancelled and thrown out of at every position.
//
//===----------------------------------------------------------------------===//
#include <tbb/parallel_for.h>
#include <tbb/parallel_for_each.h>
#include <tbb/parallel_reduce.h>
#include <tbb/parallel_scan.h>
#include <tbb/parallel_sort.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <limits>
#include <list>
#include <numeric>
#include <vector>

namespace {

using Range = tbb::blocked_range<int>;

/// What a body does beside its work: throws from a position on, or cancels there.
struct Interruption {
  static constexpr int Never = std::numeric_limits<int>::max();
  int throwsFrom = Never, cancelsAt = Never;
  tbb::task_group_context *context = nullptr;
  void visit(int index) const {
    if (index >= throwsFrom)
      throw index;
    if (index == cancelsAt)
      context->cancel_group_execution();
  }
};

/// visit() is called for each of [0, count); the result is what the serial program computes.
struct Algorithm {
  const char *name;
  long (*call)(int count, const Interruption &, tbb::task_group_context &);
  /// The exception of the first in order arrives, or any one.
  bool throwsTheFirst = true;
};

long weigh(int index) { return 3 * index + 1; }
long sumOf(int count) {
  long sum = 0;
  for (int i = 0; i < count; ++i)
    sum += weigh(i);
  return sum;
}

template <class Partitioner>
long forRange(int count, const Interruption &interruption, tbb::task_group_context &context) {
  std::atomic<long> sum = 0;
  Partitioner partitioner;
  tbb::parallel_for(
      Range(0, count, 3),
      [&](const Range &range) {
        for (int i = range.begin(); i != range.end(); ++i) {
          interruption.visit(i);
          sum += weigh(i);
        }
      },
      partitioner, context);
  return sum;
}

long forIndices(int count, const Interruption &interruption, tbb::task_group_context &context) {
  std::atomic<long> sum = 0;
  tbb::parallel_for(
      0, 2 * count, 2,
      [&](int twice) {
        interruption.visit(twice / 2);
        sum += weigh(twice / 2);
      },
      context);
  return sum;
}

template <class Items> long forEach(int count, const Interruption &interruption, tbb::task_group_context &context) {
  Items items(static_cast<std::size_t>(count));
  std::iota(items.begin(), items.end(), 0);
  std::atomic<long> sum = 0;
  tbb::parallel_for_each(
      items,
      [&](int index) {
        interruption.visit(index);
        sum += weigh(index);
      },
      context);
  return sum;
}

/// Item i adds 2 i + 1 and 2 i + 2.
long feed(int count, const Interruption &interruption, tbb::task_group_context &context) {
  std::vector<int> start(count > 0 ? 1 : 0);
  std::atomic<long> sum = 0;
  tbb::parallel_for_each(
      start,
      [&](int index, tbb::feeder<int> &feeder) {
        interruption.visit(index);
        sum += weigh(index);
        for (int next = 2 * index + 1; next <= 2 * index + 2 && next < count; ++next)
          feeder.add(next);
      },
      context);
  return sum;
}

template <auto Reduce> long reduce(int count, const Interruption &interruption, tbb::task_group_context &context) {
  return Reduce(
      Range(0, count),
      [&](const Range &range, long sum) {
        for (int i = range.begin(); i != range.end(); ++i) {
          interruption.visit(i);
          sum += weigh(i);
        }
        return sum;
      },
      context);
}
constexpr auto anyReduce = [](Range range, auto body, tbb::task_group_context &context) {
  return tbb::parallel_reduce(range, 0L, body, std::plus<>(), context);
};
constexpr auto fixedReduce = [](Range range, auto body, tbb::task_group_context &context) {
  return tbb::parallel_deterministic_reduce(range, 0L, body, std::plus<>(), context);
};

/// What a scan writes, checked: -1 if anything but the sum of what stands in front is written, or not all of it is.
long checkScan(const std::vector<long> &written, long total) {
  long sum = 0;
  for (std::size_t i = 0; i < written.size(); ++i)
    if (written[i] != (sum += weigh(static_cast<int>(i))))
      return -1;
  return total;
}

/// A scan has no context of its own to be given: it belongs to the task around it.
template <class Scan> long scanInside(tbb::task_group_context &context, const Scan &scan) {
  long result = 0;
  tbb::parallel_for(0, 1, [&](int) { result = scan(); }, context);
  return context.is_group_execution_cancelled() ? 0 : result;
}

template <class... Partitioner>
long scan(int count, const Interruption &interruption, tbb::task_group_context &context) {
  return scanInside(context, [&] {
    std::vector<long> written(static_cast<std::size_t>(count));
    long total = tbb::parallel_scan(
        Range(0, count, 3), 0L,
        [&](const Range &range, long sum, bool isFinal) {
          for (int i = range.begin(); i != range.end(); ++i) {
            interruption.visit(i);
            sum += weigh(i);
            if (isFinal)
              written[static_cast<std::size_t>(i)] = sum;
          }
          return sum;
        },
        std::plus<>(), Partitioner()...);
    return checkScan(written, total);
  });
}

class ScanBody {
  const Interruption &interruption;
  std::vector<long> &written;
  long sum = 0;

public:
  ScanBody(const Interruption &what, std::vector<long> &output) : interruption(what), written(output) {}
  ScanBody(ScanBody &other, tbb::split) : interruption(other.interruption), written(other.written) {}
  template <class Tag> void operator()(const Range &range, Tag) {
    for (int i = range.begin(); i != range.end(); ++i) {
      interruption.visit(i);
      sum += weigh(i);
      if (Tag::is_final_scan())
        written[static_cast<std::size_t>(i)] = sum;
    }
  }
  void reverse_join(ScanBody &left) { sum = left.sum + sum; }
  void assign(ScanBody &other) { sum = other.sum; }
  long total() const { return sum; }
};

long scanBody(int count, const Interruption &interruption, tbb::task_group_context &context) {
  return scanInside(context, [&] {
    std::vector<long> written(static_cast<std::size_t>(count));
    ScanBody body(interruption, written);
    tbb::parallel_scan(Range(0, count), body);
    return checkScan(written, body.total());
  });
}

constexpr Algorithm algorithms[] = {
    {"for, blocked ranges", forRange<tbb::auto_partitioner>},
    {"for, with grains", forRange<tbb::simple_partitioner>},
    {"for, in proportion", forRange<tbb::affinity_partitioner>},
    {"for, indices", forIndices},
    {"for each of a vector", forEach<std::vector<int>>},
    {"for each of a list", forEach<std::list<int>>},
    {"for each, fed", feed, false},
    {"reduce", reduce<anyReduce>},
    {"deterministic reduce", reduce<fixedReduce>},
    {"scan", scan<>},
    {"scan, partitioned", scan<tbb::auto_partitioner>},
    {"scan, with grains", scan<tbb::simple_partitioner>, false},
    {"scan with a body", scanBody},
};

constexpr int counts[] = {0, 1, 2, 17, 400};
/// All positions of few, some of many.
int stride(int count) { return count > 100 ? 37 : 1; }

TEST(AllAlgorithms, SameAsSerial) {
  for (const Algorithm &each : algorithms)
    for (int count : counts) {
      tbb::task_group_context context;
      EXPECT_EQ(each.call(count, {}, context), sumOf(count)) << each.name << ", " << count;
      EXPECT_FALSE(context.is_group_execution_cancelled());
    }
}

TEST(AllAlgorithms, ThrowingAtEveryPosition) {
  for (const Algorithm &each : algorithms)
    for (int count : counts)
      for (int position = 0; position < count; position += stride(count)) {
        tbb::task_group_context context;
        int thrown = -1;
        try {
          each.call(count, {.throwsFrom = position}, context);
        } catch (int index) {
          thrown = index;
        }
        EXPECT_TRUE(each.throwsTheFirst ? thrown == position : thrown >= position)
            << each.name << ", " << count << ": " << thrown << " instead of " << position;
        EXPECT_TRUE(context.is_group_execution_cancelled());
        // A context that is reset is as new.
        context.reset();
        EXPECT_EQ(each.call(count, {}, context), sumOf(count)) << each.name << ", " << count;
      }
}

TEST(AllAlgorithms, CancelledAtEveryPosition) {
  for (const Algorithm &each : algorithms)
    for (int count : counts)
      for (int position = 0; position < count; position += stride(count)) {
        tbb::task_group_context context;
        EXPECT_LE(each.call(count, {.cancelsAt = position, .context = &context}, context), sumOf(count)) << each.name;
        EXPECT_TRUE(context.is_group_execution_cancelled());
        // Nothing begins in a context that has been cancelled: whatever is visited would throw.
        EXPECT_NO_THROW(each.call(count, {.throwsFrom = 0}, context)) << each.name << ", " << count;
      }
}

/// Comparisons that throw leave the values that there were, in some order.
TEST(AllAlgorithms, SortsThatThrowAtEveryPosition) {
  std::vector<int> sorted(300);
  std::iota(sorted.begin(), sorted.end(), 0);
  for (int position = 0; position < 300; position += 23) {
    std::vector<int> values(300);
    for (int i = 0; i < 300; ++i)
      values[static_cast<std::size_t>(i)] = i * 7 % 300; // 7 and 300 have no common factor
    auto less = [&](int a, int b) {
      if (a == position || b == position)
        throw position;
      return a < b;
    };
    EXPECT_THROW(tbb::parallel_sort(values, less), int);
    std::sort(values.begin(), values.end());
    EXPECT_EQ(values, sorted);
  }
}

} // namespace
