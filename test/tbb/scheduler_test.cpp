//===- scheduler_test.cpp - oneTBB's tasks, scheduled by libtactus_tbb ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What oneTBB's own tests do not ask for: that a waiting thread runs nothing but what it waits for, how that goes
// together with loops on Tactus, and what happens where there is one worker only.
//
//===----------------------------------------------------------------------===//
#include <oneapi/tbb/collaborative_call_once.h>
#include <oneapi/tbb/flow_graph.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/parallel_reduce.h>
#include <oneapi/tbb/parallel_scan.h>
#include <oneapi/tbb/task.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>
#include <oneapi/tbb/task_scheduler_observer.h>

#include <atomic>
#include <gtest/gtest.h>
#include <memory>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

namespace {

long fib(int n) {
  if (n < 2)
    return n;
  long left = 0, right = 0;
  tbb::task_group group;
  group.run([&] { left = fib(n - 1); });
  right = fib(n - 2);
  group.wait();
  return left + right;
}

TEST(TbbScheduler, GroupsInGroups) { EXPECT_EQ(fib(18), 2584); }

/// A loop in an arena has no more threads than that, and its exceptions arrive.
TEST(TbbScheduler, ArenasLimitLoops) {
  for (int concurrency = 1; concurrency <= 3; ++concurrency) {
    std::atomic<int> running = 0, most = 0;
    tbb::task_arena arena(concurrency);
    auto loop = [&] {
      tbb::parallel_for(0, 60, [&](int) {
        int now = ++running, seen = most;
        while (now > seen && !most.compare_exchange_weak(seen, now))
          ;
        for (int turn = 0; turn < 5; ++turn)
          std::this_thread::yield(); // others come
        --running;
      });
    };
    for (int turn = 0; turn < 3; ++turn)
      arena.execute(loop);
    EXPECT_LE(most, concurrency);
    EXPECT_THROW(arena.execute([] { tbb::parallel_for(0, 9, [](int) { throw std::runtime_error("no"); }); }),
                 std::runtime_error);
  }
}

/// A lock that is held around a wait is taken by no task that the waiting thread runs meanwhile: it would be its own.
TEST(TbbScheduler, WaitersRunNoStrangers) {
  std::atomic<bool> ranStranger = false;
  tbb::task_group outer;
  auto waiting = [] {
    static thread_local int depth = 0;
    return &depth;
  };
  for (int task = 0; task < 64; ++task)
    outer.run([&] {
      int &depth = *waiting();
      if (depth > 0)
        ranStranger = true;
      ++depth;
      tbb::task_group inner;
      std::atomic<int> sum = 0;
      for (int part = 0; part < 16; ++part)
        inner.run([&] { sum += fib(5); });
      inner.wait();
      EXPECT_EQ(sum, 16 * 5);
      --depth;
    });
  outer.wait();
  EXPECT_FALSE(ranStranger);
}

TEST(TbbScheduler, LocksAroundWaits) {
  std::mutex mutex;
  int total = 0;
  tbb::task_group outer;
  for (int task = 0; task < 32; ++task)
    outer.run([&] {
      std::lock_guard guard(mutex);
      tbb::task_group inner;
      std::atomic<int> sum = 0;
      for (int part = 0; part < 8; ++part)
        inner.run([&] { sum += fib(4); });
      inner.wait();
      total += sum;
    });
  outer.wait();
  EXPECT_EQ(total, 32 * 8 * 3);
}

/// One thread runs the nodes of a graph as the serial program would: first what comes behind the first edge.
TEST(TbbScheduler, GraphsRunInTheOrderOfTheirEdges) {
  using Node = tbb::flow::continue_node<tbb::flow::continue_msg>;
  tbb::task_arena arena(1);
  std::string order;
  arena.execute([&] {
    tbb::flow::graph graph;
    std::vector<std::unique_ptr<Node>> nodes;
    for (char name : std::string("0abcxyz"))
      nodes.push_back(std::make_unique<Node>(graph, [&order, name](tbb::flow::continue_msg message) {
        order += name;
        return message;
      }));
    // 0 before a, b, c; a before x, y; b before z.
    for (auto [from, to] : {std::pair{0, 1}, {0, 2}, {0, 3}, {1, 4}, {1, 5}, {2, 6}})
      tbb::flow::make_edge(*nodes[from], *nodes[to]);
    nodes[0]->try_put({});
    graph.wait_for_all();
  });
  EXPECT_EQ(order, "0axybzc");
}

/// A node's next message comes behind all that the one before has sent: nothing piles up in front of what is slower.
TEST(TbbScheduler, GraphsHandOnEachMessageBeforeTheNext) {
  tbb::task_arena arena(1);
  std::string order;
  auto write = [&order](char name) {
    return [&order, name](int message) {
      order += name;
      return message;
    };
  };
  auto runs = [&](auto connect) {
    order.clear();
    arena.execute([&] {
      tbb::flow::graph graph;
      int left = 3;
      tbb::flow::input_node<int> input(graph, [&](tbb::flow_control &control) {
        if (left == 0)
          control.stop();
        else
          order += '0';
        return left--;
      });
      connect(graph, input);
    });
    return order;
  };
  using Function = tbb::flow::function_node<int, int>;
  EXPECT_EQ(runs([&](auto &graph, auto &input) {
              Function one(graph, tbb::flow::unlimited, write('a')), two(graph, tbb::flow::unlimited, write('x'));
              tbb::flow::make_edge(input, one);
              tbb::flow::make_edge(one, two);
              input.activate();
              graph.wait_for_all();
            }),
            "0ax0ax0ax");
  EXPECT_EQ(runs([&](auto &graph, auto &input) {
              Function one(graph, tbb::flow::unlimited, write('a')), two(graph, tbb::flow::unlimited, write('b'));
              tbb::flow::make_edge(input, one);
              tbb::flow::make_edge(input, two);
              input.activate();
              graph.wait_for_all();
            }),
            "0ab0ab0ab");
  // Messages that wait in a node's queue.
  EXPECT_EQ(runs([&](auto &graph, auto &) {
              Function one(graph, tbb::flow::serial, write('a')), two(graph, tbb::flow::serial, write('x'));
              tbb::flow::make_edge(one, two);
              for (int message = 0; message < 3; ++message)
                one.try_put(message);
              graph.wait_for_all();
            }),
            "axaxax");
}

/// What comes behind the first edge may lead back for ever: the others have their turns.
TEST(TbbScheduler, CyclesOfGraphsLeaveTurnsToOthers) {
  auto isLeft = [](auto connect) {
    tbb::task_arena arena(1);
    long turns = 0;
    arena.execute([&] {
      tbb::flow::graph graph;
      int left = 100;
      tbb::flow::function_node<int> sink(graph, tbb::flow::serial, [&](int) {
        if (--left == 0)
          graph.cancel();
      });
      auto cycle = connect(graph, sink, turns);
      cycle->try_put(0);
      graph.wait_for_all();
    });
    return turns;
  };
  using Function = tbb::flow::function_node<int, int>;
  long turns = isLeft([](auto &graph, auto &sink, long &count) {
    auto node = std::make_unique<Function>(graph, tbb::flow::unlimited, [&count](int value) { return ++count, value; });
    tbb::flow::make_edge(*node, *node);
    tbb::flow::make_edge(*node, sink);
    return node;
  });
  EXPECT_LE(turns, 300);
  using Multifunction = tbb::flow::multifunction_node<int, std::tuple<int, int>>;
  turns = isLeft([](auto &graph, auto &sink, long &count) {
    auto node = std::make_unique<Multifunction>(graph, tbb::flow::unlimited, [&count](int value, auto &ports) {
      ++count;
      std::get<0>(ports).try_put(value);
      std::get<1>(ports).try_put(value);
    });
    tbb::flow::make_edge(tbb::flow::output_port<0>(*node), *node);
    tbb::flow::make_edge(tbb::flow::output_port<1>(*node), sink);
    return node;
  });
  EXPECT_LE(turns, 300);
}

TEST(TbbScheduler, FirstExceptionArrivesAndCancels) {
  tbb::task_group group;
  std::atomic<int> later = 0;
  group.run([] { throw std::runtime_error("once"); });
  EXPECT_THROW(group.wait(), std::runtime_error);
  group.run([&] { ++later; });
  EXPECT_EQ(group.wait(), tbb::complete);
  EXPECT_EQ(later, 1);
}

TEST(TbbScheduler, CancellationIsInherited) {
  tbb::task_group outer;
  std::atomic<bool> innerSawIt = false, begun = false;
  outer.run([&] {
    tbb::task_group inner;
    inner.run([&] {
      begun = true;
      while (!tbb::is_current_task_group_canceling())
        std::this_thread::yield();
      innerSawIt = true;
    });
    EXPECT_EQ(inner.wait(), tbb::canceled);
  });
  std::thread canceller([&] {
    while (!begun)
      std::this_thread::yield();
    outer.cancel();
  });
  EXPECT_EQ(outer.wait(), tbb::canceled);
  canceller.join();
  EXPECT_TRUE(innerSawIt);
}

/// A loop belongs to the task around it, and what is in a loop to the loop, on whatever thread.
TEST(TbbScheduler, CancellationIsInheritedThroughLoops) {
  tbb::task_group_context context;
  std::atomic<int> after = 0, seen = 0;
  tbb::parallel_for(
      0, 64,
      [&](int i) {
        tbb::task_group group;
        group.run_and_wait([&] {
          tbb::parallel_for(tbb::blocked_range<int>(0, 1000), [&](const auto &) {
            if (i == 0)
              context.cancel_group_execution();
            seen += tbb::is_current_task_group_canceling();
            after += context.is_group_execution_cancelled() && !tbb::is_current_task_group_canceling();
          });
        });
      },
      context);
  EXPECT_TRUE(context.is_group_execution_cancelled());
  EXPECT_GT(seen, 0);
  EXPECT_EQ(after, 0);
}

TEST(TbbScheduler, CancelledTasksEndTheirLoops) {
  tbb::task_group group;
  std::atomic<bool> begun = false;
  group.run([&] {
    tbb::parallel_for(0, 1 << 30, [&](int) {
      begun = true;
      std::this_thread::yield();
    });
  });
  std::thread canceller([&] {
    while (!begun)
      std::this_thread::yield();
    group.cancel();
  });
  EXPECT_EQ(group.wait(), tbb::canceled);
  canceller.join();
}

/// A context that is used in a task may outlive the task's own.
TEST(TbbScheduler, GroupsOutliveTheirParents) {
  std::unique_ptr<tbb::task_group> kept;
  std::atomic<int> runs = 0;
  for (int round = 0; round < 10; ++round) {
    {
      tbb::task_group parent;
      parent.run([&] {
        kept = std::make_unique<tbb::task_group>();
        kept->run_and_wait([&] { ++runs; });
      });
      parent.wait();
    }
    kept->run([&] { ++runs; });
    EXPECT_EQ(kept->wait(), tbb::complete);
  }
  EXPECT_EQ(runs, 20);
}

TEST(TbbScheduler, LoopsInGroupsAndGroupsInLoops) {
  std::atomic<long> sum = 0;
  tbb::task_group group;
  for (int task = 0; task < 8; ++task)
    group.run([&] {
      tbb::parallel_for(0, 1000, [&](int i) {
        if (i % 100 == 0)
          sum += fib(6);
      });
    });
  group.wait();
  EXPECT_EQ(sum, 8 * 10 * 8);
}

TEST(TbbScheduler, EnqueuedTasksBeginWithoutAWait) {
  for (int threads : {1, 2}) {
    tbb::task_arena arena(threads);
    std::atomic<int> runs = 0;
    for (int task = 0; task < 20; ++task)
      arena.enqueue([&] { ++runs; });
    while (runs < 20)
      std::this_thread::yield();
  }
}

TEST(TbbScheduler, ArenasLimitTheirThreads) {
  tbb::task_arena arena(2);
  std::atomic<int> inside = 0, most = 0;
  arena.execute([&] {
    tbb::task_group group;
    for (int task = 0; task < 200; ++task)
      group.run([&] {
        int now = ++inside;
        for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);)
          ;
        EXPECT_LT(tbb::this_task_arena::current_thread_index(), 2);
        --inside;
      });
    group.wait();
  });
  EXPECT_LE(most, 2);
}

