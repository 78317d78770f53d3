//===- scheduler_test.cpp - what splicing promises, one by one ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "../../splice/statistics.h"

#include <tactus/splice.hpp>

#include <algorithm>
#include <atomic>
#include <cfenv>
#include <cstring>
#include <execinfo.h>
#include <functional>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

namespace splice = tactus::splice;

/// What has been counted since it was made.
class Counted {
  tactus::splice::Counters before = tactus::splice::countersSoFar();

public:
  [[nodiscard]] tactus::splice::Counters now() const {
    auto result = tactus::splice::countersSoFar();
#define TACTUS_TEST_SUBTRACT(name, heading) result.name -= before.name;
    TACTUS_SPLICE_COUNTERS(TACTUS_TEST_SUBTRACT)
#undef TACTUS_TEST_SUBTRACT
    return result;
  }
};

//===--- The example of the paper: copies that read the same array, or each other's ---===//

char a[4096], b[4096], c[4096], d[4096];
std::vector<std::string> order;

splice::effects copying(const char *from, char *to, std::size_t n) {
  return splice::reads(splice::range(from, n)) | splice::writes(splice::range(to, n));
}
void copyBody(const char *from, char *to, std::size_t n);
constexpr splice::function<copying, copyBody> copy;
void copyBody(const char *from, char *to, std::size_t n) {
  if (n <= 1024)
    return splice::step(copying(from, to, n), [=] {
      std::memcpy(to, from, n);
      order.push_back(std::to_string((from >= c && from < c + 4096) ? from - c : from - a));
    });
  std::size_t half = n / 2;
  splice::finish(copy(from, to, half), copy(from + half, to + half, n - half));
}

TEST(Splice, IndependentCallsTakeTurns) {
  for (int index = 0; index < 4096; ++index)
    a[index] = static_cast<char>(index * 7);
  order.clear();
  splice::try_splice(2, [] {
    splice::invoke(copy(a, b, 4096UL));
    splice::invoke(copy(a, c, 4096UL));
  });
  EXPECT_EQ(order, (std::vector<std::string>{"0", "0", "1024", "1024", "2048", "2048", "3072", "3072"}));
  EXPECT_EQ(std::memcmp(a, b, 4096), 0);
  EXPECT_EQ(std::memcmp(a, c, 4096), 0);
}

void copyTwice() {
  splice::invoke(copy(a, b, 4096UL));
  splice::invoke(copy(a, c, 4096UL));
}

TEST(Splice, AFunctionMakesTheCalls) {
  b[17] = c[17] = 0;
  splice::try_splice(2, copyTwice);
  EXPECT_EQ(std::memcmp(a, b, 4096), 0);
  EXPECT_EQ(std::memcmp(a, c, 4096), 0);
}

TEST(Splice, DependentCallsStayBehind) {
  Counted counted;
  order.clear();
  splice::try_splice(2, [] {
    splice::invoke(copy(a, c, 4092UL));
    splice::invoke(copy(c, d, 4096UL));
  });
  EXPECT_EQ(std::memcmp(a, d, 4092), 0);
  // Each piece of 1024 bytes needs one byte of the next piece of 1023, and follows it at once.
  EXPECT_EQ(order, (std::vector<std::string>{"0", "1023", "0", "2046", "1024", "3069", "2048", "3072"}));
  EXPECT_EQ(counted.now().delayedSteps, 3U);
}

//===--- A function made of lambdas' parts, for the other tests ---===//

struct Script {
  splice::effects declared;
  std::function<void()> run;
};
splice::effects scriptEffects(const Script *script) { return script->declared; }
void runScript(const Script *script) { script->run(); }
constexpr splice::function<scriptEffects, runScript> script;

int cells[16];
splice::byte_range cell(int number) { return splice::range(&cells[number], 1); }

void spliceAll(unsigned count, const std::vector<Script> &scripts) {
  splice::try_splice(count, [&] {
    for (const Script &one : scripts)
      splice::invoke(script(&one));
  });
}

