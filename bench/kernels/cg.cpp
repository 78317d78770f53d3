//===- cg.cpp - conjugate gradients ----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Solves a sparse system by products of the matrix with a vector (two DOALL loops, rows and the entries of one), inner
// products (reductions) and sums of vectors: a short parallel region after the other.
//
// The matrix is made symmetric, diagonally dominant and of unit diagonal, whether it was generated or read, so that the
// method converges; where its entries are, and so what is hard about it, stays.
//
//===----------------------------------------------------------------------===//
#include "loops.h"
#include "matrix.h"
#include "results.h"
#include "workload.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace {

constexpr int Steps = 25;

Matrix matrix;
std::vector<double> rightSide, solution, residual, direction, image;

// The kernel, in four pieces.
__attribute__((noinline)) void multiply(size_t n, const size_t *starts, const uint32_t *column, const double *value,
                                        const double *x, double *y) {
#if OUTER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE
#endif
  for (size_t row = 0; row < n; ++row) {
    double sum = 0;
#if INNER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE reduction(+ : sum)
#endif
    for (size_t i = starts[row]; i < starts[row + 1]; ++i)
      sum += value[i] * x[column[i]];
    y[row] = sum;
  }
}

__attribute__((noinline)) double dot(size_t n, const double *x, const double *y) {
  double sum = 0;
#if OUTER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE reduction(+ : sum)
#endif
  for (size_t i = 0; i < n; ++i)
    sum += x[i] * y[i];
  return sum;
}

// y += factor * x
__attribute__((noinline)) void add(size_t n, double factor, const double *x, double *y) {
#if OUTER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE
#endif
  for (size_t i = 0; i < n; ++i)
    y[i] += factor * x[i];
}

// y = x + factor * y
__attribute__((noinline)) void addTo(size_t n, double factor, const double *x, double *y) {
#if OUTER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE
#endif
  for (size_t i = 0; i < n; ++i)
    y[i] = x[i] + factor * y[i];
}

void makeSystem(size_t n, std::vector<MatrixEntry> entries, uint64_t seed) {
  size_t count = entries.size();
  std::vector<double> diagonal(n, 1);
  for (size_t i = 0; i < count; ++i) {
    auto [row, column, value] = entries[i];
    entries[i].value = value / 2;
    entries.push_back({column, row, value / 2});
    diagonal[row] += std::fabs(value);
    diagonal[column] += std::fabs(value);
  }
  for (MatrixEntry &entry : entries)
    entry.value /= std::sqrt(diagonal[entry.row] * diagonal[entry.column]);
  for (size_t row = 0; row < n; ++row)
    entries.push_back({static_cast<uint32_t>(row), static_cast<uint32_t>(row), 1});
  matrix = fromEntries(n, n, std::move(entries));
  rightSide.resize(n);
  for (double &value : rightSide)
    value = nextUniform(&seed) + 0.5;
  solution.resize(n);
  image.resize(n);
}

void prepare(size_t size, uint64_t seed) { makeSystem(size, generateEntries(size, seed), seed); }

void load(const char *path, uint64_t seed) {
  MatrixFile file = loadMatrixMarket(path);
  if (file.rows != file.columns) {
    std::fprintf(stderr, "cg: error: %s: the matrix has %zu rows and %zu columns, choose a square one\n", path,
                 file.rows, file.columns);
    std::exit(1);
  }
  makeSystem(file.rows, std::move(file.entries), seed);
}

void reset() {
  solution.assign(matrix.rows, 0);
  residual = rightSide;
  direction = rightSide;
}

void run() {
  size_t n = matrix.rows;
  double square = dot(n, residual.data(), residual.data());
  // A small system may be solved exactly before.
  for (int step = 0; step < Steps && square > 0; ++step) {
    multiply(n, matrix.starts.data(), matrix.column.data(), matrix.value.data(), direction.data(), image.data());
    double length = square / dot(n, direction.data(), image.data());
    add(n, length, direction.data(), solution.data());
    add(n, -length, image.data(), residual.data());
    double next = dot(n, residual.data(), residual.data());
    addTo(n, next / square, residual.data(), direction.data());
    square = next;
  }
}

double checksum() {
  return weightedSum(matrix.rows, [](size_t i) { return solution[i]; });
}

// What the solution leaves of the right side, by columns and in extended precision.
double verify() {
  std::vector<long double> rest(rightSide.begin(), rightSide.end());
  for (size_t row = matrix.rows; row-- > 0;)
    for (size_t i = matrix.starts[row]; i < matrix.starts[row + 1]; ++i)
      rest[matrix.column[i]] -= static_cast<long double>(matrix.value[i]) * solution[row];
  long double square = 0, whole = 0;
  for (size_t i = 0; i < matrix.rows; ++i) {
    square += rest[i] * rest[i];
    whole += static_cast<long double>(rightSide[i]) * rightSide[i];
  }
  return static_cast<double>(std::sqrt(square / whole));
}

} // namespace

extern "C" const Workload workload = {"cg",
                                      "rows and columns of the matrix",
                                      100000,
                                      1e-8,
                                      prepare,
                                      reset,
                                      run,
                                      checksum,
                                      verify,
                                      load,
                                      "a Matrix Market file"};
