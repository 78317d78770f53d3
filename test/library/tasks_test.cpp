//===- tasks_test.cpp - futures, graphs, limits of workers, objects of strands ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "tactus/coroutine.hpp"
#include "tactus/future.hpp"
#include "tactus/strand_local.hpp"
#include "tactus/tactus.hpp"
#include "tactus/task_graph.hpp"
#include "tactus/worker_limit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <numeric>
#include <random>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

//===--- async ---===//

int fib(int n) {
  if (n < 2)
    return n;
  auto first = tactus::async(fib, n - 1);
  int second = fib(n - 2);
  return first.get() + second;
}

TEST(Future, OfEveryKind) {
  EXPECT_EQ(fib(18), 2584);
  EXPECT_EQ(tactus::async([] { return std::string("word"); }).get(), "word");
  EXPECT_EQ(*tactus::async([] { return std::make_unique<int>(3); }).get(), 3);
  int value = 1;
  tactus::future<int &> reference = tactus::async([&]() -> int & { return value; });
  EXPECT_EQ(&reference.get(), &value);
  tactus::future<void> nothing = tactus::async([&] { value = 2; });
  nothing.wait();
  EXPECT_EQ(value, 2);
  nothing.get();
  EXPECT_FALSE(nothing.valid());
}

TEST(Future, KeepsItsExceptionThroughWaits) {
  auto failed = tactus::async([]() -> int { throw std::runtime_error("no"); });
  failed.wait();
  failed.wait();
  EXPECT_THROW(failed.get(), std::runtime_error);
  static_cast<void>(tactus::async([]() -> int { throw 1; })); // and nobody asks
}

/// In any order, moved about, and dropped; each result is destroyed once.
TEST(Future, InAnyOrder) {
  auto alive = std::make_shared<int>(0);
  std::mt19937 random(1);
  for (int turn = 0; turn < 100; ++turn) {
    std::vector<tactus::future<std::pair<int, std::shared_ptr<int>>>> all;
    for (int index = 0; index < 30; ++index)
      all.push_back(tactus::async([=] { return std::pair(index, alive); }));
    std::shuffle(all.begin(), all.end(), random);
    all.resize(20);
    int sum = 0;
    while (all.size() > 5) {
      sum += all.back().get().first;
      all.pop_back();
    }
    EXPECT_LE(sum, 29 * 30 / 2);
  }
  EXPECT_EQ(alive.use_count(), 1);
}

//===--- Coroutines ---===//

tactus::task<int> fibOf(int n) {
  if (n < 2)
    co_return n;
  auto [first, second] = co_await tactus::par(fibOf(n - 1), fibOf(n - 2));
  co_return first + second;
}

tactus::task<std::unique_ptr<int>> moved(int value) { co_return std::make_unique<int>(value); }
tactus::task<> add(std::atomic<int> &to, int value, int throwsAt) {
  to += value;
  if (value == throwsAt)
    throw value;
  co_return;
}
tactus::task<int &> referTo(int &value) { co_return value; }

/// One behind the other, without a deeper stack for each.
tactus::task<int> chain(int length) {
  int sum = 0;
  for (int turn = 0; turn < length; ++turn)
    sum += *co_await moved(1);
  co_return sum;
}

tactus::task<> addAll(std::atomic<int> &to, int throwsAt) {
  co_await tactus::par(add(to, 0, throwsAt), add(to, 1, throwsAt), add(to, 2, throwsAt), add(to, 3, throwsAt));
}

TEST(Coroutine, ForksAndAwaits) {
  EXPECT_EQ(fibOf(16).get(), 987);
  EXPECT_EQ(chain(1000).get(), 1000);
  int value = 2;
  EXPECT_EQ(&referTo(value).get(), &value);
  std::atomic<int> sum = 0;
  addAll(sum, -1).get();
  EXPECT_EQ(sum, 6);
  static_cast<void>(addAll(sum, -1)); // never begins
  EXPECT_EQ(sum, 6);
}

