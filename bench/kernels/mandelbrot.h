//===- mandelbrot.h - escape times over a square of the complex plane -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What the mandelbrot kernels share: one pixel, the image, and its verification.
//
//===----------------------------------------------------------------------===//
#ifndef BENCH_MANDELBROT_H
#define BENCH_MANDELBROT_H

#include "results.h"
#include "workload.h"

#include <cstdint>

namespace mandelbrot {

constexpr int IterationLimit = 1000;

/// A square of the complex plane. Its middle row lies on the real axis, to which the set is symmetric.
struct View {
  double left, top, extent;
};
constexpr View Whole{-2.0, -1.25, 2.5};

inline int escapeTime(size_t row, size_t column, size_t height, size_t width, View view = Whole) {
  double cRe = view.left + view.extent * static_cast<double>(column) / static_cast<double>(width);
  double cIm = view.top + view.extent * static_cast<double>(row) / static_cast<double>(height);
  double re = 0, im = 0;
  int iterations = 0;
  while (iterations < IterationLimit && re * re + im * im <= 4.0) {
    double next = re * re - im * im + cRe;
    im = 2 * re * im + cIm;
    re = next;
    ++iterations;
  }
  return iterations;
}

/// The escape times of a square.
struct Image {
  int *escapeTimes = nullptr;
  size_t side = 0;

  void allocatePixels(size_t size) {
    side = size;
    size_t pixels;
    // An overflow here becomes allocate()'s error message.
    if (__builtin_mul_overflow(size, size, &pixels))
      pixels = SIZE_MAX;
    escapeTimes = static_cast<int *>(allocate(pixels, sizeof(int)));
  }
};

inline double checksum(const Image &image) {
  return weightedSum(image.side * image.side, [&](size_t i) { return image.escapeTimes[i]; });
}

/// Uses what mathematics says instead of iterating: points of the main cardioid and of the period-2 bulb never escape,
/// points outside the circle of radius 2 do so in the first two steps, and the set is symmetric to the real axis.
inline double verify(const Image &image, View view = Whole) {
  auto [escapeTimes, side] = image;
  size_t wrong = 0;
  for (size_t row = 0; row < side; ++row)
    for (size_t column = 0; column < side; ++column) {
      double re = view.left + view.extent * static_cast<double>(column) / static_cast<double>(side);
      double im = view.top + view.extent * static_cast<double>(row) / static_cast<double>(side);
      int found = escapeTimes[row * side + column];
      double q = (re - 0.25) * (re - 0.25) + im * im;
      bool inside = q * (q + (re - 0.25)) < 0.2499 * im * im || (re + 1) * (re + 1) + im * im < 0.0624;
      bool outside = re * re + im * im > 4.0001;
      size_t mirrored = side - row;
      bool asymmetric = row > 0 && mirrored < side && row * 2 < side && escapeTimes[mirrored * side + column] != found;
      // The mirrored coordinate is rounded differently, so chaotic points near the boundary may differ: counted below.
      if ((inside && found != IterationLimit) || (outside && found > 2) || found < 1 || found > IterationLimit)
        return 1;
      wrong += asymmetric;
    }
  return wrong * 100 > side * side ? 1 : 0;
}

} // namespace mandelbrot

#endif // BENCH_MANDELBROT_H
