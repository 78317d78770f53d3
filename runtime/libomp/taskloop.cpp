//===- taskloop.cpp - taskloop constructs, as plain clang creates them -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The compiler hands over a pattern: a task whose record has the bounds of the whole loop. Its tasks are copies of it,
// each with its own bounds and with what the compiler's function makes of firstprivate and lastprivate variables. The
// pattern itself is never run.
//
//===----------------------------------------------------------------------===//
#include "libomp/division.h"
#include "libomp/tasks.h"

#include "teams/worksharing.h"

#include <algorithm>
#include <cstring>

namespace tactus::libomp {

namespace {

constexpr uint64_t TasksOfThread = 10;

using Duplicate = void (*)(TaskRecord *copy, TaskRecord *pattern, int32_t isLast);

struct Taskloop {
  TaskRecord *pattern;
  uint64_t *lower, *upper;
  int64_t step;
  Duplicate duplicate;
  bool isDeferred;

  uint64_t &boundOf(TaskRecord *copy, const uint64_t *bound) const {
    auto offset = reinterpret_cast<const char *>(bound) - reinterpret_cast<const char *>(pattern);
    return *reinterpret_cast<uint64_t *>(reinterpret_cast<char *>(copy) + offset);
  }
  uint64_t iterations() const {
    return countIterations(static_cast<int64_t>(*lower), static_cast<int64_t>(*upper), step);
  }
};

} // namespace

/// A copy of the pattern for these iterations.
static ClangTask &makeTaskOf(const Taskloop &loop, uint64_t first, uint64_t size, bool isLast) {
  ClangTask &pattern = ClangTask::of(loop.pattern);
  ClangTask &copy = makeTask(pattern.flags, pattern.recordBytes, pattern.sharedBytes, loop.pattern->routine);
  void *shareds = copy.record()->shareds;
  memcpy(static_cast<void *>(copy.record()), loop.pattern, pattern.recordBytes);
  copy.record()->shareds = shareds;
  if (shareds)
    memcpy(shareds, loop.pattern->shareds, pattern.sharedBytes);
  uint64_t step = static_cast<uint64_t>(loop.step), lower = *loop.lower + first * step;
  loop.boundOf(copy.record(), loop.lower) = lower;
  loop.boundOf(copy.record(), loop.upper) = lower + (size - 1) * step;
  if (loop.duplicate)
    loop.duplicate(copy.record(), loop.pattern, isLast);
  return copy;
}

static void runTaskloop(const Taskloop &loop, bool hasGroup, int32_t schedule, uint64_t size, bool isStrict) {
  if (hasGroup)
    beginTaskGroup();
  uint64_t total = loop.iterations();
  if (total > 0) {
    Division division(total, schedule, size, isStrict, TasksOfThread * here().teamSize());
    uint64_t first = 0;
    for (uint64_t task = 0; task < division.tasks; ++task) {
      uint64_t count = division.sizeOf(task, total - first);
      bool isLast = task + 1 == division.tasks;
      issue(makeTaskOf(loop, first, count, isLast), loop.isDeferred);
      first += count;
    }
  }
  ClangTask &pattern = ClangTask::of(loop.pattern);
  if (pattern.flags & TaskHasDestructors)
    loop.pattern->destructors(threadNumber(), loop.pattern);
  pattern.destroy(pattern);
  if (hasGroup)
    endTaskGroup();
}

} // namespace tactus::libomp

using namespace tactus;
using namespace tactus::libomp;

TACTUS_ENTRY(void, __kmpc_taskloop)
(Ident *, int32_t, TaskRecord *pattern, int32_t isDeferred, uint64_t *lower, uint64_t *upper, int64_t step,
 int32_t hasNogroup, int32_t schedule, uint64_t size, void *duplicate) {
  Taskloop loop{pattern, lower, upper, step, reinterpret_cast<Duplicate>(duplicate), isDeferred != 0};
  runTaskloop(loop, !hasNogroup, schedule, size, false);
}

TACTUS_ENTRY(void, __kmpc_taskloop_5)
(Ident *, int32_t, TaskRecord *pattern, int32_t isDeferred, uint64_t *lower, uint64_t *upper, int64_t step,
 int32_t hasNogroup, int32_t schedule, uint64_t size, int32_t isStrict, void *duplicate) {
  Taskloop loop{pattern, lower, upper, step, reinterpret_cast<Duplicate>(duplicate), isDeferred != 0};
  runTaskloop(loop, !hasNogroup, schedule, size, isStrict);
}