/// More threads than the arena has seats: those that find none wait for one, or have helpers do their work.
TEST(TbbScheduler, ManyThreadsInASmallArena) {
  tbb::task_arena arena(1);
  std::atomic<int> sum = 0, inside = 0;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 6; ++thread)
    threads.emplace_back([&] {
      for (int call = 0; call < 20; ++call)
        sum += arena.execute([&] {
          EXPECT_LE(++inside, 2); // the seat's, and a helper for what is enqueued
          --inside;
          return 1;
        });
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(sum, 120);
  EXPECT_THROW(arena.execute([] { throw std::logic_error("through"); }), std::logic_error);
}

TEST(TbbScheduler, ControlsLimitThreads) {
  tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  EXPECT_EQ(tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism), 1U);
  std::thread::id here = std::this_thread::get_id();
  tbb::task_group group;
  std::atomic<int> elsewhere = 0;
  for (int task = 0; task < 100; ++task)
    group.run([&] { elsewhere += std::this_thread::get_id() != here; });
  group.wait();
  EXPECT_EQ(elsewhere, 0);
}

/// Also those of Tactus' own headers, and no longer than the control lasts.
TEST(TbbScheduler, ControlsLimitLoops) {
  if (tbb::this_task_arena::max_concurrency() == 1)
    GTEST_SKIP() << "one worker";
  std::thread::id here = std::this_thread::get_id();
  std::atomic<int> elsewhere = 0;
  auto loop = [&] {
    tbb::parallel_for(0, 2000, [&](int) {
      elsewhere += std::this_thread::get_id() != here;
      for (volatile int work = 0; work < 1000;)
        work = work + 1;
    });
  };
  {
    tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    loop();
    EXPECT_EQ(elsewhere, 0);
  }
  while (elsewhere == 0)
    loop();
}

