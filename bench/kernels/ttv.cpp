//===- ttv.cpp - sparse tensor times vector -------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   A(i,j) = sum over k of B(i,j,k) * c(k)      B sparse; A has its first two modes
//
// Three DOALL loops: slices, fibers, and entries (a reduction). Some slices hold very many fibers, some none; most
// fibers are short.
//
//===----------------------------------------------------------------------===//
#include "loops.h"
#include "tensor.h"
#include "workload.h"

#include <cmath>

namespace {

constexpr int Passes = 30;

Tensor tensor;
std::vector<double> vector, product;

// The kernel.
__attribute__((noinline)) void multiply(size_t slices, const size_t *fiberStarts, const size_t *entryStarts,
                                        const uint32_t *entryIndex, const double *value, const double *c, double *a) {
#if OUTER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE
#endif
  for (size_t i = 0; i < slices; ++i) {
#if INNER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE
#endif
    for (size_t f = fiberStarts[i]; f < fiberStarts[i + 1]; ++f) {
      double sum = 0;
#if INNER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE reduction(+ : sum)
#endif
      for (size_t e = entryStarts[f]; e < entryStarts[f + 1]; ++e)
        sum += value[e] * c[entryIndex[e]];
      a[f] = sum;
    }
  }
}

void allocateState(uint64_t seed) {
  vector = positiveNumbers(tensor.extents[2], seed);
  product.resize(tensor.fibers());
}

void prepare(size_t size, uint64_t seed) {
  tensor = generateTensor(size, seed);
  allocateState(seed);
}

void load(const char *path, uint64_t seed) {
  tensor = loadTensor(path);
  allocateState(seed);
}

void reset() { product.assign(tensor.fibers(), 0); }

void run() {
  for (int pass = 0; pass < Passes; ++pass)
    multiply(tensor.slices(), tensor.fiberStarts.data(), tensor.entryStarts.data(), tensor.entryIndex.data(),
             tensor.values.data(), vector.data(), product.data());
}

double checksum() {
  double sum = 0;
  for (size_t f = 0; f < product.size(); ++f)
    sum += product[f] * static_cast<double>(f % 1021 + 1);
  return sum;
}

// Scatters entry by entry, from the last, in extended precision. Values of a file may cancel each other out: the
// difference is relative to the sum of their sizes.
double verify() {
  std::vector<long double> expected(tensor.fibers()), scale(tensor.fibers());
  for (size_t e = tensor.values.size(), f = tensor.fibers(); e-- > 0;) {
    while (tensor.entryStarts[f] > e)
      --f;
    long double term = static_cast<long double>(tensor.values[e]) * vector[tensor.entryIndex[e]];
    expected[f] += term;
    scale[f] += std::fabs(term);
  }
  double worst = 0;
  for (size_t f = 0; f < product.size(); ++f) {
    auto difference = static_cast<double>(std::fabs(product[f] - expected[f]) / (scale[f] > 0 ? scale[f] : 1));
    worst = !(difference <= worst) ? difference : worst;
  }
  return worst;
}

} // namespace

extern "C" const Workload workload = {
    "ttv", "entries of the tensor",         1500000, 1e-9, prepare, reset, run, checksum, verify,
    load,  "a FROSTT tensor of three modes"};
