//===- linefit.cpp - the line through a cloud of points by least squares ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Two reductions of pairs: the centre of the cloud, then its moments around the centre.
//
//===----------------------------------------------------------------------===//
#include "../workload.h"
#include "parallel.h"

namespace {

struct Pair {
  double x, y;
};
Pair operator+(Pair a, Pair b) { return {a.x + b.x, a.y + b.y}; }

constexpr double Slope = 3, Offset = 7;

size_t points;
std::unique_ptr<Pair[]> cloud;
Pair line; // offset, slope

// The kernel.
__attribute__((noinline)) Pair fit(size_t n, const Pair *point) {
  constexpr Pair Zero{0, 0};
  auto [sumX, sumY] = parallel::reduce(0, n, 5000, Zero, [=](size_t i) { return point[i]; }, std::plus<Pair>());
  double centreX = sumX / static_cast<double>(n), centreY = sumY / static_cast<double>(n);
  auto [square, product] = parallel::reduce(
      0, n, 5000, Zero,
      [=](size_t i) {
        double x = point[i].x - centreX;
        return Pair{x * x, x * (point[i].y - centreY)};
      },
      std::plus<Pair>());
  double slope = product / square;
  return {centreY - slope * centreX, slope};
}

void prepare(size_t size, uint64_t seed) {
  points = size;
  cloud = parallel::makeArray<Pair>(size);
  for (size_t i = 0; i < size; ++i) {
    double x = nextUniform(&seed);
    cloud[i] = {x, Offset + Slope * x + nextUniform(&seed) - 0.5};
  }
}

void reset() { line = {0, 0}; }

void run() { line = fit(points, cloud.get()); }

double checksum() { return line.x + 10 * line.y; }

// By the normal equations, in extended precision and from the end.
double verify() {
  long double n = points, x = 0, y = 0, xx = 0, xy = 0;
  for (size_t i = points; i-- > 0;) {
    x += cloud[i].x;
    y += cloud[i].y;
    xx += static_cast<long double>(cloud[i].x) * cloud[i].x;
    xy += static_cast<long double>(cloud[i].x) * cloud[i].y;
  }
  long double slope = (n * xy - x * y) / (n * xx - x * x), offset = (y - slope * x) / n;
  return std::max(relativeDifference(line.x, static_cast<double>(offset)),
                  relativeDifference(line.y, static_cast<double>(slope)));
}

} // namespace

extern "C" const Workload workload = {"mpl-linefit", "points", 40000000, 1e-6, prepare, reset, run, checksum, verify};