class Counting : public tbb::task_scheduler_observer {
public:
  std::atomic<int> entries = 0, exits = 0;
  explicit Counting(tbb::task_arena &arena) : task_scheduler_observer(arena) { observe(true); }
  ~Counting() override { observe(false); }
  void on_scheduler_entry(bool) override { ++entries; }
  void on_scheduler_exit(bool) override { ++exits; }
};

TEST(TbbScheduler, ObserversSeeThreads) {
  tbb::task_arena arena(2);
  Counting counting(arena);
  for (int call = 0; call < 5; ++call)
    arena.execute([] { fib(8); });
  EXPECT_GE(counting.entries, 5);
  EXPECT_GE(counting.exits, 5);
}

TEST(TbbScheduler, SuspendedTasksGoOnInTheirThreads) {
  std::vector<std::thread> resumers;
  std::mutex mutex;
  tbb::task_group group;
  std::atomic<int> resumed = 0;
  for (int task = 0; task < 8; ++task)
    group.run([&] {
      std::thread::id before = std::this_thread::get_id();
      tbb::task::suspend([&](tbb::task::suspend_point point) {
        std::lock_guard guard(mutex);
        resumers.emplace_back([point] { tbb::task::resume(point); });
      });
      EXPECT_EQ(std::this_thread::get_id(), before);
      ++resumed;
    });
  group.wait();
  EXPECT_EQ(resumed, 8);
  for (std::thread &resumer : resumers)
    resumer.join();
}

