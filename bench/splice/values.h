//===- values.h - what arrays hold at first, and what tells results apart -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_BENCH_SPLICE_VALUES_H
#define TACTUS_BENCH_SPLICE_VALUES_H

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>

namespace splice_bench {

inline void fill(double *values, std::ptrdiff_t size, std::uint64_t seed) {
  for (std::ptrdiff_t index = 0; index < size; ++index) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    values[index] = static_cast<double>(seed >> 40) / 65536.0;
  }
}

/// Of all bits.
[[nodiscard]] inline std::uint64_t hashOf(const double *values, std::ptrdiff_t size) {
  std::uint64_t sum = 0;
  for (std::ptrdiff_t index = 0; index < size; ++index) {
    std::uint64_t bits;
    std::memcpy(&bits, values + index, sizeof bits);
    sum = (sum ^ bits) * 0x9e3779b97f4a7c15u;
    sum ^= sum >> 29;
  }
  return sum;
}

inline double secondsOf(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Seconds of the processor that this thread has had (others may use the machine, too) or all threads, and that have
/// passed.
struct Times {
  double thread = secondsOf(CLOCK_THREAD_CPUTIME_ID), process = secondsOf(CLOCK_PROCESS_CPUTIME_ID),
         passed = secondsOf(CLOCK_MONOTONIC);
};

/// What the scripts read.
inline void print(const Times &begin, const Times &end, std::uint64_t hash) {
  std::printf("%.6f %.6f %.6f %016llx\n", end.thread - begin.thread, end.process - begin.process,
              end.passed - begin.passed, static_cast<unsigned long long>(hash));
}

} // namespace splice_bench

#endif // TACTUS_BENCH_SPLICE_VALUES_H
