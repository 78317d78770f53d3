// Threads of the program's own have teams of their own, at the same time; when they end, others get the threads.
// LEFT: *
// STRANDS
// NEEDS-OPENMP
// FLAGS: -O2 -pthread
#include "strands.h"
#include <thread>
#include <vector>

static thread_local long mark;
static long results[8][4];

static void host(int number) {
  for (int round = 0; round < 20; ++round) {
#pragma omp parallel num_threads(4)
    {
      int me = omp_get_thread_num();
      if (round == 0)
        mark = number * 10 + me;
      CHECK(mark == number * 10 + me);
#pragma omp barrier
      results[number][me] += mark;
    }
  }
}

int main() {
  for (int wave = 0; wave < 2; ++wave) {
    std::vector<std::thread> hosts;
    for (int number = wave * 4; number < wave * 4 + 4; ++number)
      hosts.emplace_back(host, number);
    for (std::thread &each : hosts)
      each.join();
  }
  for (auto &line : results)
    SHOW_ARRAY("line", line, 4);
}
