//===- kmeans.cpp - Lloyd's algorithm ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Two phases, repeated: assign every point to its nearest centre (DOALL over points, a sequential search over centres,
// and a reduction over the few dimensions inside), then average (a reduction over array sections). The innermost loop
// is so short that a team of threads for it is absurd; a compiler that manages parallelism must not be hurt by its
// pragma.
//
//===----------------------------------------------------------------------===//
#include "loops.h"
#include "workload.h"

#include <cstring>

namespace {

constexpr size_t Dimensions = 16, Clusters = 24;
constexpr int Rounds = 6;

size_t points;
double *coordinates, *startCentres, *centres;
int *membership;
double inertia;

// The kernel, first phase. Returns the sum of squared distances to the nearest centre.
__attribute__((noinline)) double assignPoints(size_t n, const double *point, const double *centre, int *member) {
  double total = 0;
#if OUTER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE reduction(+ : total)
#endif
  for (size_t i = 0; i < n; ++i) {
    int nearest = 0;
    double nearestDistance = 1e300;
    for (size_t c = 0; c < Clusters; ++c) {
      double distance = 0;
#if INNER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE reduction(+ : distance)
#endif
      for (size_t d = 0; d < Dimensions; ++d) {
        double delta = point[i * Dimensions + d] - centre[c * Dimensions + d];
        distance += delta * delta;
      }
      if (distance < nearestDistance) {
        nearestDistance = distance;
        nearest = static_cast<int>(c);
      }
    }
    member[i] = nearest;
    total += nearestDistance;
  }
  return total;
}

// The kernel, second phase. Its iterations are all alike, so it keeps the default schedule also when schedules are
// tuned. (It has to: for dynamic schedules clang 19 marks the loop as free of dependences, private accumulators
// included, and the vectoriser with AVX-512 scatters then loses updates of `sums`.)
__attribute__((noinline)) void moveCentres(size_t n, const double *point, const int *member, double *centre) {
  double sums[Clusters * Dimensions] = {};
  size_t counts[Clusters] = {};
#if OUTER_PARALLEL
#pragma omp parallel for reduction(+ : sums[ : Clusters * Dimensions], counts[ : Clusters])
#endif
  for (size_t i = 0; i < n; ++i) {
    size_t c = static_cast<size_t>(member[i]);
    ++counts[c];
    for (size_t d = 0; d < Dimensions; ++d)
      sums[c * Dimensions + d] += point[i * Dimensions + d];
  }
  for (size_t c = 0; c < Clusters; ++c)
    for (size_t d = 0; d < Dimensions; ++d)
      if (counts[c])
        centre[c * Dimensions + d] = sums[c * Dimensions + d] / static_cast<double>(counts[c]);
}

void prepare(size_t size, uint64_t seed) {
  points = size;
  size_t words;
  if (__builtin_mul_overflow(size, Dimensions, &words))
    words = SIZE_MAX;
  coordinates = static_cast<double *>(allocate(words, sizeof(double)));
  startCentres = static_cast<double *>(allocate(Clusters * Dimensions, sizeof(double)));
  centres = static_cast<double *>(allocate(Clusters * Dimensions, sizeof(double)));
  membership = static_cast<int *>(allocate(points, sizeof(int)));
  // Overlapping clouds: each point lies around one of as many true centres as are searched for.
  double trueCentres[Clusters * Dimensions];
  for (double &coordinate : trueCentres)
    coordinate = 4 * nextUniform(&seed);
  for (size_t i = 0; i < points; ++i) {
    size_t c = nextRandom(&seed) % Clusters;
    for (size_t d = 0; d < Dimensions; ++d)
      coordinates[i * Dimensions + d] = trueCentres[c * Dimensions + d] + 3 * (nextUniform(&seed) - 0.5);
  }
  for (size_t c = 0; c < Clusters; ++c)
    std::memcpy(startCentres + c * Dimensions, coordinates + (c * points / Clusters) * Dimensions,
                Dimensions * sizeof(double));
}

void reset() { std::memcpy(centres, startCentres, Clusters * Dimensions * sizeof(double)); }

void run() {
  for (int round = 0; round < Rounds; ++round) {
    inertia = assignPoints(points, coordinates, centres, membership);
    moveCentres(points, coordinates, membership, centres);
  }
}

double checksum() {
  double sum = inertia;
  for (size_t i = 0; i < Clusters * Dimensions; ++i)
    sum += centres[i] * static_cast<double>(i + 1);
  return sum;
}

// Plays all rounds again, point by point with running sums, by another formula for the distance.
double verify() {
  double centre[Clusters * Dimensions];
  std::memcpy(centre, startCentres, sizeof(centre));
  long double total = 0;
  for (int round = 0; round < Rounds; ++round) {
    long double sums[Clusters * Dimensions] = {}, counts[Clusters] = {};
    total = 0;
    for (size_t i = points; i-- > 0;) {
      const double *point = coordinates + i * Dimensions;
      size_t nearest = 0;
      long double best = 1e300L;
      for (size_t c = 0; c < Clusters; ++c) {
        long double distance = 0;
        for (size_t d = Dimensions; d-- > 0;) {
          long double p = point[d], q = centre[c * Dimensions + d];
          distance += p * p - 2 * p * q + q * q;
        }
        if (distance < best) {
          best = distance;
          nearest = c;
        }
      }
      total += best;
      counts[nearest] += 1;
      for (size_t d = 0; d < Dimensions; ++d)
        sums[nearest * Dimensions + d] += point[d];
    }
    for (size_t i = 0; i < Clusters * Dimensions; ++i)
      if (counts[i / Dimensions] > 0)
        centre[i] = static_cast<double>(sums[i] / counts[i / Dimensions]);
  }
  double worst = relativeDifference(inertia, static_cast<double>(total));
  for (size_t i = 0; i < Clusters * Dimensions; ++i) {
    double difference = relativeDifference(centres[i], centre[i]);
    worst = !(difference <= worst) ? difference : worst;
  }
  return worst;
}

} // namespace

// The tolerance is wide: a point that two centres share to the last bit may go to either.
extern "C" const Workload workload = {"kmeans", "points", 500000, 1e-4, prepare, reset, run, checksum, verify};
