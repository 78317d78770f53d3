//===- adi.c - alternating directions with blocks of two unknowns -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Two substances that diffuse and react (their sum is kept): in each half step one direction is implicit, and each of
// its lines is a block-tridiagonal system of 2 x 2 blocks, solved by elimination. One region around all time steps; a
// line's coefficients live in the iteration that solves it.
//
//===----------------------------------------------------------------------===//
#include "regions.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { Steps = 6, MostPoints = 4096 };
static const double Diffusion = 0.7, Reaction = 0.3;

typedef struct {
  double a, b;
} pair;

static size_t side;
static pair *field, *initial, *right;
static double largestChange;

// The blocks on the diagonal are [1 + 2d + k, -k; -k, 1 + 2d + k], beside it -d: what stands in `gain` is the inverse
// of a pivot, which is symmetric with equal diagonal entries as well.
static void solveLine(pair *x, size_t stride, const pair *b, size_t count) {
  pair gain[MostPoints];
  double diagonal = 1 + 2 * Diffusion + Reaction, beside = -Reaction;
  pair value = {0, 0};
  for (size_t i = 0; i < count; ++i) {
    double s = diagonal, t = beside;
    pair sum = b[i * stride];
    if (i) {
      s -= Diffusion * Diffusion * gain[i - 1].a;
      t -= Diffusion * Diffusion * gain[i - 1].b;
      sum.a += Diffusion * value.a;
      sum.b += Diffusion * value.b;
    }
    double determinant = s * s - t * t;
    gain[i] = (pair){s / determinant, -t / determinant};
    value = (pair){gain[i].a * sum.a + gain[i].b * sum.b, gain[i].b * sum.a + gain[i].a * sum.b};
    x[i * stride] = value;
  }
  for (size_t i = count - 1; i-- > 0;) {
    pair next = x[(i + 1) * stride];
    x[i * stride].a += Diffusion * (gain[i].a * next.a + gain[i].b * next.b);
    x[i * stride].b += Diffusion * (gain[i].b * next.a + gain[i].a * next.b);
  }
}

// What the explicit direction adds: the neighbours at i - stride and i + stride, nothing outside of the field.
static pair explicitPart(const pair *x, size_t index, size_t stride, int hasBefore, int hasBehind) {
  pair here = x[index], sum = {here.a - 2 * Diffusion * here.a, here.b - 2 * Diffusion * here.b};
  if (hasBefore) {
    sum.a += Diffusion * x[index - stride].a;
    sum.b += Diffusion * x[index - stride].b;
  }
  if (hasBehind) {
    sum.a += Diffusion * x[index + stride].a;
    sum.b += Diffusion * x[index + stride].b;
  }
  return sum;
}

static void run(void) {
  size_t n = side;
#pragma omp parallel
  for (int step = 0; step < Steps; ++step) {
#pragma omp for BENCH_SCHEDULE
    for (size_t y = 0; y < n; ++y)
      for (size_t x = 0; x < n; ++x)
        right[y * n + x] = explicitPart(field, y * n + x, n, y > 0, y + 1 < n);
#pragma omp for BENCH_SCHEDULE
    for (size_t y = 0; y < n; ++y)
      solveLine(field + y * n, 1, right + y * n, n);
#pragma omp for BENCH_SCHEDULE
    for (size_t y = 0; y < n; ++y)
      for (size_t x = 0; x < n; ++x)
        right[y * n + x] = explicitPart(field, y * n + x, 1, x > 0, x + 1 < n);
#pragma omp single
    largestChange = 0;
#pragma omp for BENCH_SCHEDULE
    for (size_t x = 0; x < n; ++x)
      solveLine(field + x, n, right + x, n);
#pragma omp for BENCH_SCHEDULE reduction(max : largestChange)
    for (size_t i = 0; i < n * n; ++i)
      largestChange = fmax(largestChange, fabs(field[i].a - right[i].a));
  }
}

static void prepare(size_t size, uint64_t seed) {
  if (size > MostPoints) {
    fprintf(stderr, "adi: error: size too large, choose a --size of at most %d\n", MostPoints);
    exit(1);
  }
  side = size;
  field = allocate(side * side, sizeof *field);
  initial = allocate(side * side, sizeof *initial);
  right = allocate(side * side, sizeof *right);
  for (size_t i = 0; i < side * side; ++i) {
    initial[i].a = nextUniform(&seed);
    initial[i].b = nextUniform(&seed);
  }
}

static void reset(void) { memcpy(field, initial, side * side * sizeof *field); }

static double checksum(void) { return weightedSum((const double *)field, 2 * side * side) + largestChange; }

// The lines of the last half step, multiplied out again: the system that they solve.
static double verify(void) {
  double worst = 0;
  size_t n = side;
  for (size_t x = 0; x < n; ++x)
    for (size_t y = 0; y < n; ++y) {
      size_t i = y * n + x;
      pair here = field[i], sum;
      sum.a = (1 + 2 * Diffusion) * here.a + Reaction * (here.a - here.b);
      sum.b = (1 + 2 * Diffusion) * here.b + Reaction * (here.b - here.a);
      if (y > 0) {
        sum.a -= Diffusion * field[i - n].a;
        sum.b -= Diffusion * field[i - n].b;
      }
      if (y + 1 < n) {
        sum.a -= Diffusion * field[i + n].a;
        sum.b -= Diffusion * field[i + n].b;
      }
      double difference = fmax(fabs(sum.a - right[i].a), fabs(sum.b - right[i].b));
      worst = !(difference <= worst) ? difference : worst;
    }
  return worst;
}

const struct Workload workload = {
    "adi", "points on a side of the field", 900, 1e-9, prepare, reset, run, checksum, verify, NULL, NULL};
