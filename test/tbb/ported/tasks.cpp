//===- tasks.cpp - groups and arenas as they are written for oneTBB -------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Nothing here knows of Tactus. The same source is also built with oneTBB's own headers and library: what a program may
// rely on there, it may rely on here.
//
//===----------------------------------------------------------------------===//
#include <tbb/tbb.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <mutex>
#include <numeric>
#include <sched.h>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

//===----------------------------------------------------------------------===//
// Groups, contexts, exceptions
//===----------------------------------------------------------------------===//

long queens(int size, int row, unsigned columns, unsigned left, unsigned right) {
  if (row == size)
    return 1;
  std::array<long, 16> found{};
  tbb::task_group group;
  for (int column = 0; column < size; ++column) {
    unsigned bit = 1U << column;
    if ((columns | left | right) & bit)
      continue;
    auto *place = &found[static_cast<size_t>(column)];
    group.run([=] { *place = queens(size, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1); });
  }
  group.wait();
  return std::accumulate(found.begin(), found.end(), 0L);
}

TEST(Ported, QueensByGroups) { EXPECT_EQ(queens(8, 0, 0, 0, 0), 92); }

/// The innermost exception goes through all groups; what is beside it is cancelled, and each group is whole again.
TEST(Ported, ExceptionsThroughNestedGroups) {
  constexpr int Depth = 4;
  std::atomic<int> alive = 0;
  struct Counted {
    std::atomic<int> &number;
    explicit Counted(std::atomic<int> &where) : number(where) { ++number; }
    Counted(const Counted &other) : number(other.number) { ++number; }
    ~Counted() { --number; }
  };
  std::function<void(int)> nest = [&](int depth) {
    Counted here(alive);
    tbb::task_group group;
    for (int task = 0; task < 3; ++task)
      group.run([&, here, depth, task] {
        if (depth == 0 && task == 1)
          throw std::out_of_range("innermost");
        if (depth > 0)
          nest(depth - 1);
      });
    try {
      group.wait();
    } catch (const std::out_of_range &) {
      // A group inside may be cancelled once more, with one around it in which another task has thrown.
      tbb::task_group_status status = group.run_and_wait([] {});
      if (depth == Depth) {
        EXPECT_EQ(status, tbb::complete);
      }
      throw;
    }
  };
  EXPECT_THROW(nest(Depth), std::out_of_range);
  EXPECT_EQ(alive, 0);
}

TEST(Ported, CancellationThroughContexts) {
  tbb::task_group_context outer, isolated(tbb::task_group_context::isolated);
  std::atomic<int> inner = 0, apart = 0, behind = 0;
  tbb::parallel_for(
      0, 1000,
      [&](int index) {
        if (index == 3) {
          tbb::parallel_for(0, 50, [&](int) { ++apart; }, isolated);
          outer.cancel_group_execution();
          EXPECT_TRUE(tbb::is_current_task_group_canceling());
          tbb::parallel_for(0, 1000, [&](int) { ++behind; });
          tbb::task_group group;
          group.run([&] { ++behind; });
          EXPECT_EQ(group.wait(), tbb::canceled);
        }
        ++inner;
      },
      tbb::simple_partitioner(), outer);
  EXPECT_TRUE(outer.is_group_execution_cancelled());
  EXPECT_FALSE(isolated.is_group_execution_cancelled());
  EXPECT_EQ(apart, 50);
  EXPECT_EQ(behind, 0);
  EXPECT_LE(inner, 1000);
  outer.reset();
  inner = 0;
  tbb::parallel_for(0, 100, [&](int) { ++inner; }, outer);
  EXPECT_EQ(inner, 100);
}

