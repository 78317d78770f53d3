//===- reductions.cpp - what tasks of gcc's code reduce ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// gcc's code combines by itself. What the library does is to find memory for the copies of all members, zeros, and to
// tell a task which copy of an item is its own. An array of words says what there is:
//
//     Count     Size         Memory        -   Next        IsFirst   End         Count times:   address  offset  -
//     of items  of a member  its alignment     more such   here: 1   of Memory                  of an item in the
//     below     's copies    at first          arrays                                           members' memory
//
// The arrays of one construct are linked, and the last of them, by registerReductions(), to those around.
//
//===----------------------------------------------------------------------===//
#include "libgomp/core.h"

#include "libomp/tasks.h"
#include "os/allocation.h"
#include "teams/worksharing.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <new>

namespace tactus::libgomp {

namespace {
enum Word : unsigned { Count, Size, Memory, Allocator, Next, IsFirst, End, FirstItem };
constexpr unsigned WordsOfItem = 3, Offset = 1;
uintptr_t *nextOf(const uintptr_t *data) { return reinterpret_cast<uintptr_t *>(data[Next]); }
} // namespace

struct SharedMemory {
  SharedLoop<> *place;
  uint32_t loop;
  // Release and acquire: the last member to leave gives it back.
  std::atomic<uint32_t> left{0};
  /// The first member's, which is in its frame until all members have met.
  uintptr_t *reductions;
  alignas(16) unsigned char bytes[];
};

/// Calls `visit` with each array of the construct.
template <typename Visit> static void forEachArray(uintptr_t *data, Visit visit) {
  uintptr_t *array = data;
  do {
    // The visit may change all of it.
    uintptr_t *next = nextOf(array);
    visit(array);
    array = next;
  } while (array && !array[IsFirst]);
}

void registerReductions(uintptr_t *data, uintptr_t *outer, uint32_t members) {
  uintptr_t *last = data;
  for (uintptr_t *array = data; array; array = nextOf(array)) {
    size_t bytes = array[Size] * members;
    void *memory = demand(std::max<size_t>(bytes, 1), std::max<size_t>(array[Memory], 64), "a task reduction");
    memset(memory, 0, bytes);
    array[Memory] = reinterpret_cast<uintptr_t>(memory);
    array[End] = array[Memory] + bytes;
    array[IsFirst] = array == data;
    last = array;
  }
  last[Next] = reinterpret_cast<uintptr_t>(outer);
}

void freeReductions(uintptr_t *data) {
  forEachArray(data, [](uintptr_t *array) { release(reinterpret_cast<void *>(array[Memory])); });
}

/// The copies are those of another member of the same construct.
static void shareReductions(uintptr_t *data, const uintptr_t *others) {
  freeReductions(data);
  forEachArray(data, [&](uintptr_t *array) {
    array[Memory] = others[Memory];
    array[End] = others[End];
    others = nextOf(others);
  });
}

/// What the group or one around it reduces; null for nothing.
static uintptr_t *reductionsAround(const TaskGroup *group) {
  while (group && !group->reductionsOfGcc)
    group = group->outer;
  return group ? group->reductionsOfGcc : nullptr;
}

static void reduceIn(TaskGroup &group, uintptr_t *data) {
  registerReductions(data, reductionsAround(&group), here().teamSize());
  group.reductionsOfGcc = data;
}

void beginShared(uintptr_t *reductions, void **memory) {
  if (!reductions && !memory)
    return;
  if (reductions) {
    beginTaskGroup();
    TaskGroup &group = *here().current->current;
    group.isOfConstruct = true;
    reduceIn(group, reductions);
  }
  AsMember asMember;
  TeamMember &member = *tactus_team_member;
  MemberWait wait(member.team->plan);
  uint32_t loop = member.loops++;
  SharedLoop<> &place = member.team->loops.enter(loop, wait);
  size_t bytes = memory ? reinterpret_cast<size_t>(*memory) : 0;
  auto *made = new (demand(sizeof(SharedMemory) + bytes, 64, "a construct")) SharedMemory{&place, loop, 0, reductions};
  memset(made->bytes, 0, bytes);
  std::atomic_thread_fence(std::memory_order_release);
  auto *agreed = reinterpret_cast<SharedMemory *>(place.agree(reinterpret_cast<uint64_t>(made)));
  std::atomic_thread_fence(std::memory_order_acquire);
  if (agreed != made) {
    if (reductions)
      shareReductions(reductions, agreed->reductions);
    release(made);
  }
  here().shared = agreed;
  if (memory)
    *memory = agreed->bytes;
}

void endShared() {
  Context &context = here();
  SharedMemory *shared = context.shared;
  if (!shared)
    return;
  context.shared = nullptr;
  AsMember asMember;
  uint32_t members = tactus_team_member->teamSize();
  tactus_team_member->team->loops.leave(*shared->place, shared->loop, members);
  if (shared->left.fetch_add(1, std::memory_order_acq_rel) + 1 == members)
    release(shared);
}

/// The address of an item, from where one of its copies begins.
static uintptr_t itemAt(const uintptr_t *array, uintptr_t offset) {
  const uintptr_t *item = array + FirstItem, *end = item + array[Count] * WordsOfItem;
  while (item != end && item[Offset] != offset)
    item += WordsOfItem;
  return item != end ? *item : 0;
}

/// Where `address` lies among the copies of a member: of the item itself, or of anybody's copy.
static bool findOffset(const uintptr_t *array, uintptr_t address, uintptr_t &offset) {
  if (address >= array[Memory] && address < array[End]) {
    offset = (address - array[Memory]) % array[Size];
    return true;
  }
  for (const uintptr_t *item = array + FirstItem, *end = item + array[Count] * WordsOfItem; item != end;
       item += WordsOfItem)
    if (*item == address) {
      offset = item[Offset];
      return true;
    }
  return false;
}

} // namespace tactus::libgomp

using namespace tactus;
using namespace tactus::libgomp;

TACTUS_ENTRY(void, GOMP_taskgroup_reduction_register)(uintptr_t *data) {
  ExplicitTask &task = *here().current;
  if (!task.current)
    beginTaskGroup();
  reduceIn(*task.current, data);
}
TACTUS_ENTRY(void, GOMP_taskgroup_reduction_unregister)(uintptr_t *data) { freeReductions(data); }

TACTUS_ENTRY(void, GOMP_scope_start)(uintptr_t *reductions) { beginShared(reductions, nullptr); }

TACTUS_ENTRY(void, GOMP_workshare_task_reduction_unregister)(Bool isCancelled) {
  const TaskGroup *group = here().current->current;
  uintptr_t *data = group ? group->reductionsOfGcc : nullptr;
  endTaskGroup();
  endShared();
  if (data && here().number == 0)
    freeReductions(data);
  if (!isCancelled)
    tactus_entry___kmpc_barrier(nullptr, 0);
}

/// Addresses of items, or of copies of them, become those of the calling thread's copies. The first `originals` of them
/// are followed by the items' own addresses.
TACTUS_ENTRY(void, GOMP_task_reduction_remap)(size_t count, size_t originals, uintptr_t *addresses) {
  const Context &context = here();
  for (size_t index = 0; index < count; ++index) {
    uintptr_t offset = 0;
    const uintptr_t *array = reductionsAround(context.current->current);
    while (array && !findOffset(array, addresses[index], offset))
      array = nextOf(array);
    if (!array)
      endWith("a task reduces what no construct around it does", "name the variable in task_reduction or reduction");
    addresses[index] = array[Memory] + context.number * array[Size] + offset;
    if (index < originals)
      addresses[count + index] = itemAt(array, offset);
  }
}
