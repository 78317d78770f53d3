//===- plus-reduce-array.c - the sum of an array -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// One leaf loop whose body is one addition: the highest possible share of per-iteration overhead, and a reduction. The
// sum is taken several times over, to outlast the clock and the beat.
//
//===----------------------------------------------------------------------===//
#include "loops.h"
#include "workload.h"

enum { Passes = 8 };

static double *values, *sums;
static size_t count;

// The kernel.
__attribute__((noinline)) static double plusReduce(const double *array, size_t n) {
  double sum = 0;
#pragma omp parallel for BENCH_SCHEDULE reduction(+ : sum)
  for (size_t i = 0; i < n; ++i)
    sum += array[i];
  return sum;
}

static void prepare(size_t size, uint64_t seed) {
  count = size;
  values = allocate(count, sizeof(double));
  sums = allocate(Passes, sizeof(double));
  for (size_t i = 0; i < count; ++i)
    values[i] = nextUniform(&seed);
}

static void reset(void) {}

static void run(void) {
  for (int pass = 0; pass < Passes; ++pass)
    sums[pass] = plusReduce(values, count);
}

static double checksum(void) {
  double sum = 0;
  for (int pass = 0; pass < Passes; ++pass)
    sum += sums[pass];
  return sum;
}

// Compensated summation, from the end (Neumaier).
static double verify(void) {
  volatile double sum = 0, compensation = 0;
  for (size_t i = count; i-- > 0;) {
    volatile double next = sum + values[i];
    compensation += sum >= values[i] ? (sum - next) + values[i] : (values[i] - next) + sum;
    sum = next;
  }
  double worst = 0;
  for (int pass = 0; pass < Passes; ++pass) {
    double difference = relativeDifference(sums[pass], sum + compensation);
    worst = difference > worst ? difference : worst;
  }
  return worst;
}

const struct Workload workload = {
    "plus-reduce-array", "array elements", 40000000, 1e-9, prepare, reset, run, checksum, verify};
