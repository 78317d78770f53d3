//===- random_test.cpp - spliced random programs give the sequential result -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   random_test [first seed [number of seeds]]
//
// With counts at the end: a run in which nothing was delayed, or nobody ever had to wait for space, shows nothing.
//
//===----------------------------------------------------------------------===//
#include "random_program.h"

#include "../../splice/statistics.h"

#include <tactus/tactus.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

using namespace random_program;

namespace {

/// What a run leaves: the cells, and which step's exception has left it.
struct Outcome {
  Store store{};
  uint64_t failed = 0;
};

void reset() {
  for (unsigned cell = 0; cell < Cells; ++cell)
    cells[cell] = cell * 0x2545f4914f6cdd1du;
}

template <class Run> Outcome outcomeOf(Run run) {
  reset();
  Outcome outcome;
  try {
    run();
  } catch (const Failed &failure) {
    outcome.failed = failure.salt;
  }
  outcome.store = cells;
  return outcome;
}

Outcome sequential(const std::vector<std::unique_ptr<Node>> &program) {
  return outcomeOf([&] {
    for (const auto &node : program)
      runPlain(*node);
  });
}

Outcome splicedBy(unsigned count, const std::vector<std::unique_ptr<Node>> &program) {
  return outcomeOf([&] {
    splice::try_splice(count, [&] {
      for (const auto &node : program)
        runChild(*node);
    });
  });
}

/// After an exception, cells that only later steps write may have changed already; the exception is the same.
bool same(const Outcome &left, const Outcome &right) {
  return left.failed == right.failed && (left.failed || left.store == right.store);
}

bool checkSeed(uint64_t seed) {
  Generator::Shape shape;
  shape.depth = 1 + seed % 5;
  shape.children = 2 + seed / 5 % 4;
  shape.exceptions = seed % 3 == 0;
  shape.values = seed % 2 == 0;
  shape.symmetric = seed % 4 == 1;
  auto program = Generator(seed, shape).program(2 + seed % 17);
  Outcome expected = sequential(program);
  // On one worker, more calls than there are make the same run once more.
  auto most = tactus_worker_count() > 1 ? 16 : std::min<std::size_t>(16, program.size());
  for (unsigned count = 1; count <= most; ++count) {
    Outcome outcome = splicedBy(count, program);
    if (!same(outcome, expected)) {
      printf("seed %llu, %u calls: not the sequential result (exception %llu instead of %llu)\n",
             static_cast<unsigned long long>(seed), count, static_cast<unsigned long long>(outcome.failed),
             static_cast<unsigned long long>(expected.failed));
      return false;
    }
  }
  return true;
}

} // namespace

int main(int argc, char **argv) {
  uint64_t first = argc > 1 ? strtoull(argv[1], nullptr, 10) : 1,
           count = argc > 2 ? strtoull(argv[2], nullptr, 10) : 200;
  unsigned failures = 0;
  for (uint64_t seed = first; seed < first + count && failures < 10; ++seed)
    failures += !checkSeed(seed);
  auto counters = tactus::splice::countersSoFar();
  printf("%llu programs, %u wrong; %llu delayed steps, %llu waits for space, %llu for values, %llu frames apart\n",
         static_cast<unsigned long long>(count), failures, static_cast<unsigned long long>(counters.delayedSteps),
         static_cast<unsigned long long>(counters.unspliced), static_cast<unsigned long long>(counters.waits),
         static_cast<unsigned long long>(counters.withoutLocality));
  printf("%llu forks, %llu calls stolen, %llu forks taken back, %llu steps and %llu threads left to a join; "
         "%llu calls near their data, %llu far from it\n",
         static_cast<unsigned long long>(counters.forks), static_cast<unsigned long long>(counters.stolenCalls),
         static_cast<unsigned long long>(counters.forksTakenBack),
         static_cast<unsigned long long>(counters.joinedSteps), static_cast<unsigned long long>(counters.guests),
         static_cast<unsigned long long>(counters.nearCalls), static_cast<unsigned long long>(counters.farCalls));
  return failures ? 1 : 0;
}
