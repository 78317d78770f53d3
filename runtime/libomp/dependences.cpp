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

/// The items of two lists, as tasks/dependence_graph.h has them.
class Items {
public:
  Items(int32_t count, const abi::Dependence *list, int32_t moreCount, const abi::Dependence *more) {
    auto all = static_cast<size_t>(std::max(count, 0) + std::max(moreCount, 0));
    items = all > InPlace ? static_cast<abi::Dependence *>(demand(all * sizeof *items, 16, "dependences")) : inPlace;
    append(count, list);
    append(moreCount, more);
  }
  ~Items() {
    if (items != inPlace)
      release(items);
  }
  Items(const Items &) = delete;
  Items &operator=(const Items &) = delete;

  const abi::Dependence *begin() const { return items; }
  uint64_t size() const { return used; }

private:
  static constexpr size_t InPlace = 16;
  abi::Dependence inPlace[InPlace];
  abi::Dependence *items;
  uint64_t used = 0;

  void append(int32_t count, const abi::Dependence *list) {
    for (int32_t index = 0; index < count; ++index) {
      abi::Dependence item = list[index];
      // As an address, too.
      if ((item.kind & abi::DependsOnAllMemory) || item.address == UINT64_MAX)
        item.kind = abi::DependsOnAllMemory;
      if (item.kind)
        items[used++] = item;
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
