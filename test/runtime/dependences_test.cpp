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
      tactus_tasks_defer(words);
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

} // namespace

int main(int argc, char **argv) {
  setenv("TACTUS_WORKERS", "4", 1);
  setenv("TACTUS_PROMOTE", "all", 1);
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
