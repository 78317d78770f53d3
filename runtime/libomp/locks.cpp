//===- locks.cpp - OpenMP's locks and critical sections, as other compilers call them -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A lock is the word of openmp/locks.cpp, in the omp_lock_t itself, so converted code and code of plain clang share
// their locks. Hints are for speed only. A nestable lock, which is one word as well, is the address of a record.
//
//===----------------------------------------------------------------------===//
#include "libomp/nest_lock.h"

#include "libomp/context.h"

#include "os/allocation.h"

#include <new>

namespace tactus::libomp {

namespace {
struct NestLock {
  uint64_t lock = 0;
  // The task that has it, null for none, and how often. Written by the holder; others find that it is not theirs.
  std::atomic<const ExplicitTask *> owner{nullptr};
  int32_t depth = 0;

  bool isOwn(const ExplicitTask *task) const { return owner.load(std::memory_order_relaxed) == task; }
  void take(const ExplicitTask *task) {
    owner.store(task, std::memory_order_relaxed);
    depth = 1;
  }
};
} // namespace

static NestLock &nestLockOf(void *lock) { return **static_cast<NestLock **>(lock); }

int32_t depthOfNestLock(void *lock) { return nestLockOf(lock).depth; }

static void beginNestLock(void *lock) {
  auto *made = new (demand(sizeof(NestLock), 64, "a lock")) NestLock;
  tactus_lock_begin(&made->lock);
  *static_cast<NestLock **>(lock) = made;
}

static void endNestLock(void *lock) {
  release(&nestLockOf(lock));
  *static_cast<NestLock **>(lock) = nullptr;
}

static void enterNestLock(void *lock) {
  NestLock &nest = nestLockOf(lock);
  const ExplicitTask *task = here().current;
  if (nest.isOwn(task)) {
    ++nest.depth;
    return;
  }
  tactus_lock_enter(&nest.lock);
  nest.take(task);
}

static int32_t tryNestLock(void *lock) {
  NestLock &nest = nestLockOf(lock);
  const ExplicitTask *task = here().current;
  if (nest.isOwn(task))
    return ++nest.depth;
  if (tactus_lock_try(&nest.lock) != 1)
    return 0;
  nest.take(task);
  return 1;
}

static void leaveNestLock(void *lock) {
  NestLock &nest = nestLockOf(lock);
  if (--nest.depth > 0)
    return;
  nest.owner.store(nullptr, std::memory_order_relaxed);
  tactus_lock_leave(&nest.lock);
}

} // namespace tactus::libomp

using namespace tactus;
using namespace tactus::libomp;

TACTUS_ENTRY(void, omp_init_lock)(void *lock) { tactus_lock_begin(lock); }
TACTUS_ENTRY(void, omp_init_lock_with_hint)(void *lock, int) { tactus_lock_begin(lock); }
TACTUS_ENTRY(void, omp_destroy_lock)(void *lock) { tactus_lock_end(lock); }
TACTUS_ENTRY(void, omp_set_lock)(void *lock) { tactus_lock_enter(lock); }
TACTUS_ENTRY(void, omp_unset_lock)(void *lock) { tactus_lock_leave(lock); }
TACTUS_ENTRY(int, omp_test_lock)(void *lock) { return tactus_lock_try(lock) == 1; }

TACTUS_ENTRY(void, omp_init_nest_lock)(void *lock) { beginNestLock(lock); }
TACTUS_ENTRY(void, omp_init_nest_lock_with_hint)(void *lock, int) { beginNestLock(lock); }
TACTUS_ENTRY(void, omp_destroy_nest_lock)(void *lock) { endNestLock(lock); }
TACTUS_ENTRY(void, omp_set_nest_lock)(void *lock) { enterNestLock(lock); }
TACTUS_ENTRY(void, omp_unset_nest_lock)(void *lock) { leaveNestLock(lock); }
TACTUS_ENTRY(int, omp_test_nest_lock)(void *lock) { return tryNestLock(lock); }

TACTUS_ENTRY(void, __kmpc_init_lock)(Ident *, int32_t, void *lock) { tactus_lock_begin(lock); }
TACTUS_ENTRY(void, __kmpc_init_lock_with_hint)(Ident *, int32_t, void *lock, uintptr_t) { tactus_lock_begin(lock); }
TACTUS_ENTRY(void, __kmpc_destroy_lock)(Ident *, int32_t, void *lock) { tactus_lock_end(lock); }
TACTUS_ENTRY(void, __kmpc_set_lock)(Ident *, int32_t, void *lock) { tactus_lock_enter(lock); }
TACTUS_ENTRY(void, __kmpc_unset_lock)(Ident *, int32_t, void *lock) { tactus_lock_leave(lock); }
TACTUS_ENTRY(int, __kmpc_test_lock)(Ident *, int32_t, void *lock) { return tactus_lock_try(lock) == 1; }
TACTUS_ENTRY(void, __kmpc_init_nest_lock)(Ident *, int32_t, void *lock) { beginNestLock(lock); }
TACTUS_ENTRY(void, __kmpc_init_nest_lock_with_hint)(Ident *, int32_t, void *lock, uintptr_t) { beginNestLock(lock); }
TACTUS_ENTRY(void, __kmpc_destroy_nest_lock)(Ident *, int32_t, void *lock) { endNestLock(lock); }
TACTUS_ENTRY(void, __kmpc_set_nest_lock)(Ident *, int32_t, void *lock) { enterNestLock(lock); }
TACTUS_ENTRY(void, __kmpc_unset_nest_lock)(Ident *, int32_t, void *lock) { leaveNestLock(lock); }
TACTUS_ENTRY(int, __kmpc_test_nest_lock)(Ident *, int32_t, void *lock) { return tryNestLock(lock); }

/// A section's name is a variable, which is 0 before anybody has come to it.
TACTUS_ENTRY(void, __kmpc_critical)(Ident *, int32_t, void *name) { tactus_lock_enter(name); }
TACTUS_ENTRY(void, __kmpc_critical_with_hint)(Ident *, int32_t, void *name, uint32_t) { tactus_lock_enter(name); }
TACTUS_ENTRY(void, __kmpc_end_critical)(Ident *, int32_t, void *name) { tactus_lock_leave(name); }