TEST(Coroutine, ThrowsAtEveryPosition) {
  for (int position = 0; position < 4; ++position) {
    std::atomic<int> sum = 0;
    try {
      addAll(sum, position).get();
      ADD_FAILURE() << "no exception";
    } catch (int thrown) {
      EXPECT_EQ(thrown, position);
    }
  }
}

//===--- Graphs ---===//

/// A random graph without circles, whose functions see that all before them have run.
TEST(Graph, RandomOnes) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    constexpr std::size_t count = 60;
    std::vector<std::vector<std::size_t>> before(count);
    std::vector<std::atomic<int>> calls(count);
    std::atomic<bool> isRight = true;
    tactus::task_graph graph;
    std::vector<tactus::task_graph::node> nodes;
    for (std::size_t index = 0; index < count; ++index) {
      for (std::size_t earlier = 0; earlier < index; ++earlier)
        if (random() % 12 == 0)
          before[index].push_back(earlier);
      nodes.push_back(graph.add([&, index] {
        for (std::size_t earlier : before[index])
          if (calls[earlier] != calls[index] + 1)
            isRight = false;
        ++calls[index];
      }));
      for (std::size_t earlier : before[index])
        graph.precede(nodes[earlier], nodes[index]);
    }
    for (int turn = 1; turn <= 5; ++turn) {
      graph.run();
      for (const std::atomic<int> &each : calls)
        EXPECT_EQ(each, turn);
    }
    EXPECT_TRUE(isRight);
  }
}

/// A circle of a condition with branches inside: no stack grows by its turns.
TEST(Graph, GoesAround) {
  constexpr int turns = 20'000;
  int rounds = 0;
  std::atomic<int> work = 0;
  tactus::task_graph graph;
  auto start = graph.add([] {});
  auto left = graph.add([&] { ++work; }), right = graph.add([&] { ++work; });
  graph.precede(start, left);
  graph.precede(start, right);
  auto both = graph.add([&] { ++rounds; }, {left, right});
  auto again = graph.add_condition([&] { return rounds < turns ? 0 : 1; }, {both});
  auto last = graph.add([&] { rounds = -rounds; });
  graph.choose(again, {start, last});
  graph.run();
  EXPECT_EQ(rounds, -turns);
  EXPECT_EQ(work, 2 * turns);
}

TEST(Graph, ChoosesNothing) {
  int calls = 0;
  tactus::task_graph graph;
  auto condition = graph.add_condition([] { return -1; });
  graph.choose(condition, {graph.add([&] { ++calls; })});
  graph.run();
  EXPECT_EQ(calls, 0);
}

TEST(Graph, RefusesCircles) {
  tactus::task_graph graph;
  auto first = graph.add([] {});
  auto second = graph.add([] {}, {first});
  graph.precede(second, first);
  EXPECT_THROW(graph.run(), std::invalid_argument);
}

/// A chain and what runs beside it; what comes behind the failure, or the stop, is not called.
TEST(Graph, FailsAndStopsAtEveryPosition) {
  constexpr int count = 20;
  for (int position = 0; position < count; ++position)
    for (bool isStop : {false, true}) {
      std::stop_source source;
      std::vector<int> calls(count);
      bool isToFail = true;
      tactus::task_graph graph;
      std::vector<tactus::task_graph::node> chain;
      for (int index = 0; index < count; ++index) {
        chain.push_back(graph.add([&, index] {
          if (isToFail && index == position && !isStop)
            throw index;
          if (isToFail && index == position)
            source.request_stop();
          ++calls[static_cast<std::size_t>(index)];
        }));
        if (index > 0)
          graph.precede(chain[static_cast<std::size_t>(index) - 1], chain.back());
        graph.add([] {}, {chain.back()});
      }
      if (isStop)
        graph.run(source.get_token());
      else
        EXPECT_THROW(graph.run(source.get_token()), int);
      EXPECT_EQ(std::accumulate(calls.begin(), calls.end(), 0), position + isStop);
      isToFail = false;
      graph.run();
      EXPECT_EQ(std::accumulate(calls.begin(), calls.end(), 0), position + isStop + count);
    }
}

