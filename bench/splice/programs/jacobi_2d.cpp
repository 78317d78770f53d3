//===- jacobi_2d.cpp - five-point stencil, two arrays in turn ===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "../program.h"

using namespace splice_bench;

namespace {

struct Jacobi2D : TwoArrays {
  static constexpr Index defaultRows = 2048, defaultColumns = 2048, defaultPhases = 64;
  static constexpr Index defaultBlock = 64, defaultGrain = 4;
  static constexpr Index skew = 1, tile = 16, tileGrain = 4;

  static void make() { makeArrays(options.rows * options.columns); }

  static void sweep(Index phase, Index first, Index last) {
    const Index columns = options.columns;
    first = std::max<Index>(first, 1);
    last = std::min(last, rows() - 1);
    for (Index i = first; i < last; ++i) {
      const double *__restrict from = source(phase).data() + i * columns;
      double *__restrict to = target(phase).data() + i * columns;
      for (Index j = 1; j < columns - 1; ++j)
        to[j] = 0.2 * (from[j] + from[j - 1] + from[j + 1] + from[j + columns] + from[j - columns]);
    }
  }
  static splice::effects touched(Index phase, Index first, Index last) {
    return splice::reads(rowsOf(source(phase), options.columns, first - 1, last + 1)) |
           splice::writes(rowsOf(target(phase), options.columns, first, last));
  }
  static void plain() {
    const Index columns = options.columns;
    for (Index phase = 0; phase < phases(); ++phase) {
      const double *__restrict from = source(phase).data();
      double *__restrict to = target(phase).data();
      for (Index i = 1; i < rows() - 1; ++i)
        for (Index j = 1; j < columns - 1; ++j)
          to[i * columns + j] = 0.2 * (from[i * columns + j] + from[i * columns + j - 1] + from[i * columns + j + 1] +
                                       from[(i + 1) * columns + j] + from[(i - 1) * columns + j]);
    }
  }
};

} // namespace

int main(int argc, char **argv) { return splice_bench::main<Jacobi2D>(argc, argv); }
