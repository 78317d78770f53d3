//===- program.h - the programs of the paper's table 1, and irregular ones, in five versions --===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A program is a sequence of phases (time steps, or parts of them), each a sweep over rows. It says
//
//   make()                        the arrays, of rows() rows, for phases() phases
//   hash()                        of the results
//   sweep(phase, first, last)     the work on rows [first, last): the same code in all versions but the first
//   touched(phase, first, last)   the effects of that
//   plain()                       everything, as plain loops
//   skew                          rows that a phase has to stay behind the one before, if tiled by hand
//   independent(phase)            if there is one: whether the halves of a phase may run at the same time
//   unit()                        if there is one: rows that stay together, which halves are multiples of
//   combine()                     if there is one: what follows all phases, but for the plain loops'
//
// and this header makes of it
//
//   plain     the plain loops
//   cilk      a recursion over rows for each phase, without effects, with a fork where the halves are independent
//   serial    the same with effects, but without try_splice: what annotations cost
//   splice    the same, spliced
//   tiled     time-tiled by hand: a wavefront over blocks of rows, skewed from phase to phase
//
// The version "configuration" runs nothing, and says how many rows, columns, phases, rows of a block and of a part the
// spliced version would have.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_BENCH_SPLICE_PROGRAM_H
#define TACTUS_BENCH_SPLICE_PROGRAM_H

#include "values.h"

#include <tactus/splice.hpp>
#include <tactus/tactus.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace splice_bench {

namespace splice = tactus::splice;
using Index = std::ptrdiff_t;

struct Options {
  std::string version = "plain";
  /// Rows and columns; 0: the program's.
  Index rows = 0, columns = 0;
  Index phases = 0;
  /// Calls that are spliced, or phases in a tile; 0: chosen at run time, or the program's.
  unsigned count = 0;
  /// Rows in the leaves of the recursion, and in a part of a step.
  Index block = 0, grain = 0;
  /// All of it so many times.
  Index repeat = 1;
};
inline Options options;
inline Index rows() { return options.rows; }
inline Index phases() { return options.phases; }

/// An array of doubles with defined contents.
class Array {
public:
  void make(Index size, std::uint64_t seed) {
    values_.resize(static_cast<std::size_t>(size));
    fill(data(), size, seed);
  }
  double *data() { return values_.data(); }
  double &operator[](Index index) { return values_[static_cast<std::size_t>(index)]; }
  [[nodiscard]] Index size() const { return static_cast<Index>(values_.size()); }

  [[nodiscard]] std::uint64_t hash() const { return hashOf(values_.data(), size()); }

private:
  std::vector<double> values_;
};

/// Rows [first, last) of a matrix with rows of `columns` elements.
inline splice::byte_range rowsOf(Array &array, Index columns, Index first, Index last) {
  first = std::max<Index>(first * columns, 0);
  last = std::min(last * columns, array.size());
  return splice::range(array.data() + first, static_cast<std::size_t>(std::max<Index>(last - first, 0)));
}

/// Two arrays that take turns: a phase reads one and writes the other.
struct TwoArrays {
  static inline Array arrays[2];

  static void makeArrays(Index size) {
    for (Array &array : arrays)
      array.make(size, 1);
  }
  static std::uint64_t hash() { return arrays[0].hash() ^ arrays[1].hash() * 3; }
  static Array &source(Index phase) { return arrays[phase % 2]; }
  static Array &target(Index phase) { return arrays[1 - phase % 2]; }
};

