//===- hydro.c - time steps of a gas, whose length is a minimum by thread slots ------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Euler's equations in a periodic box, by Rusanov's fluxes. How long a step may be follows from the fastest wave: each
// thread finds the minimum over its cells, writes it into its slot, and after a barrier all read all slots. Old and new
// state change their roles in private pointers of each thread.
//
//===----------------------------------------------------------------------===//
#include "regions.h"

#include <math.h>
#include <string.h>

enum { Steps = 6, SlotWidth = 8 };
static const double Gamma = 1.4;

typedef struct {
  double mass, x, y, energy;
} cell;

static size_t side;
static cell *initial, *states[2], *fluxesX, *fluxesY;
static double *slots;
static double passed;

static inline double pressure(cell c) { return (Gamma - 1) * (c.energy - 0.5 * (c.x * c.x + c.y * c.y) / c.mass); }

static inline double fastestWave(cell c) {
  return fmax(fabs(c.x), fabs(c.y)) / c.mass + sqrt(Gamma * pressure(c) / c.mass);
}

/// What flows along the first coordinate.
static inline cell flow(cell c) {
  double p = pressure(c), v = c.x / c.mass;
  return (cell){c.x, c.x * v + p, c.y * v, (c.energy + p) * v};
}

static inline cell fluxBetween(cell a, cell b) {
  cell left = flow(a), right = flow(b);
  double speed = fmax(fastestWave(a), fastestWave(b));
  return (cell){0.5 * (left.mass + right.mass - speed * (b.mass - a.mass)),
                0.5 * (left.x + right.x - speed * (b.x - a.x)), 0.5 * (left.y + right.y - speed * (b.y - a.y)),
                0.5 * (left.energy + right.energy - speed * (b.energy - a.energy))};
}

static inline cell turned(cell c) { return (cell){c.mass, c.y, c.x, c.energy}; }

static void run(void) {
  size_t n = side;
#pragma omp parallel
  {
    int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    cell *now = states[0], *next = states[1];
    for (int step = 0; step < Steps; ++step) {
      double least = INFINITY;
#pragma omp for BENCH_SCHEDULE nowait
      for (size_t i = 0; i < n * n; ++i) {
        double length = 0.4 / fastestWave(now[i]);
        if (length < least)
          least = length;
      }
      slots[thread * SlotWidth] = least;
#pragma omp barrier
      for (int other = 0; other < threads; ++other)
        least = fmin(least, slots[other * SlotWidth]);
#pragma omp for BENCH_SCHEDULE nowait
      for (size_t y = 0; y < n; ++y)
        for (size_t x = 0; x < n; ++x)
          fluxesX[y * n + x] = fluxBetween(now[y * n + x], now[y * n + (x + 1 < n ? x + 1 : 0)]);
#pragma omp for BENCH_SCHEDULE
      for (size_t y = 0; y < n; ++y)
        for (size_t x = 0; x < n; ++x)
          fluxesY[y * n + x] =
              turned(fluxBetween(turned(now[y * n + x]), turned(now[(y + 1 < n ? y + 1 : 0) * n + x])));
#pragma omp for BENCH_SCHEDULE
      for (size_t y = 0; y < n; ++y)
        for (size_t x = 0; x < n; ++x) {
          size_t i = y * n + x;
          cell a = fluxesX[y * n + (x ? x : n) - 1], b = fluxesX[i];
          cell c = fluxesY[((y ? y : n) - 1) * n + x], d = fluxesY[i];
          next[i].mass = now[i].mass + 0.5 * least * (a.mass - b.mass + c.mass - d.mass);
          next[i].x = now[i].x + 0.5 * least * (a.x - b.x + c.x - d.x);
          next[i].y = now[i].y + 0.5 * least * (a.y - b.y + c.y - d.y);
          next[i].energy = now[i].energy + 0.5 * least * (a.energy - b.energy + c.energy - d.energy);
        }
#pragma omp master
      passed += 0.5 * least;
      cell *kept = now;
      now = next;
      next = kept;
    }
  }
}

static void prepare(size_t size, uint64_t seed) {
  side = size;
  cell **fields[] = {&initial, &states[0], &states[1], &fluxesX, &fluxesY};
  for (size_t i = 0; i < sizeof fields / sizeof *fields; ++i)
    *fields[i] = allocate(side * side, sizeof(cell));
  slots = allocate((size_t)omp_get_max_threads() * SlotWidth, sizeof *slots);
  for (size_t i = 0; i < side * side; ++i) {
    double mass = 1 + nextUniform(&seed), vx = nextUniform(&seed) - 0.5, vy = nextUniform(&seed) - 0.5;
    initial[i] = (cell){mass, mass * vx, mass * vy, 2 + nextUniform(&seed) + 0.5 * mass * (vx * vx + vy * vy)};
  }
}

static void reset(void) {
  memcpy(states[0], initial, side * side * sizeof(cell));
  passed = 0;
}

static double checksum(void) { return weightedSum((const double *)states[Steps % 2], 4 * side * side) + passed; }

/// The change of one cell in a step, from its own side: what its four neighbours give.
static cell advanced(const cell *now, size_t x, size_t y, double length) {
  size_t n = side;
  cell here = now[y * n + x], west = fluxBetween(now[y * n + (x + n - 1) % n], here),
       east = fluxBetween(here, now[y * n + (x + 1) % n]),
       north = turned(fluxBetween(turned(now[(y + n - 1) % n * n + x]), turned(here))),
       south = turned(fluxBetween(turned(here), turned(now[(y + 1) % n * n + x])));
  here.mass += length * (west.mass - east.mass + north.mass - south.mass);
  here.x += length * (west.x - east.x + north.x - south.x);
  here.y += length * (west.y - east.y + north.y - south.y);
  here.energy += length * (west.energy - east.energy + north.energy - south.energy);
  return here;
}

static double verify(void) {
  size_t cells = side * side;
  cell *now = allocate(cells, sizeof *now), *next = allocate(cells, sizeof *next);
  memcpy(now, initial, cells * sizeof *now);
  double expectedTime = 0, worst = 0;
  for (int step = 0; step < Steps; ++step) {
    double fastest = 0;
    for (size_t i = 0; i < cells; ++i)
      fastest = fmax(fastest, fastestWave(now[i]));
    double length = 0.2 / fastest;
    for (size_t i = 0; i < cells; ++i)
      next[i] = advanced(now, i % side, i / side, length);
    expectedTime += length;
    cell *kept = now;
    now = next;
    next = kept;
  }
  const double *expected = (const double *)now, *found = (const double *)states[Steps % 2];
  for (size_t k = 0; k < 4 * cells; ++k) {
    double difference = fabs(expected[k] - found[k]);
    worst = !(difference <= worst) ? difference : worst;
  }
  return fmax(worst, relativeDifference(expectedTime, passed));
}

const struct Workload workload = {
    "hydro", "cells on a side of the box", 600, 1e-9, prepare, reset, run, checksum, verify, NULL, NULL};
