//===- task_reduction.cpp - task groups that reduce, as plain clang creates them ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Each member of the team has a copy of each item, made when one of its tasks first asks for it. The end of the group
// combines them. With the modifier `task` on a region or loop, the groups of all members share their copies, and the
// last group to end combines.
//
//===----------------------------------------------------------------------===//
#include "libomp/tasks.h"

#include "os/allocation.h"
#include "os/race_detector.h"
#include "teams/worksharing.h"

#include <cstring>

namespace tactus::libomp {

namespace {

/// In clang's layouts (kmp_taskred_input_t, and kmp_task_red_input_t, which is older).
struct ItemOfClang {
  void *shared, *original;
  size_t bytes;
  void (*init)(void *copy, void *original);
  void (*destroy)(void *copy);
  void (*combine)(void *into, void *copy);
  uint32_t flags;
};
struct OldItemOfClang {
  void *shared;
  size_t bytes;
  void (*init)(void *copy);
  void (*destroy)(void *copy);
  void (*combine)(void *into, void *copy);
  uint32_t flags;
};

struct Item {
  void *shared, *original;
  size_t bytes;
  /// With `original` where it has one.
  void (*init)();
  void (*destroy)(void *copy);
  void (*combine)(void *into, void *copy);
  /// By the members' numbers, null until one is made. Each its member's own until the group's end.
  void **copies;

  Item(const ItemOfClang &item, void **copies)
      : shared(item.shared), original(item.original ? item.original : item.shared), bytes(item.bytes),
        init(reinterpret_cast<void (*)()>(item.init)), destroy(item.destroy), combine(item.combine), copies(copies) {}
  Item(const OldItemOfClang &item, void **copies)
      : shared(item.shared), original(nullptr), bytes(item.bytes), init(reinterpret_cast<void (*)()>(item.init)),
        destroy(item.destroy), combine(item.combine), copies(copies) {}

  void *makeCopy() const {
    void *copy = demand(abi::bytesOfReductionCopy(bytes), 64, "a task reduction");
    memset(copy, 0, bytes);
    if (init && original)
      reinterpret_cast<void (*)(void *, void *)>(init)(copy, original);
    else if (init)
      reinterpret_cast<void (*)(void *)>(init)(copy);
    return copy;
  }

  /// The address of the item, or of anybody's copy of it.
  bool isNamedBy(const void *address, uint32_t members) const {
    if (address == shared)
      return true;
    for (uint32_t index = 0; index < members; ++index) {
      const void *copy = __atomic_load_n(&copies[index], __ATOMIC_RELAXED);
      if (copy && address >= copy && address < static_cast<const char *>(copy) + bytes)
        return true;
    }
    return false;
  }

