//===- mandelbrot-inputs.cpp - one loop nest, pixels of very different prices --===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The nest of mandelbrot.cpp over squares whose pixels are all expensive, or all cheap (HBC §6.6, Figs. 10 and 11): how
// many iterations should lie between two polls depends on the input.
//
//   expensive     inside the set: each pixel takes all 1,000 steps
//   cheap         right of the set: a pixel takes some five steps
//   alternating   ten images a repetition, five of each kind in turn; the cheap ones are larger, so that both
//                 kinds take about as long
//
// -DMANDELBROT_INPUT=MANDELBROT_EXPENSIVE, MANDELBROT_CHEAP or MANDELBROT_ALTERNATING selects one; the kernel does not
// depend on it.
//
//===----------------------------------------------------------------------===//
#include "loops.h"
#include "mandelbrot.h"
#include "workload.h"

#define MANDELBROT_EXPENSIVE 1
#define MANDELBROT_CHEAP 2
#define MANDELBROT_ALTERNATING 3
#ifndef MANDELBROT_INPUT
#error "define MANDELBROT_INPUT as MANDELBROT_EXPENSIVE, MANDELBROT_CHEAP or MANDELBROT_ALTERNATING"
#endif

namespace {

using mandelbrot::Image;
using mandelbrot::View;

constexpr View Expensive{-0.35, -0.25, 0.5}, Cheap{0.4, -0.2, 0.4};
/// The price of an expensive pixel is about that of so many cheap ones, squared.
constexpr size_t CheapSides = 20;
constexpr bool HasExpensive = MANDELBROT_INPUT != MANDELBROT_CHEAP, HasCheap = MANDELBROT_INPUT != MANDELBROT_EXPENSIVE;
constexpr int Invocations = HasExpensive && HasCheap ? 5 : 1;

Image expensive, cheap;

// The kernel.
__attribute__((noinline)) void draw(int *escapeTimes, size_t height, size_t width, View view) {
#if OUTER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE
#endif
  for (size_t row = 0; row < height; ++row) {
#if INNER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE
#endif
    for (size_t column = 0; column < width; ++column)
      escapeTimes[row * width + column] = mandelbrot::escapeTime(row, column, height, width, view);
  }
}

void prepare(size_t size, uint64_t) {
  if (HasExpensive)
    expensive.allocatePixels(size);
  size_t cheapSide = size;
  // An overflow here becomes allocatePixels()' error message.
  if (HasExpensive && HasCheap && __builtin_mul_overflow(size, CheapSides, &cheapSide))
    cheapSide = SIZE_MAX;
  if (HasCheap)
    cheap.allocatePixels(cheapSide);
}

void reset() {}

void run() {
  for (int invocation = 0; invocation < Invocations; ++invocation) {
    if (HasExpensive)
      draw(expensive.escapeTimes, expensive.side, expensive.side, Expensive);
    if (HasCheap)
      draw(cheap.escapeTimes, cheap.side, cheap.side, Cheap);
  }
}

double checksum() { return mandelbrot::checksum(expensive) + mandelbrot::checksum(cheap); }

double verify() {
  return (HasExpensive && mandelbrot::verify(expensive, Expensive) > 0) ||
                 (HasCheap && mandelbrot::verify(cheap, Cheap) > 0)
             ? 1
             : 0;
}

} // namespace

extern "C" const Workload workload = {"mandelbrot-inputs",
                                      "rows and columns of the image; of the expensive one, if there are two",
                                      MANDELBROT_INPUT == MANDELBROT_EXPENSIVE ? 250
                                      : MANDELBROT_INPUT == MANDELBROT_CHEAP   ? 5000
                                                                               : 100,
                                      0,
                                      prepare,
                                      reset,
                                      run,
                                      checksum,
                                      verify};
