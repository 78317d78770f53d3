//===- shared_test.cpp - the shared library, from outside --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Uses nothing but the entry points of abi/, three threads at once. What happens inside is chosen by the environment
// variables that CMakeLists.txt sets. Exit status 1 on a wrong result.
//
//===----------------------------------------------------------------------===//
#include "compiled.h"

#include <cstdio>
#include <thread>

using namespace tactus::test;

static std::atomic<bool> right{true};

static void check(const char *loop, bool passed) {
  if (passed)
    return;
  fprintf(stderr, "%s: wrong result\n", loop);
  right = false;
}

static void runAll() {
  for (int repetition = 0; repetition < 3; ++repetition) {
    Recorder foreign(6 * 9 * 9), nest(30 * 30), limited(900);
    foreign.innerCount = 9;
    foreign.spin = 100;
    runForeignNest(foreign);
    check("foreign nest", foreign.wrong() == 0);
    nest.innerCount = 30;
    nest.spin = 50;
    runNest(nest);
    check("nest", nest.wrong() == 0);
    limited.strandLimit = 2 + static_cast<uint64_t>(repetition);
    runFlat(limited);
    check("limited loop", limited.wrong() == 0);
    std::vector<uint64_t> numbers = runConcatenation(500, 20);
    bool inOrder = numbers.size() == 500;
    for (uint64_t index = 0; inOrder && index < numbers.size(); ++index)
      inOrder = numbers[index] == index;
    check("concatenation", inOrder);
  }
}

int main() {
  registerLoops();
  std::thread first(runAll), second(runAll);
  runAll();
  first.join();
  second.join();
  return right ? 0 : 1;
}
