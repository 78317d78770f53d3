//===- dependence_graph.cpp - which tasks come before which ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "tasks/dependence_graph.h"

#include "os/allocation.h"

#include <cstring>
#include <new>

namespace tactus {

using abi::DependenceKind;

/// Nobody can tell `mutexinoutset` in program order from `inout`, and `out` is the same.
static DependenceKind kindOf(const abi::Dependence &item) {
  return item.kind == abi::DependsIn || item.kind == abi::DependsInOutSet || item.kind == abi::DependsOnAllMemory
             ? static_cast<DependenceKind>(item.kind)
             : abi::DependsOut;
}

static bool isShared(DependenceKind kind) { return kind != abi::DependsOut; }

/// The tasks that use an address at a time.
struct Generation {
  DependenceMember *first = nullptr;
  DependenceKind kind = abi::DependsOut;
};

struct DependenceEntry {
  uint64_t address;
  Generation current, earlier;
  DependenceEntry *nextInBucket;

  /// Whether a task of the kind belongs to the current generation.
  bool isJoinedBy(DependenceKind kind) const { return isShared(kind) && current.kind == kind; }
  /// The tasks that must finish before one of the kind begins.
  const DependenceMember *before(DependenceKind kind) const { return (isJoinedBy(kind) ? earlier : current).first; }

  /// A new generation. The members of the earlier one come before it by way of those of the current one.
  void begin(DependenceKind kind) {
    for (DependenceMember *member = earlier.first; member; member = member->next)
      member->entry = nullptr;
    earlier.first = current.first;
    if (earlier.first)
      earlier.first->link = &earlier.first;
    current = {nullptr, kind};
  }
};

static void insert(DependenceMember *&list, DependenceMember &member) {
  member.next = list;
  member.link = &list;
  if (list)
    list->link = &member.next;
  list = &member;
}

DependenceGraph::~DependenceGraph() {
  while (DependenceEntry *spare = spareEntries) {
    spareEntries = spare->nextInBucket;
    release(spare);
  }
  release(buckets);
}

/// Where the entry of the address is linked, or would be. There is a table.
DependenceEntry **DependenceGraph::placeOf(uint64_t address) const {
  uint64_t hash = address * 0x9e3779b97f4a7c15u;
  DependenceEntry **place = &buckets[(hash >> 32) & (bucketCount - 1)];
  while (*place && (*place)->address != address)
    place = &(*place)->nextInBucket;
  return place;
}

/// Entries stay where they are, and are linked anew. Without memory the lists only get longer.
void DependenceGraph::growTable() {
  size_t oldCount = bucketCount, newCount = 2 * bucketCount;
  void *memory = allocate(newCount * sizeof *buckets);
  if (!memory)
    return;
  DependenceEntry **old = buckets;
  buckets = static_cast<DependenceEntry **>(memset(memory, 0, newCount * sizeof *buckets));
  bucketCount = newCount;
  for (size_t index = 0; index < oldCount; ++index)
    for (DependenceEntry *entry = old[index]; entry;) {
      DependenceEntry *next = entry->nextInBucket;
      entry->nextInBucket = nullptr;
      *placeOf(entry->address) = entry;
      entry = next;
    }
  release(old);
}

bool DependenceGraph::makeRoom(size_t count) {
  constexpr size_t FewestBuckets = 64;
  if (!buckets) {
    void *memory = allocate(FewestBuckets * sizeof *buckets);
    if (!memory)
      return false;
    buckets = static_cast<DependenceEntry **>(memset(memory, 0, FewestBuckets * sizeof *buckets));
    bucketCount = FewestBuckets;
  }
  while (spareCount < count) {
    void *memory = allocate(sizeof(DependenceEntry));
    if (!memory)
      return false;
    auto *entry = new (memory) DependenceEntry{};
    entry->nextInBucket = spareEntries;
    spareEntries = entry;
    ++spareCount;
  }
  return true;
}

/// The entry of the address, made if there is none: reserve() has seen to that.
DependenceEntry &DependenceGraph::entryOf(uint64_t address) {
  if (entryCount >= 2 * bucketCount)
    growTable();
  DependenceEntry **place = placeOf(address);
  if (*place)
    return **place;
  DependenceEntry *entry = spareEntries;
  spareEntries = entry->nextInBucket;
  --spareCount;
  *entry = DependenceEntry{address, {}, {}, nullptr};
  *place = entry;
  ++entryCount;
  return *entry;
}

/// Visits the tasks that must finish before one with these items begins.
template <typename Visit> void DependenceGraph::forEachBefore(const Item *items, size_t count, Visit visit) const {
  for (size_t index = 0; index < count; ++index)
    if (kindOf(items[index]) == abi::DependsOnAllMemory) {
      for (DependenceNode *node = nodes; node; node = node->next)
        visit(*node);
      return;
    }
  if (allMemory)
    visit(*allMemory);
  for (size_t index = 0; buckets && index < count; ++index) {
    const DependenceEntry *entry = *placeOf(items[index].address);
    if (!entry)
      continue;
    for (const DependenceMember *member = entry->before(kindOf(items[index])); member; member = member->next)
      visit(*member->node);
  }
}

size_t DependenceGraph::countBefore(const Item *items, size_t count) const {
  size_t before = 0;
  forEachBefore(items, count, [&](DependenceNode &) { ++before; });
  return before;
}

void DependenceGraph::visitBefore(const Item *items, size_t count, void (*visit)(DependenceNode &, void *),
                                  void *context) const {
  forEachBefore(items, count, [=](DependenceNode &node) { visit(node, context); });
}

size_t DependenceGraph::prepare(DependenceNode &node, const Item *items, size_t count) {
  size_t before = allMemory != nullptr;
  node.isOnAllMemory = false;
  for (size_t index = 0; index < count; ++index) {
    DependenceKind kind = kindOf(items[index]);
    if (kind == abi::DependsOnAllMemory) {
      node.isOnAllMemory = true;
      continue;
    }
    DependenceEntry &entry = entryOf(items[index].address);
    node.members()[index].entry = &entry;
    for (const DependenceMember *member = entry.before(kind); member; member = member->next)
      ++before;
  }
  return node.isOnAllMemory ? countBefore(items, count) : before;
}

namespace {

/// Notes what comes before a node.
struct Edges {
  DependenceNode &node;
  /// Null if the node is not to wait.
  DependenceEdge *next;

