//===- graph.h - social graphs, generated or read ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Graphs in compressed sparse row form, by the vertex that an edge leads to, which is what pulling needs:
//
//   the edges into v:  sources[starts[v]] … sources[starts[v + 1] - 1], ascending, without repetitions or loops
//
// Generated graphs are R-MAT (Chakrabarti, Zhan, Faloutsos: "R-MAT: a recursive model for graph mining", SDM 2004) with
// the parameters of Graph500, and shuffled: few vertices have very many edges, and they lie anywhere.
//
//===----------------------------------------------------------------------===//
#ifndef BENCH_GRAPH_H
#define BENCH_GRAPH_H

#include <cstddef>
#include <cstdint>
#include <vector>

struct Graph {
  size_t vertices = 0;
  std::vector<size_t> starts;
  std::vector<uint32_t> sources;
  /// Edges out of each vertex.
  std::vector<uint32_t> outDegrees;

  size_t edges() const { return sources.size(); }
  /// The vertex with the most edges out, the first of several.
  uint32_t busiestVertex() const;
};

enum class Edges {
  /// As drawn, or as the file has them.
  Directed,
  /// With each edge also its reverse.
  BothWays
};

/// About 16 edges for each vertex. Ends the program if there are too many vertices for 32 bits.
Graph generateGraph(size_t vertices, uint64_t seed, Edges edges);

/// A list of edges as SNAP has it: a line for each, `from to`; lines with # are comments. The numbers of vertices are
/// any; they are renumbered without gaps, in their order. Ends the program if the file is not like that, or empty.
Graph loadEdgeList(const char *path, Edges edges);

/// The same graph by the vertex that an edge comes from: sources become targets, for checks that push.
Graph transpose(const Graph &graph);

/// A weight from 1 to 100 that belongs to an edge, in which direction or order ever it is met.
uint32_t edgeWeight(uint32_t from, uint32_t to, uint64_t seed);

/// The weights of all edges, in their order.
std::vector<uint32_t> edgeWeights(const Graph &graph, uint64_t seed);

#endif // BENCH_GRAPH_H
