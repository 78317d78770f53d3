//===- bfs.cpp - breadth-first search ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Level by level, every vertex that has not been reached looks for an edge from the last level; its parent is the
// lowest of them, so the result is exact. Two DOALL loops, vertices and the edges into one (a reduction by minimum), a
// few levels that are very unlike each other.
//
//===----------------------------------------------------------------------===//
#include "graph.h"
#include "loops.h"
#include "workload.h"

#include <algorithm>

namespace {

constexpr uint32_t Nobody = UINT32_MAX;
constexpr int Passes = 8;

Graph graph;
uint32_t root;
std::vector<uint32_t> parents;
std::vector<uint8_t> level, nextLevel;

// The kernel: one level. Returns the number of vertices that it reaches.
__attribute__((noinline)) size_t reach(size_t n, const size_t *starts, const uint32_t *source, const uint8_t *level,
                                       uint32_t *parent, uint8_t *next) {
  size_t reached = 0;
#if OUTER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE reduction(+ : reached)
#endif
  for (size_t v = 0; v < n; ++v) {
    uint32_t lowest = Nobody;
    if (parent[v] == Nobody) {
#if INNER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE reduction(min : lowest)
#endif
      for (size_t e = starts[v]; e < starts[v + 1]; ++e)
        if (level[source[e]])
          lowest = std::min(lowest, source[e]);
      parent[v] = lowest;
    }
    next[v] = lowest != Nobody;
    reached += next[v];
  }
  return reached;
}

void allocateState() {
  root = graph.busiestVertex();
  parents.resize(graph.vertices);
  level.resize(graph.vertices);
  nextLevel.resize(graph.vertices);
}

void prepare(size_t size, uint64_t seed) {
  graph = generateGraph(size, seed, Edges::Directed);
  allocateState();
}

void load(const char *path, uint64_t) {
  graph = loadEdgeList(path, Edges::Directed);
  allocateState();
}

void reset() {}

void run() {
  for (int pass = 0; pass < Passes; ++pass) {
    std::fill(parents.begin(), parents.end(), Nobody);
    std::fill(level.begin(), level.end(), 0);
    parents[root] = root;
    level[root] = 1;
    while (reach(graph.vertices, graph.starts.data(), graph.sources.data(), level.data(), parents.data(),
                 nextLevel.data()))
      level.swap(nextLevel);
  }
}

double checksum() {
  double sum = 0;
  for (size_t v = 0; v < graph.vertices; ++v)
    sum += parents[v] == Nobody ? 0 : static_cast<double>(parents[v] % 8191) * static_cast<double>(v % 1021 + 1);
  return sum;
}

// The usual algorithm, with a queue, along the edges out of each vertex; then each parent must be the lowest vertex of
// the level before that has an edge to its child.
double verify() {
  Graph out = transpose(graph);
  std::vector<uint32_t> depth(graph.vertices, Nobody), expected(graph.vertices, Nobody), queue{root};
  depth[root] = 0;
  expected[root] = root;
  for (size_t head = 0; head < queue.size(); ++head) {
    uint32_t u = queue[head];
    for (size_t e = out.starts[u]; e < out.starts[u + 1]; ++e) {
      uint32_t v = out.sources[e];
      if (depth[v] == Nobody) {
        depth[v] = depth[u] + 1;
        queue.push_back(v);
      }
      if (depth[v] == depth[u] + 1)
        expected[v] = std::min(expected[v], u);
    }
  }
  return parents == expected ? 0 : 1;
}

} // namespace

extern "C" const Workload workload = {"bfs", "vertices of the graph", 200000, 0, prepare, reset, run, checksum, verify,
                                      load,  "a SNAP edge list"};
