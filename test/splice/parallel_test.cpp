//===- parallel_test.cpp - calls that run on several workers --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Run with two workers at least. Random programs are run in parallel by parallel.py.
//
//===----------------------------------------------------------------------===//
#include <tactus/splice.hpp>

#include "../../splice/statistics.h"
#include "../../splice/tuning.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace splice = tactus::splice;

namespace {

std::array<int, 64> cells;

splice::byte_range cellsOf(int first, int last) {
  return splice::range(&cells[static_cast<std::size_t>(first)], static_cast<std::size_t>(last - first));
}

/// What happens at a leaf: a call's number, and the cell.
std::function<void(int call, int cell)> atLeaf;

splice::effects touching(int, int first, int last) { return splice::writes(cellsOf(first, last)); }
void halve(int call, int first, int last);
constexpr splice::function<touching, halve> halved;

void halve(int call, int first, int last) {
  if (last - first > 1) {
    int middle = (first + last) / 2;
    return splice::finish(halved(call, first, middle), halved(call, middle, last));
  }
  splice::step(touching(call, first, last), [=] { atLeaf(call, first); });
}

void run(int calls, unsigned count, int size) {
  splice::try_splice(count, [=] {
    for (int call = 0; call < calls; ++call)
      splice::invoke(halved(call, 0, size));
  });
}

/// Two halves of each of the calls have been at work at the same time, because somebody has taken one.
bool halvesMeet(int calls, unsigned count) {
  // Each half waits for the other to begin, so one worker, or a fork that nobody takes, would not end well. A fork is
  // taken when somebody is idle, which may take a few tries.
  std::atomic<bool> met{false};
  for (int attempt = 0; attempt < 1000 && !met; ++attempt) {
    std::atomic<int> inside{0};
    atLeaf = [&](int, int) {
      ++inside;
      for (int round = 0; round < 1000 && !met; ++round) {
        if (inside == 2)
          met = true;
        std::this_thread::sleep_for(std::chrono::microseconds(10));
      }
      --inside;
    };
    run(calls, count, 2);
  }
  return met;
}

TEST(Parallel, HalvesRunAtTheSameTime) {
  EXPECT_TRUE(halvesMeet(2, 2));
  EXPECT_GT(tactus::splice::countersSoFar().stolenCalls, 0U);
}

TEST(Parallel, OneCallAtATimeRunsInParallelWhereTheProgramAsksForIt) { EXPECT_TRUE(halvesMeet(1, 1)); }

TEST(Parallel, ACallThatIsLeftAloneIsAPlainCall) {
  atLeaf = [](int, int) {};
  auto before = tactus::splice::countersSoFar();
  run(1, 8, 64);
  auto between = tactus::splice::countersSoFar();
  EXPECT_EQ(between.groups, before.groups);
  run(3, 2, 64); // two, and one
  EXPECT_EQ(tactus::splice::countersSoFar().groups, before.groups + 1);
}

TEST(Parallel, TheSearchStaysWithPlainCallsThatAreFaster) {
  splice::SiteTuning tuning("test", {"test", 1});
  for (int group = 0; group < 100 && !tuning.staysPlain(); ++group) {
    unsigned calls = tuning.next();
    tuning.add(calls, calls, calls == 1 ? 100 : 200 * calls);
  }
  EXPECT_TRUE(tuning.staysPlain());
  EXPECT_EQ(tuning.result().chosen, 1U);
}

/// How many plain calls a search makes where they take so many times as long as spliced ones.
int plainCallsOf(double slower) {
  splice::SiteTuning tuning("test", {"test", 1});
  int plain = 0;
  for (int group = 0; group < 100 && !tuning.result().settled; ++group) {
    unsigned calls = tuning.next();
    plain += calls == 1;
    tuning.add(calls, calls, static_cast<uint64_t>((calls == 1 ? slower : 1) * 1000 * calls));
  }
  EXPECT_FALSE(tuning.staysPlain());
  return plain;
}

TEST(Parallel, OnePlainCallIsEnoughWhereItIsClearlySlower) {
  EXPECT_EQ(plainCallsOf(3), 1);
  EXPECT_EQ(plainCallsOf(1.2), 3);
}

TEST(Parallel, CallsThatShareDataAreForkedTogether) {
  // The halves of one call alone would be what all other calls wait for, until the join.
  atLeaf = [](int, int) {};
  auto before = tactus::splice::countersSoFar();
  for (int attempt = 0; attempt < 50; ++attempt)
    run(8, 8, 64);
  auto after = tactus::splice::countersSoFar();
  EXPECT_GT(after.forks, before.forks);
  EXPECT_EQ(after.forkedCalls - before.forkedCalls, 8 * (after.forks - before.forks));
}

TEST(Parallel, EachCellIsChangedInTheOrderOfTheCalls) {
  for (int attempt = 0; attempt < 50; ++attempt) {
    std::array<std::vector<int>, 64> seen;
    atLeaf = [&](int call, int cell) {
      seen[static_cast<std::size_t>(cell)].push_back(call);
      std::this_thread::yield();
    };
    run(8, 4, 64);
    for (const auto &calls : seen)
      ASSERT_EQ(calls, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7}));
  }
}

