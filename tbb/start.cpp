//===- start.cpp - says so if a process has two schedulers ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The functions of this library stand in front of those of libtbb.so.12 that have the same names. That holds if this
// library comes first in the order in which the loader looks names up; if it does not, both schedule.
//
//===----------------------------------------------------------------------===//
#include "access.h"

#include <cstdio>
#include <dlfcn.h>

/// Tactus' own headers of oneTBB's algorithms refer to it (include/tactus/tbb/detail/context.hpp): a program that has
/// them cannot be linked without this library, and so has one scheduler.
extern "C" const int tactus_tbb_scheduler = 1;

namespace tactus::onetbb {

/// spawn(task &, task_group_context &), by the name that programs ask for.
static constexpr char Name[] = "_ZN3tbb6detail2r15spawnERNS0_2d14taskERNS2_18task_group_contextE";

[[gnu::constructor]] static void checkOrder() {
  Dl_info own{}, used{};
  void *first = dlsym(RTLD_DEFAULT, Name);
  if (!first || !dladdr(first, &used) || !dladdr(reinterpret_cast<void *>(&checkOrder), &own) ||
      used.dli_fbase == own.dli_fbase)
    return;
  fprintf(stderr,
          "tactus: warning: two schedulers: oneTBB's own tasks run on %s, which is loaded before %s: link with "
          "-ltactus_tbb before -ltbb\n",
          used.dli_fname, own.dli_fname);
}

} // namespace tactus::onetbb
