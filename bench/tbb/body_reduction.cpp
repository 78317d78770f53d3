//===- body_reduction.cpp - parallel_reduce with a Body -------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A reduction with a Body of its own: which point of the Mandelbrot set's border takes longest.
//
//===----------------------------------------------------------------------===//
// GRAINS: 1 8 64
// SIZES: 700 120
#include "measure.h"

#include <tbb/parallel_reduce.h>

struct Longest {
  long width, best = -1, steps = -1;

  explicit Longest(long width) : width(width) {}
  Longest(Longest &other, tbb::split) : width(other.width) {}

  long stepsAt(long point) const {
    double x = static_cast<double>(point % width) / static_cast<double>(width) * 3 - 2;
    double y = static_cast<double>(point / width) / static_cast<double>(width) * 3 - 1.5;
    double real = 0, imaginary = 0;
    long taken = 0;
    for (; taken < 200 && real * real + imaginary * imaginary < 4; ++taken) {
      double next = real * real - imaginary * imaginary + x;
      imaginary = 2 * real * imaginary + y;
      real = next;
    }
    return taken < 200 ? taken : 0;
  }

  void operator()(const tbb::blocked_range<long> &rows) {
    for (long row = rows.begin(); row != rows.end(); ++row)
      for (long point = row * width; point != (row + 1) * width; ++point)
        if (long here = stepsAt(point); here > steps) {
          steps = here;
          best = point;
        }
  }

  void join(const Longest &right) {
    if (right.steps > steps) {
      steps = right.steps;
      best = right.best;
    }
  }
};

int main(int argc, char **argv) {
  return bench::run(argc, argv, [](long width) {
    return [width] {
      Longest longest(width);
      tbb::parallel_reduce(bench::range(0L, width), longest, bench::Partitioner());
      return static_cast<double>(longest.best);
    };
  });
}
