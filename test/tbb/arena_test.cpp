//===- arena_test.cpp - where the threads of loops are, as oneTBB's programs see it ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A program may have an array with an element for each index of an arena, and use the one of its own index, without a
// lock: an index is one thread's at a time, and less than max_concurrency().
//
//===----------------------------------------------------------------------===//
#include <oneapi/tbb.h>

#include <tactus/tactus.h>

#include <atomic>
#include <gtest/gtest.h>
#include <numeric>
#include <thread>
#include <vector>

namespace {

constexpr int Most = 64;

/// Who is where in one arena, and how many are there.
struct Places {
  std::atomic<bool> isTaken[Most] = {};
  std::atomic<int> twice{0}, outside{0}, present{0}, most{0};
  std::atomic<long> visits{0};

  void visit() {
    int index = tbb::this_task_arena::current_thread_index();
    if (index < 0 || index >= tbb::this_task_arena::max_concurrency() || index >= Most) {
      ++outside;
      return;
    }
    long visit = ++visits;
    int now = ++present;
    for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);)
      ;
    if (isTaken[index].exchange(true))
      ++twice;
    // Where others keep the processors busy, a thread that yields comes back late.
    for (int turn = 0; turn < 200; ++turn)
      (void)present.load();
    if (visit % 16 == 0)
      std::this_thread::yield();
    isTaken[index].store(false);
    --present;
    EXPECT_EQ(index, tbb::this_task_arena::current_thread_index());
  }
  void check() const {
    EXPECT_EQ(twice, 0);
    EXPECT_EQ(outside, 0);
    EXPECT_GT(visits, 0);
  }
  void check(int limit) const {
    check();
    EXPECT_LE(most, limit);
  }
};

void visitInLoop(Places &places, int count) {
  tbb::parallel_for(0, count, [&](int) { places.visit(); });
}

void visitInNests(Places &places) {
  tbb::parallel_for(0, 4, [&](int) {
    auto loop = [&] { visitInLoop(places, 4); };
    tbb::parallel_invoke(loop, loop, [&] { places.visit(); });
    tbb::task_group group;
    for (int task = 0; task < 4; ++task)
      group.run([&] {
        places.visit();
        visitInLoop(places, 4);
      });
    group.wait();
    places.visit();
  });
  tbb::parallel_reduce(
      tbb::blocked_range<int>(0, 50), 0,
      [&](const tbb::blocked_range<int> &, int sum) {
        places.visit();
        return sum + 1;
      },
      std::plus<>());
}

TEST(Arenas, IndicesAreDistinctInTheThreadsOwn) {
  Places places;
  visitInLoop(places, 100);
  visitInNests(places);
  places.check();
}

TEST(Arenas, IndicesAreDistinctAndBelowTheLimit) {
  for (int threads = 1; threads <= 6; ++threads) {
    tbb::task_arena arena(threads);
    Places places;
    arena.execute([&] { visitInNests(places); });
    places.check(threads);
  }
}

TEST(Arenas, ThreadsThatExecuteShareTheLimit) {
  for (int threads = 1; threads <= 4; ++threads) {
    tbb::task_arena arena(threads);
    Places places;
    std::vector<std::thread> callers;
    for (int caller = 0; caller < 3; ++caller)
      callers.emplace_back([&] { arena.execute([&] { visitInNests(places); }); });
    for (std::thread &each : callers)
      each.join();
    places.check(threads);
  }
}

TEST(Arenas, ThreadsHaveTheirOwn) {
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 3; ++caller)
    callers.emplace_back([] {
      Places places;
      visitInNests(places);
      places.check();
    });
  for (std::thread &each : callers)
    each.join();
}

TEST(Arenas, LoopsInTasksOfAnArenaAreLimited) {
  tbb::task_arena arena(2);
  Places places;
  tbb::task_group group;
  arena.execute([&] {
    for (int task = 0; task < 10; ++task)
      group.run([&] { visitInLoop(places, 20); });
    group.wait();
  });
  places.check(2);
}