TEST(Parallel, TheFirstExceptionOfTheProgramLeaves) {
  for (int attempt = 0; attempt < 50; ++attempt) {
    std::array<std::atomic<int>, 64> done{};
    atLeaf = [&](int call, int cell) {
      if (call == 1 && (cell == 21 || cell == 40))
        throw std::runtime_error(std::to_string(cell));
      if (call <= 1)
        ++done[static_cast<std::size_t>(cell)];
      std::this_thread::yield();
    };
    std::string thrown;
    try {
      run(4, 4, 64);
    } catch (const std::runtime_error &error) {
      thrown = error.what();
    }
    ASSERT_EQ(thrown, "21");
    // All of the first call has happened, and of the second one what comes before the exception.
    for (std::size_t cell = 0; cell < 21; ++cell)
      ASSERT_EQ(done[cell], 2) << cell;
    for (std::size_t cell = 21; cell < 64; ++cell)
      ASSERT_GE(done[cell], 1) << cell;
  }
}

//===--- A fork whose thread has to wait for what is elsewhere ---===//

int sum, half;

splice::effects ofLeft() { return splice::writes(splice::object(sum)); }
splice::effects ofRight() { return splice::writes(splice::object(half)); }

void left() {
  splice::step(splice::writes(splice::object(sum)), [] { sum = 3 * sum + 1; });
}
/// Of the second call: reads what the first one's left half writes, and decides by it.
splice::effects ofDeciding() { return splice::reads(splice::object(sum)) | splice::writes(splice::object(half)); }
void deciding() {
  int value = splice::evaluate(splice::reads(splice::object(sum)), [] { return sum; });
  splice::step(splice::writes(splice::object(half)), [value] { half += value; });
}
void right() {
  splice::step(splice::writes(splice::object(half)), [] { ++half; });
}
constexpr splice::function<ofLeft, left> leftHalf;
constexpr splice::function<ofRight, right> rightHalf;
constexpr splice::function<ofDeciding, deciding> decidingHalf;
splice::effects nothing() { return {}; }
void doNothing() {}
constexpr splice::function<nothing, doNothing> idle;

splice::effects ofFirst() { return ofLeft() | ofRight(); }
void first() { splice::finish(leftHalf(), rightHalf()); }
void second() { splice::finish(idle(), decidingHalf()); }
constexpr splice::function<ofFirst, first> firstCall;
constexpr splice::function<ofFirst, second> secondCall;

TEST(Parallel, ValuesAreWaitedForAcrossForks) {
  auto before = tactus::splice::countersSoFar();
  for (int attempt = 0; attempt < 2000; ++attempt) {
    sum = attempt;
    half = 0;
    splice::try_splice(2, [] {
      splice::invoke(firstCall());
      splice::invoke(secondCall());
    });
    ASSERT_EQ(sum, 3 * attempt + 1);
    ASSERT_EQ(half, 1 + sum);
  }
  auto after = tactus::splice::countersSoFar();
  EXPECT_GT(after.forks, before.forks);
}

//===--- An exception while forks wait that have come back ---===//

bool hasRunBehind;
/// Of the second call: waits for what the first one's left half writes, and throws.
void throwing() {
  (void)splice::evaluate(splice::reads(splice::object(sum)), [] { return sum; });
  throw std::runtime_error("thrown");
}
/// Of the third call: waits for what the second one still may do.
void behind() {
  (void)splice::evaluate(splice::reads(splice::object(half)), [] { return hasRunBehind = true; });
}
constexpr splice::function<ofDeciding, throwing> throwingHalf;
constexpr splice::function<ofDeciding, behind> behindHalf;
void throwsLate() { splice::finish(idle(), throwingHalf()); }
void isBehind() { splice::finish(idle(), behindHalf()); }
constexpr splice::function<ofFirst, throwsLate> throwingCall;
constexpr splice::function<ofFirst, isBehind> behindCall;

TEST(Parallel, WhatComesBackAndIsCancelledDoesNotRun) {
  auto before = tactus::splice::countersSoFar();
  for (int attempt = 0; attempt < 2000; ++attempt) {
    hasRunBehind = false;
    EXPECT_THROW(splice::try_splice(3,
                                    [] {
                                      splice::invoke(firstCall());
                                      splice::invoke(throwingCall());
                                      splice::invoke(behindCall());
                                    }),
                 std::runtime_error);
    ASSERT_FALSE(hasRunBehind);
  }
  EXPECT_GT(tactus::splice::countersSoFar().guests, before.guests);
}

} // namespace
