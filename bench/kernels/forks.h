//===- forks.h - how a recursive kernel says what may run in parallel ---------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A recursive kernel is one source with a fork at every call that has a sibling, down to single elements: no cutoff, no
// grain. The systems that the harness compares are ways to compile it:
//
//   serial elision   clang++ -O3                                 pragmas ignored
//   Tactus, tasks    tactus-clang++ -O3 -fopenmp                 `omp task` and `taskwait`
//   Tactus, par      tactus-clang++ -O3 -DBENCH_PAR              tactus::par
//   header mode      g++ -O3 -DBENCH_PAR, linked with libtactus  the same without the plugin
//   libomp           clang++ -O3 -fopenmp                        the tasks as they are
//
// Each fork is therefore written twice, side by side and in the words of its interface:
//
//   #ifdef BENCH_PAR
//     auto [a, b] = tactus::par([=] { return f(x); }, [=] { return f(y); });
//   #else
//     T a, b;
//   #pragma omp task shared(a)
//     a = f(x);
//   #pragma omp task shared(b)
//     b = f(y);
//   #pragma omp taskwait
//   #endif
//
// `omp parallel` and `omp single` around the outermost call concern the tasks only; without -fopenmp they are nothing.
//
//===----------------------------------------------------------------------===//
#ifndef BENCH_FORKS_H
#define BENCH_FORKS_H

#include <cstdint>

#ifdef BENCH_PAR
#include <tactus/tactus.hpp>
#endif

/// The part of a 64-bit result that the driver's checksum, a double, holds exactly.
inline double exactChecksum(std::uint64_t value) {
  return static_cast<double>((value ^ (value >> 53)) & ((std::uint64_t{1} << 53) - 1));
}

#endif // BENCH_FORKS_H
