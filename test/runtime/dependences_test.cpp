//===- dependences_test.cpp - tasks with dependences, on several workers ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The way of compiled code, without the compiler: rests create tasks, ask before each, and are promoted themselves.
// Tasks write plain variables, whose order is that of the dependences alone, so ThreadSanitizer sees where one is
// missing.
//
//===----------------------------------------------------------------------===//
#include "abi/dependences.h"
#include "tactus/latent.h"

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <random>
#include <vector>

using namespace tactus::abi;

namespace {

uint64_t mix(uint64_t value, unsigned rounds = 1) {
  for (unsigned round = 0; round < rounds; ++round)
    value = (value ^ (value >> 31)) * 0xbf58476d1ce4e5b9u + 0x94d049bb133111ebu;
  return value;
}

struct Program {
  struct Step {
    std::vector<Dependence> list;
    std::vector<uint64_t *> reads;
    uint64_t *write;
    unsigned rounds;
  };
  std::vector<uint64_t> cells;
  std::vector<Step> steps;
  void *scope = nullptr;
  /// Every so many tasks the rest is promoted; every so many a task cannot be deferred; and so many are waited for.
  unsigned promotes = 2, waits = 1000000, awaits = 1000000;

  Program(unsigned seed, unsigned cellCount, unsigned stepCount, unsigned mostRounds) : cells(cellCount, seed) {
    std::mt19937 random(seed);
    for (unsigned index = 0; index < stepCount; ++index) {
      Step step{{}, {}, &cells[random() % cellCount], 1 + static_cast<unsigned>(random() % mostRounds)};
      for (unsigned read = random() % 3; read > 0; --read) {
        uint64_t *cell = &cells[random() % cellCount];
        step.reads.push_back(cell);
        step.list.push_back({reinterpret_cast<uint64_t>(cell), 8, DependsIn});
      }
      step.list.push_back({reinterpret_cast<uint64_t>(step.write), 8, DependsInOut});
      steps.push_back(step);
    }
  }
  void run(size_t index) {
    Step &step = steps[index];
    uint64_t value = *step.write;
    for (uint64_t *read : step.reads)
      value = mix(value + *read);
    *step.write = mix(value, step.rounds);
  }
  std::vector<uint64_t> serially() {
    for (size_t index = 0; index < steps.size(); ++index)
      run(index);
    return cells;
  }
};

void runTask(const uint64_t *words, void *) { reinterpret_cast<Program *>(words[0])->run(words[1]); }
tactus_fork_descriptor taskSite{runTask, "depend.c", "task", 1, 1, 2, 0, TACTUS_UNKNOWN_WEIGHT, 0, nullptr, 0};

void create(Program &program, size_t index);
void runRest(const uint64_t *words, void *) { create(*reinterpret_cast<Program *>(words[0]), words[1]); }
tactus_fork_descriptor restSite{runRest,
                                "depend.c",
                                "rest",
                                2,
                                1,
                                5,
                                0,
                                TACTUS_UNKNOWN_WEIGHT,
                                0,
                                nullptr,
                                TACTUS_FORK_OF_TASK | TACTUS_FORK_HAS_DEPENDENCES};

/// The code of the function, from its task `index` on.
void create(Program &program, size_t index) {
  for (; index < program.steps.size(); ++index) {
    auto &list = program.steps[index].list;
    bool isCopied = index % program.waits != 1;
    if (index % program.awaits == 7)
      tactus_tasks_await(&program.scope, nullptr, 0);
    if (uint64_t *words =
            tactus_tasks_issue(&program.scope, list.data(), list.size(), isCopied ? &taskSite : nullptr)) {
      words[0] = reinterpret_cast<uint64_t>(&program);
      words[1] = index;
      tactus_tasks_defer(&program.scope, words);
      continue;
    }
    uint64_t environment[] = {reinterpret_cast<uint64_t>(&program), index + 1,
                              reinterpret_cast<uint64_t>(&program.scope), reinterpret_cast<uint64_t>(list.data()),
                              list.size()};
    tactus_fork_record *rest = index % program.promotes == 0 ? tactus_fork_now(&restSite, environment) : nullptr;
    program.run(index);
    if (!rest)
      continue;
    tactus_fork_join(rest);
    tactus_fork_release(rest);
    return;
  }
}

void compare(Program &program) {
  std::vector<uint64_t> start = program.cells, expected = program.serially();
  for (unsigned repetition = 0; repetition < 20; ++repetition) {
    std::copy(start.begin(), start.end(), program.cells.begin());
    program.scope = nullptr;
    create(program, 0);
    ASSERT_EQ(program.scope, nullptr);
    ASSERT_EQ(program.cells, expected);
  }
}

TEST(Dependences, AreKept) {
  for (unsigned seed = 1; seed < 20; ++seed) {
    Program program(seed, 1 + seed % 7, 150, 2000);
    compare(program);
  }
}

TEST(Dependences, AreKeptWhereTasksCannotBeDeferred) {
  for (unsigned seed = 1; seed < 10; ++seed) {
    Program program(seed, 2 + seed % 5, 120, 1500);
    program.waits = seed % 3 + 2;
    compare(program);
  }
}

TEST(Dependences, AllCanBeWaitedFor) {
  for (unsigned seed = 1; seed < 10; ++seed) {
    Program program(seed, 3, 120, 1500);
    program.awaits = 10;
    compare(program);
  }
}

TEST(Dependences, MoreThanAreDeferredAtATime) {
  Program program(5, 1, 6000, 3);
  program.promotes = 4000; // the first has the whole rest created, while it runs
  program.steps[0].rounds = 3000000;
  compare(program);
}

//===----------------------------------------------------------------------===//
// Tasks without dependences: batches
//===----------------------------------------------------------------------===//

/// A loop of tasks, each of which fills a cell of its own; every so many the loop waits, as at the end of a group. Some
/// tasks run such a loop themselves.
struct Loop {
  struct Result {
    uint64_t value = 0;
    unsigned times = 0;
  };
  std::vector<Result> results;
  void *scope = nullptr;
  unsigned rounds, awaits, nests;
  /// Tasks that a wait has not waited for.
  unsigned unfinished = 0;

