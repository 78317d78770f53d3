//===- matrix_products.h - a matrix times a vector, and its transpose times another ---------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// MVT and BICG are the same two products; MVT adds them to vectors, BICG overwrites those. Both go through the matrix
// row by row, so that the second product finds the rows that the first has read.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_BENCH_SPLICE_MATRIX_PRODUCTS_H
#define TACTUS_BENCH_SPLICE_MATRIX_PRODUCTS_H

#include "program.h"

namespace splice_bench {

/// The phases are the two products, in turn.
template <bool Adds> struct MatrixProducts {
  static constexpr Index defaultRows = 2896, defaultColumns = 2896, defaultPhases = 2;
  static constexpr Index defaultBlock = 64, defaultGrain = 8;
  static constexpr Index skew = 0, tile = 2, tileGrain = 8;
  static inline Array matrix, right, left, product, transposed;

  static void make() {
    matrix.make(options.rows * options.columns, 1);
    right.make(options.columns, 2);
    left.make(options.rows, 3);
    product.make(options.rows, 4);
    transposed.make(options.columns, 5);
  }
  static std::uint64_t hash() { return product.hash() ^ transposed.hash() * 3; }

  /// The transposed product is one sum for each column.
  static bool independent(Index phase) { return phase % 2 == 0; }

  /// A sum in a fixed order that fits vectors.
  static double rowTimes(const double *__restrict row, const double *__restrict vector) {
    constexpr Index Lanes = 32;
    const Index columns = options.columns;
    double sums[Lanes] = {};
    Index j = 0;
    for (; j + Lanes <= columns; j += Lanes)
      for (Index lane = 0; lane < Lanes; ++lane)
        sums[lane] += row[j + lane] * vector[j + lane];
    double sum = 0;
    for (double lane : sums)
      sum += lane;
    for (; j < columns; ++j)
      sum += row[j] * vector[j];
    return sum;
  }
  static void addRow(double *__restrict to, const double *__restrict row, double factor) {
    for (Index j = 0; j < options.columns; ++j)
      to[j] += row[j] * factor;
  }
  static void setProduct(Index row, double sum) { product[row] = Adds ? product[row] + sum : sum; }
  static void beginTransposed() {
    if (!Adds)
      std::fill_n(transposed.data(), transposed.size(), 0.0);
  }
  static void sweep(Index phase, Index first, Index last) {
    if (phase % 2 == 1 && first == 0)
      beginTransposed();
    for (Index i = first; i < last; ++i) {
      const double *row = matrix.data() + i * options.columns;
      if (phase % 2 == 0)
        setProduct(i, rowTimes(row, right.data()));
      else
        addRow(transposed.data(), row, left[i]);
    }
  }
  static splice::effects touched(Index phase, Index first, Index last) {
    splice::byte_range rowsRead = rowsOf(matrix, options.columns, first, last);
    if (phase % 2 == 0)
      return splice::reads(rowsRead, rowsOf(right, 1, 0, options.columns)) |
             splice::writes(rowsOf(product, 1, first, last));
    return splice::reads(rowsRead, rowsOf(left, 1, first, last)) |
           splice::writes(rowsOf(transposed, 1, 0, options.columns));
  }
  static void plain() {
    for (Index phase = 0; phase < phases(); phase += 2) {
      for (Index i = 0; i < rows(); ++i)
        setProduct(i, rowTimes(matrix.data() + i * options.columns, right.data()));
      beginTransposed();
      for (Index i = 0; i < rows(); ++i)
        addRow(transposed.data(), matrix.data() + i * options.columns, left[i]);
    }
  }
};

} // namespace splice_bench

#endif // TACTUS_BENCH_SPLICE_MATRIX_PRODUCTS_H
