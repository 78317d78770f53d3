//===- mandelbrot.cpp - escape times over a square of the complex plane --------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Two DOALL loops, rows and columns, around a sequential loop whose length differs from pixel to pixel by three orders
// of magnitude. Regular in space, irregular in work: static schedules lose, and the result is exact.
//
//===----------------------------------------------------------------------===//
#include "mandelbrot.h"
#include "loops.h"
#include "workload.h"

namespace {

mandelbrot::Image image;

// The kernel.
__attribute__((noinline)) void draw(int *escapeTimes, size_t height, size_t width) {
#if OUTER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE
#endif
  for (size_t row = 0; row < height; ++row) {
#if INNER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE
#endif
    for (size_t column = 0; column < width; ++column)
      escapeTimes[row * width + column] = mandelbrot::escapeTime(row, column, height, width);
  }
}

void prepare(size_t size, uint64_t) { image.allocatePixels(size); }

void reset() {}

void run() { draw(image.escapeTimes, image.side, image.side); }

double checksum() { return mandelbrot::checksum(image); }

double verify() { return mandelbrot::verify(image); }

} // namespace

extern "C" const Workload workload = {
    "mandelbrot", "rows and columns of the image", 800, 0, prepare, reset, run, checksum, verify};
