//===- fdtd_2d.cpp - finite differences in the time domain: three sweeps a time step ===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "../program.h"

using namespace splice_bench;

namespace {

struct Fdtd2D {
  static constexpr Index defaultRows = 1600, defaultColumns = 1600, defaultPhases = 96;
  static constexpr Index defaultBlock = 256, defaultGrain = 8;
  static constexpr Index skew = 1, tile = 24, tileGrain = 4;
  static inline Array ex, ey, hz;

  static void make() {
    Index seed = 1;
    for (Array *array : {&ex, &ey, &hz})
      array->make(options.rows * options.columns, static_cast<std::uint64_t>(seed++));
  }
  static std::uint64_t hash() { return ex.hash() ^ ey.hash() * 3 ^ hz.hash() * 5; }

  static void sweepEy(Index step, Index first, Index last) {
    const Index columns = options.columns;
    for (Index i = first; i < last; ++i) {
      double *__restrict to = ey.data() + i * columns;
      const double *__restrict field = hz.data() + i * columns;
      if (i == 0)
        for (Index j = 0; j < columns; ++j)
          to[j] = static_cast<double>(step);
      else
        for (Index j = 0; j < columns; ++j)
          to[j] -= 0.5 * (field[j] - field[j - columns]);
    }
  }
  static void sweepEx(Index first, Index last) {
    const Index columns = options.columns;
    for (Index i = first; i < last; ++i) {
      double *__restrict to = ex.data() + i * columns;
      const double *__restrict field = hz.data() + i * columns;
      for (Index j = 1; j < columns; ++j)
        to[j] -= 0.5 * (field[j] - field[j - 1]);
    }
  }
  static void sweepHz(Index first, Index last) {
    const Index columns = options.columns;
    last = std::min(last, rows() - 1);
    for (Index i = first; i < last; ++i) {
      double *__restrict to = hz.data() + i * columns;
      const double *__restrict x = ex.data() + i * columns;
      const double *__restrict y = ey.data() + i * columns;
      for (Index j = 0; j < columns - 1; ++j)
        to[j] -= 0.7 * (x[j + 1] - x[j] + y[j + columns] - y[j]);
    }
  }
  static void sweep(Index phase, Index first, Index last) {
    switch (phase % 3) {
    case 0:
      return sweepEy(phase / 3, first, last);
    case 1:
      return sweepEx(first, last);
    default:
      return sweepHz(first, last);
    }
  }
  static splice::effects touched(Index phase, Index first, Index last) {
    const Index columns = options.columns;
    switch (phase % 3) {
    case 0:
      return splice::reads(rowsOf(hz, columns, first - 1, last)) | splice::writes(rowsOf(ey, columns, first, last));
    case 1:
      return splice::reads(rowsOf(hz, columns, first, last)) | splice::writes(rowsOf(ex, columns, first, last));
    default:
      return splice::reads(rowsOf(ex, columns, first, last), rowsOf(ey, columns, first, last + 1)) |
             splice::writes(rowsOf(hz, columns, first, last));
    }
  }
  static void plain() {
    const Index columns = options.columns, count = rows();
    double *__restrict x = ex.data();
    double *__restrict y = ey.data();
    double *__restrict z = hz.data();
    for (Index phase = 0; phase < phases(); phase += 3) {
      for (Index j = 0; j < columns; ++j)
        y[j] = static_cast<double>(phase / 3);
      for (Index i = 1; i < count; ++i)
        for (Index j = 0; j < columns; ++j)
          y[i * columns + j] -= 0.5 * (z[i * columns + j] - z[(i - 1) * columns + j]);
      for (Index i = 0; i < count; ++i)
        for (Index j = 1; j < columns; ++j)
          x[i * columns + j] -= 0.5 * (z[i * columns + j] - z[i * columns + j - 1]);
      for (Index i = 0; i < count - 1; ++i)
        for (Index j = 0; j < columns - 1; ++j)
          z[i * columns + j] -=
              0.7 * (x[i * columns + j + 1] - x[i * columns + j] + y[(i + 1) * columns + j] - y[i * columns + j]);
    }
  }
};

} // namespace

int main(int argc, char **argv) { return splice_bench::main<Fdtd2D>(argc, argv); }