TEST(Ported, HandlesAndStatus) {
  tbb::task_group group;
  std::atomic<int> runs = 0;
  std::vector<tbb::task_handle> handles;
  for (int task = 0; task < 10; ++task)
    handles.push_back(group.defer([&] { ++runs; }));
  EXPECT_EQ(runs, 0);
  for (tbb::task_handle &handle : handles)
    group.run(std::move(handle));
  EXPECT_EQ(group.wait(), tbb::complete);
  EXPECT_EQ(runs, 10);
  EXPECT_EQ(group.run_and_wait(group.defer([&] { ++runs; })), tbb::complete);
  EXPECT_EQ(runs, 11);
  group.run([&] { group.cancel(); });
  for (int task = 0; task < 100; ++task)
    group.run([&] { ++runs; });
  group.wait();
  EXPECT_LE(runs, 111);
  tbb::task_group again;
  again.cancel();
  again.run([&] { runs = -1; });
  EXPECT_EQ(again.wait(), tbb::canceled);
  EXPECT_NE(runs, -1);
}

//===----------------------------------------------------------------------===//
// Arenas, observers, tasks that are suspended
//===----------------------------------------------------------------------===//

TEST(Ported, NestedArenasWithPriorities) {
  tbb::task_arena high(2, 1, tbb::task_arena::priority::high), low(2, 1, tbb::task_arena::priority::low), own(3);
  std::atomic<int> runs = 0;
  tbb::task_group lowGroup, highGroup;
  low.execute([&] {
    for (int task = 0; task < 50; ++task)
      lowGroup.run([&] {
        ++runs;
        high.execute([&] {
          EXPECT_LE(tbb::this_task_arena::max_concurrency(), 2);
          tbb::parallel_for(0, 10, [&](int) { ++runs; });
        });
        EXPECT_GE(tbb::this_task_arena::current_thread_index(), 0);
      });
  });
  high.execute([&] {
    for (int task = 0; task < 50; ++task)
      highGroup.run([&] { ++runs; });
  });
  low.execute([&] { lowGroup.wait(); });
  high.execute([&] { highGroup.wait(); });
  EXPECT_EQ(runs, 50 + 500 + 50);
  int value = own.execute([&] { return high.execute([&] { return low.execute([] { return 42; }); }); });
  EXPECT_EQ(value, 42);
  EXPECT_THROW(own.execute([&] { high.execute([] { throw 1; }); }), int);
  std::atomic<int> enqueued = 0;
  for (int task = 0; task < 20; ++task)
    own.enqueue([&] { ++enqueued; });
  while (enqueued < 20)
    std::this_thread::yield();
}

/// Pins each thread that comes to a processor, and gives it what it had when it goes.
class Pinning : public tbb::task_scheduler_observer {
  std::mutex mutex;
  std::map<std::thread::id, cpu_set_t> before;

public:
  std::atomic<int> came = 0, went = 0, twice = 0;
  explicit Pinning(tbb::task_arena &arena) : tbb::task_scheduler_observer(arena) { observe(true); }
  ~Pinning() override { observe(false); }
  void on_scheduler_entry(bool) override {
    ++came;
    cpu_set_t old, one;
    sched_getaffinity(0, sizeof old, &old);
    CPU_ZERO(&one);
    for (int processor = 0; processor < CPU_SETSIZE; ++processor)
      if (CPU_ISSET(processor, &old)) {
        CPU_SET(processor, &one);
        break;
      }
    sched_setaffinity(0, sizeof one, &one);
    std::lock_guard lock(mutex);
    twice += !before.emplace(std::this_thread::get_id(), old).second;
  }
  void on_scheduler_exit(bool) override {
    ++went;
    std::lock_guard lock(mutex);
    if (auto found = before.find(std::this_thread::get_id()); found != before.end()) {
      sched_setaffinity(0, sizeof found->second, &found->second);
      before.erase(found);
    }
  }
};

TEST(Ported, ObserversPin) {
  cpu_set_t before, after;
  sched_getaffinity(0, sizeof before, &before);
  {
    tbb::task_arena arena(2);
    Pinning observer(arena);
    std::atomic<int> calls = 0;
    for (int round = 0; round < 5; ++round)
      arena.execute([&] { tbb::parallel_for(0, 200, [&](int) { ++calls; }); });
    EXPECT_EQ(calls, 1000);
    EXPECT_GE(observer.came, 1);
    observer.observe(false);
    EXPECT_EQ(observer.twice, 0);
  }
  sched_getaffinity(0, sizeof after, &after);
  EXPECT_TRUE(CPU_EQUAL(&before, &after));
}