TEST(TbbScheduler, Scans) {
  std::vector<long> in(10000), out(in.size());
  std::iota(in.begin(), in.end(), 1);
  long total = tbb::parallel_scan(
      tbb::blocked_range<std::size_t>(0, in.size()), 0L,
      [&](const auto &range, long sum, bool isFinal) {
        for (std::size_t i = range.begin(); i < range.end(); ++i) {
          sum += in[i];
          if (isFinal)
            out[i] = sum;
        }
        return sum;
      },
      [](long left, long right) { return left + right; });
  EXPECT_EQ(total, 10000L * 10001 / 2);
  EXPECT_EQ(out.back(), total);
}

TEST(TbbScheduler, Pipelines) {
  int next = 0;
  std::string written;
  tbb::parallel_pipeline(4, tbb::make_filter<void, int>(tbb::filter_mode::serial_in_order,
                                                        [&](tbb::flow_control &control) {
                                                          if (next == 200)
                                                            control.stop();
                                                          return next++;
                                                        }) &
                                tbb::make_filter<int, int>(tbb::filter_mode::parallel, [](int i) { return i * 2; }) &
                                tbb::make_filter<int, void>(tbb::filter_mode::serial_in_order,
                                                            [&](int i) { written += std::to_string(i) + " "; }));
  std::string expected;
  for (int i = 0; i < 200; ++i)
    expected += std::to_string(2 * i) + " ";
  EXPECT_EQ(written, expected);
}

TEST(TbbScheduler, Graphs) {
  tbb::flow::graph graph;
  std::atomic<long> sum = 0;
  tbb::flow::function_node<int, int> square(graph, tbb::flow::unlimited, [](int i) { return i * i; });
  tbb::flow::function_node<int> add(graph, tbb::flow::serial, [&](int i) { sum += i; });
  tbb::flow::make_edge(square, add);
  for (int i = 1; i <= 100; ++i)
    square.try_put(i);
  graph.wait_for_all();
  EXPECT_EQ(sum, 338350);

  // What comes from outside, where nobody but the graph waits.
  tbb::flow::async_node<int, int> outside(graph, tbb::flow::unlimited, [](int i, auto &gateway) {
    gateway.reserve_wait();
    std::thread([i, &gateway] {
      gateway.try_put(i + 1);
      gateway.release_wait();
    }).detach();
  });
  tbb::flow::make_edge(outside, add);
  sum = 0;
  for (int i = 0; i < 8; ++i)
    outside.try_put(i);
  graph.wait_for_all();
  EXPECT_EQ(sum, 36);
}

TEST(TbbScheduler, CallsOnceTogether) {
  tbb::collaborative_once_flag flag;
  std::atomic<int> calls = 0;
  tbb::parallel_for(0, 100, [&](int) {
    tbb::collaborative_call_once(flag, [&] {
      ++calls;
      tbb::parallel_for(0, 100, [](int) {});
    });
  });
  EXPECT_EQ(calls, 1);
}

} // namespace
