//===- delaunay.cpp - the Delaunay triangulation of points in the plane ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Divide and conquer: forks for the left and the right half, down to three points, and a sequential merge that zips
// both triangulations together from the bottom to the top. (Guibas, Stolfi: "Primitives for the manipulation of general
// subdivisions and the computation of Voronoi diagrams", ACM Transactions on Graphics, 1985.)
//
// Coordinates are integers, so that all predicates are exact.
//
//===----------------------------------------------------------------------===//
#include "../workload.h"
#include "parallel.h"

#include <vector>

namespace {

constexpr uint32_t Nobody = UINT32_MAX;
constexpr size_t Grain = 1000;
// Differences have 25 bits, so the terms of inCircle() have 102.
constexpr uint64_t Range = uint64_t{1} << 24;

struct Point {
  int32_t x, y;
  auto operator<=>(const Point &) const = default;
};

std::vector<Point> original, points;

/// Twice the signed area of a triangle: positive if it turns to the left.
int64_t area(Point a, Point b, Point c) { return int64_t{b.x - a.x} * (c.y - a.y) - int64_t{b.y - a.y} * (c.x - a.x); }

/// Whether d lies inside the circle through a, b and c, which turn to the left.
bool inCircle(Point a, Point b, Point c, Point d) {
  auto square = [](int64_t x, int64_t y) { return x * x + y * y; };
  int64_t ax = a.x - d.x, ay = a.y - d.y, bx = b.x - d.x, by = b.y - d.y, cx = c.x - d.x, cy = c.y - d.y;
  return static_cast<__int128>(square(ax, ay)) * (bx * cy - by * cx) -
             static_cast<__int128>(square(bx, by)) * (ax * cy - ay * cx) +
             static_cast<__int128>(square(cx, cy)) * (ax * by - ay * bx) >
         0;
}

/// One direction of an edge; the other one is its number with the last bit turned.
using Edge = uint32_t;

struct EdgeData {
  uint32_t origin; // Nobody: the edge is free, and `next` the next free one
  /// The ring of edges out of the origin, to the left and to the right.
  Edge next, previous;
};
std::vector<EdgeData> edges;

Edge reverse(Edge e) { return e ^ 1; }
uint32_t origin(Edge e) { return edges[e].origin; }
uint32_t target(Edge e) { return origin(reverse(e)); }
Edge next(Edge e) { return edges[e].next; }
Edge previous(Edge e) { return edges[e].previous; }
/// The next edge of the face to the left.
Edge followLeft(Edge e) { return previous(reverse(e)); }

bool isLeft(uint32_t point, Edge e) { return area(points[point], points[origin(e)], points[target(e)]) > 0; }
bool isRight(uint32_t point, Edge e) { return area(points[point], points[target(e)], points[origin(e)]) > 0; }
bool inCircle(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  return inCircle(points[a], points[b], points[c], points[d]);
}

/// Joins the rings of two edges, or divides the ring that they share.
void splice(Edge a, Edge b) {
  Edge afterA = next(a), afterB = next(b);
  edges[a].next = afterB;
  edges[afterB].previous = a;
  edges[b].next = afterA;
  edges[afterA].previous = b;
}

/// The triangulation of a part of the points, and its edges that are free. It has less than three for each point.
struct Part {
  /// Hull edges: out of the leftmost point, the rest to the left; out of the rightmost, the rest to the right.
  Edge leftmost = Nobody, rightmost = Nobody;
  Edge firstFree = Nobody, lastFree = Nobody;

  void release(Edge e) {
    edges[e].origin = edges[reverse(e)].origin = Nobody;
    edges[e].next = firstFree;
    if (firstFree == Nobody)
      lastFree = e;
    firstFree = e;
  }

  Edge connectPoints(uint32_t from, uint32_t to) {
    Edge e = firstFree;
    firstFree = next(e);
    edges[e] = {from, e, e};
    edges[reverse(e)] = {to, reverse(e), reverse(e)};
    return e;
  }

  /// From the target of `a` to the origin of `b`, with the face to the left of both to its own left.
  Edge connectEdges(Edge a, Edge b) {
    Edge e = connectPoints(target(a), origin(b));
    splice(e, followLeft(a));
    splice(reverse(e), b);
    return e;
  }

