//===- srad.c - speckle reducing anisotropic diffusion -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Three nests over an image, repeated: (1) mean and variance of the image, a reduction in both loops; (2) differences
// to the four neighbours and the diffusion coefficient of each pixel; (3) the update by the divergence. Single
// precision, regular, limited by memory. (Yu, Acton: "Speckle reducing anisotropic diffusion", IEEE Trans. Image
// Processing 11(11), 2002.)
//
//===----------------------------------------------------------------------===//
#include "loops.h"
#include "workload.h"

#include <math.h>
#include <string.h>

enum { Rounds = 10 };
static const float Lambda = 0.5f;

/// The image and the fields derived from it, each height x width.
struct Fields {
  float *image, *coefficient, *north, *south, *west, *east;
};

static size_t side;
static float *original;
static struct Fields fields;

// The kernel, first nest: the speckle scale, variance over squared mean.
__attribute__((noinline)) static float speckleScale(size_t height, size_t width, const float *image) {
  double sum = 0, squares = 0;
#if OUTER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE reduction(+ : sum, squares)
#endif
  for (size_t row = 0; row < height; ++row) {
    double rowSum = 0, rowSquares = 0;
#if INNER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE reduction(+ : rowSum, rowSquares)
#endif
    for (size_t column = 0; column < width; ++column) {
      double value = image[row * width + column];
      rowSum += value;
      rowSquares += value * value;
    }
    sum += rowSum;
    squares += rowSquares;
  }
  double pixels = (double)height * (double)width;
  double mean = sum / pixels;
  return (float)((squares / pixels - mean * mean) / (mean * mean));
}

// The kernel, second nest.
__attribute__((noinline)) static void computeCoefficients(size_t height, size_t width, float scale,
                                                          const struct Fields *f) {
  const float *image = f->image;
  float *coefficient = f->coefficient, *north = f->north, *south = f->south, *west = f->west, *east = f->east;
#if OUTER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE
#endif
  for (size_t row = 0; row < height; ++row) {
    size_t above = row > 0 ? row - 1 : 0, below = row + 1 < height ? row + 1 : row;
#if INNER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE
#endif
    for (size_t column = 0; column < width; ++column) {
      size_t left = column > 0 ? column - 1 : 0, right = column + 1 < width ? column + 1 : column;
      size_t i = row * width + column;
      float here = image[i];
      float toNorth = image[above * width + column] - here, toSouth = image[below * width + column] - here;
      float toWest = image[row * width + left] - here, toEast = image[row * width + right] - here;
      float gradient = (toNorth * toNorth + toSouth * toSouth + toWest * toWest + toEast * toEast) / (here * here);
      float laplacian = (toNorth + toSouth + toWest + toEast) / here;
      float numerator = 0.5f * gradient - 0.0625f * laplacian * laplacian;
      float denominator = 1 + 0.25f * laplacian;
      float speckle = numerator / (denominator * denominator);
      float value = 1 / (1 + (speckle - scale) / (scale * (1 + scale)));
      coefficient[i] = value < 0 ? 0 : value > 1 ? 1 : value;
      north[i] = toNorth;
      south[i] = toSouth;
      west[i] = toWest;
      east[i] = toEast;
    }
  }
}

// The kernel, third nest.
__attribute__((noinline)) static void update(size_t height, size_t width, const struct Fields *f) {
  float *image = f->image;
  const float *coefficient = f->coefficient, *north = f->north, *south = f->south, *west = f->west, *east = f->east;
#if OUTER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE
#endif
  for (size_t row = 0; row < height; ++row) {
    size_t below = row + 1 < height ? row + 1 : row;
#if INNER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE
#endif
    for (size_t column = 0; column < width; ++column) {
      size_t right = column + 1 < width ? column + 1 : column;
      size_t i = row * width + column;
      float divergence = coefficient[i] * (north[i] + west[i]) + coefficient[below * width + column] * south[i] +
                         coefficient[row * width + right] * east[i];
      image[i] += 0.25f * Lambda * divergence;
    }
  }
}

