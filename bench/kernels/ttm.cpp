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
#include "tensor_product.h"

namespace {

constexpr size_t Columns = 16;
constexpr int Passes = 10;

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

using Product = TensorProduct<Columns, Passes, /*Added=*/Passes, multiply>;

} // namespace

extern "C" const Workload workload = Product::workload("ttm", 1000000);
