//===- bignum-add.cpp - the sum of two very long numbers ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Each pair of digits stops a carry, passes it on or makes one; what arrives at the next digit is a scan of that.
// Digits are bytes, the lowest first.
//
//===----------------------------------------------------------------------===//
#include "../workload.h"
#include "parallel.h"

#include <cstring>

namespace {

enum Carry : uint8_t { Stops, Passes, Begins };

size_t digits;
std::unique_ptr<uint8_t[]> left, right, sum;
std::unique_ptr<Carry[]> carries;

// The kernel. `carry` has room for n + 1, of what arrives at each digit.
__attribute__((noinline)) void add(size_t n, const uint8_t *a, const uint8_t *b, Carry *carry, uint8_t *result) {
  parallel::forEach(0, n, 5000, [=](size_t i) {
    int digit = a[i] + b[i];
    carry[i + 1] = digit > UINT8_MAX ? Begins : digit == UINT8_MAX ? Passes : Stops;
  });
  carry[0] = Stops;
  Carry last = parallel::scan(std::span(carry, n + 1), Stops,
                              [](Carry below, Carry here) { return here == Passes ? below : here; });
  parallel::forEach(0, n, 5000,
                    [=](size_t i) { result[i] = static_cast<uint8_t>(a[i] + b[i] + (carry[i] == Begins)); });
  result[n] = last == Begins;
}

void prepare(size_t size, uint64_t seed) {
  digits = size;
  left = parallel::makeArray<uint8_t>(size);
  right = parallel::makeArray<uint8_t>(size);
  sum = parallel::makeArray<uint8_t>(size + 1);
  carries = parallel::makeArray<Carry>(size + 1);
  for (size_t i = 0; i < size; ++i) {
    left[i] = static_cast<uint8_t>(nextRandom(&seed));
    // Long runs of digits that pass a carry on.
    right[i] = i / 1000 % 3 ? static_cast<uint8_t>(nextRandom(&seed)) : static_cast<uint8_t>(~left[i]);
  }
}

void reset() { std::memset(sum.get(), 0, digits + 1); }

void run() { add(digits, left.get(), right.get(), carries.get(), sum.get()); }

double checksum() {
  double total = 0;
  for (size_t i = 0; i <= digits; ++i)
    total += sum[i] * static_cast<double>(i % 1021 + 1);
  return total;
}

// As at school.
double verify() {
  int carry = 0;
  for (size_t i = 0; i < digits; ++i) {
    int digit = left[i] + right[i] + carry;
    if (sum[i] != digit % 256)
      return 1;
    carry = digit / 256;
  }
  return sum[digits] == carry ? 0 : 1;
}

} // namespace

extern "C" const Workload workload = {
    "mpl-bignum-add", "digits of each number", 80000000, 0, prepare, reset, run, checksum, verify};
