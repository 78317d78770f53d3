//===- multigrid.c - V-cycles with functions that hold the region's loops --------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Poisson's equation in a box, zero outside of it: V-cycles over grids of 2^k - 1 points a side. The region is in
// run(); its worksharing loops are orphaned in residual(), smooth(), restrictTo() and prolong().
//
//===----------------------------------------------------------------------===//
#include "regions.h"

#include <stdlib.h>
#include <string.h>

enum { Cycles = 4, MostLevels = 10, Sweeps = 2 };

/// With a frame of zeros, so `points` + 2 on each side.
typedef struct {
  size_t points, width;
  double *u, *f, *r;
} grid;

static int levels;
static grid grids[MostLevels];
static double *rightSide;
static double squares;

static size_t volume(const grid *g) { return g->width * g->width * g->width; }

static inline size_t at(const grid *g, size_t z, size_t y, size_t x) { return (z * g->width + y) * g->width + x; }

static inline double neighbours(const grid *g, const double *v, size_t i) {
  size_t w = g->width;
  return v[i - 1] + v[i + 1] + v[i - w] + v[i + w] + v[i - w * w] + v[i + w * w];
}

/// r = f - A u, with A u = 6 u - the neighbours.
static void residual(const grid *g) {
#pragma omp for BENCH_SCHEDULE
  for (size_t z = 1; z <= g->points; ++z)
    for (size_t y = 1; y <= g->points; ++y)
      for (size_t x = 1; x <= g->points; ++x) {
        size_t i = at(g, z, y, x);
        g->r[i] = g->f[i] - 6 * g->u[i] + neighbours(g, g->u, i);
      }
}

/// Damped Jacobi.
static void smooth(const grid *g) {
  for (int sweep = 0; sweep < Sweeps; ++sweep) {
    residual(g);
#pragma omp for BENCH_SCHEDULE
    for (size_t z = 1; z <= g->points; ++z)
      for (size_t y = 1; y <= g->points; ++y)
        for (size_t x = 1; x <= g->points; ++x)
          g->u[at(g, z, y, x)] += 0.14 * g->r[at(g, z, y, x)];
  }
}

/// The residual becomes the right side of the next coarser grid, whose solution begins with zero.
static void restrictTo(const grid *coarse, const grid *fine) {
#pragma omp for BENCH_SCHEDULE
  for (size_t z = 1; z <= coarse->points; ++z)
    for (size_t y = 1; y <= coarse->points; ++y)
      for (size_t x = 1; x <= coarse->points; ++x) {
        double sum = 0;
        for (int dz = -1; dz <= 1; ++dz)
          for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx)
              sum += fine->r[at(fine, 2 * z + (size_t)dz, 2 * y + (size_t)dy, 2 * x + (size_t)dx)] *
                     ((2 - abs(dz)) * (2 - abs(dy)) * (2 - abs(dx)) / 16.0);
        coarse->f[at(coarse, z, y, x)] = sum;
        coarse->u[at(coarse, z, y, x)] = 0;
      }
}

/// Adds the coarse solution to the fine one: the mean of those coarse points that are next.
static void prolong(const grid *fine, const grid *coarse) {
#pragma omp for BENCH_SCHEDULE
  for (size_t z = 1; z <= fine->points; ++z)
    for (size_t y = 1; y <= fine->points; ++y)
      for (size_t x = 1; x <= fine->points; ++x) {
        double sum = 0;
        for (size_t dz = 0; dz <= (z & 1); ++dz)
          for (size_t dy = 0; dy <= (y & 1); ++dy)
            for (size_t dx = 0; dx <= (x & 1); ++dx)
              sum += coarse->u[at(coarse, z / 2 + dz, y / 2 + dy, x / 2 + dx)];
        fine->u[at(fine, z, y, x)] += sum / (double)(1u << ((z & 1) + (y & 1) + (x & 1)));
      }
}

static void squareOfResidual(const grid *g) {
#pragma omp single
  squares = 0;
#pragma omp for BENCH_SCHEDULE reduction(+ : squares)
  for (size_t z = 1; z <= g->points; ++z)
    for (size_t i = at(g, z, 0, 0); i < at(g, z + 1, 0, 0); ++i)
      squares += g->r[i] * g->r[i];
}

static void run(void) {
#pragma omp parallel
  {
    for (int cycle = 0; cycle < Cycles; ++cycle) {
      for (int level = 0; level + 1 < levels; ++level) {
        smooth(&grids[level]);
        residual(&grids[level]);
        restrictTo(&grids[level + 1], &grids[level]);
      }
      for (int sweep = 0; sweep < 4; ++sweep)
        smooth(&grids[levels - 1]);
      for (int level = levels - 1; level-- > 0;) {
        prolong(&grids[level], &grids[level + 1]);
        smooth(&grids[level]);
      }
    }
    residual(&grids[0]);
    squareOfResidual(&grids[0]);
  }
}

static void prepare(size_t size, uint64_t seed) {
  size_t points = 1;
  for (levels = 1; 2 * points + 1 <= size && levels < MostLevels; ++levels)
    points = 2 * points + 1;
  for (int level = 0; level < levels; ++level, points /= 2) {
    grid *g = &grids[level];
    g->points = points;
    g->width = points + 2;
    double **fields[] = {&g->u, &g->f, &g->r};
    for (int i = 0; i < 3; ++i) {
      *fields[i] = allocate(volume(g), sizeof(double));
      memset(*fields[i], 0, volume(g) * sizeof(double));
    }
  }
  rightSide = allocate(volume(&grids[0]), sizeof(double));
  memset(rightSide, 0, volume(&grids[0]) * sizeof(double));
  const grid *g = &grids[0];
  for (size_t z = 1; z <= g->points; ++z)
    for (size_t y = 1; y <= g->points; ++y)
      for (size_t x = 1; x <= g->points; ++x)
        rightSide[at(g, z, y, x)] = nextUniform(&seed) - 0.5;
}

static void reset(void) {
  size_t bytes = volume(&grids[0]) * sizeof(double);
  memcpy(grids[0].f, rightSide, bytes);
  memset(grids[0].u, 0, bytes);
}

static double checksum(void) { return weightedSum(grids[0].u, volume(&grids[0])); }

// The residual, another way; and it must have become much smaller.
static double verify(void) {
  const grid *g = &grids[0];
  double sum = 0, first = 0;
  for (size_t x = g->points; x > 0; --x)
    for (size_t y = g->points; y > 0; --y)
      for (size_t z = g->points; z > 0; --z) {
        size_t i = at(g, z, y, x);
        double rest = rightSide[i] - (6 * g->u[i] - neighbours(g, g->u, i));
        sum += rest * rest;
        first += rightSide[i] * rightSide[i];
      }
  return sum > 1e-3 * first ? 1 : relativeDifference(sum, squares);
}

const struct Workload workload = {"multigrid", "points on a side of the box, of which 2^k - 1 are taken",
                                  127,         1e-7,
                                  prepare,     reset,
                                  run,         checksum,
                                  verify,      NULL,
                                  NULL};