TEST(Splice, WithoutTrySpliceItIsAPlainCall) {
  Counted counted;
  int runs = 0;
  Script one{splice::writes(cell(0)), [&] { splice::step(splice::writes(cell(0)), [&] { ++runs; }); }};
  splice::invoke(script(&one));
  EXPECT_EQ(runs, 1);
  EXPECT_EQ(counted.now().frames, 0U);
}

TEST(Splice, StepsBetweenCallsKeepTheirPlace) {
  cells[0] = 1;
  Script doubled{splice::writes(cell(0)), [] { splice::step(splice::writes(cell(0)), [] { cells[0] *= 2; }); }};
  Script squared{splice::writes(cell(0)), [] { splice::step(splice::writes(cell(0)), [] { cells[0] *= cells[0]; }); }};
  splice::try_splice(4, [&] {
    splice::invoke(script(&doubled));
    splice::step(splice::writes(cell(0)), [] { cells[0] += 3; });
    splice::invoke(script(&squared));
    int seen = splice::evaluate(splice::reads(cell(0)), [] { return cells[0]; });
    EXPECT_EQ(seen, 25);
    splice::invoke(script(&doubled));
  });
  EXPECT_EQ(cells[0], 50);
}

TEST(Splice, AValueIsWaitedFor) {
  Counted counted;
  cells[0] = 0;
  int seen = -1;
  Script writer{splice::writes(cell(0)), [] {
                  splice::step(splice::writes(cell(1)), [] { cells[1] = 1; });
                  splice::steps(
                      splice::chunks{0, 5}, [](const splice::chunks &) { return splice::writes(cell(0)); },
                      [](const splice::chunks &part) { cells[0] += static_cast<int>(part.last - part.first); });
                }};
  writer.declared |= splice::writes(cell(1));
  Script reader{splice::reads(cell(0)) | splice::writes(cell(2)), [&] {
                  seen = splice::evaluate(splice::reads(cell(0)), [] { return cells[0]; });
                  splice::step(splice::writes(cell(2)), [] { cells[2] = 1; });
                }};
  spliceAll(2, {writer, reader});
  EXPECT_EQ(seen, 5);
  EXPECT_EQ(counted.now().waits, 1U);
}

TEST(Splice, NestedTrySpliceIsTheBody) {
  Script outer{splice::writes(splice::object(cells)),
               [] { splice::try_splice(3, [] { splice::step(splice::writes(cell(3)), [] { cells[3] = 9; }); }); }};
  spliceAll(2, {outer, outer});
  EXPECT_EQ(cells[3], 9);
}

TEST(Splice, CodeInAStepIsNotSpliced) {
  Script inner{splice::writes(cell(0)), [] { cells[0] += 1; }};
  cells[0] = 0;
  Script outer{splice::writes(cell(0)),
               [&] { splice::step(splice::writes(cell(0)), [&] { splice::invoke(script(&inner)); }); }};
  spliceAll(3, {outer, outer, outer});
  EXPECT_EQ(cells[0], 3);
}

