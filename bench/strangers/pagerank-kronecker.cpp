//===- pagerank-kronecker.cpp - ranks that each vertex pulls from its neighbours -----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Few vertices of a Kronecker graph have most of its edges, and nobody knows where they lie.
//
//===----------------------------------------------------------------------===//
#include "../kernels/graph.h"
#include "../regions/regions.h"

#include <algorithm>
#include <cmath>
#include <vector>

static constexpr int Rounds = 15;
static constexpr double Damping = 0.85;

static Graph graph;
static std::vector<double> ranks, shares;
static double change;

static void run() {
  const size_t vertices = graph.vertices;
  const size_t *starts = graph.starts.data();
  const uint32_t *sources = graph.sources.data(), *degrees = graph.outDegrees.data();
  double *rank = ranks.data(), *share = shares.data();
  for (int round = 0; round < Rounds; ++round) {
#pragma omp parallel for BENCH_SCHEDULE
    for (size_t v = 0; v < vertices; ++v)
      share[v] = degrees[v] ? rank[v] / degrees[v] : 0;
    double sum = 0;
#pragma omp parallel for BENCH_SCHEDULE reduction(+ : sum)
    for (size_t v = 0; v < vertices; ++v) {
      double pulled = 0;
      for (size_t k = starts[v]; k < starts[v + 1]; ++k)
        pulled += share[sources[k]];
      double now = (1 - Damping) / static_cast<double>(vertices) + Damping * pulled;
      sum += std::fabs(now - rank[v]);
      rank[v] = now;
    }
    change = sum;
  }
}

static void prepare(size_t size, uint64_t seed) {
  graph = generateGraph(size, seed, Edges::Directed);
  ranks.resize(size);
  shares.resize(size);
}

static void reset() { std::fill(ranks.begin(), ranks.end(), 1.0 / static_cast<double>(graph.vertices)); }

static double checksum() { return weightedSum(ranks.data(), ranks.size()) + change; }

// Each vertex pushes.
static double verify() {
  std::vector<double> found = ranks;
  Graph forward = transpose(graph);
  reset();
  for (int round = 0; round < Rounds; ++round) {
    std::vector<double> now(graph.vertices, (1 - Damping) / static_cast<double>(graph.vertices));
    for (size_t v = 0; v < graph.vertices; ++v)
      for (size_t k = forward.starts[v]; k < forward.starts[v + 1]; ++k)
        now[forward.sources[k]] += Damping * ranks[v] / graph.outDegrees[v];
    ranks = now;
  }
  double worst = 0;
  for (size_t v = 0; v < graph.vertices; ++v)
    worst = std::max(worst, relativeDifference(found[v], ranks[v]));
  ranks = found;
  return worst;
}

const Workload workload = {
    "pagerank-kronecker", "vertices", size_t{1} << 18, 1e-9, prepare, reset, run, checksum, verify, nullptr, nullptr};
