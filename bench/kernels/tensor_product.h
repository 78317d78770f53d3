//===- tensor_product.h - what products of a sparse tensor share ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   A(i,j,l) = sum over k of B(i,j,k) * C(k,l)      B sparse; A has its first two modes, and so many columns as C
//
// All of a workload but its kernel: multiply(slices, fiberStarts, entryStarts, entryIndex, value, c, a).
//
//===----------------------------------------------------------------------===//
#ifndef BENCH_TENSOR_PRODUCT_H
#define BENCH_TENSOR_PRODUCT_H

#include "results.h"
#include "tensor.h"
#include "workload.h"

#include <cmath>

/// `Added`: how many of the passes add to the product; otherwise each computes it anew.
template <size_t Columns, int Passes, int Added, auto multiply> struct TensorProduct {
  static inline Tensor tensor;
  static inline std::vector<double> factor, product;

  static void use(Tensor made, uint64_t seed) {
    tensor = std::move(made);
    factor = positiveNumbers(tensor.extents[2] * Columns, seed);
    product.resize(tensor.fibers() * Columns);
  }

  static void prepare(size_t size, uint64_t seed) { use(generateTensor(size, seed), seed); }

  static void load(const char *path, uint64_t seed) { use(loadTensor(path), seed); }

  static void reset() { product.assign(product.size(), 0); }

  static void run() {
    for (int pass = 0; pass < Passes; ++pass)
      multiply(tensor.slices(), tensor.fiberStarts.data(), tensor.entryStarts.data(), tensor.entryIndex.data(),
               tensor.values.data(), factor.data(), product.data());
  }

  static double checksum() {
    return weightedSum(product.size(), [](size_t i) { return product[i]; });
  }

  /// Column by column, scattering from the last entry, in extended precision. Values of a file may cancel each other
  /// out: the difference is relative to the sum of their sizes.
  static double verify() {
    return worstDifference(Columns, [](size_t l) {
      std::vector<long double> expected(tensor.fibers()), scale(tensor.fibers());
      for (size_t e = tensor.values.size(), f = tensor.fibers(); e-- > 0;) {
        while (tensor.entryStarts[f] > e)
          --f;
        long double term = static_cast<long double>(tensor.values[e]) * factor[tensor.entryIndex[e] * Columns + l];
        expected[f] += Added * term;
        scale[f] += Added * std::fabs(term);
      }
      return worstDifference(tensor.fibers(), [&](size_t f) {
        return static_cast<double>(std::fabs(product[f * Columns + l] - expected[f]) / (scale[f] > 0 ? scale[f] : 1));
      });
    });
  }

  static constexpr Workload workload(const char *name, size_t defaultSize) {
    return {name, "entries of the tensor",         defaultSize, 1e-9, prepare, reset, run, checksum, verify,
            load, "a FROSTT tensor of three modes"};
  }
};

#endif // BENCH_TENSOR_PRODUCT_H
