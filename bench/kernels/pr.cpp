//===- pr.cpp - PageRank -------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Every vertex pulls the shares of the vertices that point to it, a fixed number of times. Two DOALL loops, vertices
// and the edges into one (a reduction); a vertex has from none to very many of them, and what it reads is all over
// memory.
//
//===----------------------------------------------------------------------===//
#include "pagerank.h"

namespace {

using pagerank::Damping;

constexpr int Rounds = 20;

Graph graph;
std::vector<double> ranks, shares;

// The kernel's second phase; the first is pagerank::divide().
__attribute__((noinline)) void pullShares(size_t n, const size_t *starts, const uint32_t *source, const double *share,
                                          double *rank) {
  double base = (1 - Damping) / static_cast<double>(n);
#if OUTER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE
#endif
  for (size_t v = 0; v < n; ++v) {
    double sum = 0;
#if INNER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE reduction(+ : sum)
#endif
    for (size_t e = starts[v]; e < starts[v + 1]; ++e)
      sum += share[source[e]];
    rank[v] = base + Damping * sum;
  }
}

void allocateState() {
  ranks.resize(graph.vertices);
  shares.resize(graph.vertices);
}

void prepare(size_t size, uint64_t seed) {
  graph = generateGraph(size, seed, Edges::Directed);
  allocateState();
}

void load(const char *path, uint64_t) {
  graph = loadEdgeList(path, Edges::Directed);
  allocateState();
}

void reset() { ranks.assign(graph.vertices, 1 / static_cast<double>(graph.vertices)); }

void run() {
  for (int round = 0; round < Rounds; ++round) {
    pagerank::divide(graph.vertices, graph.outDegrees.data(), ranks.data(), shares.data());
    pullShares(graph.vertices, graph.starts.data(), graph.sources.data(), shares.data(), ranks.data());
  }
}

double checksum() { return pagerank::checksum(ranks); }

// Pushes, along the edges out of each vertex, in extended precision.
double verify() {
  Graph out = transpose(graph);
  size_t n = graph.vertices;
  std::vector<long double> expected(n, 1 / static_cast<long double>(n)), next(n);
  for (int round = 0; round < Rounds; ++round) {
    next.assign(n, (1 - static_cast<long double>(Damping)) / static_cast<long double>(n));
    for (size_t u = n; u-- > 0;)
      for (size_t e = out.starts[u]; e < out.starts[u + 1]; ++e)
        next[out.sources[e]] += Damping * expected[u] / static_cast<long double>(out.starts[u + 1] - out.starts[u]);
    expected.swap(next);
  }
  return pagerank::compare(ranks, expected);
}

} // namespace

extern "C" const Workload workload = {
    "pr", "vertices of the graph", 200000, 1e-9, prepare, reset, run, checksum, verify, load, "a SNAP edge list"};