//===--- Limits of workers ---===//

/// How many run at a time.
class Crowd {
  std::atomic<int> running = 0, most = 0;

public:
  void visit() {
    int now = ++running, seen = most;
    while (now > seen && !most.compare_exchange_weak(seen, now))
      ;
    for (int turn = 0; turn < 5; ++turn)
      std::this_thread::yield(); // others come
    --running;
  }
  int peak() const { return most; }
};

void inNests(Crowd &crowd) {
  tactus::parallel_for(0, 20, [&](int) {
    auto both = [&] { tactus::parallel_for(0, 10, [&](int) { crowd.visit(); }); };
    tactus::par(both, both);
    tactus::task_group group;
    for (int index = 0; index < 5; ++index)
      group.run([&] { crowd.visit(); });
    group.wait();
  });
}

TEST(WorkerLimit, HoldsInNests) {
  for (unsigned limit = 1; limit <= 4; ++limit) {
    Crowd crowd;
    tactus::worker_limit(limit).run([&] { inNests(crowd); });
    EXPECT_LE(crowd.peak(), static_cast<int>(std::min(limit, tactus_worker_count())));
    EXPECT_GE(crowd.peak(), 1);
  }
}

TEST(WorkerLimit, InsideOfOthers) {
  Crowd crowd;
  tactus::worker_limit(1).run([&] { tactus::worker_limit(3).run([&] { inNests(crowd); }); });
  EXPECT_EQ(crowd.peak(), 1);
  // Each iteration begins one of its own, in which one thread runs.
  std::atomic<bool> isAlone = true;
  tactus::parallel_for(0, 50, [&](int) {
    Crowd few;
    tactus::worker_limit(1).run([&] { inNests(few); });
    if (few.peak() != 1)
      isAlone = false;
  });
  EXPECT_TRUE(isAlone);
}

TEST(WorkerLimit, GivesResultsAndExceptions) {
  tactus::worker_limit two(2);
  int value = 3;
  EXPECT_EQ(&two.run([&]() -> int & { return value; }), &value);
  EXPECT_EQ(*two.run([] { return std::make_unique<int>(4); }), 4);
  for (int position = 0; position < 20; ++position)
    try {
      two.run([=] {
        tactus::parallel_for(0, 20, [=](int index) {
          if (index >= position)
            throw index;
        });
      });
      ADD_FAILURE() << "no exception";
    } catch (int thrown) {
      EXPECT_EQ(thrown, position);
    }
  // Nothing of the limit remains.
  std::atomic<int> sum = 0;
  tactus::parallel_for(0, 100, [&](int index) { sum += index; });
  EXPECT_EQ(sum, 4950);
}

//===--- Objects of strands ---===//

TEST(StrandLocal, StandInTheOrderOfTheProgram) {
  for (int count : {0, 1, 10, 3000}) {
    tactus::strand_local<std::vector<int>> parts;
    tactus::parallel_for(0, count, [&](int index) { parts.local().push_back(index); });
    std::vector<int> all, wanted(static_cast<std::size_t>(count));
    for (const std::vector<int> &part : parts)
      all.insert(all.end(), part.begin(), part.end());
    std::iota(wanted.begin(), wanted.end(), 0);
    EXPECT_EQ(all, wanted);
    EXPECT_EQ(parts.empty(), count == 0);
    parts.clear();
    EXPECT_EQ(parts.size(), 0u);
  }
}

TEST(StrandLocal, ThrowsAtEveryPosition) {
  for (int position = 0; position < 40; ++position) {
    tactus::strand_local<std::shared_ptr<int>> parts(std::make_shared<int>(0));
    EXPECT_THROW(tactus::parallel_for(0, 40,
                                      [&](int index) {
                                        static_cast<void>(parts.local());
                                        if (index == position)
                                          throw index;
                                      }),
                 int);
    EXPECT_GE(parts.size(), 1u);
  }
}

} // namespace
