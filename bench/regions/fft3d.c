//===- fft3d.c - a heat equation solved by Fourier transforms in three dimensions -===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// One region: the field is transformed forward once; in each time step its spectrum is damped and transformed back.
// Each of a transform's three passes is a worksharing loop over lines, which are copied to a buffer of the iteration's
// own.
//
//===----------------------------------------------------------------------===//
#include "regions.h"

#include <math.h>

enum { Steps = 3, MostPoints = 1024 };

typedef struct {
  double re, im;
} complex_t;

static size_t side, points;
static complex_t *initial, *spectrum, *field, *roots;
static double sums[Steps];

static complex_t multiply(complex_t a, complex_t b) {
  return (complex_t){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

/// Radix two, decimation in time, in place. `sign` is that of the imaginary parts of the roots of unity.
static void transformLine(complex_t *line, size_t n, double sign) {
  for (size_t i = 1, j = 0; i < n; ++i) {
    size_t bit = n / 2;
    for (; j & bit; bit /= 2)
      j ^= bit;
    j ^= bit;
    if (i < j) {
      complex_t kept = line[i];
      line[i] = line[j];
      line[j] = kept;
    }
  }
  for (size_t half = 1; half < n; half *= 2)
    for (size_t start = 0; start < n; start += 2 * half)
      for (size_t k = 0; k < half; ++k) {
        complex_t root = roots[k * (n / 2 / half)];
        root.im *= sign;
        complex_t a = line[start + k], b = multiply(line[start + k + half], root);
        line[start + k] = (complex_t){a.re + b.re, a.im + b.im};
        line[start + k + half] = (complex_t){a.re - b.re, a.im - b.im};
      }
}

/// Of all lines along one axis, whose points are `stride` apart.
static void transformAxis(complex_t *x, size_t stride, double sign) {
#pragma omp for collapse(2) BENCH_SCHEDULE
  for (size_t outer = 0; outer < side; ++outer)
    for (size_t inner = 0; inner < side; ++inner) {
      complex_t line[MostPoints];
      size_t first = stride == 1      ? (outer * side + inner) * side
                     : stride == side ? outer * side * side + inner
                                      : outer * side + inner;
      for (size_t i = 0; i < side; ++i)
        line[i] = x[first + i * stride];
      transformLine(line, side, sign);
      for (size_t i = 0; i < side; ++i)
        x[first + i * stride] = line[i];
    }
}

static void transform(complex_t *x, double sign) {
  transformAxis(x, 1, sign);
  transformAxis(x, side, sign);
  transformAxis(x, side * side, sign);
}

/// The square of the frequency that has index `i`.
static double squareOf(size_t i) {
  double frequency = i < side - i ? (double)i : -(double)(side - i);
  return frequency * frequency;
}

static double damping(int step, double squares) { return exp(-1e-3 * (step + 1) * squares) / (double)points; }

static void run(void) {
#pragma omp parallel
  {
#pragma omp for BENCH_SCHEDULE
    for (size_t i = 0; i < points; ++i)
      spectrum[i] = initial[i];
    transform(spectrum, -1);
    for (int step = 0; step < Steps; ++step) {
#pragma omp for collapse(2) BENCH_SCHEDULE
      for (size_t z = 0; z < side; ++z)
        for (size_t y = 0; y < side; ++y)
          for (size_t x = 0; x < side; ++x) {
            double factor = damping(step, squareOf(z) + squareOf(y) + squareOf(x));
            complex_t value = spectrum[(z * side + y) * side + x];
            field[(z * side + y) * side + x] = (complex_t){factor * value.re, factor * value.im};
          }
      transform(field, 1);
      double sum = 0;
#pragma omp master
      sums[step] = 0;
#pragma omp barrier
#pragma omp for BENCH_SCHEDULE nowait
      for (size_t i = 0; i < points; ++i)
        sum += field[i].re * field[i].re;
#pragma omp atomic
      sums[step] += sum;
#pragma omp barrier
    }
  }
}

static void prepare(size_t size, uint64_t seed) {
  for (side = 2; 2 * side <= size && side < MostPoints;)
    side *= 2;
  points = side * side * side;
  initial = allocate(points, sizeof *initial);
  spectrum = allocate(points, sizeof *spectrum);
  field = allocate(points, sizeof *field);
  roots = allocate(side, sizeof *roots);
  for (size_t i = 0; i < side; ++i)
    roots[i] = (complex_t){cos(2 * M_PI * (double)i / (double)side), sin(2 * M_PI * (double)i / (double)side)};
  for (size_t i = 0; i < points; ++i)
    initial[i] = (complex_t){nextUniform(&seed) - 0.5, nextUniform(&seed) - 0.5};
}

static void reset(void) {}

static double checksum(void) {
  double sum = weightedSum((const double *)field, 2 * points);
  for (int step = 0; step < Steps; ++step)
    sum += sums[step];
  return sum;
}

/// A single value of the transform of `x`, by its definition; damped first if `step` is not negative.
static complex_t valueAt(const complex_t *x, size_t index, double sign, int step) {
  size_t at[3] = {index / side / side, index / side % side, index % side};
  complex_t sum = {0, 0};
  for (size_t i = 0; i < points; ++i) {
    size_t z = i / side / side, y = i / side % side, column = i % side;
    complex_t root = roots[(at[0] * z + at[1] * y + at[2] * column) % side];
    root.im *= sign;
    complex_t value = multiply(x[i], root);
    double factor = step < 0 ? 1 : damping(step, squareOf(z) + squareOf(y) + squareOf(column));
    sum.re += factor * value.re;
    sum.im += factor * value.im;
  }
  return sum;
}

// Some values of the spectrum and of the last field, and the sum of all of its squares.
static double verify(void) {
  double worst = 0, squares = 0;
  for (size_t i = 0; i < points; ++i)
    squares += field[i].re * field[i].re;
  worst = relativeDifference(squares, sums[Steps - 1]);
  double scale = sqrt(squares / (double)points), spectrumScale = sqrt((double)points);
  for (size_t check = 0; check < 8; ++check) {
    size_t index = check * 2654435761u % points;
    complex_t forward = valueAt(initial, index, -1, -1), back = valueAt(spectrum, index, 1, Steps - 1);
    double difference = fmax(hypot(forward.re - spectrum[index].re, forward.im - spectrum[index].im) / spectrumScale,
                             hypot(back.re - field[index].re, back.im - field[index].im) / scale);
    worst = !(difference <= worst) ? difference : worst;
  }
  return worst;
}

const struct Workload workload = {"fft3d", "points on a side of the box, of which 2^k are taken",
                                  128,     1e-8,
                                  prepare, reset,
                                  run,     checksum,
                                  verify,  NULL,
                                  NULL};
