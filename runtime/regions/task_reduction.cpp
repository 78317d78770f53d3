//===- task_reduction.cpp - OpenMP's task groups that reduce -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "regions/task_reduction.h"
#include "os/atomics.h"

#include "abi/openmp.h"
#include "os/allocation.h"
#include "regions/libomp.h"
#include "tasks/task.h"
#include "tasks/views.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

using namespace tactus;
using abi::bytesOfReductionCopy;
using abi::TaskReductionItem;

namespace {

/// A copy that its item's list knows. Views begin with one.
struct ListedCopy {
  void *data;
  ListedCopy *next, *previous;
};

/// One item of a group.
struct Reduction {
  tactus_reducer_kind kind;
  const TaskReductionItem *item;
  ReductionGroup *group;
  /// The group's own copy, null if there is none (yet).
  std::atomic<void *> own;
  /// Memory for it in the group's frame, null if there is none; and whether some copy is in it.
  void *room;
  bool roomIsUsed;
  /// Written under the group's lock. Read without it to see that there is nothing to look for: whoever knows the
  /// address of a copy comes after its entry. Relaxed.
  std::atomic<ListedCopy *> copies;

  size_t dataOffset() const { return (sizeof(ListedCopy) + kind.alignment - 1) & ~(kind.alignment - 1); }
  void *dataOf(void *view) const { return static_cast<char *>(view) + dataOffset(); }
  void initialise(void *data) const {
    if (item->init)
      item->init(data, item->original, item->bytes);
    else
      memset(data, 0, item->bytes);
  }
};
static_assert(sizeof(Reduction) <= abi::ReductionWords * 8);

/// Of one view, in the frame of the task that holds it.
struct Hold {
  Reduction *reduction;
  /// Null if it is the group's own copy that is held.
  void *view;
  ListedCopy place;
};
static_assert(sizeof(Hold) <= abi::ReductionHoldWords * 8);

// Owned by the thread.
constinit thread_local ReductionStrand threadsOwn{nullptr, nullptr, nullptr};
constinit thread_local ReductionStrand *innermostStrand = nullptr;

ReductionStrand &currentStrand() { return innermostStrand ? *innermostStrand : threadsOwn; }

} // namespace

struct tactus::ReductionGroup {
  ReductionGroup *enclosing;
  /// The task that executes it, null for a thread of the user's.
  const Task *owner;
  /// The stack pointer of the frame that has begun it.
  uintptr_t position;
  uint64_t count;
  std::atomic<bool> isLocked;

  Reduction *begin() { return reinterpret_cast<Reduction *>(reinterpret_cast<uint64_t *>(this) + HeadWords); }
  Reduction *end() { return begin() + count; }
  static constexpr size_t HeadWords = abi::ReductionGroupWords;
};
static_assert(sizeof(ReductionGroup) <= abi::ReductionGroupWords * 8);

