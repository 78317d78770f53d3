//===- short-loops.c - short loops between serial code -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Time steps of a chain of masses: loops of some ten microseconds, and between them a tridiagonal system, which is
// solved from one end to the other and back. A loop that wakes somebody up each time pays more than it wins.
//
//===----------------------------------------------------------------------===//
#include "../regions/regions.h"

#include <math.h>
#include <stdbool.h>

enum { Steps = 400 };
static const double Half = 0.005;

static size_t masses;
static double *start, *place, *speed, *force, *upper, *known;

static double pull(size_t i) {
  double left = i ? place[i] - place[i - 1] : place[i];
  double right = i + 1 < masses ? place[i + 1] - place[i] : -place[i];
  return sin(right) - sin(left);
}

/// (1 + 2h) x[i] - h (x[i-1] + x[i+1]) = known[i]
static void spread(void) {
  double ratio = 0;
  for (size_t i = 0; i < masses; ++i) {
    double scale = 1 / (1 + 2 * Half - Half * ratio);
    known[i] = (known[i] + (i ? Half * known[i - 1] : 0)) * scale;
    upper[i] = ratio = Half * scale;
  }
  for (size_t i = masses - 1; i-- > 0;)
    known[i] += upper[i] * known[i + 1];
}

static double energy;

static void run(void) {
  for (int step = 0; step < Steps; ++step) {
#pragma omp parallel for BENCH_SCHEDULE
    for (size_t i = 0; i < masses; ++i)
      force[i] = pull(i);
#pragma omp parallel for BENCH_SCHEDULE
    for (size_t i = 0; i < masses; ++i)
      known[i] = speed[i] + 0.01 * force[i];
    spread();
    double sum = 0;
#pragma omp parallel for BENCH_SCHEDULE reduction(+ : sum)
    for (size_t i = 0; i < masses; ++i) {
      speed[i] = known[i];
      place[i] += 0.01 * speed[i];
      sum += speed[i] * speed[i];
    }
    energy = sum;
  }
}

static void prepare(size_t size, uint64_t seed) {
  masses = size;
  double **vectors[] = {&start, &place, &speed, &force, &upper, &known};
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; ++i)
    *vectors[i] = allocate(masses, sizeof(double));
  for (size_t i = 0; i < masses; ++i)
    start[i] = nextUniform(&seed) - 0.5;
}

static void reset(void) {
  for (size_t i = 0; i < masses; ++i) {
    place[i] = start[i];
    speed[i] = 0;
  }
}

static double checksum(void) { return weightedSum(place, masses) + energy; }

// All steps once more, one mass after the other, the system by its rows from the other end.
static double verify(void) {
  double found = checksum(), *ratio = upper;
  reset();
  for (int step = 0; step < Steps; ++step) {
    energy = 0;
    for (size_t i = masses; i-- > 0;) {
      bool isLast = i + 1 == masses;
      double scale = 1 / (1 + 2 * Half - (isLast ? 0 : Half * ratio[i + 1]));
      known[i] = (speed[i] + 0.01 * pull(i) + (isLast ? 0 : Half * known[i + 1])) * scale;
      ratio[i] = Half * scale;
    }
    for (size_t i = 0; i < masses; ++i) {
      speed[i] = known[i] + (i ? ratio[i] * speed[i - 1] : 0);
      energy += speed[i] * speed[i];
    }
    for (size_t i = 0; i < masses; ++i)
      place[i] += 0.01 * speed[i];
  }
  return relativeDifference(found, checksum());
}

const struct Workload workload = {"short-loops", "masses", 8000,   1e-6, prepare, reset,
                                  run,           checksum, verify, NULL, NULL};
