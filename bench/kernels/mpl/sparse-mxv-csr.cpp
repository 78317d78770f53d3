//===- sparse-mxv-csr.cpp - sparse matrix times vector -------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A loop over rows around a reduction over the entries of one, twelve in the mean.
//
//===----------------------------------------------------------------------===//
#include "../matrix.h"
#include "../results.h"
#include "../workload.h"
#include "parallel.h"

namespace {

constexpr int Passes = 16;

Matrix matrix;
std::vector<double> vector, product;

// The kernel.
__attribute__((noinline)) void multiply(size_t rows, const size_t *starts, const uint32_t *column, const double *value,
                                        const double *x, double *y) {
  parallel::forEach(0, rows, 250, [=](size_t row) {
    y[row] = parallel::reduce(
        starts[row], starts[row + 1], parallel::Sequential, 0.0, [=](size_t i) { return value[i] * x[column[i]]; },
        std::plus<double>());
  });
}

void prepareVector(uint64_t seed) {
  vector.resize(matrix.columns);
  product.resize(matrix.rows);
  for (double &value : vector)
    value = nextUniform(&seed) + 0.5;
}

void prepare(size_t size, uint64_t seed) {
  matrix = fromEntries(size, size, generateEntries(size, seed));
  prepareVector(seed);
}

void load(const char *path, uint64_t seed) {
  MatrixFile file = loadMatrixMarket(path);
  matrix = fromEntries(file.rows, file.columns, std::move(file.entries));
  prepareVector(seed);
}

void reset() { std::fill(product.begin(), product.end(), 0); }

void run() {
  for (int pass = 0; pass < Passes; ++pass)
    multiply(matrix.rows, matrix.starts.data(), matrix.column.data(), matrix.value.data(), vector.data(),
             product.data());
}

double checksum() {
  return weightedSum(product.size(), [](size_t row) { return product[row]; });
}

// From the last entry to the first, in extended precision. Values of a file may cancel each other out: the difference
// is relative to the sum of their sizes.
double verify() {
  double worst = 0;
  for (size_t row = matrix.rows; row-- > 0;) {
    long double sum = 0, scale = 0;
    for (size_t i = matrix.starts[row + 1]; i-- > matrix.starts[row];) {
      long double term = static_cast<long double>(matrix.value[i]) * vector[matrix.column[i]];
      sum += term;
      scale += term < 0 ? -term : term;
    }
    long double difference = product[row] - sum;
    difference = (difference < 0 ? -difference : difference) / (scale > 0 ? scale : 1);
    worst = !(difference <= worst) ? static_cast<double>(difference) : worst;
  }
  return worst;
}

} // namespace

extern "C" const Workload workload = {
    "mpl-sparse-mxv-csr",  "rows and columns of the matrix", 200000, 1e-9, prepare, reset, run, checksum, verify, load,
    "a Matrix Market file"};
