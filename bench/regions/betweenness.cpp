//===- betweenness.cpp - how many shortest paths lead through each vertex ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// From some vertices (Brandes: "A faster algorithm for betweenness centrality", 2001): a search by levels counts
// shortest paths with atomic additions, and the levels in reverse sum up what depends on each vertex.
//
//===----------------------------------------------------------------------===//
#include "../kernels/graph.h"
#include "regions.h"

#include <cstring>

enum { Sources = 6, MostLevels = 64 };

static Graph edges;
static int *depths;
static double *paths, *dependencies, *scores;
static uint32_t *order;
static size_t levelStarts[MostLevels + 1];

static uint32_t sourceNumber(int number) {
  // Vertices without neighbours are many.
  size_t v = (size_t)number * 7919 % edges.vertices;
  while (edges.starts[v] == edges.starts[v + 1])
    v = (v + 1) % edges.vertices;
  return (uint32_t)v;
}

/// One level of the search; returns how many vertices are in `order` behind it.
static size_t expandLevel(size_t start, size_t stop, int depth) {
  size_t end = stop;
#pragma omp parallel for schedule(dynamic, 64)
  for (size_t i = start; i < stop; ++i) {
    uint32_t u = order[i];
    for (size_t k = edges.starts[u]; k < edges.starts[u + 1]; ++k) {
      uint32_t v = edges.sources[k];
      int found = -1;
      if (__atomic_compare_exchange_n(&depths[v], &found, depth, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
        size_t place;
#pragma omp atomic capture
        place = end++;
        order[place] = v;
        found = depth;
      }
      if (found == depth) {
#pragma omp atomic
        paths[v] += paths[u];
      }
    }
  }
  return end;
}

static void sumUpLevel(size_t start, size_t stop) {
#pragma omp parallel for schedule(dynamic, 64)
  for (size_t i = start; i < stop; ++i) {
    uint32_t u = order[i];
    double sum = 0;
    for (size_t k = edges.starts[u]; k < edges.starts[u + 1]; ++k) {
      uint32_t v = edges.sources[k];
      if (depths[v] == depths[u] + 1)
        sum += paths[u] / paths[v] * (1 + dependencies[v]);
    }
    dependencies[u] = sum;
    if (depths[u] > 0)
      scores[u] += sum;
  }
}

static void searchFrom(uint32_t source) {
#pragma omp parallel for schedule(static)
  for (size_t v = 0; v < edges.vertices; ++v) {
    depths[v] = -1;
    paths[v] = 0;
  }
  depths[source] = 0;
  paths[source] = 1;
  order[0] = source;
  int levels = 1;
  levelStarts[0] = 0;
  levelStarts[1] = 1;
  while (levels < MostLevels && levelStarts[levels] > levelStarts[levels - 1]) {
    levelStarts[levels + 1] = expandLevel(levelStarts[levels - 1], levelStarts[levels], levels);
    ++levels;
  }
  while (levels-- > 0)
    sumUpLevel(levelStarts[levels], levelStarts[levels + 1]);
}

static void run(void) {
  for (int number = 0; number < Sources; ++number)
    searchFrom(sourceNumber(number));
}

static void prepare(size_t size, uint64_t seed) {
  edges = generateGraph(size < 16 ? 16 : size, seed, Edges::BothWays);
  depths = static_cast<int *>(allocate(edges.vertices, sizeof *depths));
  order = static_cast<uint32_t *>(allocate(edges.vertices, sizeof *order));
  double **arrays[] = {&paths, &dependencies, &scores};
  for (int i = 0; i < 3; ++i)
    *arrays[i] = static_cast<double *>(allocate(edges.vertices, sizeof(double)));
}

static void reset(void) { memset(scores, 0, edges.vertices * sizeof *scores); }

static double checksum(void) { return weightedSum(scores, edges.vertices); }

// A queue, and what depends on a vertex pushed to those before it.
static double verify(void) {
  std::vector<double> expected(edges.vertices);
  double worst = 0;
  for (int number = 0; number < Sources; ++number) {
    size_t end = 1;
    for (size_t v = 0; v < edges.vertices; ++v) {
      depths[v] = -1;
      paths[v] = dependencies[v] = 0;
    }
    order[0] = sourceNumber(number);
    depths[order[0]] = 0;
    paths[order[0]] = 1;
    for (size_t first = 0; first < end; ++first)
      for (size_t k = edges.starts[order[first]]; k < edges.starts[order[first] + 1]; ++k) {
        uint32_t v = edges.sources[k];
        if (depths[v] < 0) {
          depths[v] = depths[order[first]] + 1;
          order[end++] = v;
        }
        if (depths[v] == depths[order[first]] + 1)
          paths[v] += paths[order[first]];
      }
    for (size_t last = end; last-- > 1;) {
      uint32_t v = order[last];
      for (size_t k = edges.starts[v]; k < edges.starts[v + 1]; ++k)
        if (depths[edges.sources[k]] + 1 == depths[v])
          dependencies[edges.sources[k]] += paths[edges.sources[k]] / paths[v] * (1 + dependencies[v]);
      expected[v] += dependencies[v];
    }
  }
  for (size_t v = 0; v < edges.vertices; ++v) {
    double difference = relativeDifference(expected[v], scores[v]);
    worst = !(difference <= worst) ? difference : worst;
  }
  return worst;
}

const Workload workload = {"betweenness", "vertices", 65536,  1e-9,    prepare, reset,
                           run,           checksum,   verify, nullptr, nullptr};
