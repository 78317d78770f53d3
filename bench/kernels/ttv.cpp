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
#include "tensor_product.h"

namespace {

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

using Product = TensorProduct</*Columns=*/1, /*Passes=*/30, /*Added=*/1, multiply>;

} // namespace

extern "C" const Workload workload = Product::workload("ttv", 1500000);
