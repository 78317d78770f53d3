// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Vertices by threads, in small pieces because of the ones with many neighbours, which no piece can split.
#include "graph.h"

static void step(const Graph &graph, const Ranks &ranks, Ranks &next) {
#pragma omp parallel for schedule(dynamic, 64)
  for (int vertex = 0; vertex < graph.vertices(); ++vertex) {
    double sum = 0;
    for (int neighbour : graph.neighbours[static_cast<size_t>(vertex)]) {
      size_t other = static_cast<size_t>(neighbour);
      sum += ranks[other] / static_cast<double>(graph.neighbours[other].size());
    }
    next[static_cast<size_t>(vertex)] = (1 - Damping) / graph.vertices() + Damping * sum;
  }
}

int main(int argc, char **argv) { return pageRankMain(argc, argv, step); }