template <class Program> class Versions {
public:
  static void run() {
    const std::string &version = options.version;
    if (version == "plain")
      Program::plain();
    else if (version == "cilk")
      forEachPhase([](Index phase) { recurse(phase, 0, rows()); });
    else if (version == "serial")
      forEachPhase([](Index phase) { splice::invoke(spliced(phase, Index{0}, rows())); });
    else if (version == "splice")
      splice::try_splice(options.count,
                         [] { forEachPhase([](Index phase) { splice::invoke(spliced(phase, Index{0}, rows())); }); });
    else if (version == "tiled")
      tiled();
    else {
      fprintf(stderr, "error: no version %s; use plain, cilk, serial, splice or tiled\n", version.c_str());
      exit(2);
    }
    if constexpr (requires { Program::combine(); })
      if (version != "plain")
        Program::combine();
  }

private:
  template <class Body> static void forEachPhase(Body body) {
    for (Index phase = 0; phase < phases(); ++phase)
      body(phase);
  }

  /// Blocks are multiples of the grain, so that the versions call sweep in the same places.
  static Index middle(Index first, Index last) {
    Index half = (last - first) / 2, unit = options.grain;
    if constexpr (requires { Program::unit(); })
      unit = Program::unit();
    return first + std::max(half / unit * unit, unit);
  }

  [[gnu::noinline]] static void recurse(Index phase, Index first, Index last) {
    if (last - first <= options.block) {
      Program::sweep(phase, first, last);
      return;
    }
    Index half = middle(first, last);
    if (!independent(phase)) {
      recurse(phase, first, half);
      recurse(phase, half, last);
      return;
    }
    tactus::par([=] { recurse(phase, first, half); }, [=] { recurse(phase, half, last); });
  }

  static bool independent(Index phase) {
    if constexpr (requires { Program::independent(phase); })
      return Program::independent(phase);
    else
      return true;
  }

  static splice::effects effects(Index phase, Index first, Index last) { return Program::touched(phase, first, last); }
  static void body(Index phase, Index first, Index last) {
    if (last - first <= options.block) {
      splice::steps(
          splice::chunks{first, last, options.grain, phase * Program::skew},
          [=](const splice::chunks &part) { return Program::touched(phase, part.first, part.last); },
          [=](const splice::chunks &part) { Program::sweep(phase, part.first, part.last); }, splice::last);
      return;
    }
    Index half = middle(first, last);
    splice::finish(spliced(phase, first, half), spliced(phase, half, last));
  }
  static constexpr splice::function<effects, body> spliced{};

  static void tiled() {
    Index height = options.count ? options.count : Program::tile;
    for (Index base = 0; base < phases(); base += height) {
      Index count = std::min(height, phases() - base);
      Index lag = std::max<Index>(Program::skew, 1);
      for (Index front = 0; front < rows() + (count - 1) * lag; front += options.grain)
        for (Index phase = 0; phase < count; ++phase) {
          Index first = std::max<Index>(front - phase * lag, 0);
          Index last = std::min(front - phase * lag + options.grain, rows());
          if (first < last)
            Program::sweep(base + phase, first, last);
        }
    }
  }
};

inline void readOptions(int argc, char **argv) {
  for (int index = 1; index + 1 < argc; index += 2) {
    std::string name = argv[index];
    long value = strtol(argv[index + 1], nullptr, 10);
    if (name == "--version")
      options.version = argv[index + 1];
    else if (name == "--rows")
      options.rows = value;
    else if (name == "--columns")
      options.columns = value;
    else if (name == "--phases")
      options.phases = value;
    else if (name == "--count")
      options.count = static_cast<unsigned>(value);
    else if (name == "--block")
      options.block = value;
    else if (name == "--grain")
      options.grain = value;
    else if (name == "--repeat")
      options.repeat = value;
    else {
      fprintf(stderr, "error: no option %s; see bench/splice/program.h\n", argv[index]);
      exit(2);
    }
  }
}

/// A program that has other versions than rows and phases give runs itself.
template <class Program> void runOnce() {
  if constexpr (requires { Program::run(); })
    Program::run();
  else
    Versions<Program>::run();
}

/// Prints these times and the hash of the results, or the configuration.
template <class Program> int main(int argc, char **argv) {
  readOptions(argc, argv);
  auto orElse = [](Index &value, Index otherwise) { value = value > 0 ? value : otherwise; };
  orElse(options.rows, Program::defaultRows);
  orElse(options.columns, Program::defaultColumns);
  orElse(options.phases, Program::defaultPhases);
  // Both were found by search: the wavefront by hand has no price for a part.
  orElse(options.grain, options.version == "tiled" ? Program::tileGrain : Program::defaultGrain);
  orElse(options.block, Program::defaultBlock);
  if (options.version == "configuration") {
    printf("%td %td %td %td %td\n", options.rows, options.columns, options.phases, options.block, options.grain);
    return 0;
  }
  Program::make();
  Times begin;
  for (Index round = 0; round < options.repeat; ++round)
    runOnce<Program>();
  Times end;
  print(begin, end, Program::hash());
  return 0;
}

} // namespace splice_bench

#endif // TACTUS_BENCH_SPLICE_PROGRAM_H
