//===- dependence_graph.h - which tasks come before which -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// OpenMP's dependences among the tasks of one parent that have not finished. Tasks are added in program order. For each
// address there are the tasks that use it now and those that must have finished before these:
//
//     in(x) T1, in(x) T2, in(x) T3     current: T1 T2 T3 (in)     earlier: T0        another in(x) comes behind T0,
//     out(x) T0 before them                                                         out(x) behind T1, T2 and T3
//
// Tasks with `in`, and those with `inoutset`, are together in one generation; each other task is one of its own.
// Tasks with `mutexinoutset` exclude each other in program order, which is one of the orders that they may have. Items
// are known by their addresses alone, as in libomp: OpenMP asks for the same storage or storage apart.
//
// What has finished is in none of the lists, so an address that nobody uses has no entry. Not thread-safe: the scope's
// lock (workers/dependences.cpp).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_TASKS_DEPENDENCE_GRAPH_H
#define TACTUS_RUNTIME_TASKS_DEPENDENCE_GRAPH_H

#include "abi/dependences.h"

#include <cstddef>
#include <cstdint>

namespace tactus {

struct DependenceNode;
struct DependenceEntry;

/// Of a task in a generation of an address.
struct DependenceMember {
  uint64_t address;
  DependenceNode *node;
  /// Null once nobody else comes behind it by way of this address.
  DependenceEntry *entry;
  /// The list of the generation; `link` is what points here.
  DependenceMember *next, **link;
  /// One of abi::DependenceKind.
  uint8_t kind;
};

/// Of a task that has to wait, in the list of one that it waits for.
struct DependenceEdge {
  DependenceNode *successor;
  DependenceEdge *next;
};

/// A task that has not finished. Its memory is its owner's, and is followed by its members.
struct DependenceNode {
  /// Tasks that must finish before it begins.
  uint32_t unmet = 0;
  uint32_t memberCount = 0;
  bool isOnAllMemory = false;
  DependenceEdge *successors = nullptr;
  /// All tasks of the graph; `link` is what points here.
  DependenceNode *next = nullptr, **link = nullptr;
  /// The owner's own, for tasks that wait.
  void *owner = nullptr;
  /// In the list that finish() returns.
  DependenceNode *nextReady = nullptr;

  DependenceMember *members() { return reinterpret_cast<DependenceMember *>(this + 1); }
  static size_t bytesFor(uint64_t items) { return sizeof(DependenceNode) + items * sizeof(DependenceMember); }
};

class DependenceGraph {
public:
  using Item = abi::Dependence;

  DependenceGraph() = default;
  DependenceGraph(const DependenceGraph &) = delete;
  DependenceGraph &operator=(const DependenceGraph &) = delete;
  ~DependenceGraph();

  bool isEmpty() const { return !nodes; }
  /// How many tasks are before one with these items; some may be counted several times.
  size_t countBefore(const Item *items, size_t count) const;
  /// The same tasks one by one, for tools.
  void visitBefore(const Item *items, size_t count, void (*visit)(DependenceNode &node, void *context),
                   void *context) const;
  /// Makes sure that a task with so many items can be added. False without memory.
  [[nodiscard]] bool reserve(size_t count) { return (buckets && spareCount >= count) || makeRoom(count); }
  /// The first half of add(): finds the items' entries, and leaves them in the node's members. Returns what
  /// countBefore() does. Has no effect if it is not followed by link(), and may be repeated.
  size_t prepare(DependenceNode &node, const Item *items, size_t count);
  /// The second half, with nothing changed in between.
  void link(DependenceNode &node, const Item *items, size_t count, DependenceEdge *edges);
  /// Adds a task behind all others. `edges` has room for as many as countBefore() says; null if that is 0, or if the
  /// task runs already.
  void add(DependenceNode &node, const Item *items, size_t count, DependenceEdge *edges) {
    prepare(node, items, count);
    link(node, items, count, edges);
  }
  /// The task has finished. Returns the tasks that may begin now, by nextReady.
  DependenceNode *finish(DependenceNode &node);

private:
  DependenceEntry **buckets = nullptr;
  size_t bucketCount = 0, entryCount = 0;
  DependenceEntry *spareEntries = nullptr;
  size_t spareCount = 0;
  DependenceNode *nodes = nullptr;
  /// The latest task that depends on all memory, null if it has finished.
  DependenceNode *allMemory = nullptr;

  DependenceEntry **placeOf(uint64_t address) const;
  void growTable();
  bool makeRoom(size_t count);
  DependenceEntry &entryOf(uint64_t address);
  void leave(DependenceMember &member);
  template <typename Visit> void forEachBefore(const Item *items, size_t count, Visit visit) const;
};

} // namespace tactus

#endif // TACTUS_RUNTIME_TASKS_DEPENDENCE_GRAPH_H
