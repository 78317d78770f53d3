//===- nearest-nbrs.cpp - the nearest neighbour of every point ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Points are put in the order of a balanced k-d tree, by forks for the two sides of each median; then one loop asks the
// tree for every point.
//
//===----------------------------------------------------------------------===//
#include "../results.h"
#include "../workload.h"
#include "parallel.h"

#include <cstring>
#include <limits>
#include <vector>

namespace {

// Fewer points than this are searched one by one: an algorithmic grain.
constexpr size_t Leaf = 16;
constexpr size_t Grain = 2000;

struct Point {
  double at[2];
  uint32_t name;
};
using Points = std::span<Point>;
using ConstPoints = std::span<const Point>;

double squaredDistance(const Point &a, const Point &b) {
  double x = a.at[0] - b.at[0], y = a.at[1] - b.at[1];
  return x * x + y * y;
}

struct Nearest {
  uint32_t name;
  double distance;
};

std::vector<Point> original, tree;
std::vector<uint32_t> neighbours;

// The tree is the order: the median of a part is its root, and divides what is before it from what is behind,
// alternating between both coordinates.
void build(Points points, int axis) {
  if (points.size() <= Leaf)
    return;
  size_t middle = points.size() / 2;
  std::nth_element(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(middle), points.end(),
                   [=](const Point &a, const Point &b) { return a.at[axis] < b.at[axis]; });
  parallel::parIf(
      points.size() > Grain, [=] { build(points.first(middle), 1 - axis); },
      [=] { build(points.subspan(middle + 1), 1 - axis); });
}

void search(ConstPoints points, int axis, const Point &from, Nearest &nearest) {
  auto look = [&](const Point &point) {
    double distance = squaredDistance(point, from);
    if (distance < nearest.distance && point.name != from.name)
      nearest = {point.name, distance};
  };
  if (points.size() <= Leaf) {
    for (const Point &point : points)
      look(point);
    return;
  }
  size_t middle = points.size() / 2;
  double offset = from.at[axis] - points[middle].at[axis];
  ConstPoints before = points.first(middle), behind = points.subspan(middle + 1);
  search(offset < 0 ? before : behind, 1 - axis, from, nearest);
  look(points[middle]);
  if (offset * offset < nearest.distance)
    search(offset < 0 ? behind : before, 1 - axis, from, nearest);
}

// The kernel.
__attribute__((noinline)) void findNeighbours(Points points, uint32_t *neighbour) {
  build(points, 0);
  parallel::forEach(0, points.size(), 100, [=](size_t i) {
    Nearest nearest{points[i].name, std::numeric_limits<double>::infinity()};
    search(points, 0, points[i], nearest);
    neighbour[points[i].name] = nearest.name;
  });
}

void prepare(size_t size, uint64_t seed) {
  original.resize(size);
  neighbours.resize(size);
  for (size_t i = 0; i < size; ++i)
    original[i] = {{nextUniform(&seed), nextUniform(&seed)}, static_cast<uint32_t>(i)};
}

void reset() { tree = original; }

void run() { findNeighbours(tree, neighbours.data()); }

double checksum() {
  return weightedSum(neighbours.size(), [](size_t i) { return neighbours[i] % 8191; });
}

// A thousand points are compared with all others.
double verify() {
  size_t n = original.size();
  for (size_t i = 0; i < n; i += n / 1000 + 1) {
    double least = std::numeric_limits<double>::infinity();
    for (size_t other = 0; other < n; ++other)
      if (other != i)
        least = std::min(least, squaredDistance(original[other], original[i]));
    if (n > 1 && (neighbours[i] == i || squaredDistance(original[neighbours[i]], original[i]) != least))
      return 1;
  }
  return 0;
}

} // namespace

extern "C" const Workload workload = {"mpl-nearest-nbrs", "points", 200000, 0, prepare, reset, run, checksum, verify};
