//===- apop.cpp - American put option pricing: a stencil with early exercise ===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "../program.h"

using namespace splice_bench;

namespace {

struct Apop : TwoArrays {
  static constexpr Index defaultRows = 1 << 22, defaultColumns = 1, defaultPhases = 64;
  static constexpr Index defaultBlock = 1 << 18, defaultGrain = 4096;
  static constexpr Index skew = 1, tile = 16, tileGrain = 2048;
  static inline Array payoff;

  static void make() {
    payoff.make(options.rows, 2);
    makeArrays(options.rows);
  }

  static void sweep(Index phase, Index first, Index last) {
    const double *__restrict from = source(phase).data();
    const double *__restrict early = payoff.data();
    double *__restrict to = target(phase).data();
    first = std::max<Index>(first, 1);
    last = std::min(last, rows() - 1);
    for (Index i = first; i < last; ++i) {
      double held = 0.4 * from[i - 1] + 0.19 * from[i] + 0.4 * from[i + 1];
      to[i] = held > early[i] ? held : early[i];
    }
  }
  static splice::effects touched(Index phase, Index first, Index last) {
    return splice::reads(rowsOf(source(phase), 1, first - 1, last + 1), rowsOf(payoff, 1, first, last)) |
           splice::writes(rowsOf(target(phase), 1, first, last));
  }
  static void plain() {
    const double *__restrict early = payoff.data();
    for (Index phase = 0; phase < phases(); ++phase) {
      const double *__restrict from = source(phase).data();
      double *__restrict to = target(phase).data();
      for (Index i = 1; i < rows() - 1; ++i) {
        double held = 0.4 * from[i - 1] + 0.19 * from[i] + 0.4 * from[i + 1];
        to[i] = held > early[i] ? held : early[i];
      }
    }
  }
};

} // namespace

int main(int argc, char **argv) { return splice_bench::main<Apop>(argc, argv); }
