//===- matrix_products.h - a matrix times a vector, and its transpose times another ---------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// MVT and BICG are the same two products; MVT adds them to vectors, BICG overwrites those. Both go through the matrix
// row by row, so that the second product finds the rows that the first has read.
//
// The second product is a sum over all rows. As in the paper (§8), the recursive versions add up blocks of rows in
// accumulators of their own, so that its halves are independent, and combine these at the end.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_BENCH_SPLICE_MATRIX_PRODUCTS_H
#define TACTUS_BENCH_SPLICE_MATRIX_PRODUCTS_H

#include "program.h"

namespace splice_bench {

/// The phases are the two products.
template <bool Adds> struct MatrixProducts {
  static constexpr Index defaultRows = 2896, defaultColumns = 2896, defaultPhases = 2;
  static constexpr Index defaultBlock = 64, defaultGrain = 8;
  static constexpr Index skew = 0, tile = 2, tileGrain = 8;
  static inline Array matrix, right, left, product, transposed, accumulators;

  static void make() {
    options.phases = defaultPhases;
    accumulators.make((options.rows + options.block - 1) / options.block * options.columns, 6);
    matrix.make(options.rows * options.columns, 1);
    right.make(options.columns, 2);
    left.make(options.rows, 3);
    product.make(options.rows, 4);
    transposed.make(options.columns, 5);
  }
  static std::uint64_t hash() { return product.hash() ^ transposed.hash() * 3; }

  /// Each leaf has an accumulator.
  static Index unit() { return options.block; }
  static double *accumulatorOf(Index row) { return accumulators.data() + row / options.block * options.columns; }

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
      std::fill_n(transposed.data(), options.columns, 0.0);
  }
  static void addTransposed(const double *__restrict sums) {
    double *__restrict to = transposed.data();
    for (Index j = 0; j < options.columns; ++j)
      to[j] += sums[j];
  }
  /// Behind both products.
  static void combine() {
    beginTransposed();
    for (Index first = 0; first < rows(); first += options.block)
      addTransposed(accumulatorOf(first));
  }
  static void sweep(Index phase, Index first, Index last) {
    for (Index i = first; i < last; ++i) {
      const double *row = matrix.data() + i * options.columns;
      if (phase == 0) {
        setProduct(i, rowTimes(row, right.data()));
        continue;
      }
      double *sums = accumulatorOf(i);
      if (i % options.block == 0)
        std::fill_n(sums, options.columns, 0.0);
      addRow(sums, row, left[i]);
    }
  }
  static splice::effects touched(Index phase, Index first, Index last) {
    splice::byte_range rowsRead = rowsOf(matrix, options.columns, first, last);
    if (phase == 0)
      return splice::reads(rowsRead, rowsOf(right, 1, 0, options.columns)) |
             splice::writes(rowsOf(product, 1, first, last));
    return splice::reads(rowsRead, rowsOf(left, 1, first, last)) |
           splice::writes(rowsOf(accumulators, options.columns, first / options.block,
                                 (last + options.block - 1) / options.block));
  }
  static void plain() {
    for (Index i = 0; i < rows(); ++i)
      setProduct(i, rowTimes(matrix.data() + i * options.columns, right.data()));
    beginTransposed();
    double *sums = accumulators.data();
    for (Index first = 0; first < rows(); first += options.block) {
      std::fill_n(sums, options.columns, 0.0);
      for (Index i = first; i < std::min(first + options.block, rows()); ++i)
        addRow(sums, matrix.data() + i * options.columns, left[i]);
      addTransposed(sums);
    }
  }
};

} // namespace splice_bench

#endif // TACTUS_BENCH_SPLICE_MATRIX_PRODUCTS_H
