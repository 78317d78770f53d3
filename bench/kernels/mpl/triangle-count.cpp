//===- triangle-count.cpp - counts the triangles of a graph -------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Edges lead from the vertex with fewer to the one with more. For each of them, the common targets of both ends are
// counted: two nested reductions around a sequential merge.
//
//===----------------------------------------------------------------------===//
#include "../graph.h"
#include "../workload.h"
#include "parallel.h"

namespace {

struct Upwards {
  std::vector<size_t> starts;
  std::vector<uint32_t> targets;
};

Graph graph;
Upwards upwards;
uint64_t triangles;

uint64_t countCommon(const uint32_t *a, const uint32_t *aEnd, const uint32_t *b, const uint32_t *bEnd) {
  uint64_t common = 0;
  while (a != aEnd && b != bEnd) {
    common += *a == *b;
    uint32_t x = *a, y = *b;
    a += x <= y;
    b += y <= x;
  }
  return common;
}

// The kernel.
__attribute__((noinline)) uint64_t countTriangles(size_t n, const size_t *starts, const uint32_t *target) {
  return parallel::reduce(
      0, n, 50, uint64_t{0},
      [=](size_t u) {
        return parallel::reduce(
            starts[u], starts[u + 1], parallel::Sequential, uint64_t{0},
            [=](size_t e) {
              uint32_t v = target[e];
              return countCommon(target + starts[u], target + starts[u + 1], target + starts[v],
                                 target + starts[v + 1]);
            },
            std::plus<uint64_t>());
      },
      std::plus<uint64_t>());
}

void orientEdges() {
  auto isBelow = [](uint32_t u, uint32_t v) {
    return std::pair(graph.outDegrees[u], u) < std::pair(graph.outDegrees[v], v);
  };
  upwards.starts.assign(1, 0);
  for (size_t u = 0; u < graph.vertices; ++u) {
    for (size_t e = graph.starts[u]; e < graph.starts[u + 1]; ++e)
      if (isBelow(static_cast<uint32_t>(u), graph.sources[e]))
        upwards.targets.push_back(graph.sources[e]);
    upwards.starts.push_back(upwards.targets.size());
  }
}

void prepare(size_t size, uint64_t seed) {
  graph = generateGraph(size, seed, Edges::BothWays);
  orientEdges();
}

void load(const char *path, uint64_t) {
  graph = loadEdgeList(path, Edges::BothWays);
  orientEdges();
}

void reset() { triangles = 0; }

void run() { triangles = countTriangles(graph.vertices, upwards.starts.data(), upwards.targets.data()); }

double checksum() { return static_cast<double>(triangles); }

// In the graph as it is: marks the neighbours of a vertex, and looks for marks among the neighbours of these. Each
// triangle is found at its lowest vertex.
double verify() {
  std::vector<size_t> mark(graph.vertices, SIZE_MAX);
  uint64_t expected = 0;
  for (size_t u = 0; u < graph.vertices; ++u) {
    for (size_t e = graph.starts[u]; e < graph.starts[u + 1]; ++e)
      mark[graph.sources[e]] = u;
    for (size_t e = graph.starts[u]; e < graph.starts[u + 1]; ++e) {
      uint32_t v = graph.sources[e];
      for (size_t f = graph.starts[v]; v > u && f < graph.starts[v + 1]; ++f)
        expected += graph.sources[f] > v && mark[graph.sources[f]] == u;
    }
  }
  return triangles == expected ? 0 : 1;
}

} // namespace

extern "C" const Workload workload = {
    "mpl-triangle-count", "vertices of the graph", 40000, 0, prepare, reset, run, checksum, verify, load,
    "a SNAP edge list"};
