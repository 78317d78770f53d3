//===- cf.cpp - collaborative filtering by gradient descent ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Every vertex has a vector of hidden features; the product of two vectors should be the rating on the edge between
// them. Three DOALL loops: vertices, the edges into one (a reduction of a whole vector) and the 20 features (a
// reduction).
//
//===----------------------------------------------------------------------===//
#include "graph.h"
#include "loops.h"
#include "results.h"
#include "workload.h"

namespace {

constexpr size_t Features = 20;
constexpr int Rounds = 5;
constexpr double Step = 3.5e-7, Decay = 1e-3;

Graph graph;
uint64_t startSeed;
std::vector<uint32_t> ratings;
std::vector<double> features, nextFeatures;

// The kernel: one step down the gradient, for each vertex.
__attribute__((noinline)) void descend(size_t n, const size_t *starts, const uint32_t *source, const uint32_t *rating,
                                       const double *feature, double *next) {
#if OUTER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE
#endif
  for (size_t v = 0; v < n; ++v) {
    double error[Features] = {};
#if INNER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE reduction(+ : error[ : Features])
#endif
    for (size_t e = starts[v]; e < starts[v + 1]; ++e) {
      const double *other = feature + source[e] * Features;
      double estimate = 0;
#if INNER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE reduction(+ : estimate)
#endif
      for (size_t f = 0; f < Features; ++f)
        estimate += feature[v * Features + f] * other[f];
      for (size_t f = 0; f < Features; ++f)
        error[f] += (rating[e] - estimate) * other[f];
    }
    for (size_t f = 0; f < Features; ++f) {
      double old = feature[v * Features + f];
      next[v * Features + f] = old + Step * (error[f] - Decay * old);
    }
  }
}

void allocateState(uint64_t seed) {
  startSeed = seed;
  ratings = edgeWeights(graph, seed);
  features.resize(graph.vertices * Features);
  nextFeatures.resize(graph.vertices * Features);
}

void prepare(size_t size, uint64_t seed) {
  graph = generateGraph(size, seed, Edges::Directed);
  allocateState(seed);
}

void load(const char *path, uint64_t seed) {
  graph = loadEdgeList(path, Edges::Directed);
  allocateState(seed);
}

void reset() {
  uint64_t seed = startSeed;
  for (double &feature : features)
    feature = nextUniform(&seed);
}

void run() {
  for (int round = 0; round < Rounds; ++round) {
    descend(graph.vertices, graph.starts.data(), graph.sources.data(), ratings.data(), features.data(),
            nextFeatures.data());
    features.swap(nextFeatures);
  }
}

double checksum() {
  return weightedSum(features.size(), [](size_t i) { return features[i]; });
}

// Plays all rounds again, edge by edge from the last to the first, with the errors of all vertices in one array.
double verify() {
  uint64_t seed = startSeed;
  std::vector<long double> expected(features.size()), errors(features.size());
  for (long double &feature : expected)
    feature = nextUniform(&seed);
  for (int round = 0; round < Rounds; ++round) {
    errors.assign(features.size(), 0);
    for (size_t v = graph.vertices; v-- > 0;)
      for (size_t e = graph.starts[v + 1]; e-- > graph.starts[v];) {
        const long double *a = &expected[v * Features], *b = &expected[graph.sources[e] * Features];
        long double error = ratings[e];
        for (size_t f = Features; f-- > 0;)
          error -= a[f] * b[f];
        for (size_t f = 0; f < Features; ++f)
          errors[v * Features + f] += error * b[f];
      }
    for (size_t i = 0; i < expected.size(); ++i)
      expected[i] += Step * (errors[i] - Decay * expected[i]);
  }
  double worst = 0;
  for (size_t i = 0; i < features.size(); ++i) {
    double difference = relativeDifference(features[i], static_cast<double>(expected[i]));
    worst = !(difference <= worst) ? difference : worst;
  }
  return worst;
}

} // namespace

extern "C" const Workload workload = {"cf", "vertices of the graph", 50000, 1e-9, prepare, reset, run, checksum, verify,
                                      load, "a SNAP edge list"};
