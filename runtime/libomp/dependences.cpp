//===- dependences.cpp - tasks with dependences, as plain clang creates them -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "libomp/tasks.h"

#include "os/allocation.h"

#include <algorithm>

namespace tactus::libomp {

namespace {

/// The items of two lists, as tasks/dependence_graph.h has them. Mostly they are the first list.
class Items {
public:
  Items(int32_t count, const abi::Dependence *list, int32_t moreCount, const abi::Dependence *more) {
    if (moreCount <= 0 && isPlain(count, list)) {
      items = list;
      used = static_cast<uint64_t>(std::max(count, 0));
      return;
    }
    auto all = static_cast<size_t>(std::max(count, 0) + std::max(moreCount, 0));
    if (all > InPlace)
      copies = static_cast<abi::Dependence *>(demand(all * sizeof *copies, 16, "dependences"));
    items = copies;
    append(count, list);
    append(moreCount, more);
  }
  ~Items() {
    if (copies != inPlace)
      release(copies);
  }
  Items(const Items &) = delete;
  Items &operator=(const Items &) = delete;

  const abi::Dependence *begin() const { return items; }
  uint64_t size() const { return used; }

private:
  static constexpr size_t InPlace = 16;
  abi::Dependence inPlace[InPlace];
  abi::Dependence *copies = inPlace;
  const abi::Dependence *items;
  uint64_t used = 0;

  /// All memory, also as an address.
  static bool isAllMemory(const abi::Dependence &item) {
    return (item.kind & abi::DependsOnAllMemory) || item.address == UINT64_MAX;
  }
  static bool isPlain(int32_t count, const abi::Dependence *list) {
    for (int32_t index = 0; index < count; ++index)
      if (!list[index].kind || isAllMemory(list[index]))
        return false;
    return true;
  }
  void append(int32_t count, const abi::Dependence *list) {
    for (int32_t index = 0; index < count; ++index) {
      abi::Dependence item = list[index];
      if (isAllMemory(item))
        item.kind = abi::DependsOnAllMemory;
      if (item.kind)
        copies[used++] = item;
    }
  }
};

} // namespace

static void await(const Items &items) {
  Context &context = here();
  poolOf(context).awaitDependences(*context.current, items.begin(), items.size(), context.number);
}

} // namespace tactus::libomp

using namespace tactus;
using namespace tactus::libomp;

TACTUS_ENTRY(int32_t, __kmpc_omp_task_with_deps)
(Ident *, int32_t, TaskRecord *record, int32_t count, const abi::Dependence *list, int32_t moreCount,
 const abi::Dependence *more) {
  Items items(count, list, moreCount, more);
  if (items.size())
    issueBehind(ClangTask::of(record), items.begin(), items.size());
  else
    issue(ClangTask::of(record));
  return 0;
}

TACTUS_ENTRY(void, __kmpc_omp_wait_deps)
(Ident *, int32_t, int32_t count, const abi::Dependence *list, int32_t moreCount, const abi::Dependence *more) {
  await(Items(count, list, moreCount, more));
}

/// With `nowait` it is an empty task.
TACTUS_ENTRY(void, __kmpc_omp_taskwait_deps_51)
(Ident *, int32_t, int32_t count, const abi::Dependence *list, int32_t moreCount, const abi::Dependence *more,
 int32_t hasNowait) {
  Items items(count, list, moreCount, more);
  if (hasNowait)
    issueBehind(makeTask(TaskIsTied, sizeof(TaskRecord), 0, nullptr), items.begin(), items.size());
  else
    await(items);
}
