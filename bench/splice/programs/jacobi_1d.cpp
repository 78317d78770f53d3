//===- jacobi_1d.cpp - three-point stencil, two arrays in turn ===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "../program.h"

using namespace splice_bench;

namespace {

struct Jacobi1D : TwoArrays {
  static constexpr Index defaultRows = 1 << 22, defaultColumns = 1, defaultPhases = 64;
  static constexpr Index defaultBlock = 1 << 18, defaultGrain = 4096;
  static constexpr Index skew = 1, tile = 16, tileGrain = 2048;

  static void make() { makeArrays(options.rows); }

  static void sweep(Index phase, Index first, Index last) {
    const double *__restrict from = source(phase).data();
    double *__restrict to = target(phase).data();
    first = std::max<Index>(first, 1);
    last = std::min(last, rows() - 1);
    for (Index i = first; i < last; ++i)
      to[i] = 0.33333 * (from[i - 1] + from[i] + from[i + 1]);
  }
  static splice::effects touched(Index phase, Index first, Index last) {
    return splice::reads(rowsOf(source(phase), 1, first - 1, last + 1)) |
           splice::writes(rowsOf(target(phase), 1, first, last));
  }
  static void plain() {
    for (Index phase = 0; phase < phases(); ++phase) {
      const double *__restrict from = source(phase).data();
      double *__restrict to = target(phase).data();
      for (Index i = 1; i < rows() - 1; ++i)
        to[i] = 0.33333 * (from[i - 1] + from[i] + from[i + 1]);
    }
  }
};

} // namespace

int main(int argc, char **argv) { return splice_bench::main<Jacobi1D>(argc, argv); }
