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

int *escapeTimes;
size_t side;

// The kernel.
__attribute__((noinline)) void draw(int *image, size_t height, size_t width) {
#if OUTER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE
#endif
  for (size_t row = 0; row < height; ++row) {
#if INNER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE
#endif
    for (size_t column = 0; column < width; ++column)
      image[row * width + column] = mandelbrot::escapeTime(row, column, height, width);
  }
}

void prepare(size_t size, uint64_t) {
  side = size;
  size_t pixels;
  // An overflow here becomes allocate()'s error message.
  if (__builtin_mul_overflow(size, size, &pixels))
    pixels = SIZE_MAX;
  escapeTimes = static_cast<int *>(allocate(pixels, sizeof(int)));
}

void reset() {}

void run() { draw(escapeTimes, side, side); }

double checksum() { return mandelbrot::checksum(escapeTimes, side); }

double verify() { return mandelbrot::verify(escapeTimes, side); }

} // namespace

extern "C" const Workload workload = {
    "mandelbrot", "rows and columns of the image", 800, 0, prepare, reset, run, checksum, verify};
