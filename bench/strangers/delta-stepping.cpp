//===- delta-stepping.cpp - shortest ways by buckets of distances --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// One region for the whole search. Each thread relaxes vertices of the least bucket as they come, keeps those that it
// has moved in buckets of its own, and all put what is in the next least one together for the next round.
//
//===----------------------------------------------------------------------===//
#include "../kernels/graph.h"
#include "../regions/regions.h"

#include <algorithm>
#include <cstring>
#include <queue>
#include <vector>

static constexpr uint32_t Delta = 24, Unreached = UINT32_MAX;
static constexpr size_t NoBucket = SIZE_MAX;

static Graph graph;
static std::vector<uint32_t> weights, distances, frontier;
static uint32_t source;

using Buckets = std::vector<std::vector<uint32_t>>;

static void relax(uint32_t vertex, Buckets &own) {
  uint32_t here = __atomic_load_n(&distances[vertex], __ATOMIC_RELAXED);
  for (size_t k = graph.starts[vertex]; k < graph.starts[vertex + 1]; ++k) {
    uint32_t *place = &distances[graph.sources[k]], way = here + weights[k];
    uint32_t old = __atomic_load_n(place, __ATOMIC_RELAXED);
    while (way < old)
      if (__atomic_compare_exchange_n(place, &old, way, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
        size_t bucket = way / Delta;
        if (bucket >= own.size())
          own.resize(bucket + 1);
        own[bucket].push_back(graph.sources[k]);
        break;
      }
  }
}

static void run() {
  size_t count = 1, least = 0, next = NoBucket, nextCount = 0;
  frontier[0] = source;
#pragma omp parallel
  {
    Buckets own;
    while (least != NoBucket) {
      size_t now = least, all = count;
#pragma omp for schedule(dynamic, 64)
      for (size_t i = 0; i < all; ++i)
        if (__atomic_load_n(&distances[frontier[i]], __ATOMIC_RELAXED) >= now * Delta)
          relax(frontier[i], own);
      size_t first = now;
      while (first < own.size() && own[first].empty())
        ++first;
      if (first < own.size()) {
#pragma omp critical
        next = std::min(next, first);
      }
#pragma omp barrier
      if (next < own.size() && !own[next].empty()) {
        size_t place;
#pragma omp atomic capture
        {
          place = nextCount;
          nextCount += own[next].size();
        }
        // A vertex may be there several times, mostly once from each edge into it.
        std::copy(own[next].begin(), own[next].end(), frontier.begin() + static_cast<ptrdiff_t>(place));
        own[next].clear();
      }
#pragma omp barrier
#pragma omp single
      {
        least = next;
        count = nextCount;
        next = NoBucket;
        nextCount = 0;
      }
    }
  }
}

static void prepare(size_t size, uint64_t seed) {
  graph = generateGraph(size, seed, Edges::BothWays);
  weights = edgeWeights(graph, seed);
  source = graph.busiestVertex();
  distances.resize(size);
  frontier.resize(2 * graph.edges() + 1);
}

static void reset() {
  std::fill(distances.begin(), distances.end(), Unreached);
  distances[source] = 0;
}

static double checksum() {
  double sum = 0;
  for (size_t v = 0; v < graph.vertices; ++v)
    if (distances[v] != Unreached)
      sum += static_cast<double>(distances[v]) * static_cast<double>(v % 1021 + 1);
  return sum;
}

// Dijkstra's.
static double verify() {
  std::vector<uint32_t> found = distances;
  reset();
  using Entry = std::pair<uint32_t, uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> queue;
  queue.emplace(0, source);
  while (!queue.empty()) {
    auto [distance, vertex] = queue.top();
    queue.pop();
    if (distance != distances[vertex])
      continue;
    for (size_t k = graph.starts[vertex]; k < graph.starts[vertex + 1]; ++k)
      if (uint32_t way = distance + weights[k]; way < distances[graph.sources[k]]) {
        distances[graph.sources[k]] = way;
        queue.emplace(way, graph.sources[k]);
      }
  }
  std::swap(found, distances);
  return found == distances ? 0 : 1;
}

const Workload workload = {"delta-stepping", "vertices", 100000,  0,      prepare, reset, run,
                           checksum,         verify,     nullptr, nullptr};
