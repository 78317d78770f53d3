//===- pr-delta.cpp - PageRank by its changes ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Only vertices whose rank has changed by more than a hundredth pass their change on, and the rounds end when there is
// none. Two DOALL loops, vertices and the edges into one; the work of both shrinks from round to round.
//
//===----------------------------------------------------------------------===//
#include "pagerank.h"

#include <cmath>

namespace {

using pagerank::Damping;

constexpr double LeastChange = 0.01;
constexpr int MostRounds = 30;

Graph graph;
std::vector<double> ranks, changes, shares;
std::vector<uint8_t> active;

// The kernel's second phase, after pagerank::divide(): `change` becomes what the active vertices cause.
__attribute__((noinline)) void pullChanges(size_t n, const size_t *starts, const uint32_t *source,
                                           const uint8_t *active, const double *share, double *change) {
#if OUTER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE
#endif
  for (size_t v = 0; v < n; ++v) {
    double sum = 0;
#if INNER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE reduction(+ : sum)
#endif
    for (size_t e = starts[v]; e < starts[v + 1]; ++e)
      if (active[source[e]])
        sum += share[source[e]];
    change[v] = Damping * sum;
  }
}

// The kernel's third phase. Returns the number of vertices that are active from now on. The first round starts from
// changes that are no part of a rank.
__attribute__((noinline)) size_t applyChanges(size_t n, bool first, double *change, double *rank, uint8_t *active) {
  double base = first ? (1 - Damping) / static_cast<double>(n) : 0, excess = first ? 1 / static_cast<double>(n) : 0;
  size_t count = 0;
#if OUTER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE reduction(+ : count)
#endif
  for (size_t v = 0; v < n; ++v) {
    change[v] += base;
    rank[v] += change[v];
    change[v] -= excess;
    active[v] = std::fabs(change[v]) > LeastChange * rank[v];
    count += active[v];
  }
  return count;
}

void allocateState() { shares.resize(graph.vertices); }

void prepare(size_t size, uint64_t seed) {
  graph = generateGraph(size, seed, Edges::Directed);
  allocateState();
}

void load(const char *path, uint64_t) {
  graph = loadEdgeList(path, Edges::Directed);
  allocateState();
}

void reset() {
  ranks.assign(graph.vertices, 0);
  changes.assign(graph.vertices, 1 / static_cast<double>(graph.vertices));
  active.assign(graph.vertices, 1);
}

void run() {
  size_t n = graph.vertices, count = n;
  for (int round = 0; round < MostRounds && count; ++round) {
    pagerank::divide(n, graph.outDegrees.data(), changes.data(), shares.data());
    pullChanges(n, graph.starts.data(), graph.sources.data(), active.data(), shares.data(), changes.data());
    count = applyChanges(n, round == 0, changes.data(), ranks.data(), active.data());
  }
}

double checksum() { return pagerank::checksum(ranks); }

// Pushes, along the edges out of the active vertices only.
double verify() {
  Graph out = transpose(graph);
  size_t n = graph.vertices;
  std::vector<double> rank(n), change(n, 1 / static_cast<double>(n)), next(n);
  std::vector<uint32_t> queue(n);
  for (size_t v = 0; v < n; ++v)
    queue[v] = static_cast<uint32_t>(n - 1 - v);
  for (int round = 0; round < MostRounds && !queue.empty(); ++round) {
    next.assign(n, 0);
    for (uint32_t u : queue) {
      double degree = static_cast<double>(out.starts[u + 1] - out.starts[u]);
      for (size_t e = out.starts[u]; e < out.starts[u + 1]; ++e)
        next[out.sources[e]] += Damping * change[u] / degree;
    }
    change.swap(next);
    queue.clear();
    for (size_t v = n; v-- > 0;) {
      if (round == 0)
        change[v] += (1 - Damping) / static_cast<double>(n);
      rank[v] += change[v];
      if (round == 0)
        change[v] -= 1 / static_cast<double>(n);
      if (std::fabs(change[v]) > LeastChange * rank[v])
        queue.push_back(static_cast<uint32_t>(v));
    }
  }
  return pagerank::compare(ranks, rank);
}

} // namespace

extern "C" const Workload workload = {
    "pr-delta", "vertices of the graph", 300000, 1e-9, prepare, reset, run, checksum, verify, load, "a SNAP edge list"};
