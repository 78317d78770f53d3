//===- bfs.cpp - breadth-first search that pushes ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Level by level: where the edges of each vertex of the level go to in one array is a scan of degrees, two nested loops
// claim the vertices at their ends, and a filter keeps those that were claimed. Which vertex becomes the parent depends
// on the schedule; the depths do not.
//
//===----------------------------------------------------------------------===//
#include "../graph.h"
#include "../workload.h"
#include "parallel.h"

#include <atomic>

namespace {

constexpr uint32_t Nobody = UINT32_MAX;

Graph graph;
uint32_t root;
std::unique_ptr<uint32_t[]> parents, level, candidates, places;

// Room for the candidates of the level: its edges out, at the places that a scan of the degrees gives.
size_t expand(size_t count) {
  const size_t *starts = graph.starts.data();
  const uint32_t *target = graph.sources.data();
  uint32_t *vertex = level.get(), *parent = parents.get(), *candidate = candidates.get(), *ends = places.get();
  parallel::forEach(0, count, 1000,
                    [=](size_t i) { ends[i] = static_cast<uint32_t>(starts[vertex[i] + 1] - starts[vertex[i]]); });
  size_t edges = parallel::scan(std::span(ends, count));
  parallel::forEach(0, count, 16, [=](size_t i) {
    uint32_t u = vertex[i];
    size_t first = starts[u], degree = starts[u + 1] - first, place = ends[i] - degree;
    parallel::forEach(0, degree, 1000, [=](size_t k) {
      uint32_t v = target[first + k], nobody = Nobody;
      std::atomic_ref owner(parent[v]);
      bool claimed = owner.load(std::memory_order_relaxed) == Nobody &&
                     owner.compare_exchange_strong(nobody, u, std::memory_order_relaxed);
      candidate[place + k] = claimed ? v : Nobody;
    });
  });
  return edges;
}

// The kernel.
__attribute__((noinline)) void search() {
  uint32_t *parent = parents.get(), *candidate = candidates.get();
  parallel::forEach(0, graph.vertices, 5000, [=](size_t v) { parent[v] = Nobody; });
  parent[root] = root;
  level[0] = root;
  for (size_t count = 1; count;) {
    size_t edges = expand(count);
    count = parallel::filter(
        edges, 5000, places.get(), [=](size_t i) { return candidate[i] != Nobody; },
        [=](size_t i) { return candidate[i]; }, level.get());
  }
}

void makeRoom() {
  root = graph.busiestVertex();
  parents = parallel::makeArray<uint32_t>(graph.vertices);
  level = parallel::makeArray<uint32_t>(graph.vertices + 1);
  candidates = parallel::makeArray<uint32_t>(graph.edges());
  places = parallel::makeArray<uint32_t>(graph.edges() + graph.vertices);
}

// Both ways, so that the edges into a vertex are those out of it.
void prepare(size_t size, uint64_t seed) {
  graph = generateGraph(size, seed, Edges::BothWays);
  makeRoom();
}

void load(const char *path, uint64_t) {
  graph = loadEdgeList(path, Edges::BothWays);
  makeRoom();
}

void reset() {}

void run() { search(); }

/// The depth of each vertex in the tree of parents; Nobody if it has none, or if the parents go round in a circle.
std::vector<uint32_t> depthsInTree() {
  std::vector<uint32_t> depths(graph.vertices, Nobody), path;
  depths[root] = 0;
  for (size_t v = 0; v < graph.vertices; ++v) {
    path.clear();
    auto u = static_cast<uint32_t>(v);
    while (parents[u] != Nobody && depths[u] == Nobody && path.size() < graph.vertices) {
      path.push_back(u);
      u = parents[u];
    }
    for (uint32_t depth = depths[u]; !path.empty() && depth != Nobody; path.pop_back())
      depths[path.back()] = ++depth;
  }
  return depths;
}

double checksum() {
  double sum = 0;
  std::vector<uint32_t> depths = depthsInTree();
  for (size_t v = 0; v < graph.vertices; ++v)
    sum += static_cast<double>(depths[v]) * static_cast<double>(v % 1021 + 1);
  return sum;
}

// With a queue. Every edge to a parent must exist.
double verify() {
  std::vector<uint32_t> expected(graph.vertices, Nobody), queue{root};
  expected[root] = 0;
  auto neighbours = [](uint32_t u) {
    return std::span(graph.sources).subspan(graph.starts[u], graph.starts[u + 1] - graph.starts[u]);
  };
  for (size_t head = 0; head < queue.size(); ++head)
    for (uint32_t v : neighbours(queue[head]))
      if (expected[v] == Nobody) {
        expected[v] = expected[queue[head]] + 1;
        queue.push_back(v);
      }
  if (depthsInTree() != expected)
    return 1;
  for (uint32_t v : queue)
    if (v != root && !std::ranges::binary_search(neighbours(v), parents[v]))
      return 1;
  return 0;
}

} // namespace

extern "C" const Workload workload = {
    "mpl-bfs", "vertices of the graph", 300000, 0, prepare, reset, run, checksum, verify, load, "a SNAP edge list"};
