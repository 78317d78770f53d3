//===- scheduler_test.cpp - tactus::scheduler, as senders and receivers use it ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Against senders/stdexec/execution.hpp.
//
//===----------------------------------------------------------------------===//
#include "tactus/scheduler.hpp"

#include "tactus/latent.h"
#include "tactus/tactus.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <coroutine>
#include <latch>
#include <memory>
#include <numeric>
#include <stop_token>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace ex = stdexec;

namespace {

static_assert(ex::scheduler<tactus::scheduler>);
static_assert(ex::sender<decltype(ex::schedule(tactus::scheduler()))>);
static_assert(ex::get_forward_progress_guarantee_t()(tactus::scheduler()) == ex::forward_progress_guarantee::parallel);
static_assert(tactus::scheduler() == tactus::scheduler());

/// No lambda: gcc 14 makes another type of one wherever the alias that holds it is used.
struct Anything {
  void operator()(auto...) const {}
};

/// The algorithm behind the scheduler, and how a domain is asked for it in each of the drafts.
template <class Algorithm> constexpr bool isTransformed() {
  using Bulk = decltype(ex::schedule(tactus::scheduler()) | Algorithm()(ex::par, 1, Anything()));
  using Domain = decltype(ex::get_domain_t()(tactus::scheduler()));
  using Bare = decltype(Domain().transform_sender(std::declval<Bulk>()));
  using Late = decltype(Domain().transform_sender(std::declval<Bulk>(), ex::empty_env()));
  using Tagged = decltype(Domain().transform_sender(ex::set_value_t(), std::declval<Bulk>(), ex::empty_env()));
  return std::is_same_v<Bare, Late> && std::is_same_v<Bare, Tagged> && !std::is_same_v<Bare, Bulk>;
}
static_assert(isTransformed<ex::bulk_t>() && isTransformed<ex::bulk_chunked_t>() &&
              isTransformed<ex::bulk_unchunked_t>());

TEST(Scheduler, SendsWhatThenReturns) {
  tactus::scheduler workers;
  auto result = ex::sync_wait(ex::schedule(workers) | ex::then([] { return std::string("seven"); }) |
                              ex::then([](const std::string &word) { return word.size(); }));
  ASSERT_TRUE(result);
  EXPECT_EQ(std::get<0>(*result), 5u);
}

TEST(Scheduler, ErrorsArrive) {
  auto work = ex::schedule(tactus::scheduler()) | ex::then([]() -> int { throw 7; });
  EXPECT_THROW(ex::sync_wait(std::move(work)), int);
}

TEST(Scheduler, OperationsOfManyThreads) {
  constexpr int threads = 4, each = 500;
  std::atomic<int> calls = 0;
  std::vector<std::thread> all;
  for (int thread = 0; thread < threads; ++thread)
    all.emplace_back([&] {
      for (int turn = 0; turn < each; ++turn)
        ex::sync_wait(ex::schedule(tactus::scheduler()) | ex::then([&] { ++calls; }));
    });
  for (std::thread &thread : all)
    thread.join();
  EXPECT_EQ(calls, threads * each);
}

/// The second is begun although the first waits for it and keeps a thread, also with one worker.
TEST(Scheduler, OperationsThatWaitForLaterOnes) {
  tactus::scheduler workers;
  for (int turn = 0; turn < 5; ++turn) {
    std::latch second(1);
    auto waits = ex::schedule(workers) | ex::then([&] { second.wait(); });
    auto comes = ex::schedule(workers) | ex::then([&] { second.count_down(); });
    EXPECT_TRUE(ex::sync_wait(ex::when_all(std::move(waits), std::move(comes))));
  }
}

TEST(Scheduler, OperationsInsideOfOperations) {
  tactus::scheduler workers;
  auto inner = [&](int value) {
    return std::get<0>(*ex::sync_wait(ex::schedule(workers) | ex::then([=] { return value; })));
  };
  auto result = ex::sync_wait(ex::schedule(workers) | ex::then([&] { return inner(1) + inner(2); }));
  EXPECT_EQ(std::get<0>(*result), 3);
}

TEST(Scheduler, AStopBeforeTheStart) {
  std::stop_source source;
  source.request_stop();
  bool isCalled = false;
  auto result =
      ex::sync_wait(ex::schedule(tactus::scheduler()) | ex::then([&] { isCalled = true; }), source.get_token());
  EXPECT_FALSE(result);
  EXPECT_FALSE(isCalled);
}

/// Each index once, with the values of the child, which arrive behind it.
TEST(Bulk, EachIndexOnce) {
  for (int count : {0, 1, 2, 7, 100, 20'000}) {
    std::vector<int> calls(static_cast<std::size_t>(count));
    auto add = [&](int index, int &by) { calls[static_cast<std::size_t>(index)] += by; };
    auto addAll = [&](int begin, int end, int &by) {
      for (int index = begin; index < end; ++index)
        add(index, by);
    };
    auto work = ex::schedule(tactus::scheduler()) | ex::then([] { return 2; }) | ex::bulk(ex::par, count, add) |
                ex::bulk_unchunked(ex::par_unseq, count, add) | ex::bulk_chunked(ex::par, count, addAll) |
                ex::bulk(ex::seq, count, add) | ex::bulk_chunked(ex::seq, count, addAll);
    auto result = ex::sync_wait(std::move(work));
    ASSERT_TRUE(result);
    EXPECT_EQ(std::get<0>(*result), 2);
    EXPECT_EQ(calls, std::vector<int>(calls.size(), 10));
  }
}

TEST(Bulk, MovesWhatCannotBeCopied) {
  int sum = 0;
  auto work = ex::just(std::make_unique<int>(3)) | ex::then([](std::unique_ptr<int> value) { return value; });
  auto result =
      ex::sync_wait(std::move(work) | ex::bulk(ex::seq, 4, [&](int, std::unique_ptr<int> &value) { sum += *value; }));
  EXPECT_EQ(sum, 12);
  EXPECT_EQ(*std::get<0>(*result), 3);
}

/// Beats make tasks of its iterations.
TEST(Bulk, IsALatentLoop) {
  if (tactus_worker_count() == 1)
    return;
  uint64_t before = tactus_count(TACTUS_COUNT_PROMOTIONS);
  std::atomic<int> sum = 0;
  do
    ex::sync_wait(ex::schedule(tactus::scheduler()) | ex::bulk(ex::par, 10'000, [&](int index) { sum += index % 3; }));
  while (tactus_count(TACTUS_COUNT_PROMOTIONS) == before);
}

/// The exception of the first index that throws, as in every loop of the library.
TEST(Bulk, ThrowsAtEveryPosition) {
  constexpr int count = 50;
  for (int first = 0; first < count; ++first) {
    auto work = ex::schedule(tactus::scheduler()) | ex::bulk(ex::par, count, [first](int index) {
                  if (index >= first)
                    throw index;
                });
    try {
      ex::sync_wait(std::move(work));
      ADD_FAILURE() << "no exception";
    } catch (int thrown) {
      EXPECT_EQ(thrown, first);
    }
  }
}

TEST(Bulk, StopsAtEveryPosition) {
  constexpr int count = 50;
  for (int last = 0; last < count; ++last) {
    std::stop_source source;
    std::atomic<int> calls = 0;
    auto work = ex::schedule(tactus::scheduler()) | ex::bulk(ex::par, count, [&](int index) {
                  ++calls;
                  if (index == last)
                    source.request_stop();
                });
    EXPECT_FALSE(ex::sync_wait(std::move(work), source.get_token()));
    EXPECT_GE(calls, 1);
    EXPECT_LE(calls, count);
  }
}

/// A coroutine that begins at once, and says when it has ended.
struct Detached {
  struct promise_type : ex::with_awaitable_senders {
    Detached get_return_object() noexcept { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() noexcept {}
    void unhandled_exception() noexcept { std::terminate(); }
  };
};

Detached sumOnWorkers(std::atomic<int> &result, std::latch &done) {
  tactus::scheduler workers;
  co_await ex::schedule(workers);
  auto two = co_await (ex::schedule(workers) | ex::then([] { return 2; }));
  int caught = 0;
  try {
    co_await (ex::schedule(workers) | ex::bulk(ex::par, 5, [](int index) { throw index; }));
  } catch (int) {
    caught = 10;
  }
  result = std::get<0>(*two) + caught;
  done.count_down();
}

TEST(Coroutines, AwaitSenders) {
  std::atomic<int> result = 0;
  std::latch done(1);
  sumOnWorkers(result, done);
  done.wait();
  EXPECT_EQ(result, 12);
}

#if !defined(TACTUS_TEST_IS_SANITIZED)
/// The child has no drivers, whatever the parent had.
TEST(Drivers, BeginAnewInAChild) {
  ex::sync_wait(ex::schedule(tactus::scheduler()));
  pid_t child = fork();
  if (child == 0) {
    auto result = ex::sync_wait(ex::schedule(tactus::scheduler()) | ex::then([] { return 3; }));
    _exit(result && std::get<0>(*result) == 3 ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
#endif

} // namespace
