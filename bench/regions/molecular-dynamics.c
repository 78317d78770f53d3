//===- molecular-dynamics.c - pair forces into an array of each thread ----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Atoms in a periodic box under the Lennard-Jones potential. Each pair is computed once and adds to the forces on both,
// so each thread has an array of forces of its own; a loop over atoms adds these up. One region holds all time steps.
//
//===----------------------------------------------------------------------===//
#include "regions.h"

#include <math.h>
#include <string.h>

enum { Steps = 5, Dimensions = 3 };
static const double TimeStep = 1e-3, Spacing = 1.2, Cutoff = 2.5;

static size_t atoms, values;
static double edge;
static double *position, *velocity, *force, *startPosition, *startVelocity;
/// By thread, three for each atom.
static double *partForces;
static double energy;

/// The shortest way between two images.
static inline double distance(double a, double b) {
  double way = a - b;
  return way > edge / 2 ? way - edge : way < -edge / 2 ? way + edge : way;
}

/// Force over distance, and the potential energy; both 0 beyond the cutoff.
static inline double pairForce(double square, double *potential) {
  if (square >= Cutoff * Cutoff)
    return 0;
  double s = 1 / square, s6 = s * s * s;
  *potential += 4 * s6 * (s6 - 1);
  return 24 * s * s6 * (2 * s6 - 1);
}

static void addPairs(size_t i, double *forces, double *potential) {
  const double *here = position + i * Dimensions;
  double fx = 0, fy = 0, fz = 0;
  for (size_t j = i + 1; j < atoms; ++j) {
    const double *there = position + j * Dimensions;
    double x = distance(here[0], there[0]), y = distance(here[1], there[1]), z = distance(here[2], there[2]);
    double factor = pairForce(x * x + y * y + z * z, potential);
    if (factor == 0)
      continue;
    fx += factor * x;
    fy += factor * y;
    fz += factor * z;
    forces[j * Dimensions] -= factor * x;
    forces[j * Dimensions + 1] -= factor * y;
    forces[j * Dimensions + 2] -= factor * z;
  }
  forces[i * Dimensions] += fx;
  forces[i * Dimensions + 1] += fy;
  forces[i * Dimensions + 2] += fz;
}

static void run(void) {
#pragma omp parallel
  {
    int threads = omp_get_num_threads();
    double *own = partForces + (size_t)omp_get_thread_num() * values;
    for (int step = 0; step < Steps; ++step) {
#pragma omp single nowait
      energy = 0;
#pragma omp for BENCH_SCHEDULE
      for (size_t k = 0; k < values; ++k) {
        velocity[k] += TimeStep / 2 * force[k];
        position[k] += TimeStep * velocity[k];
        position[k] -= edge * floor(position[k] / edge);
      }
      memset(own, 0, values * sizeof *own);
#pragma omp for schedule(dynamic, 16) reduction(+ : energy)
      for (size_t i = 0; i < atoms; ++i)
        addPairs(i, own, &energy);
#pragma omp for BENCH_SCHEDULE
      for (size_t k = 0; k < values; ++k) {
        double sum = 0;
        for (int thread = 0; thread < threads; ++thread)
          sum += partForces[(size_t)thread * values + k];
        force[k] = sum;
        velocity[k] += TimeStep / 2 * sum;
      }
    }
  }
}

static void prepare(size_t size, uint64_t seed) {
  atoms = size;
  values = atoms * Dimensions;
  size_t side = (size_t)ceil(cbrt((double)atoms));
  edge = fmax(Spacing * (double)side, 2 * Cutoff);
  double **arrays[] = {&position, &velocity, &force, &startPosition, &startVelocity};
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; ++i)
    *arrays[i] = allocate(values, sizeof(double));
  partForces = allocate((size_t)omp_get_max_threads() * values, sizeof *partForces);
  for (size_t k = 0; k < values; ++k) {
    size_t i = k / Dimensions, place[] = {i % side, i / side % side, i / side / side};
    startPosition[k] = Spacing * ((double)place[k % Dimensions] + 0.1 * nextUniform(&seed));
    startVelocity[k] = nextUniform(&seed) - 0.5;
  }
}

static void reset(void) {
  memcpy(position, startPosition, values * sizeof *position);
  memcpy(velocity, startVelocity, values * sizeof *velocity);
  memset(force, 0, values * sizeof *force);
}

static double checksum(void) { return weightedSum(position, values) + weightedSum(velocity, values) + energy; }

// The same steps, each atom with all others. Leaves the program's own results as they are.
static double verify(void) {
  size_t bytes = values * sizeof(double);
  double *found = allocate(2 * values, sizeof *found), foundEnergy = energy, potential = 0;
  memcpy(found, position, bytes);
  memcpy(found + values, velocity, bytes);
  reset();
  for (int step = 0; step < Steps; ++step) {
    for (size_t k = 0; k < values; ++k) {
      velocity[k] += TimeStep / 2 * force[k];
      position[k] += TimeStep * velocity[k];
      position[k] -= edge * floor(position[k] / edge);
    }
    potential = 0;
    for (size_t i = 0; i < atoms; ++i) {
      double sum[Dimensions] = {0};
      for (size_t j = 0; j < atoms; ++j) {
        double way[Dimensions], square = 0;
        for (int d = 0; d < Dimensions; ++d) {
          way[d] = distance(position[i * Dimensions + (size_t)d], position[j * Dimensions + (size_t)d]);
          square += way[d] * way[d];
        }
        double factor = i == j ? 0 : pairForce(square, &potential);
        for (int d = 0; d < Dimensions; ++d)
          sum[d] += factor * way[d];
      }
      memcpy(force + i * Dimensions, sum, sizeof sum);
    }
    for (size_t k = 0; k < values; ++k)
      velocity[k] += TimeStep / 2 * force[k];
  }
  double worst = relativeDifference(potential / 2, foundEnergy);
  for (size_t k = 0; k < values; ++k) {
    // Near a wall an atom may be found on the other side.
    double difference = fmax(fabs(distance(position[k], found[k])), fabs(velocity[k] - found[values + k]));
    worst = !(difference <= worst) ? difference : worst;
  }
  memcpy(position, found, bytes);
  memcpy(velocity, found + values, bytes);
  energy = foundEnergy;
  return worst;
}

const struct Workload workload = {
    "molecular-dynamics", "atoms", 6000, 1e-8, prepare, reset, run, checksum, verify, NULL, NULL};
