//===- sssp.cpp - shortest paths from one vertex, by Bellman and Ford -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Every vertex looks for a shorter way over those of its neighbours whose distance has changed, until none has. Two
// DOALL loops, vertices and the edges into one (a reduction by minimum). Weights are from 1 to 100, and the result is
// exact.
//
//===----------------------------------------------------------------------===//
#include "graph.h"
#include "graph_rounds.h"
#include "loops.h"
#include "results.h"
#include "workload.h"

#include <algorithm>
#include <functional>
#include <queue>

namespace {

// Below the largest number, so that a weight can be added.
constexpr uint32_t Unreachable = UINT32_MAX / 2;
constexpr int Passes = 4;

Graph graph;
uint32_t root;
std::vector<uint32_t> weights;
ChangingNumbers distances;

// The kernel: one round. Returns the number of distances that change.
__attribute__((noinline)) size_t relax(size_t n, const size_t *starts, const uint32_t *source, const uint32_t *weight,
                                       const uint8_t *changed, const uint32_t *distance, uint32_t *next,
                                       uint8_t *nextChanged) {
  size_t count = 0;
#if OUTER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE reduction(+ : count)
#endif
  for (size_t v = 0; v < n; ++v) {
    uint32_t shortest = distance[v];
#if INNER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE reduction(min : shortest)
#endif
    for (size_t e = starts[v]; e < starts[v + 1]; ++e)
      if (changed[source[e]])
        shortest = std::min(shortest, distance[source[e]] + weight[e]);
    next[v] = shortest;
    nextChanged[v] = shortest != distance[v];
    count += nextChanged[v];
  }
  return count;
}

void allocateState(uint64_t seed) {
  root = graph.busiestVertex();
  weights = edgeWeights(graph, seed);
  distances.resize(graph.vertices);
}

void prepare(size_t size, uint64_t seed) {
  graph = generateGraph(size, seed, Edges::Directed);
  allocateState(seed);
}

void load(const char *path, uint64_t seed) {
  graph = loadEdgeList(path, Edges::Directed);
  allocateState(seed);
}

void reset() {}

void run() {
  for (int pass = 0; pass < Passes; ++pass) {
    std::fill(distances.now.begin(), distances.now.end(), Unreachable);
    std::fill(distances.changed.begin(), distances.changed.end(), 0);
    distances.now[root] = 0;
    distances.changed[root] = 1;
    distances.untilStable([] {
      return relax(graph.vertices, graph.starts.data(), graph.sources.data(), weights.data(), distances.changed.data(),
                   distances.now.data(), distances.next.data(), distances.nextChanged.data());
    });
  }
}

double checksum() {
  return weightedSum(graph.vertices, [](size_t v) { return distances.now[v] != Unreachable ? distances.now[v] : 0; });
}

// Dijkstra's algorithm, along the edges out of each vertex.
double verify() {
  // Sorted by the vertex that an edge comes from, an edge has another number; its weight is looked up by number there.
  Graph out = transpose(graph);
  std::vector<uint32_t> outWeights(out.edges());
  std::vector<size_t> next(out.starts);
  for (size_t v = 0; v < graph.vertices; ++v)
    for (size_t e = graph.starts[v]; e < graph.starts[v + 1]; ++e)
      outWeights[next[graph.sources[e]]++] = weights[e];
  std::vector<uint32_t> expected(graph.vertices, Unreachable);
  using Entry = std::pair<uint32_t, uint32_t>; // distance, vertex
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  expected[root] = 0;
  queue.emplace(0, root);
  while (!queue.empty()) {
    auto [distance, u] = queue.top();
    queue.pop();
    if (distance != expected[u])
      continue;
    for (size_t e = out.starts[u]; e < out.starts[u + 1]; ++e)
      if (uint32_t v = out.sources[e]; distance + outWeights[e] < expected[v]) {
        expected[v] = distance + outWeights[e];
        queue.emplace(expected[v], v);
      }
  }
  return distances.now == expected ? 0 : 1;
}

} // namespace

extern "C" const Workload workload = {"sssp", "vertices of the graph", 100000, 0, prepare, reset, run, checksum, verify,
                                      load,   "a SNAP edge list"};