TEST(Ported, ValuesOfThreads) {
  tbb::enumerable_thread_specific<std::vector<int>> lists;
  tbb::combinable<long> sum([] { return 0L; });
  tbb::enumerable_thread_specific<std::array<long, 64>, tbb::cache_aligned_allocator<std::array<long, 64>>,
                                  tbb::ets_key_per_instance>
      histograms(std::array<long, 64>{});
  tbb::parallel_for(tbb::blocked_range<int>(0, 10000), [&](const tbb::blocked_range<int> &range) {
    auto &list = lists.local();
    auto &histogram = histograms.local();
    for (int index = range.begin(); index != range.end(); ++index) {
      list.push_back(index);
      sum.local() += index;
      ++histogram[static_cast<size_t>(index % 64)];
    }
  });
  tbb::flattened2d<tbb::enumerable_thread_specific<std::vector<int>>> all(lists);
  std::vector<int> values(all.begin(), all.end()), expected(10000);
  std::sort(values.begin(), values.end());
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(values, expected);
  EXPECT_EQ(sum.combine(std::plus<>()), 9999L * 10000 / 2);
  auto histogram = histograms.combine([](const auto &a, const auto &b) {
    std::array<long, 64> both{};
    for (size_t at = 0; at < 64; ++at)
      both[at] = a[at] + b[at];
    return both;
  });
  for (size_t at = 0; at < 64; ++at)
    EXPECT_EQ(histogram[at], 156 + (at < 16));
}

/// Tasks wait for a thread that is none of oneTBB's, and leave theirs to others meanwhile.
TEST(Ported, TasksThatAreResumed) {
  tbb::concurrent_bounded_queue<tbb::task::suspend_point> requests;
  std::thread device([&] {
    for (int request = 0; request < 40; ++request) {
      tbb::task::suspend_point point = nullptr;
      requests.pop(point);
      tbb::task::resume(point);
    }
  });
  std::atomic<int> before = 0, behind = 0;
  tbb::task_group group;
  for (int task = 0; task < 20; ++task)
    group.run([&] {
      ++before;
      for (int wait = 0; wait < 2; ++wait)
        tbb::task::suspend([&](tbb::task::suspend_point point) { requests.push(point); });
      tbb::parallel_for(0, 10, [&](int) { ++behind; });
    });
  group.wait();
  device.join();
  EXPECT_EQ(before, 20);
  EXPECT_EQ(behind, 200);
}

/// A lock that is held around a loop, in which a waiting thread must not take what wants the lock as well.
TEST(Ported, IsolatedLoopsUnderALock) {
  std::mutex mutex;
  long total = 0;
  tbb::parallel_for(0, 60, [&](int) {
    std::lock_guard lock(mutex);
    total += tbb::this_task_arena::isolate([] {
      return tbb::parallel_reduce(
          tbb::blocked_range<long>(0, 100), 0L,
          [](const tbb::blocked_range<long> &range, long sum) {
            for (long index = range.begin(); index != range.end(); ++index)
              sum += index;
            return sum;
          },
          std::plus<>());
    });
  });
  EXPECT_EQ(total, 60 * 4950L);
}

TEST(Ported, LazyValuesAndControls) {
  tbb::global_control control(tbb::global_control::max_allowed_parallelism, 2);
  EXPECT_LE(tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism), 2U);
  tbb::collaborative_once_flag flag;
  std::atomic<int> made = 0;
  std::vector<long> table;
  tbb::parallel_for(0, 100, [&](int index) {
    tbb::collaborative_call_once(flag, [&] {
      ++made;
      table.resize(1000);
      tbb::parallel_for(size_t{0}, table.size(), [&](size_t at) { table[at] = static_cast<long>(at * at); });
    });
    EXPECT_EQ(table[static_cast<size_t>(index)], static_cast<long>(index) * index);
  });
  EXPECT_EQ(made, 1);
  int order = 0, first = 0, second = 0;
  tbb::parallel_invoke([&] { first = 1; }, [&] { second = 2; }, [&] { order = 3; });
  EXPECT_EQ(first + second + order, 6);
}

} // namespace
