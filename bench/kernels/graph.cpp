//===- graph.cpp - social graphs, generated or read ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "graph.h"
#include "text_file.h"
#include "workload.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <utility>

namespace {

constexpr size_t EdgesPerVertex = 16;
// The probabilities of the quadrants of the adjacency matrix, but for the last.
constexpr double TopLeft = 0.57, TopRight = 0.19, BottomLeft = 0.19;

using Edge = std::pair<uint32_t, uint32_t>;

/// Sorts by one end in time linear in edges and vertices, keeping the order of equals.
template <class End> std::vector<Edge> sortByEnd(const std::vector<Edge> &edges, size_t vertices, End end) {
  std::vector<size_t> next(vertices + 1);
  for (const Edge &edge : edges)
    ++next[end(edge) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<Edge> sorted(edges.size());
  for (const Edge &edge : edges)
    sorted[next[end(edge)]++] = edge;
  return sorted;
}

Graph fromEdges(std::vector<Edge> edges, size_t vertices, Edges kind) {
  if (kind == Edges::BothWays) {
    size_t count = edges.size();
    edges.reserve(2 * count);
    for (size_t i = 0; i < count; ++i)
      edges.emplace_back(edges[i].second, edges[i].first);
  }
  std::erase_if(edges, [](const Edge &edge) { return edge.first == edge.second; });
  edges = sortByEnd(edges, vertices, [](const Edge &edge) { return edge.first; });
  edges = sortByEnd(edges, vertices, [](const Edge &edge) { return edge.second; });
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());

  Graph graph;
  graph.vertices = vertices;
  graph.starts.resize(vertices + 1);
  graph.outDegrees.resize(vertices);
  graph.sources.reserve(edges.size());
  for (const auto &[from, to] : edges) {
    ++graph.starts[to + 1];
    ++graph.outDegrees[from];
    graph.sources.push_back(from);
  }
  std::partial_sum(graph.starts.begin(), graph.starts.end(), graph.starts.begin());
  return graph;
}

Edge drawEdge(unsigned scale, uint64_t *seed) {
  uint32_t from = 0, to = 0;
  for (unsigned level = 0; level < scale; ++level) {
    double choice = nextUniform(seed);
    bool bottom = choice >= TopLeft + TopRight;
    bool right = bottom ? choice >= TopLeft + TopRight + BottomLeft : choice >= TopLeft;
    from = 2 * from + bottom;
    to = 2 * to + right;
  }
  return {from, to};
}

} // namespace

uint32_t Graph::busiestVertex() const {
  return static_cast<uint32_t>(std::max_element(outDegrees.begin(), outDegrees.end()) - outDegrees.begin());
}

Graph generateGraph(size_t vertices, uint64_t seed, Edges kind) {
  if (vertices > UINT32_MAX / EdgesPerVertex) {
    std::fprintf(stderr, "%s: error: --size %zu: too many vertices, choose at most %zu\n", workload.name, vertices,
                 static_cast<size_t>(UINT32_MAX / EdgesPerVertex));
    std::exit(2);
  }
  std::vector<uint32_t> place(vertices);
  std::iota(place.begin(), place.end(), 0);
  for (size_t i = vertices; i > 1; --i)
    std::swap(place[i - 1], place[nextRandom(&seed) % i]);
  unsigned scale = static_cast<unsigned>(std::bit_width(vertices - 1));
  std::vector<Edge> edges;
  edges.reserve(EdgesPerVertex * vertices);
  while (edges.size() < EdgesPerVertex * vertices) {
    auto [from, to] = drawEdge(scale, &seed);
    // The matrix that is halved has a power of two of rows.
    if (from < vertices && to < vertices)
      edges.emplace_back(place[from], place[to]);
  }
  return fromEdges(std::move(edges), vertices, kind);
}

Graph loadEdgeList(const char *path, Edges kind) {
  TextFile file(path);
  std::vector<std::pair<uint64_t, uint64_t>> named;
  std::vector<uint64_t> names;
  while (file.nextLine('#')) {
    uint64_t from = file.integer("first vertex", 0, UINT64_MAX), to = file.integer("second vertex", 0, UINT64_MAX);
    file.expectLineEnd();
    named.emplace_back(from, to);
    names.push_back(from);
    names.push_back(to);
  }
  if (named.empty())
    file.fail("the file ends without an edge");
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  if (names.size() > UINT32_MAX)
    file.fail("there are more vertices than 32 bits can number");
  auto number = [&](uint64_t name) {
    return static_cast<uint32_t>(std::lower_bound(names.begin(), names.end(), name) - names.begin());
  };
  std::vector<Edge> edges;
  edges.reserve(named.size());
  for (const auto &[from, to] : named)
    edges.emplace_back(number(from), number(to));
  return fromEdges(std::move(edges), names.size(), kind);
}

Graph transpose(const Graph &graph) {
  std::vector<Edge> edges;
  edges.reserve(graph.edges());
  for (size_t v = 0; v < graph.vertices; ++v)
    for (size_t e = graph.starts[v]; e < graph.starts[v + 1]; ++e)
      edges.emplace_back(static_cast<uint32_t>(v), graph.sources[e]);
  return fromEdges(std::move(edges), graph.vertices, Edges::Directed);
}

uint32_t edgeWeight(uint32_t from, uint32_t to, uint64_t seed) {
  uint64_t state = seed ^ (uint64_t{std::min(from, to)} << 32 | std::max(from, to));
  return static_cast<uint32_t>(nextRandom(&state) % 100) + 1;
}

std::vector<uint32_t> edgeWeights(const Graph &graph, uint64_t seed) {
  std::vector<uint32_t> weights(graph.edges());
  for (size_t v = 0; v < graph.vertices; ++v)
    for (size_t e = graph.starts[v]; e < graph.starts[v + 1]; ++e)
      weights[e] = edgeWeight(graph.sources[e], static_cast<uint32_t>(v), seed);
  return weights;
}