namespace {

/// For a few instructions each time.
class GroupLock {
public:
  explicit GroupLock(ReductionGroup &group) : group(group) {
    for (unsigned round = 0; group.isLocked.exchange(true, std::memory_order_acquire); ++round)
      pauseProcessor(round);
  }
  ~GroupLock() { group.isLocked.store(false, std::memory_order_release); }
  GroupLock(const GroupLock &) = delete;
  GroupLock &operator=(const GroupLock &) = delete;

private:
  ReductionGroup &group;
};

void enlist(Reduction &reduction, ListedCopy &copy) {
  GroupLock lock(*reduction.group);
  copy.previous = nullptr;
  copy.next = reduction.copies.load(std::memory_order_relaxed);
  if (copy.next)
    copy.next->previous = &copy;
  reduction.copies.store(&copy, std::memory_order_relaxed);
}

void strike(Reduction &reduction, ListedCopy &copy) {
  GroupLock lock(*reduction.group);
  if (copy.next)
    copy.next->previous = copy.previous;
  if (copy.previous)
    copy.previous->next = copy.next;
  else
    reduction.copies.store(copy.next, std::memory_order_relaxed);
}

//===--- The functions of the views: `reducer` is the Reduction ---===//

void makeView(void *reducer, void *view) {
  auto &reduction = *static_cast<Reduction *>(reducer);
  auto *copy = new (view) ListedCopy{reduction.dataOf(view), nullptr, nullptr};
  reduction.initialise(copy->data);
  enlist(reduction, *copy);
}

void destroyView(void *reducer, void *view) {
  auto &reduction = *static_cast<Reduction *>(reducer);
  strike(reduction, *static_cast<ListedCopy *>(view));
  if (reduction.item->destroy)
    reduction.item->destroy(reduction.dataOf(view), reduction.item->bytes);
}

/// The group's own copy, by the strand that executes the group.
void *ownCopy(Reduction &reduction) {
  void *data = reduction.own.load(std::memory_order_relaxed);
  if (data)
    return data;
  if (reduction.room && !reduction.roomIsUsed) {
    reduction.roomIsUsed = true;
    data = reduction.room;
  } else {
    data =
        demand(bytesOfReductionCopy(reduction.item->bytes), reduction.kind.alignment, "a copy of a reduction variable");
  }
  reduction.initialise(data);
  reduction.own.store(data, std::memory_order_relaxed);
  return data;
}

void endOwnCopy(Reduction &reduction, void *data) {
  if (reduction.item->destroy)
    reduction.item->destroy(data, reduction.item->bytes);
  if (data == reduction.room)
    reduction.roomIsUsed = false;
  else
    release(data);
}

void combineViews(void *reducer, void *left, void *right) {
  auto &reduction = *static_cast<Reduction *>(reducer);
  void *target = left == reducer ? ownCopy(reduction) : reduction.dataOf(left);
  reduction.item->combine(target, reduction.dataOf(right), reduction.item->bytes);
}

/// The calling strand's copy.
void *copyOf(Reduction &reduction) {
  if (!tactus_current_views)
    return ownCopy(reduction);
  void *view = tactus_reducer_find(&reduction, &reduction.kind, &reduction);
  return view == &reduction ? ownCopy(reduction) : reduction.dataOf(view);
}

bool hasListed(Reduction &reduction, const void *address) {
  if (!reduction.copies.load(std::memory_order_relaxed))
    return false;
  GroupLock lock(*reduction.group);
  for (ListedCopy *copy = reduction.copies.load(std::memory_order_relaxed); copy; copy = copy->next)
    if (copy->data == address)
      return true;
  return false;
}

/// What the address names in the group or in those around it, null if nothing. No two things have the same address,
/// but for an item of a group that is a copy of one further out: there the inner one is meant.
Reduction *findNamed(ReductionGroup *innermost, const void *address) {
  for (ReductionGroup *group = innermost; group; group = group->enclosing)
    for (Reduction &reduction : *group)
      if (reduction.item->shared == address || reduction.own.load(std::memory_order_relaxed) == address)
        return &reduction;
  for (ReductionGroup *group = innermost; group; group = group->enclosing)
    for (Reduction &reduction : *group)
      if (hasListed(reduction, address))
        return &reduction;
  return nullptr;
}

/// Divides every address and every size of its type.
size_t alignmentOf(const TaskReductionItem &item) {
  constexpr uint64_t Largest = 4096;
  uint64_t both = reinterpret_cast<uintptr_t>(item.shared) | item.bytes | Largest;
  return std::max<size_t>(size_t{1} << std::countr_zero(both), alignof(ListedCopy));
}

void *findInLibomp(void *group, void *address) {
  void *copy = findLibompReduction(group, address);
  if (copy)
    return copy;
  fprintf(stderr,
          "tactus: error: a task's in_reduction names a variable at %p that no enclosing taskgroup reduces; name it in "
          "a task_reduction clause\n",
          address);
  exit(1);
}

} // namespace

TaskReductions::TaskReductions(const Task &task) : strand{task.reductions, &task, innermostStrand} {
  innermostStrand = &strand;
}

TaskReductions::~TaskReductions() { innermostStrand = strand.outer; }

ReductionGroup *tactus::reductionsAround(const Task *owner, uintptr_t address) {
  ReductionStrand *strand = innermostStrand;
  while (strand && strand->task != owner)
    strand = strand->outer;
  ReductionGroup *group = (strand ? *strand : threadsOwn).innermost;
  while (group && group->owner == owner && group->position < address)
    group = group->enclosing;
  return group;
}

