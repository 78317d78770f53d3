//===- fib.cpp - Fibonacci numbers by the doubly recursive definition ----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A fork for every addition: nothing but forks, so this is the price of one. The result is exact.
//
//===----------------------------------------------------------------------===//
#include "forks.h"
#include "workload.h"

#include <cstdio>
#include <cstdlib>

namespace {

constexpr size_t LargestIndex = 93; // The last Fibonacci number of 64 bits.

unsigned index;
uint64_t result;

// The kernel.
// g++ would inline the serial recursion into itself, many levels deep, and nothing of the kind where it forks: that
// compares two algorithms. Clang does so with neither.
#if defined(__GNUC__) && !defined(__clang__)
__attribute__((noinline))
#endif
uint64_t
fib(unsigned n) {
  if (n < 2)
    return n;
#ifdef BENCH_PAR
  auto [a, b] = tactus::par([=] { return fib(n - 1); }, [=] { return fib(n - 2); });
#else
  uint64_t a, b;
#pragma omp task shared(a)
  a = fib(n - 1);
#pragma omp task shared(b)
  b = fib(n - 2);
#pragma omp taskwait
#endif
  return a + b;
}

void prepare(size_t size, uint64_t) {
  if (size > LargestIndex) {
    std::fprintf(stderr, "fib: error: --size %zu: the result has more than 64 bits, choose at most %zu\n", size,
                 LargestIndex);
    std::exit(2);
  }
  index = static_cast<unsigned>(size);
}

void reset() { result = 0; }

void run() {
#pragma omp parallel
#pragma omp single
  result = fib(index);
}

double checksum() { return exactChecksum(result); }

// Adds up, from below.
double verify() {
  uint64_t current = 0, next = 1;
  for (unsigned i = 0; i < index; ++i) {
    uint64_t sum = current + next;
    current = next;
    next = sum;
  }
  return result == current ? 0 : 1;
}

} // namespace

extern "C" const Workload workload = {"fib", "index of the Fibonacci number", 40, 0, prepare, reset, run, checksum,
                                      verify};
