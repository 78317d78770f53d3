//===- parallel.h - parallel regions and teams of other compilers' code --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_LIBOMP_PARALLEL_H
#define TACTUS_RUNTIME_LIBOMP_PARALLEL_H

#include "libomp/microtask.h"
#include "libomp/places.h"
#include "teams/task_pool.h"

#include <cstdarg>
#include <cstdint>

namespace tactus::libomp {

/// A region or league that is about to run. In the frame of its master.
struct Fork {
  Microtask *code;
  uint32_t count;
  void **arguments;
  /// Of the region: how many members there are is known. May be null.
  void (*whenPlanned)(Fork &fork, uint32_t members) = nullptr;
  /// What the members' implicit tasks are in; null for none.
  TaskGroup *group = nullptr;
  TaskPool *pool = nullptr;
  /// Numbers of threads for the levels inside.
  const int32_t *inner = nullptr;
  uint32_t innerCount = 0;
  /// The default allocator where it begins.
  uintptr_t allocator = 0;
  /// Where the master is, and how members are bound.
  Partition partition{};
  Binding binding = Binding::None;
};

/// Runs a region with what clauses have said of it, with one member if not `isParallel`. Returns how many it has had.
uint32_t runParallel(Fork &fork, bool isParallel = true);

/// Around a region with one thread that the compiler calls the code of by itself.
void enterSerial(void *frameEnd);
void leaveSerial();
/// Of a function that the compiler calls, which may have pushed one register.
#define TACTUS_CALLERS_FRAME (static_cast<char *>(__builtin_frame_address(0)) + 2 * sizeof(void *))

/// The arguments of a call that ends with so many addresses.
#define TACTUS_COLLECT_ARGUMENTS(count, last)                                                                          \
  auto **arguments = static_cast<void **>(__builtin_alloca((static_cast<size_t>(count) + 1) * sizeof(void *)));        \
  va_list list;                                                                                                        \
  va_start(list, last);                                                                                                \
  for (int32_t index = 0; index < (count); ++index)                                                                    \
    arguments[index] = va_arg(list, void *);                                                                           \
  va_end(list)

/// Runs a league. 0 where no clause says anything.
void runTeams(Fork &fork, int32_t teams, int32_t limit);
/// Runs a target construct of gcc's, whose threads may be so many.
void runTarget(Fork &fork, int32_t limit);

} // namespace tactus::libomp

#endif // TACTUS_RUNTIME_LIBOMP_PARALLEL_H
