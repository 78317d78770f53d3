//===- matrix_chain.cpp - a tall matrix times a chain of small ones -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// ((A B1) B2) B3 …: a row of a product needs the same row of the one before and a small matrix, which stays in the
// cache.
// --phases is the number of small matrices; their side is fixed.
//
//===----------------------------------------------------------------------===//
#include "../program.h"

using namespace splice_bench;

namespace {

struct MatrixChain : TwoArrays {
  static constexpr Index defaultRows = 1 << 19, defaultColumns = 8, defaultPhases = 32;
  static constexpr Index defaultBlock = 1 << 15, defaultGrain = 1024;
  static constexpr Index skew = 0, tile = 16, tileGrain = 256, Side = 8;
  static inline std::vector<Array> factors;

  static void make() {
    if (options.columns != Side) {
      fprintf(stderr, "error: --columns %td; the small matrices have %td\n", options.columns, Side);
      exit(2);
    }
    makeArrays(rows() * Side);
    factors.resize(static_cast<std::size_t>(phases()));
    for (Index phase = 0; phase < phases(); ++phase) {
      Array &factor = factors[static_cast<std::size_t>(phase)];
      factor.make(Side * Side, static_cast<std::uint64_t>(phase + 3));
      for (Index index = 0; index < factor.size(); ++index)
        factor[index] /= 1024; // so that products neither grow nor vanish
    }
  }

  static void sweep(Index phase, Index first, Index last) {
    const double *__restrict factor = factors[static_cast<std::size_t>(phase)].data();
    const double *__restrict from = source(phase).data();
    double *__restrict to = target(phase).data();
    for (Index row = first; row < last; ++row) {
      double sums[Side] = {};
      for (Index middle = 0; middle < Side; ++middle)
        for (Index column = 0; column < Side; ++column)
          sums[column] += from[row * Side + middle] * factor[middle * Side + column];
      std::copy_n(sums, Side, to + row * Side);
    }
  }
  static splice::effects touched(Index phase, Index first, Index last) {
    return splice::reads(rowsOf(source(phase), Side, first, last)) |
           splice::writes(rowsOf(target(phase), Side, first, last));
  }
  static void plain() {
    for (Index phase = 0; phase < phases(); ++phase)
      sweep(phase, 0, rows());
  }
};

} // namespace

int main(int argc, char **argv) { return splice_bench::main<MatrixChain>(argc, argv); }
