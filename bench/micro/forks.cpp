//===- forks.cpp - the cost of promoting a fork, measured from inside ----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   forks promotion   gaps between neighbouring leaves of a recursion that halves a range, the largest first. What lies
//                     in a gap are the forks between two leaves, and sometimes a poll that promoted the oldest of the
//                     latent ones, or the join of one that had been promoted:
//
//                       leaf i           forks, promotion           leaf i + 1
//                     ──begin───end │◄──────────── gap ──────────►│ begin───end──
//
//                     If the counters at exit say N promotions, the N largest gaps are theirs, up to interrupts and
//                     joins: their median is the price of a promotion.
//
// The output is that of `micro promotion`.
//
//===----------------------------------------------------------------------===//
#include "../kernels/forks.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <sys/resource.h>
#include <vector>

namespace {

constexpr size_t Leaves = 1 << 18, GapsPrinted = 20000;

struct Leaf {
  uint64_t begin, end, result;
};

inline uint64_t timeStamp() { return __builtin_ia32_rdtsc(); }

// Somewhat less than a microsecond of dependent work (a xorshift generator, which compilers do not shorten).
inline uint64_t work(uint64_t seed) {
  seed |= 1;
  for (int i = 0; i < 300; ++i) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
  }
  return seed;
}

__attribute__((noinline)) void visit(Leaf *leaves, size_t count) {
  if (count == 1) {
    leaves->begin = timeStamp();
    leaves->result = work(reinterpret_cast<uintptr_t>(leaves));
    leaves->end = timeStamp();
    return;
  }
  size_t half = count / 2;
#ifdef BENCH_PAR
  tactus::par([=] { visit(leaves, half); }, [=] { visit(leaves + half, count - half); });
#else
#pragma omp task
  visit(leaves, half);
#pragma omp task
  visit(leaves + half, count - half);
#pragma omp taskwait
#endif
}

int measurePromotion() {
  using Clock = std::chrono::steady_clock;
  std::vector<Leaf> leaves(Leaves); // Touches its pages: their faults are not what is measured.
  rusage before, after;
  getrusage(RUSAGE_SELF, &before);
  Clock::time_point start = Clock::now();
  uint64_t ticks = timeStamp();
#pragma omp parallel
#pragma omp single
  visit(leaves.data(), Leaves);
  ticks = timeStamp() - ticks;
  std::chrono::duration<double> elapsed = Clock::now() - start;
  getrusage(RUSAGE_SELF, &after);
  double nanosecondsPerTick = elapsed.count() * 1e9 / static_cast<double>(ticks);

  std::vector<double> gaps;
  uint64_t results = 0;
  for (size_t at = 1; at < Leaves; ++at) {
    results += leaves[at].result;
    // Only if the same strand went on: a stolen part begins before.
    if (leaves[at].begin > leaves[at - 1].end)
      gaps.push_back(static_cast<double>(leaves[at].begin - leaves[at - 1].end) * nanosecondsPerTick);
  }
  std::sort(gaps.rbegin(), gaps.rend());
  std::printf("involuntary_switches %ld\nelapsed_s %.6f\nleaves %zu\nmedian_gap_ns %.2f\nshortest_gap_ns %.2f\ngaps_ns",
              after.ru_nivcsw - before.ru_nivcsw, elapsed.count(), Leaves, gaps[gaps.size() / 2], gaps.back());
  for (size_t i = 0; i < gaps.size() && i < GapsPrinted; ++i)
    std::printf(" %.1f", gaps[i]);
  std::printf("\nchecksum %.0f\n", exactChecksum(results));
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  if (argc == 2 && !std::strcmp(argv[1], "promotion"))
    return measurePromotion();
  std::fprintf(stderr, "usage: forks promotion\n");
  return 2;
}
