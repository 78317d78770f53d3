//===- mandelbrot.cpp - escape times over a square of the complex plane -------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Loops over rows and columns, around a sequential one whose length differs by three orders of magnitude.
//
//===----------------------------------------------------------------------===//
#include "../mandelbrot.h"
#include "../workload.h"
#include "parallel.h"

namespace {

int *escapeTimes;
size_t side;

// The kernel.
__attribute__((noinline)) void draw(int *image, size_t height, size_t width) {
  parallel::forEach(0, height, 1, [=](size_t row) {
    parallel::forEach(0, width, parallel::Sequential, [=](size_t column) {
      image[row * width + column] = mandelbrot::escapeTime(row, column, height, width);
    });
  });
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
    "mpl-mandelbrot", "rows and columns of the image", 450, 0, prepare, reset, run, checksum, verify};