static void prepare(size_t size, uint64_t seed) {
  side = size;
  size_t pixels;
  if (__builtin_mul_overflow(size, size, &pixels))
    pixels = SIZE_MAX;
  original = allocate(pixels, sizeof(float));
  float **all[] = {&fields.image, &fields.coefficient, &fields.north, &fields.south, &fields.west, &fields.east};
  for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); ++i)
    *all[i] = allocate(pixels, sizeof(float));
  // Smooth bumps under multiplicative speckle.
  for (size_t row = 0; row < side; ++row)
    for (size_t column = 0; column < side; ++column) {
      double smooth = 2 + sin((double)row * 0.02) * cos((double)column * 0.03);
      original[row * side + column] = (float)(smooth * (0.6 + 0.8 * nextUniform(&seed)));
    }
}

static void reset(void) { memcpy(fields.image, original, side * side * sizeof(float)); }

static void run(void) {
  for (int round = 0; round < Rounds; ++round) {
    float scale = speckleScale(side, side, fields.image);
    computeCoefficients(side, side, scale, &fields);
    update(side, side, &fields);
  }
}

static double checksum(void) {
  double sum = 0;
  for (size_t i = 0; i < side * side; ++i)
    sum += (double)fields.image[i] * (double)(i % 1021 + 1);
  return sum;
}

/// A neighbour's index; at the border a pixel is its own neighbour.
static size_t step(size_t position, int by) {
  if ((by < 0 && position == 0) || (by > 0 && position + 1 == side))
    return position;
  return position + (size_t)by;
}

// The textbook formulas in double precision, one pixel at a time, from the definition of the gradient.
static double verify(void) {
  double *image = allocate(side * side, sizeof(double)), *coefficient = allocate(side * side, sizeof(double));
  double *next = allocate(side * side, sizeof(double));
  for (size_t i = 0; i < side * side; ++i)
    image[i] = original[i];
  for (int round = 0; round < Rounds; ++round) {
    double mean = 0, variance = 0;
    for (size_t i = 0; i < side * side; ++i)
      mean += image[i] / (double)(side * side);
    for (size_t i = 0; i < side * side; ++i)
      variance += (image[i] - mean) * (image[i] - mean) / (double)(side * side);
    double scale = variance / (mean * mean);
    for (int phase = 0; phase < 2; ++phase)
      for (size_t column = 0; column < side; ++column)
        for (size_t row = 0; row < side; ++row) {
          size_t at = row * side + column;
          size_t around[] = {step(row, -1) * side + column, step(row, 1) * side + column, row * side + step(column, -1),
                             row * side + step(column, 1)};
          double squares = 0, sum = 0, divergence = 0;
          for (int k = 0; k < 4; ++k) {
            double difference = image[around[k]] - image[at];
            squares += difference * difference;
            sum += difference;
            // South and east take the neighbour's coefficient.
            divergence += coefficient[k % 2 ? around[k] : at] * difference;
          }
          if (phase == 0) {
            double g = squares / (image[at] * image[at]), l = sum / image[at];
            double q = (g / 2 - l * l / 16) / ((1 + l / 4) * (1 + l / 4));
            double value = 1 / (1 + (q - scale) / (scale * (1 + scale)));
            coefficient[at] = fmin(1, fmax(0, value));
          } else {
            next[at] = image[at] + 0.25 * (double)Lambda * divergence;
          }
        }
    memcpy(image, next, side * side * sizeof(double));
  }
  double worst = 0;
  for (size_t i = 0; i < side * side; ++i) {
    double difference = relativeDifference(fields.image[i], image[i]);
    worst = !(difference <= worst) ? difference : worst;
  }
  return worst;
}

// Single precision over several rounds.
const struct Workload workload = {"srad", "rows and columns of the image", 2000, 2e-3, prepare, reset, run, checksum,
                                  verify};