TEST(Splice, ThreadsOfTheSystemSpliceAtTheSameTime) {
  std::vector<std::thread> threads;
  std::atomic<int> right{0};
  for (int index = 0; index < 4; ++index)
    threads.emplace_back([&] {
      std::vector<char> from(4096, 5), to(4096), last(4096);
      auto copyAll = [](const char *source, char *target, std::size_t n) {
        splice::step(copying(source, target, n), [=] { std::memcpy(target, source, n); });
      };
      for (int round = 0; round < 50; ++round) {
        Script first{copying(from.data(), to.data(), 4096), [&] { copyAll(from.data(), to.data(), 4096); }};
        Script second{copying(to.data(), last.data(), 4096), [&] { copyAll(to.data(), last.data(), 4096); }};
        spliceAll(2, {first, second});
      }
      right += from == last;
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(right, 4);
}

//===--- Exceptions ---===//

/// Notices a missing or second destruction.
struct Guarded {
  static inline int alive = 0;
  Guarded() { ++alive; }
  Guarded(const Guarded &) { ++alive; }
  ~Guarded() { --alive; }
};

/// `count` steps on cell `target`, each of which reads `source`; step `bad` throws its number plus `name`. Between them
/// are parts, so that the threads take turns.
Script stepsThatThrow(int name, int source, int target, int count, int bad) {
  return {splice::reads(cell(source)) | splice::writes(cell(target), cell(target + 8)), [=] {
            Guarded onTheStack;
            for (int step = 0; step < count; ++step) {
              splice::steps(
                  splice::chunks{0, 2}, [=](const splice::chunks &) { return splice::writes(cell(target + 8)); },
                  [=](const splice::chunks &) { ++cells[target + 8]; });
              splice::step(splice::reads(cell(source)) | splice::writes(cell(target)), [=, inTheStep = Guarded()] {
                if (step == bad)
                  throw std::runtime_error(std::to_string(100 * name + step));
                cells[target] = cells[target] * 3 + cells[source] + 1;
              });
            }
          }};
}

TEST(Exceptions, TheFirstInProgramOrderLeavesFromEveryStep) {
  constexpr int Steps = 5, Calls = 3;
  for (int badCall = 0; badCall < Calls; ++badCall)
    for (int bad = 0; bad < Steps; ++bad)
      for (int alsoCall = badCall; alsoCall < Calls; ++alsoCall) {
        std::vector<Script> scripts;
        for (int call = 0; call < Calls; ++call) {
          int which = call == badCall ? bad : call == alsoCall ? 0 : -1;
          scripts.push_back(
              stepsThatThrow(call, call, call + 1, Steps, which)); // each reads what the one before writes
        }
        std::memset(cells, 0, sizeof cells);
        std::string said;
        try {
          spliceAll(Calls, scripts);
        } catch (const std::runtime_error &error) {
          said = error.what();
        }
        EXPECT_EQ(said, std::to_string(100 * badCall + bad));
        EXPECT_EQ(Guarded::alive, 0);
        int expected[16] = {};
        for (int call = 0; call <= badCall; ++call)
          for (int step = 0; step < (call == badCall ? bad : Steps); ++step)
            expected[call + 1] = expected[call + 1] * 3 + expected[call] + 1;
        for (int number = 0; number <= badCall + 1; ++number)
          EXPECT_EQ(cells[number], expected[number]) << "what comes before has happened";
      }
}

TEST(Exceptions, OfADelayedStepIsNotLost) {
  Counted counted;
  std::vector<Script> scripts = {stepsThatThrow(0, 5, 0, 3, -1), stepsThatThrow(1, 0, 1, 3, 1)};
  EXPECT_THROW(spliceAll(2, scripts), std::runtime_error);
  EXPECT_GT(counted.now().delayedSteps, 0U);
  EXPECT_EQ(Guarded::alive, 0);
}

TEST(Exceptions, CodeBetweenStepsThrowsAndHandles) {
  cells[0] = 0;
  Script thrower{splice::writes(cell(0)), [] {
                   Guarded guard;
                   throw std::logic_error("between");
                 }};
  Script handler{splice::writes(cell(0)), [&] {
                   try {
                     splice::invoke(script(&thrower));
                   } catch (const std::logic_error &) {
                     splice::step(splice::writes(cell(0)), [] { cells[0] += 10; });
                   }
                   splice::step(splice::writes(cell(0)), [] { cells[0] += 1; });
                 }};
  spliceAll(3, {handler, handler, handler});
  EXPECT_EQ(cells[0], 33);
  EXPECT_EQ(Guarded::alive, 0);
}

TEST(Exceptions, OfAValueArriveInTheFunction) {
  cells[0] = 0;
  Script handler{splice::writes(cell(0)), [&] {
                   try {
                     (void)splice::evaluate(splice::writes(cell(0)), []() -> int { throw std::logic_error("value"); });
                   } catch (const std::logic_error &) {
                     splice::step(splice::writes(cell(0)), [] { ++cells[0]; });
                   }
                 }};
  spliceAll(4, {handler, handler, handler, handler});
  EXPECT_EQ(cells[0], 4);
}

TEST(Exceptions, OfTheBodyComeAfterItsCalls) {
  cells[0] = 0;
  Script adds{splice::writes(cell(0)), [] { splice::step(splice::writes(cell(0)), [] { ++cells[0]; }); }};
  EXPECT_THROW(splice::try_splice(8,
                                  [&] {
                                    splice::invoke(script(&adds));
                                    splice::invoke(script(&adds));
                                    throw std::logic_error("body");
                                  }),
               std::logic_error);
  EXPECT_EQ(cells[0], 2);
  Script bad = stepsThatThrow(7, 1, 2, 1, 0);
  try {
    splice::try_splice(8, [&] {
      splice::invoke(script(&adds));
      splice::invoke(script(&bad));
      throw std::logic_error("later");
    });
  } catch (const std::exception &error) {
    EXPECT_STREQ(error.what(), "700");
  }
}

TEST(Exceptions, HandlersOnDifferentThreadsDoNotMix) {
  std::string texts[2];
  auto make = [&](int number) {
    return Script{splice::writes(cell(number)), [&texts, number] {
                    try {
                      throw std::runtime_error(std::to_string(number));
                    } catch (...) { // calls and parts within a handler: threads change while it handles
                      splice::steps(
                          splice::chunks{0, 4},
                          [number](const splice::chunks &) { return splice::writes(cell(number)); },
                          [number](const splice::chunks &) { ++cells[number]; });
                      try {
                        throw;
                      } catch (const std::runtime_error &error) {
                        texts[number] = error.what();
                      }
                    }
                  }};
  };
  spliceAll(2, {make(0), make(1)});
  EXPECT_EQ(texts[0], "0");
  EXPECT_EQ(texts[1], "1");
  EXPECT_EQ(std::uncaught_exceptions(), 0);
}

/// Sixteen parts on a cell, in a destructor.
struct PartsAtTheEnd {
  int number;
  std::function<void()> part;
  ~PartsAtTheEnd() {
    splice::steps(
        splice::chunks{0, 16}, [number = number](const splice::chunks &) { return splice::writes(cell(number)); },
        [part = part](const splice::chunks &) { part(); });
  }
};

TEST(Exceptions, PartsInADestructorEndWithTheirThread) {
  // The second call unwinds by itself, and has parts to run meanwhile, when the first one throws.
  int partsOfSecond = 0, partsUntilThrown = 0;
  Script first{splice::writes(cell(0)), [&] {
                 splice::steps(
                     splice::chunks{0, 16}, [](const splice::chunks &) { return splice::writes(cell(0)); },
                     [&](const splice::chunks &part) {
                       if (part.first < 4)
                         return;
                       partsUntilThrown = partsOfSecond;
                       throw std::runtime_error("first");
                     });
               }};
  Script second{splice::writes(cell(1)), [&] {
                  PartsAtTheEnd guard{1, [&] { ++partsOfSecond; }};
                  throw std::logic_error("second");
                }};
  EXPECT_THROW(spliceAll(2, {first, second}), std::runtime_error);
  EXPECT_GT(partsUntilThrown, 0);
  EXPECT_EQ(partsOfSecond, partsUntilThrown);
}

//===--- What belongs to a thread ---===//

TEST(Threads, KeepTheirRoundingMode) {
  int modes[2] = {};
  auto make = [&](int number, int mode) {
    return Script{splice::writes(cell(number)), [&modes, number, mode] {
                    int before = std::fegetround();
                    std::fesetround(mode);
                    splice::steps(
                        splice::chunks{0, 3}, [number](const splice::chunks &) { return splice::writes(cell(number)); },
                        [number](const splice::chunks &) { ++cells[number]; });
                    modes[number] = std::fegetround();
                    std::fesetround(before);
                  }};
  };
  spliceAll(2, {make(0, FE_UPWARD), make(1, FE_DOWNWARD)});
  EXPECT_EQ(modes[0], FE_UPWARD);
  EXPECT_EQ(modes[1], FE_DOWNWARD);
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
}

/// The return addresses from here to the beginning of the thread of the operating system.
[[gnu::noinline]] std::vector<void *> stackFrames() {
  std::vector<void *> frames(256);
  frames.resize(static_cast<std::size_t>(backtrace(frames.data(), 256)));
  return frames;
}

/// Of these the ones from the return to `caller` on. What lies before is of no interest: a sanitizer may have put a
/// frame of its own there.
std::vector<void *> framesFrom(void *caller, const std::vector<void *> &frames) {
  return {std::find(frames.begin(), frames.end(), caller), frames.end()};
}

TEST(Threads, UnwindToTheCaller) {
  std::vector<void *> outside = stackFrames(), within, nested;
  Script leaf{splice::writes(cell(0)), [&] { nested = stackFrames(); }};
  Script outer{splice::writes(cell(0)), [&] {
                 within = stackFrames();
                 splice::invoke(script(&leaf));
               }};
  spliceAll(2, {outer, outer});
  EXPECT_GT(nested.size(), within.size());
  EXPECT_GT(within.size(), outside.size());
  void *caller = __builtin_return_address(0);
  EXPECT_FALSE(framesFrom(caller, outside).empty());
  EXPECT_EQ(framesFrom(caller, within), framesFrom(caller, outside));
  EXPECT_EQ(framesFrom(caller, nested), framesFrom(caller, outside));
}

//===--- The bound on space ---===//

TEST(Space, ThreadsWaitWhereItIsUsedUp) {
  // 2000 steps of the second call all wait for the last one of the first.
  Counted counted;
  std::vector<int> seen;
  constexpr int Steps = 2000;
  static int value;
  value = 0;
  Script first{splice::writes(splice::object(value)), [] {
                 for (int step = 0; step < Steps; ++step)
                   splice::steps(
                       splice::chunks{0, 2},
                       [](const splice::chunks &) { return splice::writes(splice::object(value)); },
                       [](const splice::chunks &) { ++value; });
               }};
  Script second{splice::reads(splice::object(value)), [&] {
                  for (int step = 0; step < Steps; ++step)
                    splice::step(splice::reads(splice::object(value)), [&] { seen.push_back(value); });
                }};
  spliceAll(2, {first, second});
  EXPECT_EQ(seen, std::vector<int>(Steps, 2 * Steps));
  auto now = counted.now();
  EXPECT_GT(now.delayedSteps, 100U);
  EXPECT_GT(now.unspliced, 0U);
  EXPECT_LE(tactus::splice::countersSoFar().extraBytes, 256U * 1024U); // TACTUS_SPLICE_SPACE_KB of this test
  EXPECT_GT(tactus::splice::countersSoFar().extraBytes, 200U * 1024U);
}

//===--- The number of calls ---===//

TEST(Automatic, ShortProgramsAreSplicedAtOnce) {
  Counted counted;
  int sum = 0;
  Script add{splice::writes(splice::object(sum)),
             [&] { splice::step(splice::writes(splice::object(sum)), [&] { ++sum; }); }};
  for (int round = 0; round < 4; ++round)
    splice::try_splice([&] {
      for (int call = 0; call < 2; ++call)
        splice::invoke(script(&add));
    });
  EXPECT_EQ(sum, 8);
  EXPECT_EQ(counted.now().threads, 8U);
}

TEST(Automatic, ChoosesAndKeepsTheResult) {
  std::vector<double> array(1 << 12, 1.0), expected = array;
  Script sweep{splice::writes(splice::range(array.data(), array.size())), [&] {
                 splice::step(splice::writes(splice::range(array.data(), array.size())), [&] {
                   for (double &element : array)
                     element = element * 1.5 - 0.25;
                 });
               }};
  splice::try_splice([&] {
    for (int step = 0; step < 300; ++step)
      splice::invoke(script(&sweep));
  });
  for (int step = 0; step < 300; ++step)
    for (double &element : expected)
      element = element * 1.5 - 0.25;
  EXPECT_EQ(array, expected);
}

} // namespace
