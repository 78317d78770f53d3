//===- mvt.cpp - x1 += A y1; x2 += A' y2 ===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "../program.h"

using namespace splice_bench;

namespace {

/// Phases take turns: a matrix times a vector, and its transpose times another, row by row.
struct Mvt {
  static constexpr Index defaultRows = 2896, defaultColumns = 2896, defaultPhases = 2;
  static constexpr Index defaultBlock = 64, defaultGrain = 8;
  static constexpr Index skew = 0, tile = 2, tileGrain = 8;
  static inline Array matrix, right, left, product, transposed;

  static Index rows() { return options.rows; }
  static Index phases() { return options.phases; }
  static void make() {
    matrix.make(options.rows * options.columns, 1);
    right.make(options.columns, 2);
    left.make(options.rows, 3);
    product.make(options.rows, 4);
    transposed.make(options.columns, 5);
  }
  static std::uint64_t hash() { return product.hash() ^ transposed.hash() * 3; }

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
  static void sweep(Index phase, Index first, Index last) {
    for (Index i = first; i < last; ++i) {
      const double *row = matrix.data() + i * options.columns;
      if (phase % 2 == 0)
        product[i] += rowTimes(row, right.data());
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
        product[i] += rowTimes(matrix.data() + i * options.columns, right.data());
      for (Index i = 0; i < rows(); ++i)
        addRow(transposed.data(), matrix.data() + i * options.columns, left[i]);
    }
  }
};

} // namespace

int main(int argc, char **argv) { return splice_bench::main<Mvt>(argc, argv); }
