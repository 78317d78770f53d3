//===- triangles.cpp - counts triangles by intersecting sorted lists -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// For each edge u > v the common neighbours below v. Work per vertex differs by orders of magnitude.
//
//===----------------------------------------------------------------------===//
#include "../kernels/graph.h"
#include "regions.h"

static Graph edges;
static long triangles;

static inline long commonBelow(uint32_t u, uint32_t v) {
  const uint32_t *a = edges.sources.data() + edges.starts[u], *b = edges.sources.data() + edges.starts[v];
  const uint32_t *endOfA = edges.sources.data() + edges.starts[u + 1],
                 *endOfB = edges.sources.data() + edges.starts[v + 1];
  long found = 0;
  while (a < endOfA && b < endOfB && *a < v && *b < v) {
    found += *a == *b;
    uint32_t first = *a, second = *b;
    a += first <= second;
    b += second <= first;
  }
  return found;
}

static void run(void) {
  long count = 0;
#pragma omp parallel for schedule(dynamic, 64) reduction(+ : count)
  for (size_t u = 0; u < edges.vertices; ++u)
    for (size_t i = edges.starts[u]; i < edges.starts[u + 1] && edges.sources[i] < u; ++i)
      count += commonBelow((uint32_t)u, edges.sources[i]);
  triangles = count;
}

static void prepare(size_t size, uint64_t seed) { edges = generateGraph(size, seed, Edges::BothWays); }

static void reset(void) { triangles = 0; }

static double checksum(void) { return (double)triangles; }

// Each triangle from all of its corners, by marks instead of order.
static double verify(void) {
  std::vector<char> isMarked(edges.vertices);
  long corners = 0;
  for (size_t u = 0; u < edges.vertices; ++u) {
    for (size_t i = edges.starts[u]; i < edges.starts[u + 1]; ++i)
      isMarked[edges.sources[i]] = 1;
    for (size_t i = edges.starts[u]; i < edges.starts[u + 1]; ++i)
      for (size_t k = edges.starts[edges.sources[i]]; k < edges.starts[edges.sources[i] + 1]; ++k)
        corners += isMarked[edges.sources[k]];
    for (size_t i = edges.starts[u]; i < edges.starts[u + 1]; ++i)
      isMarked[edges.sources[i]] = 0;
  }
  return relativeDifference((double)corners, 6 * (double)triangles);
}

const Workload workload = {"triangles", "vertices", 32768, 0, prepare, reset, run, checksum, verify, nullptr, nullptr};
