//===- dependence_graph_test.cpp - which tasks come before which ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Random programs against the definition: a task may begin when all earlier tasks that it conflicts with have finished.
//
//===----------------------------------------------------------------------===//
#include "tasks/dependence_graph.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <vector>

using namespace tactus;
using namespace tactus::abi;

namespace {

struct TestTask {
  std::vector<Dependence> items;
  std::vector<uint64_t> nodeMemory;
  std::vector<DependenceEdge> edges;
  bool hasFinished = false;

  DependenceNode &node() { return *reinterpret_cast<DependenceNode *>(nodeMemory.data()); }
};

bool conflict(const Dependence &left, const Dependence &right) {
  if (left.kind == DependsOnAllMemory || right.kind == DependsOnAllMemory)
    return true;
  bool areTogether = left.kind == right.kind && (left.kind == DependsIn || left.kind == DependsInOutSet);
  return left.address == right.address && !areTogether;
}

bool conflict(const TestTask &left, const TestTask &right) {
  for (const Dependence &one : left.items)
    for (const Dependence &other : right.items)
      if (conflict(one, other))
        return true;
  return false;
}

class RandomProgram {
public:
  explicit RandomProgram(unsigned seed) : random(seed), addresses(1 + below(12)), mostOpen(1 + below(40)) {}

  void run(unsigned count) {
    while (tasks.size() < count || !open.empty()) {
      if (tasks.size() < count && (open.size() < mostOpen && (open.empty() || below(2))))
        create();
      else
        finishOne();
      check();
    }
    EXPECT_TRUE(graph.isEmpty());
  }

private:
  std::mt19937 random;
  unsigned addresses;
  size_t mostOpen;
  DependenceGraph graph;
  std::vector<std::unique_ptr<TestTask>> tasks;
  std::vector<TestTask *> open;

  unsigned below(unsigned bound) { return random() % bound; }

  bool mayBegin(const TestTask &task) const {
    for (auto &earlier : tasks) {
      if (earlier.get() == &task)
        return true;
      if (!earlier->hasFinished && conflict(*earlier, task))
        return false;
    }
    return true;
  }

  void create() {
    static constexpr uint8_t kinds[] = {DependsIn,      DependsIn, DependsOut, DependsInOut, DependsMutexInOutSet,
                                        DependsInOutSet};
    auto task = std::make_unique<TestTask>();
    unsigned count = 1 + below(4);
    for (unsigned index = 0; index < count; ++index)
      task->items.push_back({8 + 8 * uint64_t{below(addresses)}, 8, kinds[below(6)]});
    if (below(20) == 0)
      task->items.push_back({0, 0, DependsOnAllMemory});
    // An address is named twice at times.
    size_t before = graph.countBefore(task->items.data(), task->items.size());
    task->edges.resize(before);
    task->nodeMemory.resize(DependenceNode::bytesFor(task->items.size()) / 8);
    new (task->nodeMemory.data()) DependenceNode{};
    ASSERT_TRUE(graph.reserve(task->items.size()));
    graph.add(task->node(), task->items.data(), task->items.size(), task->edges.data());
    open.push_back(task.get());
    tasks.push_back(std::move(task));
  }

  void finishOne() {
    std::vector<TestTask *> ready;
    std::copy_if(open.begin(), open.end(), std::back_inserter(ready),
                 [](TestTask *task) { return task->node().unmet == 0; });
    ASSERT_FALSE(ready.empty());
    TestTask *task = ready[below(static_cast<unsigned>(ready.size()))];
    task->hasFinished = true;
    open.erase(std::find(open.begin(), open.end(), task));
    for (DependenceNode *node = graph.finish(task->node()); node; node = node->nextReady)
      EXPECT_EQ(node->unmet, 0U);
  }

  void check() {
    for (TestTask *task : open)
      ASSERT_EQ(task->node().unmet == 0, mayBegin(*task));
  }
};

TEST(DependenceGraph, BeginsWhatTheDefinitionAllows) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    RandomProgram(seed).run(80);
  }
}

TEST(DependenceGraph, ManyAddressesAreForgotten) {
  DependenceGraph graph;
  for (uint64_t index = 0; index < 10000; ++index) {
    Dependence item{8 * index + 8, 8, DependsInOut};
    std::vector<uint64_t> memory(DependenceNode::bytesFor(1) / 8);
    auto *node = new (memory.data()) DependenceNode{};
    ASSERT_TRUE(graph.reserve(1));
    EXPECT_EQ(graph.countBefore(&item, 1), 0U);
    graph.add(*node, &item, 1, nullptr);
    EXPECT_EQ(graph.countBefore(&item, 1), 1U);
    EXPECT_EQ(graph.finish(*node), nullptr);
  }
  EXPECT_TRUE(graph.isEmpty());
}

} // namespace
