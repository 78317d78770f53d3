//===- graph.cpp - the parallelism of a run as a tree ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "graph.h"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace tactus::trace {

uint64_t Node::iterations() const {
  auto sum = [](uint64_t count, const Block &block) { return count + block.iterations; };
  return std::accumulate(blocks.begin(), blocks.end(), uint64_t{0}, sum);
}

int Graph::addSeries() {
  series.emplace_back();
  return static_cast<int>(series.size()) - 1;
}

int Graph::addNode(Node::Kind kind, int place) {
  Node &node = nodes.emplace_back();
  node.kind = kind;
  node.place = place;
  return static_cast<int>(nodes.size()) - 1;
}

void Graph::addWork(int index, Time work) {
  if (work <= 0)
    return;
  std::vector<Item> &items = series[static_cast<size_t>(index)].items;
  if (!items.empty() && items.back().node < 0)
    items.back().work += work;
  else
    items.push_back({work, -1});
}

namespace {

/// Measures each series and node once, children first. Nodes are as deep as the program's stack was, so no recursion.
class Measurement {
  const Graph &graph;

public:
  std::vector<WorkSpan> series, nodes;
  /// Of nodes: not inside of another one of the same place, as a recursive call is.
  std::vector<bool> areOutermost;

  explicit Measurement(const Graph &measured)
      : graph(measured), series(measured.series.size()), nodes(measured.nodes.size()),
        areOutermost(measured.nodes.size()) {
    int places = 0;
    for (const Node &node : graph.nodes)
      places = std::max(places, node.place + 1);
    /// How many nodes of each place are around what is visited.
    std::vector<unsigned> around(static_cast<size_t>(places));
    struct Visit {
      bool isNode, areChildrenDone;
      int index;
    };
    std::vector<Visit> stack;
    stack.reserve(graph.roots.size());
    for (const Root &root : graph.roots)
      stack.push_back({false, false, root.series});
    while (!stack.empty()) {
      Visit visit = stack.back();
      stack.pop_back();
      if (visit.areChildrenDone) {
        visit.isNode ? finishNode(visit.index) : finishSeries(visit.index);
        if (int place = visit.isNode ? graph.nodes[static_cast<size_t>(visit.index)].place : -1; place >= 0)
          --around[static_cast<size_t>(place)];
        continue;
      }
      stack.push_back({visit.isNode, true, visit.index});
      if (visit.isNode) {
        const Node &node = graph.nodes[static_cast<size_t>(visit.index)];
        if (node.place >= 0)
          areOutermost[static_cast<size_t>(visit.index)] = around[static_cast<size_t>(node.place)]++ == 0;
        for (const Block &block : node.blocks)
          if (block.series >= 0)
            stack.push_back({false, false, block.series});
        for (int branch : {node.first, node.second})
          if (branch >= 0)
            stack.push_back({false, false, branch});
      } else {
        for (const Item &item : graph.series[static_cast<size_t>(visit.index)].items)
          if (item.node >= 0)
            stack.push_back({true, false, item.node});
      }
    }
  }

private:
  void finishSeries(int index) {
    WorkSpan sum;
    for (const Item &item : graph.series[static_cast<size_t>(index)].items) {
      WorkSpan part = item.node >= 0 ? nodes[static_cast<size_t>(item.node)] : WorkSpan{item.work, item.work};
      sum.work += part.work;
      sum.span += part.span;
    }
    series[static_cast<size_t>(index)] = sum;
  }

  void finishNode(int index) {
    const Node &node = graph.nodes[static_cast<size_t>(index)];
    WorkSpan sum;
    auto add = [&](WorkSpan part) {
      sum.work += part.work;
      sum.span = std::max(sum.span, part.span);
    };
    for (const Block &block : node.blocks)
      add(block.series >= 0 ? series[static_cast<size_t>(block.series)]
                            : WorkSpan{block.work, block.work / static_cast<Time>(block.iterations)});
    for (int branch : {node.first, node.second})
      if (branch >= 0)
        add(series[static_cast<size_t>(branch)]);
    nodes[static_cast<size_t>(index)] = sum;
  }
};

} // namespace

WorkSpan measure(const Graph &graph) {
  Measurement measured(graph);
  WorkSpan whole;
  for (const Root &root : graph.roots) {
    const WorkSpan &part = measured.series[static_cast<size_t>(root.series)];
    whole.work += part.work;
    whole.span = std::max(whole.span, root.start + part.span);
  }
  return whole;
}

SerialEnds serialEnds(const Graph &graph) {
  SerialEnds ends;
  auto thread = std::find_if(graph.roots.begin(), graph.roots.end(), [](const Root &root) { return root.start == 0; });
  if (thread == graph.roots.end())
    return ends;
  const std::vector<Item> &items = graph.series[static_cast<size_t>(thread->series)].items;
  auto isNode = [](const Item &item) { return item.node >= 0; };
  auto first = std::find_if(items.begin(), items.end(), isNode);
  auto last = std::find_if(items.rbegin(), std::make_reverse_iterator(first), isNode).base();
  auto sum = [](Time time, const Item &item) { return time + item.work; };
  ends.before = std::accumulate(items.begin(), first, Time{0}, sum);
  if (first != items.end())
    ends.behind = std::accumulate(last, items.end(), Time{0}, sum);
  return ends;
}

std::vector<PlaceWork> measurePlaces(const Graph &graph, size_t placeCount) {
  Measurement measured(graph);
  std::vector<PlaceWork> places(placeCount);
  // Not reachable any more are slices' own loops, whose blocks have been taken over by the loop that they are part of;
  // they have no blocks.
  for (size_t index = 0; index < graph.nodes.size(); ++index) {
    const Node &node = graph.nodes[index];
    if (node.place < 0 || (node.blocks.empty() && node.first < 0))
      continue;
    PlaceWork &place = places[static_cast<size_t>(node.place)];
    ++place.executions;
    // What an execution inside of another one did, that one did.
    if (!measured.areOutermost[index])
      continue;
    place.work += measured.nodes[index].work;
    place.span += measured.nodes[index].span;
  }
  return places;
}

} // namespace tactus::trace