  void add(DependenceNode &before) {
    if (!next)
      return;
    *next = {&node, before.successors};
    before.successors = next++;
    ++node.unmet;
  }
  void addAll(const DependenceMember *members) {
    for (; members; members = members->next)
      add(*members->node);
  }
};

} // namespace

void DependenceGraph::link(DependenceNode &node, const Item *items, size_t count, DependenceEdge *room) {
  Edges edges{node, room};
  if (node.isOnAllMemory) {
    for (DependenceNode *before = nodes; before; before = before->next)
      edges.add(*before);
    edges.next = nullptr; // those are all
  } else if (allMemory) {
    edges.add(*allMemory);
  }
  node.next = nodes;
  node.link = &nodes;
  if (nodes)
    nodes->link = &node.next;
  nodes = &node;
  if (node.isOnAllMemory)
    allMemory = &node;
  for (size_t index = 0; index < count; ++index) {
    DependenceKind kind = kindOf(items[index]);
    if (kind == abi::DependsOnAllMemory)
      continue;
    DependenceEntry &entry = *node.members()[index].entry;
    DependenceMember *first = entry.current.first;
    if (first && first->node == &node) { // named twice, and so read and written if the kinds differ
      if (isShared(entry.current.kind) && entry.current.kind != kind) {
        edges.addAll(first->next);
        entry.current.kind = abi::DependsOut;
        first->kind = abi::DependsOut;
      }
      continue;
    }
    edges.addAll(entry.before(kind));
    if (!entry.isJoinedBy(kind))
      entry.begin(kind);
    // At or in front of `index`: that entry is no longer needed.
    DependenceMember &member = node.members()[node.memberCount++];
    member.address = entry.address;
    member.node = &node;
    member.kind = kind;
    member.entry = &entry;
    insert(entry.current.first, member);
  }
}

/// The entry goes when it is the last.
void DependenceGraph::leave(DependenceMember &member) {
  if (!member.entry)
    return;
  *member.link = member.next;
  if (member.next)
    member.next->link = member.link;
  DependenceEntry &entry = *member.entry;
  if (entry.current.first || entry.earlier.first)
    return;
  *placeOf(entry.address) = entry.nextInBucket;
  --entryCount;
  entry.nextInBucket = spareEntries;
  spareEntries = &entry;
  ++spareCount;
}

DependenceNode *DependenceGraph::finish(DependenceNode &node) {
  *node.link = node.next;
  if (node.next)
    node.next->link = node.link;
  if (allMemory == &node)
    allMemory = nullptr;
  for (uint32_t index = 0; index < node.memberCount; ++index)
    leave(node.members()[index]);
  DependenceNode *ready = nullptr;
  for (DependenceEdge *edge = node.successors; edge; edge = edge->next) {
    DependenceNode &successor = *edge->successor;
    if (--successor.unmet == 0) {
      successor.nextReady = ready;
      ready = &successor;
    }
  }
  return ready;
}

} // namespace tactus
