//===- ttm.cpp - sparse tensor times dense matrix -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   A(i,j,l) = sum over k of B(i,j,k) * C(k,l)      B sparse; A has its first two modes, and 16 columns
//
// Three DOALL loops: slices, fibers, and, inside the sequential loop over entries, the columns. Some slices hold very
// many fibers, some none; the loop over columns must stay vectorised.
//
//===----------------------------------------------------------------------===//
#include "loops.h"
#include "tensor.h"
#include "workload.h"

#include <cmath>

namespace {

constexpr size_t Columns = 16;
constexpr int Passes = 10;

Tensor tensor;
std::vector<double> matrix, product;

// The kernel.
__attribute__((noinline)) void multiply(size_t slices, const size_t *fiberStarts, const size_t *entryStarts,
                                        const uint32_t *entryIndex, const double *value, const double *__restrict c,
                                        double *__restrict a) {
#if OUTER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE
#endif
  for (size_t i = 0; i < slices; ++i) {
#if INNER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE
#endif
    for (size_t f = fiberStarts[i]; f < fiberStarts[i + 1]; ++f)
      for (size_t e = entryStarts[f]; e < entryStarts[f + 1]; ++e) {
#if INNER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE
#endif
        for (size_t l = 0; l < Columns; ++l)
          a[f * Columns + l] += value[e] * c[entryIndex[e] * Columns + l];
      }
  }
}

void allocateState(uint64_t seed) {
  matrix = positiveNumbers(tensor.extents[2] * Columns, seed);
  product.resize(tensor.fibers() * Columns);
}

void prepare(size_t size, uint64_t seed) {
  tensor = generateTensor(size, seed);
  allocateState(seed);
}

void load(const char *path, uint64_t seed) {
  tensor = loadTensor(path);
  allocateState(seed);
}

void reset() { product.assign(product.size(), 0); }

void run() {
  for (int pass = 0; pass < Passes; ++pass)
    multiply(tensor.slices(), tensor.fiberStarts.data(), tensor.entryStarts.data(), tensor.entryIndex.data(),
             tensor.values.data(), matrix.data(), product.data());
}

double checksum() {
  double sum = 0;
  for (size_t i = 0; i < product.size(); ++i)
    sum += product[i] * static_cast<double>(i % 1021 + 1);
  return sum;
}

// Column by column, scattering from the last entry, in extended precision. Values of a file may cancel each other out:
// the difference is relative to the sum of their sizes.
double verify() {
  double worst = 0;
  for (size_t l = 0; l < Columns; ++l) {
    std::vector<long double> expected(tensor.fibers()), scale(tensor.fibers());
    for (size_t e = tensor.values.size(), f = tensor.fibers(); e-- > 0;) {
      while (tensor.entryStarts[f] > e)
        --f;
      long double term = static_cast<long double>(tensor.values[e]) * matrix[tensor.entryIndex[e] * Columns + l];
      expected[f] += Passes * term;
      scale[f] += Passes * std::fabs(term);
    }
    for (size_t f = 0; f < tensor.fibers(); ++f) {
      auto difference =
          static_cast<double>(std::fabs(product[f * Columns + l] - expected[f]) / (scale[f] > 0 ? scale[f] : 1));
      worst = !(difference <= worst) ? difference : worst;
    }
  }
  return worst;
}

} // namespace

extern "C" const Workload workload = {
    "ttm", "entries of the tensor",         1000000, 1e-9, prepare, reset, run, checksum, verify,
    load,  "a FROSTT tensor of three modes"};
