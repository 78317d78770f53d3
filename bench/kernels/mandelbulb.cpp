//===- mandelbulb.cpp - escape times in a cube of the Mandelbulb -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Three DOALL loops, planes, rows and voxels, around a sequential loop whose length differs from voxel to voxel: the
// body of the set lies in the middle of the cube. The power of a vector is taken in spherical coordinates, so an
// iteration is long. Exact.
//
//===----------------------------------------------------------------------===//
#include "loops.h"
#include "results.h"
#include "workload.h"

#include <cmath>

namespace {

constexpr int IterationLimit = 100, Power = 8;
constexpr double Corner = -1.25, Extent = 2.5, EscapeRadius = 2;

uint8_t *escapeTimes;
size_t side;

double coordinate(size_t index, size_t count) {
  return Corner + Extent * static_cast<double>(index) / static_cast<double>(count);
}

int escapeTime(double cx, double cy, double cz) {
  double x = 0, y = 0, z = 0;
  for (int iterations = 0; iterations < IterationLimit; ++iterations) {
    double radius = std::sqrt(x * x + y * y + z * z);
    if (radius > EscapeRadius)
      return iterations;
    double theta = Power * std::atan2(std::sqrt(x * x + y * y), z), phi = Power * std::atan2(y, x);
    double square = radius * radius, fourth = square * square, eighth = fourth * fourth;
    x = eighth * std::sin(theta) * std::cos(phi) + cx;
    y = eighth * std::sin(theta) * std::sin(phi) + cy;
    z = eighth * std::cos(theta) + cz;
  }
  return IterationLimit;
}

// The kernel.
__attribute__((noinline)) void mandelbulb(uint8_t *times, size_t n) {
#if OUTER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE
#endif
  for (size_t i = 0; i < n; ++i) {
#if INNER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE
#endif
    for (size_t j = 0; j < n; ++j) {
#if INNER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE
#endif
      for (size_t k = 0; k < n; ++k)
        times[(i * n + j) * n + k] =
            static_cast<uint8_t>(escapeTime(coordinate(i, n), coordinate(j, n), coordinate(k, n)));
    }
  }
}

void prepare(size_t size, uint64_t) {
  side = size;
  size_t voxels;
  // An overflow here becomes allocate()'s error message.
  if (__builtin_mul_overflow(size, size, &voxels) || __builtin_mul_overflow(voxels, size, &voxels))
    voxels = SIZE_MAX;
  escapeTimes = static_cast<uint8_t *>(allocate(voxels, 1));
}

void reset() {}

void run() { mandelbulb(escapeTimes, side); }

double checksum() {
  return weightedSum(side * side * side, [](size_t i) { return escapeTimes[i]; });
}

// Without angles: the eighth power is taken by squaring complex numbers of length 1. It rounds differently, so chaotic
// voxels near the surface may differ: counted below.
int escapeTimeByAlgebra(double cx, double cy, double cz) {
  double x = 0, y = 0, z = 0;
  for (int iterations = 0; iterations < IterationLimit; ++iterations) {
    double across = std::sqrt(x * x + y * y), radius = std::sqrt(across * across + z * z);
    if (radius > EscapeRadius)
      return iterations;
    double thetaCos = radius > 0 ? z / radius : 1, thetaSin = radius > 0 ? across / radius : 0;
    double phiCos = across > 0 ? x / across : 1, phiSin = across > 0 ? y / across : 0;
    for (int power = 1; power < Power; power *= 2) {
      double cosine = thetaCos * thetaCos - thetaSin * thetaSin;
      thetaSin = 2 * thetaCos * thetaSin;
      thetaCos = cosine;
      cosine = phiCos * phiCos - phiSin * phiSin;
      phiSin = 2 * phiCos * phiSin;
      phiCos = cosine;
    }
    double eighth = std::pow(radius, Power);
    x = eighth * thetaSin * phiCos + cx;
    y = eighth * thetaSin * phiSin + cy;
    z = eighth * thetaCos + cz;
  }
  return IterationLimit;
}

double verify() {
  size_t wrong = 0;
  for (size_t i = 0; i < side; ++i)
    for (size_t j = 0; j < side; ++j)
      for (size_t k = 0; k < side; ++k) {
        double x = coordinate(i, side), y = coordinate(j, side), z = coordinate(k, side);
        int found = escapeTimes[(i * side + j) * side + k];
        // |v|^8 + |c| stays below |v| for some |v| if |c| is small, and grows without end if it is large.
        double radius = std::sqrt(x * x + y * y + z * z);
        if ((radius < 0.6 && found != IterationLimit) || (radius > 1.4 && found > 8))
          return 1;
        wrong += found != escapeTimeByAlgebra(x, y, z);
      }
  return wrong * 100 > side * side * side ? 1 : 0;
}

} // namespace

extern "C" const Workload workload = {
    "mandelbulb", "voxels along an edge of the cube", 48, 0, prepare, reset, run, checksum, verify};