void *tactus::findAnyReduction(int thread, void *group, void *address, FindReduction *next) {
  ReductionGroup *innermost = currentStrand().innermost;
  while (group && innermost && innermost != group)
    innermost = innermost->enclosing;
  if (Reduction *reduction = findNamed(innermost, address))
    return copyOf(*reduction);
  // libomp may be known to the caller only, if it is linked statically.
  void *copy = findLibompReduction(group, address);
  return copy || !next ? copy : next(thread, group, address);
}

extern "C" __attribute__((visibility("hidden"))) void tactus_reduction_begin_slow(void *memory,
                                                                                  const TaskReductionItem *items,
                                                                                  uint64_t count, uint64_t room,
                                                                                  uintptr_t position) {
  ReductionStrand &strand = currentStrand();
  auto *group = new (memory) ReductionGroup{strand.innermost, strand.task, position, count, false};
  auto next = reinterpret_cast<uintptr_t>(group->end()), end = next + room;
  for (uint64_t index = 0; index < count; ++index) {
    const TaskReductionItem &item = items[index];
    size_t alignment = alignmentOf(item);
    uintptr_t place = (next + alignment - 1) & ~(alignment - 1);
    uint64_t bytes = bytesOfReductionCopy(item.bytes);
    bool fits = place <= end && bytes <= end - place;
    if (fits)
      next = place + bytes;
    auto *reduction = new (group->begin() + index)
        Reduction{{0, alignment, makeView, combineViews, destroyView}, &item, group,  nullptr,
                  fits ? reinterpret_cast<void *>(place) : nullptr,    false, nullptr};
    reduction->kind.bytes = reduction->dataOffset() + bytes;
    if (tactus_current_views)
      tactus_reducer_begin(reduction, &reduction->kind, reduction);
  }
  strand.innermost = group;
}

__attribute__((visibility("default"))) void tactus_reduction_end(void *memory) {
  auto *group = static_cast<ReductionGroup *>(memory);
  currentStrand().innermost = group->enclosing;
  for (Reduction &reduction : *group) {
    if (tactus_current_views)
      tactus_reducer_end(&reduction);
    if (void *own = reduction.own.load(std::memory_order_relaxed)) {
      reduction.item->combine(reduction.item->shared, own, reduction.item->bytes);
      endOwnCopy(reduction, own);
    }
  }
}

__attribute__((visibility("default"))) void *tactus_reduction_find(void *group, void *address) {
  ReductionGroup *innermost = group ? static_cast<ReductionGroup *>(group) : currentStrand().innermost;
  Reduction *reduction = findNamed(innermost, address);
  return reduction ? copyOf(*reduction) : findInLibomp(group, address);
}

__attribute__((visibility("default"))) void *tactus_reduction_hold(void *group, void *address, void *memory) {
  ReductionGroup *innermost = group ? static_cast<ReductionGroup *>(group) : currentStrand().innermost;
  Reduction *reduction = findNamed(innermost, address);
  if (!reduction)
    return findInLibomp(group, address);
  void *data = copyOf(*reduction);
  auto *hold = new (memory) Hold{reduction, nullptr, {data, nullptr, nullptr}};
  if (data == reduction->own.load(std::memory_order_relaxed)) {
    // It can still be named.
    enlist(*reduction, hold->place);
    reduction->own.store(nullptr, std::memory_order_relaxed);
  } else {
    hold->view = takeView(reduction);
  }
  return data;
}

__attribute__((visibility("default"))) void tactus_reduction_release(void *memory) {
  auto *hold = static_cast<Hold *>(memory);
  Reduction *reduction = hold->reduction;
  if (!reduction)
    return;
  hold->reduction = nullptr;
  if (hold->view) {
    if (void *others = takeView(reduction)) {
      combineViews(reduction, hold->view, others);
      endView(others, &reduction->kind, reduction);
    }
    putView(reduction, hold->view, &reduction->kind, reduction);
    return;
  }
  void *others = reduction->own.load(std::memory_order_relaxed);
  reduction->own.store(hold->place.data, std::memory_order_relaxed);
  strike(*reduction, hold->place);
  if (others) {
    reduction->item->combine(hold->place.data, others, reduction->item->bytes);
    endOwnCopy(*reduction, others);
  }
}