  void finish(uint32_t members) const {
    for (uint32_t index = 0; index < members; ++index) {
      void *copy = copies[index];
      if (!copy)
        continue;
      combine(shared, copy);
      if (destroy)
        destroy(copy);
      release(copy);
    }
  }
};

struct Reductions {
  uint32_t count, members;
  TaskPool *pool;
  /// Of groups that share them: where the members have agreed, and the number of that place.
  SharedLoop<> *place = nullptr;
  uint32_t loop = 0;
  // Groups that have ended. Release and acquire: the last one combines.
  std::atomic<uint32_t> ended{0};
  Item *items;
  void **copies;
};

} // namespace

template <typename From> static Reductions *makeReductions(uint32_t members, TaskPool *pool, int count, const void *data) {
  auto items = static_cast<uint32_t>(count);
  size_t copies = size_t{items} * members * sizeof(void *);
  auto *memory = static_cast<char *>(
      demand(sizeof(Reductions) + items * sizeof(Item) + copies, 16, "a task reduction"));
  auto *made = new (memory) Reductions{items, members, pool, nullptr, 0, {}, nullptr, nullptr};
  made->items = reinterpret_cast<Item *>(memory + sizeof(Reductions));
  made->copies = reinterpret_cast<void **>(memory + sizeof(Reductions) + items * sizeof(Item));
  memset(static_cast<void *>(made->copies), 0, copies);
  for (uint32_t index = 0; index < items; ++index)
    new (&made->items[index]) Item(static_cast<const From *>(data)[index], made->copies + size_t{index} * members);
  return made;
}

static void finish(Reductions *reductions) {
  for (uint32_t index = 0; index < reductions->count; ++index)
    reductions->items[index].finish(reductions->members);
  release(reductions);
}

void endReductions(TaskGroup &group) {
  auto *reductions = static_cast<Reductions *>(group.reductions);
  if (!reductions)
    return;
  if (!reductions->place)
    return finish(reductions);
  TeamMember &member = *tactus_team_member;
  SharedLoop<> *place = reductions->place;
  uint32_t loop = reductions->loop, members = reductions->members;
  happensBefore(reductions);
  if (reductions->ended.fetch_add(1, std::memory_order_acq_rel) + 1 == members) {
    happensAfter(reductions);
    finish(reductions);
  }
  member.team->loops.leave(*place, loop, members);
}

template <typename From> static void *beginReductions(int count, const void *data) {
  Context &context = here();
  TaskGroup *group = context.current->current;
  // Without a team, items are their own copies.
  if (group && hasTeamForTasks(context))
    group->reductions = makeReductions<From>(context.teamSize(), context.pool, count, data);
  return group;
}

/// A group that shares its copies with those of the other members.
template <typename From> static void *beginShared(int count, const void *data) {
  beginTaskGroup();
  Context &context = here();
  TaskGroup *group = context.current->current;
  if (!hasTeamForTasks(context))
    return group;
  TeamMember &member = *context.member;
  MemberWait wait(member.team->plan.fits);
  uint32_t loop = member.loops++;
  SharedLoop<> &place = member.team->loops.enter(loop, wait);
  auto *made = makeReductions<From>(context.teamSize(), context.pool, count, data);
  made->place = &place;
  made->loop = loop;
  happensBefore(&place);
  auto *agreed = reinterpret_cast<Reductions *>(place.agree(reinterpret_cast<uint64_t>(made)));
  if (agreed != made)
    release(made);
  happensAfter(&place);
  group->reductions = agreed;
  return group;
}

static void *findCopy(TaskGroup *group, void *address) {
  Context &context = here();
  for (group = group ? group : context.current->current; group; group = group->outer) {
    auto *reductions = static_cast<Reductions *>(group->reductions);
    for (uint32_t index = 0; reductions && index < reductions->count; ++index) {
      const Item &item = reductions->items[index];
      if (!item.isNamedBy(address, reductions->members))
        continue;
      if (context.pool != reductions->pool)
        continue; // of a region around, whose members' copies are not this one's
      void *&copy = item.copies[context.number];
      if (!copy)
        __atomic_store_n(&copy, item.makeCopy(), __ATOMIC_RELAXED);
      return copy;
    }
  }
  return address;
}

} // namespace tactus::libomp

using namespace tactus;
using namespace tactus::libomp;

TACTUS_ENTRY(void *, __kmpc_taskred_init)(int, int count, void *data) {
  return beginReductions<ItemOfClang>(count, data);
}
TACTUS_ENTRY(void *, __kmpc_task_reduction_init)(int, int count, void *data) {
  return beginReductions<OldItemOfClang>(count, data);
}
TACTUS_ENTRY(void *, __kmpc_taskred_modifier_init)(Ident *, int, int, int count, void *data) {
  return beginShared<ItemOfClang>(count, data);
}
TACTUS_ENTRY(void *, __kmpc_task_reduction_modifier_init)(Ident *, int, int, int count, void *data) {
  return beginShared<OldItemOfClang>(count, data);
}
TACTUS_ENTRY(void, __kmpc_task_reduction_modifier_fini)(Ident *, int, int) { endTaskGroup(); }
TACTUS_ENTRY(void *, __kmpc_task_reduction_get_th_data)(int, void *group, void *address) {
  return findCopy(static_cast<TaskGroup *>(group), address);
}
