//===- cholesky-depend.c - Cholesky factorisation by tasks with dependences -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The right-looking algorithm, with a task for each block, as in PLASMA and SLATE: nothing waits but at the end.
//
//===----------------------------------------------------------------------===//
#include "regions.h"
#include <math.h>
#include <string.h>

enum { B = 48 };
typedef double Block[B][B];

static size_t side;
static Block *initial, *factor;
#define AT(matrix, i, j) matrix[(i) * side + (j)]

static void factorise(Block a) {
  for (int k = 0; k < B; ++k) {
    a[k][k] = sqrt(a[k][k]);
    for (int i = k + 1; i < B; ++i)
      a[i][k] /= a[k][k];
    for (int i = k + 1; i < B; ++i)
      for (int j = k + 1; j <= i; ++j)
        a[i][j] -= a[i][k] * a[j][k];
  }
}

static void solve(Block diagonal, Block a) {
  for (int i = 0; i < B; ++i)
    for (int k = 0; k < B; ++k) {
      double value = a[i][k];
      for (int m = 0; m < k; ++m)
        value -= a[i][m] * diagonal[k][m];
      a[i][k] = value / diagonal[k][k];
    }
}

static void subtractProduct(Block a, Block b, Block c) {
  for (int i = 0; i < B; ++i)
    for (int j = 0; j < B; ++j) {
      double sum = 0;
      for (int k = 0; k < B; ++k)
        sum += a[i][k] * b[j][k];
      c[i][j] -= sum;
    }
}

static void run(void) {
#pragma omp parallel
#pragma omp single
  for (size_t k = 0; k < side; ++k) {
#pragma omp task depend(inout : AT(factor, k, k))
    factorise(AT(factor, k, k));
    for (size_t i = k + 1; i < side; ++i) {
#pragma omp task depend(in : AT(factor, k, k)) depend(inout : AT(factor, i, k))
      solve(AT(factor, k, k), AT(factor, i, k));
    }
    for (size_t i = k + 1; i < side; ++i)
      for (size_t j = k + 1; j <= i; ++j) {
#pragma omp task depend(in : AT(factor, i, k), AT(factor, j, k)) depend(inout : AT(factor, i, j))
        subtractProduct(AT(factor, i, k), AT(factor, j, k), AT(factor, i, j));
      }
  }
}

static void prepare(size_t size, uint64_t seed) {
  side = size;
  initial = allocate(side * side, sizeof *initial);
  factor = allocate(side * side, sizeof *factor);
  for (size_t i = 0; i < side; ++i)
    for (size_t j = 0; j <= i; ++j)
      for (int x = 0; x < B; ++x)
        for (int y = 0; y < B; ++y)
          AT(initial, i, j)[x][y] = nextUniform(&seed) + (i == j && x == y ? (double)(side * B) : 0);
}

static void reset(void) {
  for (size_t i = 0; i < side; ++i)
    memcpy(&AT(factor, i, 0), &AT(initial, i, 0), (i + 1) * sizeof(Block));
}

/// An element of the factor, which is 0 right of the diagonal.
static double element(size_t row, size_t column) {
  return column > row ? 0 : AT(factor, row / B, column / B)[row % B][column % B];
}

static double checksum(void) {
  double sum = 0;
  for (size_t i = 0; i < side; ++i)
    for (size_t j = 0; j < i; ++j)
      sum += weightedSum((const double *)AT(factor, i, j), B * B);
  return sum;
}

/// Elements of the product of the factor with itself, spread over the matrix.
static double verify(void) {
  double worst = 0;
  for (size_t row = 0; row < side * B; row += 7)
    for (size_t column = row % 5; column <= row; column += 11) {
      double product = 0;
      for (size_t k = 0; k <= column; ++k)
        product += element(row, k) * element(column, k);
      double difference = relativeDifference(product, AT(initial, row / B, column / B)[row % B][column % B]);
      if (row / B == column / B && row % B < column % B)
        continue;
      worst = difference > worst ? difference : worst;
    }
  return worst;
}

const struct Workload workload = {
    "cholesky-depend", "blocks on a side of the matrix", 24, 1e-9, prepare, reset, run, checksum, verify, NULL, NULL};
