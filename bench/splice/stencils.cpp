//===- stencils.cpp - the eight programs as a polyhedral compiler wants them ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   clang++ -DJACOBI_2D -DROWS=2048 -DCOLUMNS=2048 -DPHASES=64 -mllvm -polly …
//
// Polly tiles time only where sizes are constants, arrays have names, and the arrays that take turns do so in the text:
// two phases in each iteration. So the plain loops are here once more, with the same bits as results. tactus-clang++
// splices them by the pragma, without clauses. Prints what programs with <program.h> print.
//
//===----------------------------------------------------------------------===//
#include "values.h"

using splice_bench::fill;
using splice_bench::hashOf;
using Index = std::ptrdiff_t;

namespace {

#if defined(JACOBI_1D) || defined(APOP)
using Grid = double[ROWS];
#elif defined(JACOBI_3D)
using Grid = double[ROWS][COLUMNS][COLUMNS];
#else
using Grid = double[ROWS][COLUMNS];
#endif
constexpr Index Size = sizeof(Grid) / sizeof(double);

double *valuesOf(Grid &grid) { return reinterpret_cast<double *>(&grid); }

#if defined(JACOBI_1D) || defined(APOP) || defined(JACOBI_2D) || defined(JACOBI_3D)

Grid even, odd;
#ifdef APOP
Grid payoff;
#endif

[[gnu::always_inline]] inline void phase(const Grid &from, Grid &to) {
#if defined(JACOBI_1D)
  for (Index i = 1; i < ROWS - 1; ++i)
    to[i] = 0.33333 * (from[i - 1] + from[i] + from[i + 1]);
#elif defined(APOP)
  for (Index i = 1; i < ROWS - 1; ++i) {
    double held = 0.4 * from[i - 1] + 0.19 * from[i] + 0.4 * from[i + 1];
    to[i] = held > payoff[i] ? held : payoff[i];
  }
#elif defined(JACOBI_2D)
  for (Index i = 1; i < ROWS - 1; ++i)
    for (Index j = 1; j < COLUMNS - 1; ++j)
      to[i][j] = 0.2 * (from[i][j] + from[i][j - 1] + from[i][j + 1] + from[i + 1][j] + from[i - 1][j]);
#else
  for (Index i = 1; i < ROWS - 1; ++i)
    for (Index j = 1; j < COLUMNS - 1; ++j)
      for (Index k = 1; k < COLUMNS - 1; ++k)
        to[i][j][k] = 0.125 * (from[i - 1][j][k] + from[i + 1][j][k] + from[i][j - 1][k] + from[i][j + 1][k] +
                               from[i][j][k - 1] + from[i][j][k + 1]) +
                      0.25 * from[i][j][k];
#endif
}

void make() {
#ifdef APOP
  fill(valuesOf(payoff), Size, 2);
#endif
  fill(valuesOf(even), Size, 1);
  fill(valuesOf(odd), Size, 1);
}
uint64_t hash() { return hashOf(valuesOf(even), Size) ^ hashOf(valuesOf(odd), Size) * 3; }
[[gnu::noinline]] void run() {
#pragma splice
  for (Index pair = 0; pair < PHASES / 2; ++pair) {
    phase(even, odd);
    phase(odd, even);
  }
  if (PHASES % 2)
    phase(even, odd);
}

#elif defined(SEIDEL_2D)

Grid grid;

void make() { fill(valuesOf(grid), Size, 1); }
uint64_t hash() { return hashOf(valuesOf(grid), Size); }
[[gnu::noinline]] void run() {
#pragma splice
  for (Index t = 0; t < PHASES; ++t)
    for (Index i = 1; i < ROWS - 1; ++i)
      for (Index j = 1; j < COLUMNS - 1; ++j)
        grid[i][j] = (grid[i - 1][j - 1] + grid[i - 1][j] + grid[i - 1][j + 1] + grid[i][j - 1] + grid[i][j] +
                      grid[i][j + 1] + grid[i + 1][j - 1] + grid[i + 1][j] + grid[i + 1][j + 1]) /
                     9.0;
}

#elif defined(MVT) || defined(BICG) // sums in the order of matrix_products.h where they fit vectors

Grid matrix;
double right[COLUMNS], left[ROWS], product[ROWS], transposed[COLUMNS];

void make() {
  fill(valuesOf(matrix), Size, 1);
  fill(right, COLUMNS, 2);
  fill(left, ROWS, 3);
  fill(product, ROWS, 4);
  fill(transposed, COLUMNS, 5);
}
uint64_t hash() { return hashOf(product, ROWS) ^ hashOf(transposed, COLUMNS) * 3; }

double rowTimes(const double *row, const double *vector) {
  constexpr Index Lanes = 32;
  double sums[Lanes] = {};
  Index j = 0;
  for (; j + Lanes <= COLUMNS; j += Lanes)
    for (Index lane = 0; lane < Lanes; ++lane)
      sums[lane] += row[j + lane] * vector[j + lane];
  double sum = 0;
  for (double lane : sums)
    sum += lane;
  for (; j < COLUMNS; ++j)
    sum += row[j] * vector[j];
  return sum;
}

[[gnu::noinline]] void run() {
#pragma splice
  {
#ifdef MVT
    for (Index i = 0; i < ROWS; ++i)
      product[i] += rowTimes(matrix[i], right);
#else
    for (Index j = 0; j < COLUMNS; ++j)
      transposed[j] = 0;
    for (Index i = 0; i < ROWS; ++i)
      product[i] = rowTimes(matrix[i], right);
#endif
    for (Index i = 0; i < ROWS; ++i)
      for (Index j = 0; j < COLUMNS; ++j)
        transposed[j] += matrix[i][j] * left[i];
  }
}

#else // FDTD_2D

Grid ex, ey, hz;

void make() {
  fill(valuesOf(ex), Size, 1);
  fill(valuesOf(ey), Size, 2);
  fill(valuesOf(hz), Size, 3);
}
uint64_t hash() { return hashOf(valuesOf(ex), Size) ^ hashOf(valuesOf(ey), Size) * 3 ^ hashOf(valuesOf(hz), Size) * 5; }
[[gnu::noinline]] void run() {
#pragma splice
  for (Index t = 0; t < PHASES / 3; ++t) {
    for (Index j = 0; j < COLUMNS; ++j)
      ey[0][j] = static_cast<double>(t);
    for (Index i = 1; i < ROWS; ++i)
      for (Index j = 0; j < COLUMNS; ++j)
        ey[i][j] -= 0.5 * (hz[i][j] - hz[i - 1][j]);
    for (Index i = 0; i < ROWS; ++i)
      for (Index j = 1; j < COLUMNS; ++j)
        ex[i][j] -= 0.5 * (hz[i][j] - hz[i][j - 1]);
    for (Index i = 0; i < ROWS - 1; ++i)
      for (Index j = 0; j < COLUMNS - 1; ++j)
        hz[i][j] -= 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
  }
}

#endif

} // namespace

int main() {
  make();
  splice_bench::Times begin;
  run();
  splice_bench::Times end;
  splice_bench::print(begin, end, hash());
  return 0;
}
