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

mandelbrot::Image image;

// The kernel.
__attribute__((noinline)) void draw(int *escapeTimes, size_t height, size_t width) {
  parallel::forEach(0, height, 1, [=](size_t row) {
    parallel::forEach(0, width, parallel::Sequential, [=](size_t column) {
      escapeTimes[row * width + column] = mandelbrot::escapeTime(row, column, height, width);
    });
  });
}

void prepare(size_t size, uint64_t) { image.allocatePixels(size); }

void reset() {}

void run() { draw(image.escapeTimes, image.side, image.side); }

double checksum() { return mandelbrot::checksum(image); }

double verify() { return mandelbrot::verify(image); }

} // namespace

extern "C" const Workload workload = {
    "mpl-mandelbrot", "rows and columns of the image", 450, 0, prepare, reset, run, checksum, verify};
