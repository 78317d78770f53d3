//===- groups.cpp - functions that call each other in a circle -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analyze/groups.h"

#include <algorithm>

namespace tactus::analyze {

namespace {

constexpr uint32_t Unseen = UINT32_MAX;

struct Tarjan {
  const Graph &graph;
  std::vector<uint32_t> &numbers;
  std::vector<uint32_t> order, lowest, open;
  struct Visit {
    uint32_t vertex;
    size_t next;
  };
  std::vector<Visit> path;
  uint32_t seen = 0, groups = 0;

  void enter(uint32_t vertex) {
    order[vertex] = lowest[vertex] = seen++;
    open.push_back(vertex);
    path.push_back({vertex, 0});
  }

  void close(uint32_t vertex) {
    for (uint32_t member = Unseen; member != vertex; open.pop_back()) {
      member = open.back();
      numbers[member] = groups;
    }
    ++groups;
  }

  void visit(uint32_t start) {
    enter(start);
    while (!path.empty()) {
      auto &[vertex, next] = path.back();
      if (next < graph[vertex].size()) {
        uint32_t callee = graph[vertex][next++];
        if (order[callee] == Unseen)
          enter(callee);
        else if (numbers[callee] == Unseen)
          lowest[vertex] = std::min(lowest[vertex], order[callee]);
        continue;
      }
      uint32_t done = vertex;
      if (lowest[done] == order[done])
        close(done);
      path.pop_back();
      if (!path.empty())
        lowest[path.back().vertex] = std::min(lowest[path.back().vertex], lowest[done]);
    }
  }
};

} // namespace

Groups::Groups(const Graph &graph) : numbers(graph.size(), Unseen) {
  auto vertices = static_cast<uint32_t>(graph.size());
  Tarjan tarjan{graph, numbers, std::vector(vertices, Unseen), std::vector(vertices, Unseen), {}, {}};
  for (uint32_t vertex = 0; vertex < vertices; ++vertex)
    if (tarjan.order[vertex] == Unseen)
      tarjan.visit(vertex);
  isRecursive.assign(tarjan.groups, false);
  for (uint32_t vertex = 0; vertex < vertices; ++vertex)
    for (uint32_t callee : graph[vertex])
      if (numbers[callee] == numbers[vertex])
        isRecursive[numbers[vertex]] = true;
}

} // namespace tactus::analyze
