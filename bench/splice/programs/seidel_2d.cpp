//===- seidel_2d.cpp - nine-point stencil in place ===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "../program.h"

using namespace splice_bench;

namespace {

struct Seidel2D {
  static constexpr Index defaultRows = 2048, defaultColumns = 2048, defaultPhases = 16;
  static constexpr Index defaultBlock = 256, defaultGrain = 8;
  static constexpr Index skew = 1, tile = 8, tileGrain = 4;
  static inline Array array;

  static void make() { array.make(options.rows * options.columns, 1); }
  static std::uint64_t hash() { return array.hash(); }

  static void sweep(Index, Index first, Index last) {
    const Index columns = options.columns;
    double *all = array.data();
    first = std::max<Index>(first, 1);
    last = std::min(last, rows() - 1);
    for (Index i = first; i < last; ++i) {
      double *row = all + i * columns, *above = row - columns, *below = row + columns;
      for (Index j = 1; j < columns - 1; ++j)
        row[j] = (above[j - 1] + above[j] + above[j + 1] + row[j - 1] + row[j] + row[j + 1] + below[j - 1] + below[j] +
                  below[j + 1]) /
                 9.0;
    }
  }
  static bool independent(Index) { return false; }
  static splice::effects touched(Index, Index first, Index last) {
    return splice::reads(rowsOf(array, options.columns, first - 1, last + 1)) |
           splice::writes(rowsOf(array, options.columns, first, last));
  }
  static void plain() {
    const Index columns = options.columns;
    double *all = array.data();
    for (Index phase = 0; phase < phases(); ++phase)
      for (Index i = 1; i < rows() - 1; ++i)
        for (Index j = 1; j < columns - 1; ++j) {
          double *at = all + i * columns + j;
          at[0] = (at[-columns - 1] + at[-columns] + at[-columns + 1] + at[-1] + at[0] + at[1] + at[columns - 1] +
                   at[columns] + at[columns + 1]) /
                  9.0;
        }
  }
};

} // namespace

int main(int argc, char **argv) { return splice_bench::main<Seidel2D>(argc, argv); }
