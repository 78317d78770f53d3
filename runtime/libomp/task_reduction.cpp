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

/// By item and member; groups with the modifier `task` share them.
struct Copies {
  // Groups that have ended. Release and acquire: the last one combines.
  std::atomic<uint32_t> ended{0};
  void *first[];
};

/// Of a group.
struct Reductions {
  uint32_t count, members;
  TaskPool *pool;
  Copies *copies;
  /// Where the members have agreed on the copies, if they have, and the number of that place.
  SharedLoop<> *place = nullptr;
  uint32_t loop = 0;
  Item items[];
};

} // namespace

static Copies *makeCopies(uint32_t items, uint32_t members) {
  size_t bytes = sizeof(Copies) + size_t{items} * members * sizeof(void *);
  return static_cast<Copies *>(memset(demand(bytes, 16, "a task reduction"), 0, bytes));
}

template <typename From>
static Reductions *makeReductions(Context &context, int count, const void *data, Copies *copies) {
  auto items = static_cast<uint32_t>(count);
  uint32_t members = context.teamSize();
  auto *memory = demand(sizeof(Reductions) + items * sizeof(Item), 16, "a task reduction");
  auto *made = new (memory) Reductions{items, members, &poolOf(context), copies, nullptr, 0};
  for (uint32_t index = 0; index < items; ++index)
    new (&made->items[index]) Item(static_cast<const From *>(data)[index], copies->first + size_t{index} * members);
  return made;
}

/// All tasks of all groups with these copies are complete.
static void combine(const Reductions &reductions) {
  for (uint32_t index = 0; index < reductions.count; ++index)
    reductions.items[index].finish(reductions.members);
  release(reductions.copies);
}

void endReductions(TaskGroup &group) {
  auto *reductions = static_cast<Reductions *>(group.reductions);
  if (!reductions)
    return;
  if (!reductions->place) {
    combine(*reductions);
  } else {
    Copies *copies = reductions->copies;
    happensBefore(copies);
    tactus_team_member->team->loops.leave(*reductions->place, reductions->loop, reductions->members);
    // The last member combines into its own items, which the construct's own reduction goes on with.
    if (copies->ended.fetch_add(1, std::memory_order_acq_rel) + 1 == reductions->members) {
      happensAfter(copies);
      combine(*reductions);
    }
  }
  release(reductions);
}

template <typename From> static void *beginReductions(int count, const void *data) {
  Context &context = here();
  TaskGroup *group = context.current->current;
  if (group)
    group->reductions =
        makeReductions<From>(context, count, data, makeCopies(static_cast<uint32_t>(count), context.teamSize()));
  return group;
}

/// A group that shares its copies with those of the other members.
template <typename From> static void *beginShared(int count, const void *data) {
  beginTaskGroup();
  Context &context = here();
  TaskGroup *group = context.current->current;
  group->isOfConstruct = true;
  if (!hasTeamForTasks(context))
    return beginReductions<From>(count, data);
  TeamMember &member = *context.member;
  MemberWait wait(member.team->plan);
  uint32_t loop = member.loops++;
  SharedLoop<> &place = member.team->loops.enter(loop, wait);
  Copies *made = makeCopies(static_cast<uint32_t>(count), context.teamSize());
  auto *agreed = reinterpret_cast<Copies *>(place.agree(reinterpret_cast<uint64_t>(made)));
  if (agreed != made)
    release(made);
  auto *reductions = makeReductions<From>(context, count, data, agreed);
  reductions->place = &place;
  reductions->loop = loop;
  group->reductions = reductions;
  return group;
}

static void *findReductionCopy(TaskGroup *group, void *address) {
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
  return findReductionCopy(static_cast<TaskGroup *>(group), address);
}
