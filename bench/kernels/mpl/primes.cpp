//===- primes.cpp - all primes up to a number -------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The primes up to the square root are found by recursion; two nested loops cross out their multiples, and a filter
// collects what is left. Different primes cross out the same number, to the same effect.
//
//===----------------------------------------------------------------------===//
#include "../workload.h"
#include "parallel.h"

#include <atomic>
#include <cmath>
#include <vector>

namespace {

struct Primes {
  std::unique_ptr<uint32_t[]> numbers;
  size_t count = 0;
};

size_t limit;
Primes primes;

// The kernel.
__attribute__((noinline)) Primes findPrimes(size_t most) {
  if (most < 2)
    return {};
  auto root = static_cast<size_t>(std::sqrt(static_cast<double>(most)));
  Primes small = findPrimes(root);
  std::unique_ptr<uint8_t[]> flags = parallel::makeArray<uint8_t>(most + 1);
  uint8_t *isPrime = flags.get();
  parallel::forEach(0, most + 1, 5000, [=](size_t i) { isPrime[i] = i > 1; });
  const uint32_t *divisor = small.numbers.get();
  parallel::forEach(0, small.count, 1, [=](size_t i) {
    size_t prime = divisor[i];
    parallel::forEach(prime, most / prime + 1, 5000, [=](size_t factor) {
      std::atomic_ref(isPrime[prime * factor]).store(0, std::memory_order_relaxed);
    });
  });
  std::unique_ptr<uint32_t[]> places = parallel::makeArray<uint32_t>(most + 1);
  // Fewer than half of the numbers are prime, but for 2, 3, 5 and 7.
  Primes result{parallel::makeArray<uint32_t>(most / 2 + 3)};
  result.count = parallel::filter(
      most + 1, 5000, places.get(), [=](size_t i) { return isPrime[i] != 0; },
      [](size_t i) { return static_cast<uint32_t>(i); }, result.numbers.get());
  return result;
}

void prepare(size_t size, uint64_t) { limit = size; }

void reset() { primes = {}; }

void run() { primes = findPrimes(limit); }

double checksum() {
  double sum = 0;
  for (size_t i = 0; i < primes.count; ++i)
    sum += primes.numbers[i] * static_cast<double>(i % 7 + 1);
  return sum;
}

// A sieve in which each number is crossed out once, by its least factor.
double verify() {
  std::vector<uint32_t> least(limit + 1), expected;
  for (size_t i = 2; i <= limit; ++i) {
    if (!least[i]) {
      least[i] = static_cast<uint32_t>(i);
      expected.push_back(least[i]);
    }
    for (uint32_t prime : expected) {
      if (prime > least[i] || i * prime > limit)
        break;
      least[i * prime] = prime;
    }
  }
  return std::equal(expected.begin(), expected.end(), primes.numbers.get(), primes.numbers.get() + primes.count) ? 0
                                                                                                                 : 1;
}

} // namespace

extern "C" const Workload workload = {
    "mpl-primes", "the largest number that may be prime", 20000000, 0, prepare, reset, run, checksum, verify};
