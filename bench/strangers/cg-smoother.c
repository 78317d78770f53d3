//===- cg-smoother.c - conjugate gradients with a serial smoother --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Twenty-seven points in three dimensions. The smoother goes through the rows in their order and back, which nobody can
// share; between two of its calls stand loops of some ten to some hundred microseconds.
//
//===----------------------------------------------------------------------===//
#include "../regions/regions.h"

#include <math.h>

enum { Steps = 25, Points = 27 };

static size_t side, rows;
/// By row: how many entries it has, their columns and values, the diagonal first.
static int *counts, *columns;
static double *values;
static double *solution, *right, *residual, *smooth, *direction, *product;

static void connect(size_t row, size_t x, size_t y, size_t z) {
  int count = 0, *column = columns + row * Points;
  double *value = values + row * Points;
  column[count] = (int)row;
  value[count++] = 26;
  for (size_t k = z ? z - 1 : 0; k <= z + 1 && k < side; ++k)
    for (size_t j = y ? y - 1 : 0; j <= y + 1 && j < side; ++j)
      for (size_t i = x ? x - 1 : 0; i <= x + 1 && i < side; ++i) {
        size_t other = (k * side + j) * side + i;
        if (other == row)
          continue;
        column[count] = (int)other;
        value[count++] = -1;
      }
  counts[row] = count;
}

static double rowTimes(size_t row, const double *vector) {
  double sum = 0;
  for (int k = 0; k < counts[row]; ++k)
    sum += values[row * Points + (size_t)k] * vector[columns[row * Points + (size_t)k]];
  return sum;
}

static void relax(size_t row) {
  double rest = residual[row] - rowTimes(row, smooth) + 26 * smooth[row];
  smooth[row] = rest / 26;
}

static void smoothSymmetrically(void) {
  for (size_t row = 0; row < rows; ++row)
    smooth[row] = 0;
  for (size_t row = 0; row < rows; ++row)
    relax(row);
  for (size_t row = rows; row-- > 0;)
    relax(row);
}

static double dot(const double *a, const double *b) {
  double sum = 0;
#pragma omp parallel for BENCH_SCHEDULE reduction(+ : sum)
  for (size_t i = 0; i < rows; ++i)
    sum += a[i] * b[i];
  return sum;
}

static void run(void) {
  double old = 0;
  for (int step = 0; step < Steps; ++step) {
    smoothSymmetrically();
    double now = dot(residual, smooth), beta = step ? now / old : 0;
    old = now;
#pragma omp parallel for BENCH_SCHEDULE
    for (size_t i = 0; i < rows; ++i)
      direction[i] = smooth[i] + beta * direction[i];
#pragma omp parallel for BENCH_SCHEDULE
    for (size_t i = 0; i < rows; ++i)
      product[i] = rowTimes(i, direction);
    double alpha = now / dot(direction, product);
#pragma omp parallel for BENCH_SCHEDULE
    for (size_t i = 0; i < rows; ++i) {
      solution[i] += alpha * direction[i];
      residual[i] -= alpha * product[i];
    }
  }
}

static void prepare(size_t size, uint64_t seed) {
  side = size;
  rows = side * side * side;
  counts = allocate(rows, sizeof *counts);
  columns = allocate(rows * Points, sizeof *columns);
  values = allocate(rows * Points, sizeof *values);
  double **vectors[] = {&solution, &right, &residual, &smooth, &direction, &product};
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; ++i)
    *vectors[i] = allocate(rows, sizeof(double));
  for (size_t row = 0; row < rows; ++row) {
    connect(row, row % side, row / side % side, row / side / side);
    right[row] = 0.5 + nextUniform(&seed);
  }
}

static void reset(void) {
  for (size_t i = 0; i < rows; ++i) {
    solution[i] = direction[i] = 0;
    residual[i] = right[i];
  }
}

static double checksum(void) { return weightedSum(solution, rows); }

// The residual that the steps have kept is that of the solution, and small.
static double verify(void) {
  double wrong = 0, left = 0, all = 0;
  for (size_t row = 0; row < rows; ++row) {
    double real = right[row] - rowTimes(row, solution);
    wrong = fmax(wrong, fabs(real - residual[row]));
    left += real * real;
    all += right[row] * right[row];
  }
  return sqrt(left / all) < 1e-3 ? wrong : 1;
}

const struct Workload workload = {
    "cg-smoother", "points on a side of the cube", 40, 1e-8, prepare, reset, run, checksum, verify, NULL, NULL};
