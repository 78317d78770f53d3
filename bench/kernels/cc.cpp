//===- cc.cpp - connected components by label propagation ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Every vertex takes the lowest label of itself and those of its neighbours that have changed, until nothing changes.
// Two DOALL loops, vertices and the edges into one (a reduction by minimum). Exact.
//
//===----------------------------------------------------------------------===//
#include "graph.h"
#include "graph_rounds.h"
#include "loops.h"
#include "results.h"
#include "workload.h"

#include <algorithm>
#include <numeric>

namespace {

constexpr int Passes = 4;

Graph graph;
ChangingNumbers labels;

// The kernel: one round. Returns the number of labels that change.
__attribute__((noinline)) size_t propagate(size_t n, const size_t *starts, const uint32_t *source,
                                           const uint8_t *changed, const uint32_t *label, uint32_t *next,
                                           uint8_t *nextChanged) {
  size_t count = 0;
#if OUTER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE reduction(+ : count)
#endif
  for (size_t v = 0; v < n; ++v) {
    uint32_t lowest = label[v];
#if INNER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE reduction(min : lowest)
#endif
    for (size_t e = starts[v]; e < starts[v + 1]; ++e)
      if (changed[source[e]])
        lowest = std::min(lowest, label[source[e]]);
    next[v] = lowest;
    nextChanged[v] = lowest != label[v];
    count += nextChanged[v];
  }
  return count;
}

void prepare(size_t size, uint64_t seed) {
  graph = generateGraph(size, seed, Edges::BothWays);
  labels.resize(graph.vertices);
}

void load(const char *path, uint64_t) {
  graph = loadEdgeList(path, Edges::BothWays);
  labels.resize(graph.vertices);
}

void reset() {}

void run() {
  for (int pass = 0; pass < Passes; ++pass) {
    std::iota(labels.now.begin(), labels.now.end(), 0);
    std::fill(labels.changed.begin(), labels.changed.end(), 1);
    labels.untilStable([] {
      return propagate(graph.vertices, graph.starts.data(), graph.sources.data(), labels.changed.data(),
                       labels.now.data(), labels.next.data(), labels.nextChanged.data());
    });
  }
}

double checksum() {
  return weightedSum(graph.vertices, [](size_t v) { return labels.now[v] % 8191; });
}

// Joins the two ends of each edge in a forest of sets whose roots are their lowest vertices.
double verify() {
  std::vector<uint32_t> above(graph.vertices);
  std::iota(above.begin(), above.end(), 0);
  auto rootOf = [&](uint32_t v) {
    while (above[v] != v)
      v = above[v] = above[above[v]];
    return v;
  };
  for (size_t v = 0; v < graph.vertices; ++v)
    for (size_t e = graph.starts[v]; e < graph.starts[v + 1]; ++e) {
      uint32_t a = rootOf(static_cast<uint32_t>(v)), b = rootOf(graph.sources[e]);
      above[std::max(a, b)] = std::min(a, b);
    }
  for (size_t v = 0; v < graph.vertices; ++v)
    if (labels.now[v] != rootOf(static_cast<uint32_t>(v)))
      return 1;
  return 0;
}

} // namespace

extern "C" const Workload workload = {"cc", "vertices of the graph", 100000, 0, prepare, reset, run, checksum, verify,
                                      load, "a SNAP edge list"};
