// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Some vertices have very many neighbours, most have few: the loop over neighbours is parallel as well.
#include "graph.h"

static void step(const Graph &graph, const Ranks &ranks, Ranks &next) {
#pragma omp parallel for
  for (int vertex = 0; vertex < graph.vertices(); ++vertex) {
    const std::vector<int> &neighbours = graph.neighbours[static_cast<size_t>(vertex)];
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < neighbours.size(); ++i) {
      size_t other = static_cast<size_t>(neighbours[i]);
      sum += ranks[other] / static_cast<double>(graph.neighbours[other].size());
    }
    next[static_cast<size_t>(vertex)] = (1 - Damping) / graph.vertices() + Damping * sum;
  }
}

int main(int argc, char **argv) { return pageRankMain(argc, argv, step); }
