// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// An undirected graph from a Matrix Market file, and which of its vertices matter most.
#ifndef TACTUS_EXAMPLES_GRAPH_H
#define TACTUS_EXAMPLES_GRAPH_H

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <numeric>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

struct Graph {
  std::vector<std::vector<int>> neighbours;

  int vertices() const { return static_cast<int>(neighbours.size()); }

  /// The lower triangle of a symmetric pattern; vertices are counted from 1. False if it is not that.
  bool read(const char *name) {
    std::ifstream file(name);
    std::string line;
    while (std::getline(file, line) && line.starts_with('%'))
      ;
    long rows = 0, columns = 0, edges = 0, row, column;
    std::istringstream(line) >> rows >> columns >> edges;
    if (rows < 1 || rows != columns || rows > 1'000'000'000)
      return false;
    neighbours.resize(static_cast<size_t>(rows));
    for (; edges > 0 && file >> row >> column; --edges) {
      if (row < 1 || row > rows || column < 1 || column > rows)
        return false;
      neighbours[static_cast<size_t>(row - 1)].push_back(static_cast<int>(column - 1));
      neighbours[static_cast<size_t>(column - 1)].push_back(static_cast<int>(row - 1));
    }
    return edges == 0;
  }
};

inline constexpr double Damping = 0.85;
using Ranks = std::vector<double>;

/// pagerank FILE.mtx [COUNT]: the vertices that a random walk visits most, five if not told. `step` computes ranks from
/// the last ones.
inline int pageRankMain(int argc, char **argv, void (*step)(const Graph &, const Ranks &, Ranks &)) {
  Graph graph;
  long count = argc == 3 ? std::atol(argv[2]) : 5;
  if (argc < 2 || argc > 3 || count < 1 || !graph.read(argv[1])) {
    std::fprintf(stderr, "pagerank: error: give a symmetric pattern as a Matrix Market file, and how many vertices: "
                         "pagerank karate.mtx 5\n");
    return 2;
  }
  Ranks ranks(graph.neighbours.size(), 1.0 / graph.vertices()), next(ranks.size());
  for (double change = 1; change > 1e-10; ranks.swap(next)) {
    step(graph, ranks, next);
    change = std::transform_reduce(ranks.begin(), ranks.end(), next.begin(), 0.0, std::plus<>(),
                                   [](double a, double b) { return std::abs(a - b); });
  }
  std::vector<int> order(ranks.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, [&](int a, int b) { return ranks[static_cast<size_t>(a)] > ranks[static_cast<size_t>(b)]; });
  for (size_t i = 0; i < std::min(static_cast<size_t>(count), order.size()); ++i)
    std::printf("%5d %.5f\n", order[i] + 1, ranks[static_cast<size_t>(order[i])]);
  return 0;
}

#endif