  Loop(size_t count, unsigned taskRounds, unsigned awaitEvery, unsigned nestEvery)
      : results(count), rounds(taskRounds), awaits(awaitEvery), nests(nestEvery) {}
};

constexpr size_t PromotedEvery = 64;

void runLoop(Loop &loop, size_t index);

void runPart(Loop &loop, size_t index) {
  if (index % loop.nests == loop.nests - 1) {
    Loop inner(20, loop.rounds, 1000000, 1000000);
    runLoop(inner, 0);
    for (Loop::Result &result : inner.results)
      loop.results[index].value += result.value * result.times;
  }
  // One in a hundred takes a hundred times as long.
  loop.results[index].value += mix(index, index % 100 == 50 ? 100 * loop.rounds : loop.rounds);
  ++loop.results[index].times;
}

void runEvenPart(const uint64_t *words, void *) { runPart(*reinterpret_cast<Loop *>(words[0]), words[1]); }
void runOddPart(const uint64_t *words, void *) { runPart(*reinterpret_cast<Loop *>(words[1]), words[0]); }
tactus_fork_descriptor partSites[2] = {
    {runEvenPart, "loop.c", "even", 1, 1, 2, 0, TACTUS_UNKNOWN_WEIGHT, 0, nullptr, 0},
    {runOddPart, "loop.c", "odd", 2, 1, 3, 0, TACTUS_UNKNOWN_WEIGHT, 0, nullptr, 0}};

void runRestOfLoop(const uint64_t *words, void *) { runLoop(*reinterpret_cast<Loop *>(words[0]), words[1]); }
tactus_fork_descriptor loopSite{runRestOfLoop,
                                "loop.c",
                                "rest",
                                3,
                                1,
                                5,
                                0,
                                TACTUS_UNKNOWN_WEIGHT,
                                0,
                                nullptr,
                                TACTUS_FORK_OF_TASK | TACTUS_FORK_HAS_DEPENDENCES};

void runLoop(Loop &loop, size_t index) {
  for (; index < loop.results.size(); ++index) {
    if (index % loop.awaits == loop.awaits - 1) {
      tactus_tasks_await(&loop.scope, nullptr, 0);
      // First branches of promoted forks may still run.
      for (size_t before = 0; before < index; ++before)
        if (before % PromotedEvery != 0)
          loop.unfinished += loop.results[before].times == 0;
    }
    // Runs of one kind, and now and then another.
    bool isOdd = index / 30 % 2;
    if (uint64_t *words = tactus_tasks_issue(&loop.scope, nullptr, 0, &partSites[isOdd])) {
      words[isOdd] = reinterpret_cast<uint64_t>(&loop);
      words[!isOdd] = index;
      tactus_tasks_defer(&loop.scope, words);
      continue;
    }
    uint64_t environment[] = {reinterpret_cast<uint64_t>(&loop), index + 1, reinterpret_cast<uint64_t>(&loop.scope), 0,
                              0};
    tactus_fork_record *rest = index % PromotedEvery == 0 ? tactus_fork_now(&loopSite, environment) : nullptr;
    runPart(loop, index);
    if (!rest)
      continue;
    tactus_fork_join(rest);
    tactus_fork_release(rest);
    return;
  }
}

void checkLoop(size_t count, unsigned rounds, unsigned awaits, unsigned nests) {
  Loop expected(count, rounds, awaits, nests);
  for (size_t index = 0; index < count; ++index)
    runPart(expected, index);
  for (unsigned repetition = 0; repetition < 20; ++repetition) {
    Loop loop(count, rounds, awaits, nests);
    runLoop(loop, 0);
    ASSERT_EQ(loop.scope, nullptr);
    ASSERT_EQ(loop.unfinished, 0u);
    for (size_t index = 0; index < count; ++index) {
      ASSERT_EQ(loop.results[index].times, 1u) << index;
      ASSERT_EQ(loop.results[index].value, expected.results[index].value) << index;
    }
  }
}

TEST(TaskBatches, EachTaskRunsOnce) {
  for (unsigned rounds : {1, 20, 200, 2000, 20000})
    checkLoop(1000, rounds, 1000000, 1000000);
}

TEST(TaskBatches, AreClosedBeforeTheirStrandWaits) { checkLoop(1000, 300, 70, 1000000); }

TEST(TaskBatches, StandInBatches) { checkLoop(400, 300, 1000000, 9); }

/// Tasks of a microsecond, which note who has run them.
struct Noted {
  std::vector<pthread_t> threads = std::vector<pthread_t>(20000);
  void *scope = nullptr;
} noted;

void note(const uint64_t *words, void *) {
  mix(words[0], 300);
  noted.threads[words[0]] = pthread_self();
}
tactus_fork_descriptor noteSite{note, "loop.c", "note", 1, 1, 1, 0, TACTUS_UNKNOWN_WEIGHT, 0, nullptr, 0};

void noteAll(const uint64_t *, void *) {
  for (uint64_t index = 0; index < noted.threads.size(); ++index)
    if (uint64_t *words = tactus_tasks_issue(&noted.scope, nullptr, 0, &noteSite)) {
      words[0] = index;
      tactus_tasks_defer(&noted.scope, words);
    } else {
      note(&index, nullptr);
    }
}

TEST(TaskBatches, AreLeftToWorkersThatHaveNothingToDo) {
  tactus_fork_descriptor site = loopSite;
  site.run = noteAll;
  uint64_t environment[] = {0, 0, reinterpret_cast<uint64_t>(&noted.scope), 0, 0};
  // A busy machine may have no processor for them for a while.
  bool isShared = false;
  for (unsigned attempt = 0; attempt < 1000 && !isShared; ++attempt) {
    tactus_fork_record *rest = tactus_fork_now(&site, environment);
    if (!rest)
      continue;
    tactus_fork_join(rest);
    tactus_fork_release(rest);
    isShared = std::any_of(noted.threads.begin(), noted.threads.end(),
                           [](pthread_t thread) { return thread != noted.threads[0]; });
  }
  EXPECT_TRUE(isShared);
}

} // namespace

int main(int argc, char **argv) {
  setenv("TACTUS_WORKERS", "4", 1);
  setenv("TACTUS_PROMOTE", "all", 1);
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