  void remove(Edge e) {
    splice(e, previous(e));
    splice(reverse(e), previous(reverse(e)));
    release(e & ~Edge{1});
  }
};

Part triangulateSmall(uint32_t begin, uint32_t end) {
  Part part;
  for (Edge e = 3 * end; e-- > 3 * begin;)
    part.release(2 * e);
  if (end - begin < 2)
    return part;
  Edge a = part.connectPoints(begin, begin + 1);
  part.leftmost = a;
  part.rightmost = reverse(a);
  if (end - begin == 2)
    return part;
  Edge b = part.connectPoints(begin + 1, begin + 2);
  splice(reverse(a), b);
  part.rightmost = reverse(b);
  int64_t turn = area(points[begin], points[begin + 1], points[begin + 2]);
  if (turn) {
    Edge c = part.connectEdges(b, a);
    if (turn < 0) {
      part.leftmost = reverse(c);
      part.rightmost = c;
    }
  }
  return part;
}

Part merge(Part left, Part right) {
  Edge inLeft = left.rightmost, inRight = right.leftmost;
  Part whole{left.leftmost, right.rightmost, left.firstFree, right.lastFree};
  if (left.firstFree == Nobody)
    whole.firstFree = right.firstFree;
  else
    edges[left.lastFree].next = right.firstFree;
  if (right.firstFree == Nobody)
    whole.lastFree = left.lastFree;

  // The lower common tangent.
  for (;;) {
    if (isLeft(origin(inRight), inLeft))
      inLeft = followLeft(inLeft);
    else if (isRight(origin(inLeft), inRight))
      inRight = next(reverse(inRight));
    else
      break;
  }
  Edge base = whole.connectEdges(reverse(inRight), inLeft);
  if (origin(inLeft) == origin(whole.leftmost))
    whole.leftmost = reverse(base);
  if (origin(inRight) == origin(whole.rightmost))
    whole.rightmost = base;

  for (;;) {
    auto isAbove = [&](Edge e) { return isRight(target(e), base); };
    Edge fromLeft = next(reverse(base)), fromRight = previous(base);
    if (isAbove(fromLeft))
      while (inCircle(target(base), origin(base), target(fromLeft), target(next(fromLeft)))) {
        Edge other = next(fromLeft);
        whole.remove(fromLeft);
        fromLeft = other;
      }
    if (isAbove(fromRight))
      while (inCircle(target(base), origin(base), target(fromRight), target(previous(fromRight)))) {
        Edge other = previous(fromRight);
        whole.remove(fromRight);
        fromRight = other;
      }
    bool leftIsAbove = isAbove(fromLeft), rightIsAbove = isAbove(fromRight);
    if (!leftIsAbove && !rightIsAbove)
      return whole;
    if (!leftIsAbove ||
        (rightIsAbove && inCircle(target(fromLeft), origin(fromLeft), origin(fromRight), target(fromRight))))
      base = whole.connectEdges(fromRight, reverse(base));
    else
      base = whole.connectEdges(reverse(base), reverse(fromLeft));
  }
}

// The kernel.
__attribute__((noinline)) Part triangulate(uint32_t begin, uint32_t end) {
  if (end - begin <= 3)
    return triangulateSmall(begin, end);
  uint32_t middle = begin + (end - begin) / 2;
  Part left, right;
  parallel::parIf(
      end - begin > Grain, [&, begin, middle] { left = triangulate(begin, middle); },
      [&, middle, end] { right = triangulate(middle, end); });
  return merge(left, right);
}

void prepare(size_t size, uint64_t seed) {
  for (size_t i = 0; i < size; ++i)
    original.push_back(
        {static_cast<int32_t>(nextRandom(&seed) % Range), static_cast<int32_t>(nextRandom(&seed) % Range)});
  // No point twice, and in no order.
  std::sort(original.begin(), original.end());
  original.erase(std::unique(original.begin(), original.end()), original.end());
  for (size_t i = original.size(); i > 1; --i)
    std::swap(original[i - 1], original[nextRandom(&seed) % i]);
  edges.resize(6 * original.size());
}

void reset() { points = original; }

void run() {
  parallel::sort(std::span(points));
  triangulate(0, static_cast<uint32_t>(points.size()));
}

// Of the set of edges.
double checksum() {
  uint64_t sum = 0;
  for (Edge e = 0; e < edges.size(); e += 2)
    if (origin(e) != Nobody) {
      uint64_t state = uint64_t{std::min(origin(e), target(e))} << 32 | std::max(origin(e), target(e));
      sum += nextRandom(&state) >> 32;
    }
  return static_cast<double>(sum);
}

// A triangulation is Delaunay's if it is one for each two triangles that share an edge. It is a triangulation of all
// points if every face but one is a triangle that turns to the left, the other one is the hull, which never does, and
// the numbers are those that Euler's formula gives.
double verify() {
  size_t count = points.size(), edgeCount = 0, hull = 0;
  std::vector<bool> isUsed(count);
  auto isTriangle = [](Edge e) {
    Edge second = followLeft(e), third = followLeft(second);
    return followLeft(third) == e && area(points[origin(e)], points[origin(second)], points[origin(third)]) > 0;
  };
  for (Edge e = 0; e < edges.size(); ++e) {
    if (origin(e) == Nobody)
      continue;
    ++edgeCount;
    isUsed[origin(e)] = true;
    uint32_t across = target(followLeft(e));
    if (!isTriangle(e)) {
      ++hull;
      if (isLeft(across, e))
        return 1;
    } else if (isTriangle(reverse(e)) && inCircle(origin(e), target(e), across, target(followLeft(reverse(e))))) {
      return 1;
    }
  }
  if (count < 3)
    return 0;
  bool isComplete = std::find(isUsed.begin(), isUsed.end(), false) == isUsed.end();
  return isComplete && edgeCount / 2 == 3 * count - 3 - hull ? 0 : 1;
}

} // namespace

extern "C" const Workload workload = {"mpl-delaunay", "points", 200000, 0, prepare, reset, run, checksum, verify};
