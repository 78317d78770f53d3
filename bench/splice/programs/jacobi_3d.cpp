//===- jacobi_3d.cpp - seven-point stencil, two arrays in turn ===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "../program.h"

using namespace splice_bench;

namespace {

/// Rows are planes of columns × columns elements.
struct Jacobi3D : TwoArrays {
  static constexpr Index defaultRows = 640, defaultColumns = 80, defaultPhases = 32;
  static constexpr Index defaultBlock = 16, defaultGrain = 1;
  static constexpr Index skew = 1, tile = 8, tileGrain = 1;

  static Index plane() { return options.columns * options.columns; }
  static void make() { makeArrays(options.rows * plane()); }

  static void sweep(Index phase, Index first, Index last) {
    const Index columns = options.columns, slab = plane();
    first = std::max<Index>(first, 1);
    last = std::min(last, rows() - 1);
    for (Index i = first; i < last; ++i)
      for (Index j = 1; j < columns - 1; ++j) {
        const double *__restrict from = source(phase).data() + i * slab + j * columns;
        double *__restrict to = target(phase).data() + i * slab + j * columns;
        for (Index k = 1; k < columns - 1; ++k)
          to[k] = 0.125 * (from[k - slab] + from[k + slab] + from[k - columns] + from[k + columns] + from[k - 1] +
                           from[k + 1]) +
                  0.25 * from[k];
      }
  }
  static splice::effects touched(Index phase, Index first, Index last) {
    return splice::reads(rowsOf(source(phase), plane(), first - 1, last + 1)) |
           splice::writes(rowsOf(target(phase), plane(), first, last));
  }
  static void plain() {
    const Index columns = options.columns, slab = plane();
    for (Index phase = 0; phase < phases(); ++phase) {
      const double *__restrict all = source(phase).data();
      double *__restrict result = target(phase).data();
      for (Index i = 1; i < rows() - 1; ++i)
        for (Index j = 1; j < columns - 1; ++j)
          for (Index k = 1; k < columns - 1; ++k) {
            const double *from = all + i * slab + j * columns + k;
            result[i * slab + j * columns + k] =
                0.125 * (from[-slab] + from[slab] + from[-columns] + from[columns] + from[-1] + from[1]) +
                0.25 * from[0];
          }
    }
  }
};

} // namespace

int main(int argc, char **argv) { return splice_bench::main<Jacobi3D>(argc, argv); }