TEST(Arenas, AreLeftForOthersInLoops) {
  tbb::task_arena inner(2), outer(3);
  Places inInner, inOuter;
  outer.execute([&] {
    tbb::parallel_for(0, 20, [&](int) {
      inOuter.visit();
      inner.execute([&] { visitInLoop(inInner, 10); });
      inOuter.visit();
    });
  });
  inInner.check(2);
  inOuter.check(3);
}

TEST(Arenas, SlotsOfAnArrayNeedNoLock) {
  for (int turn = 0; turn < 3; ++turn) {
    auto count = static_cast<size_t>(tbb::this_task_arena::max_concurrency());
    std::vector<long> sums(count);
    tbb::parallel_for(0, 20000, [&](int value) {
      sums.at(static_cast<size_t>(tbb::this_task_arena::current_thread_index())) += value;
    });
    EXPECT_EQ(std::accumulate(sums.begin(), sums.end(), 0L), 20000L * 19999 / 2);
  }
}

TEST(Arenas, WhatIsEnqueuedBesideALoopIsRun) {
  tbb::task_arena arena(2);
  std::atomic<int> run{0};
  arena.execute([&] { tbb::parallel_for(0, 50, [&](int) { tbb::this_task_arena::enqueue([&] { ++run; }); }); });
  while (run < 50)
    std::this_thread::yield();
}

TEST(Arenas, AnAttachedOneIsThatOfTheLoop) {
  tbb::task_arena arena(2);
  std::atomic<int> other{0};
  arena.execute([&] {
    tbb::parallel_for(0, 100, [&](int) {
      tbb::task_arena here{tbb::task_arena::attach{}};
      other += here.max_concurrency() != 2;
    });
  });
  EXPECT_EQ(other, 0);
}

/// Counts who comes and who goes.
struct Counter : tbb::task_scheduler_observer {
  std::atomic<int> entries{0}, exits{0};
  static inline thread_local int inside = 0;
  std::atomic<int> wrong{0};
  explicit Counter(tbb::task_arena &arena) : task_scheduler_observer(arena) { observe(true); }
  ~Counter() override { observe(false); }
  void on_scheduler_entry(bool) override {
    ++entries;
    ++inside;
  }
  void on_scheduler_exit(bool) override {
    ++exits;
    --inside;
  }
};

TEST(Arenas, ObserversSeeTheThreadsOfLoops) {
  tbb::task_arena arena(3);
  Counter counter(arena);
  std::atomic<int> unseen{0};
  arena.execute([&] { tbb::parallel_for(0, 500, [&](int) { unseen += Counter::inside == 0; }); });
  EXPECT_EQ(unseen, 0);
  EXPECT_EQ(counter.entries, counter.exits);
  EXPECT_GT(counter.entries, 0);
}

TEST(Arenas, ALoopsStrandsSuspend) {
  Places places;
  tbb::task_arena arena(2);
  arena.execute([&] {
    tbb::parallel_for(0, 12, [&](int index) {
      places.visit();
      if (index % 3 == 0)
        tbb::task::suspend(
            [](tbb::task::suspend_point point) { std::thread([point] { tbb::task::resume(point); }).detach(); });
      places.visit();
    });
  });
  places.check();
}

TEST(Arenas, GuestsRunWhereAllStrandsSleep) {
  Places places;
  tbb::task_arena arena(2);
  arena.execute([&] {
    tbb::parallel_for(0, 6, [&](int) {
      tbb::parallel_for(0, 3, [&](int) {
        tbb::task::suspend([&](tbb::task::suspend_point point) {
          tbb::this_task_arena::enqueue([&places, point] {
            places.visit();
            tbb::task::resume(point);
          });
        });
        places.visit();
      });
    });
  });
  places.check(2);
}

TEST(Arenas, ALimitOfWorkersHasIndicesOfItsOwn) {
  Places places;
  auto loop = [](void *context) { visitInLoop(*static_cast<Places *>(context), 50); };
  tactus_limit_workers(2, loop, &places);
  places.check(2);
}

} // namespace
