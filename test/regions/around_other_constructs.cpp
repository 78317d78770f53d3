// Loops of the header around OpenMP's and inside of them, exceptions through par, and threads of the program's own with
// settings of their own.
// FLAGS: -std=c++20
#include "asker.h"

#include <tactus/tactus.hpp>

#include <stdexcept>
#include <thread>
#include <vector>

static int most;

static void loop(int level) {
#pragma omp parallel for
  for (int i = 0; i < 20; i++) {
    Answers answers = ask();
    CHECK(answers.level == level && answers.threads == most && answers.number < most && !answers.inTask);
    work(static_cast<unsigned>(i), 200);
  }
}

static void throwing(int depth, int level) {
  CHECK(askLevel() == level);
  if (depth == 0)
    throw std::runtime_error("deep");
  tactus::par([=] { throwing(depth - 1, level); },
              [=] {
                CHECK(askLevel() == level);
                loop(level + 1);
              });
}

static void headerAround() {
  tactus::parallel_for(0, 30, [](int i) {
    CHECK(askLevel() == 0 && askActiveLevel() == 0);
    loop(1);
    work(static_cast<unsigned>(i), 200);
    CHECK(askLevel() == 0);
  });
}

static void iteration() {
  tactus::parallel_for(0, 20, [](int j) {
    Answers answers = ask();
    CHECK(answers.level == 1 && answers.threads == most && answers.number < most);
    if (j % 5 == 0)
      loop(2);
  });
  tactus::par([] { CHECK(askLevel() == 1); }, [] { loop(2); });
  bool caught = false;
  try {
    throwing(4, 1);
  } catch (const std::runtime_error &) {
    caught = true;
  }
  CHECK(caught && askLevel() == 1);
}

// The loop is left to libomp where the compiler sees what the header does in it.
static void (*volatile callIteration)() = iteration;

static void headerInside() {
#pragma omp parallel for
  for (int i = 0; i < 10; i++)
    callIteration();
}

static void threads() {
  std::vector<std::thread> all;
  for (int number = 1; number < 5; number++)
    all.emplace_back([number] {
      CHECK(askMost() == most);
      setThreads(number);
      Scratch scratch = makeScratch(number);
      for (int round = 0; round < 5; round++) {
#pragma omp parallel for
        for (int i = 0; i < 40; i++) {
          CHECK(ask().threads == number && askMost() == number);
          int slot = enterScratch(&scratch);
          work(static_cast<unsigned>(i), 200);
          leaveScratch(&scratch, slot);
        }
      }
      CHECK(askMost() == number);
    });
  for (std::thread &thread : all)
    thread.join();
}

int main() {
  most = askMost();
  headerAround();
  headerInside();
  threads();
  CHECK(askMost() == most && askLevel() == 0);
}
