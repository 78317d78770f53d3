//===- eager.cpp - what an eager task costs that its worker makes and runs -------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   eager TASKS         nanoseconds of processor time for a task of an empty function that nobody steals: made, found
//                       in the queue at its join, run, and released. Inside of another task, as nearly all are, and
//                       outside, where the thread gets a slot and gives it back for each. The least of eleven rounds:
//
//     build/release/bin/tactus-clang++ -std=c++20 -O2 bench/micro/eager.cpp -o eager
//     TACTUS_TASKS=eager TACTUS_WORKERS=1 ./eager 1000000
//     TACTUS_WORKERS=1 ./eager 1000000                        the same as latent forks
//
// Instructions: valgrind --tool=callgrind, of two numbers of tasks.
//
//===----------------------------------------------------------------------===//
#include <tactus/tactus.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace {

constexpr int Rounds = 11;

double processorSeconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

__attribute__((noinline)) void doNothing() { asm volatile(""); }

__attribute__((noinline)) void fork(long tasks) {
  for (long task = 0; task < tasks; ++task)
    tactus::par([] { doNothing(); }, [] { doNothing(); });
}

template <typename Run> void measure(const char *name, long tasks, Run run) {
  double least = 1e9;
  for (int round = 0; round < Rounds; ++round) {
    double start = processorSeconds();
    run();
    least = std::min(least, processorSeconds() - start);
  }
  std::printf("%s %.1f ns\n", name, least * 1e9 / static_cast<double>(tasks));
}

} // namespace

int main(int argc, char **argv) {
  long tasks = argc == 2 ? std::strtol(argv[1], nullptr, 10) : 0;
  if (tasks <= 0) {
    std::fprintf(stderr, "usage: eager TASKS\n");
    return 2;
  }
  measure("inside", tasks, [=] { tactus::par([=] { fork(tasks); }, [] {}); });
  measure("outside", tasks, [=] { fork(tasks); });
}
