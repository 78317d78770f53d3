//===- recursions.cpp - recursions over numbers, as OpenMP tasks --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A workload of bench's driver, as header_nests.cpp. bench's recursions look at data; these count, and differ in what
// the base case asks and in what stands behind the first fork:
//
//   tribonacci   three calls; the second and the third become a loop whose unsigned counter is compared twice
//   fullTree     two calls with the same argument
//   binomial     the base case has two conditions, on two parameters
//   hanoi        three parameters, and a sum that does not commute with the calls
//
//===----------------------------------------------------------------------===//
#include "workload.h"

#define RECURSION extern "C" [[gnu::noinline]] uint64_t

namespace {

uint64_t tribonacci(unsigned n) {
  if (n < 3)
    return 1;
  uint64_t a, b, c;
#pragma omp task shared(a)
  a = tribonacci(n - 1);
#pragma omp task shared(b)
  b = tribonacci(n - 2);
#pragma omp task shared(c)
  c = tribonacci(n - 3);
#pragma omp taskwait
  return a + b + c;
}

uint64_t fullTree(int depth) {
  if (depth == 0)
    return 1;
  uint64_t a, b;
#pragma omp task shared(a)
  a = fullTree(depth - 1);
#pragma omp task shared(b)
  b = fullTree(depth - 1);
#pragma omp taskwait
  return a + b + 1;
}

uint64_t binomial(int n, int k) {
  if (k == 0 || k == n)
    return 1;
  uint64_t a, b;
#pragma omp task shared(a)
  a = binomial(n - 1, k - 1);
#pragma omp task shared(b)
  b = binomial(n - 1, k);
#pragma omp taskwait
  return a + b;
}

uint64_t hanoi(int disks, int from, int to) {
  if (disks == 0)
    return 0;
  uint64_t a, b;
#pragma omp task shared(a)
  a = hanoi(disks - 1, from, 6 - from - to);
#pragma omp task shared(b)
  b = hanoi(disks - 1, 6 - from - to, to);
#pragma omp taskwait
  return a + b + static_cast<uint64_t>(from * to);
}

int size;
uint64_t result;

} // namespace

RECURSION countTribonacci(unsigned n) { return tribonacci(n); }
RECURSION countFullTree(int depth) { return fullTree(depth); }
RECURSION countBinomial(int n) { return binomial(n, n / 3); }
RECURSION countHanoi(int disks) { return hanoi(disks, 1, 3); }

namespace {

void prepare(size_t asked, uint64_t) { size = static_cast<int>(asked); }

void reset() { result = 0; }

void run() {
#pragma omp parallel
#pragma omp single
  result = countTribonacci(static_cast<unsigned>(size)) + countFullTree(size - 3) + countBinomial(size) +
           countHanoi(size - 3);
}

double checksum() { return static_cast<double>(result); }

double verify() { return 0; }

} // namespace

const Workload workload = {
    .name = "recursions",
    .sizeMeaning = "how deep, at least 4",
    .defaultSize = 16,
    .tolerance = 0,
    .prepare = prepare,
    .reset = reset,
    .run = run,
    .checksum = checksum,
    .verify = verify,
    .load = nullptr,
    .inputFormat = nullptr,
};
