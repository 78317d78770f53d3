//===- splicer.cpp - tasks back to where they were promoted ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "splicer.h"

#include <algorithm>
#include <utility>

namespace tactus::trace {

namespace {

class Splicer {
  Graph &graph;
  const Recording &recording;
  const std::vector<int> &roots;

public:
  Splicer(Graph &target, const Recording &source, const std::vector<int> &strandRoots)
      : graph(target), recording(source), roots(strandRoots) {}

  void splice(const Promoted &promotion);

private:
  void spliceLoop(int node, const PromotedTask &task, size_t strand);
  void spliceFork(int node, size_t strand);
  void addToFirst(std::vector<Block> &blocks, Time work, const std::vector<Item> &others);
};

/// The slice's own loop gives its blocks to the loop that was split. What the task did besides, before it was first
/// seen in its loop or in what looked like other executions of it, belongs to the iterations as well.
void Splicer::spliceLoop(int node, const PromotedTask &task, size_t strand) {
  int place = graph.nodes[static_cast<size_t>(node)].place;
  std::vector<Block> blocks;
  Time besides = 0;
  std::vector<Item> others;
  for (const Item &item : graph.series[static_cast<size_t>(roots[strand])].items) {
    if (item.node < 0) {
      besides += item.work;
      continue;
    }
    Node &inner = graph.nodes[static_cast<size_t>(item.node)];
    if (inner.kind == Node::Loop && inner.place == place) {
      blocks.insert(blocks.end(), inner.blocks.begin(), inner.blocks.end());
      inner.blocks.clear();
    } else {
      others.push_back(item);
    }
  }
  if (blocks.empty())
    blocks.push_back({std::max<uint64_t>(task.end - task.begin, 1), 0, -1});
  addToFirst(blocks, besides, others);
  std::vector<Block> &all = graph.nodes[static_cast<size_t>(node)].blocks;
  all.insert(all.end(), blocks.begin(), blocks.end());
}

/// Puts work, and loops and forks, into the first iteration of some blocks; work alone into all of the first block.
void Splicer::addToFirst(std::vector<Block> &blocks, Time work, const std::vector<Item> &others) {
  if (blocks.front().series < 0 && others.empty()) {
    blocks.front().work += work;
    return;
  }
  if (blocks.front().series < 0) {
    Block &rest = blocks.front();
    Block first{1, 0, graph.addSeries()};
    graph.addWork(first.series, rest.work / static_cast<Time>(rest.iterations));
    rest.work -= rest.work / static_cast<Time>(rest.iterations);
    --rest.iterations;
    if (rest.iterations > 0)
      blocks.insert(blocks.begin(), first);
    else
      rest = first;
  }
  int series = blocks.front().series;
  graph.addWork(series, work);
  std::vector<Item> &items = graph.series[static_cast<size_t>(series)].items;
  items.insert(items.end(), others.begin(), others.end());
}

/// The second branch is what the task did, and what the strand itself seemed to do there.
void Splicer::spliceFork(int node, size_t strand) {
  int &second = graph.nodes[static_cast<size_t>(node)].second;
  int seen = std::exchange(second, roots[strand]);
  if (seen < 0)
    return;
  std::vector<Item> items = graph.series[static_cast<size_t>(seen)].items;
  std::vector<Item> &all = graph.series[static_cast<size_t>(second)].items;
  all.insert(all.end(), items.begin(), items.end());
}

void Splicer::splice(const Promoted &promotion) {
  for (const PromotedTask &task : promotion.tasks) {
    auto found = recording.strandOfTask.find(task.number);
    if (found == recording.strandOfTask.end())
      continue; // taken back before it began, or not recorded
    if (graph.nodes[static_cast<size_t>(promotion.node)].kind == Node::Loop)
      spliceLoop(promotion.node, task, found->second);
    else
      spliceFork(promotion.node, found->second);
  }
}

} // namespace

void spliceTasks(Graph &graph, const Recording &recording, const std::vector<int> &roots,
                 std::vector<Promoted> promotions) {
  // The youngest first: a task's loop has all its blocks before they are handed on.
  std::sort(promotions.begin(), promotions.end(), [](const Promoted &left, const Promoted &right) {
    return left.tasks.front().number > right.tasks.front().number;
  });
  Splicer splicer(graph, recording, roots);
  for (const Promoted &promotion : promotions)
    splicer.splice(promotion);
}

} // namespace tactus::trace
