//===- locks.cpp - tells a tool of locks, critical sections and turns ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "ompt/trace.h"

#include "libomp/nest_lock.h"

using tactus::libomp::Ident;

extern "C" {
void tactus_entry_omp_init_lock(void *);
void tactus_entry_omp_destroy_lock(void *);
void tactus_entry_omp_set_lock(void *);
void tactus_entry_omp_unset_lock(void *);
int tactus_entry_omp_test_lock(void *);
void tactus_entry_omp_init_nest_lock(void *);
void tactus_entry_omp_destroy_nest_lock(void *);
void tactus_entry_omp_set_nest_lock(void *);
void tactus_entry_omp_unset_nest_lock(void *);
int tactus_entry_omp_test_nest_lock(void *);
void tactus_entry___kmpc_critical(Ident *, int32_t, void *);
void tactus_entry___kmpc_end_critical(Ident *, int32_t, void *);
void tactus_entry___kmpc_ordered(Ident *, int32_t);
void tactus_entry___kmpc_end_ordered(Ident *, int32_t);
}

namespace tactus::ompt {

using namespace tactus::libomp;

/// ompt_mutex_t.
enum Mutex : int32_t { Lock = 1, TestLock, NestedLock, TestNestedLock, CriticalSection, Turn = 7 };

static uint64_t idOf(const void *lock) { return reinterpret_cast<uintptr_t>(lock); }

/// How it is waited for, by ompt_enumerate_mutex_impls().
constexpr uint32_t ByFutex = 1;

static void tellAcquire(Call &call, Mutex kind, uint64_t id, uint32_t hint = 0) {
  tell(MutexAcquire, int32_t{kind}, hint, ByFutex, id, call.from);
}
static void tellMutex(Event event, Call &call, Mutex kind, uint64_t id) { tell(event, int32_t{kind}, id, call.from); }

/// Waits for what has the number `id`.
template <typename Wait>
static void acquire(Call &call, Mutex kind, uint64_t id, int32_t state, uint32_t hint, Wait wait) {
  tellAcquire(call, kind, id, hint);
  int32_t before = call.thread.state;
  call.thread.state = state;
  call.thread.waitsFor = id;
  wait();
  call.thread.waitsFor = 0;
  call.thread.state = before;
}

#define TRACED_LOCK(prefix, kind, testKind)                                                                            \
  static void traced_omp_init_##prefix(void *lock) {                                                                   \
    tactus_entry_omp_init_##prefix(lock);                                                                              \
    if (!hasTool())                                                                                                    \
      return;                                                                                                          \
    TACTUS_TRACED_CALL;                                                                                                \
    tell(LockInit, int32_t{kind}, 0u, ByFutex, idOf(lock), call.from);                                                 \
  }                                                                                                                    \
  static void traced_omp_init_##prefix##_with_hint(void *lock, uint32_t hint) {                                        \
    tactus_entry_omp_init_##prefix(lock);                                                                              \
    if (!hasTool())                                                                                                    \
      return;                                                                                                          \
    TACTUS_TRACED_CALL;                                                                                                \
    tell(LockInit, int32_t{kind}, hint, ByFutex, idOf(lock), call.from);                                               \
  }                                                                                                                    \
  static void traced_omp_destroy_##prefix(void *lock) {                                                                \
    tactus_entry_omp_destroy_##prefix(lock);                                                                           \
    if (!hasTool())                                                                                                    \
      return;                                                                                                          \
    TACTUS_TRACED_CALL;                                                                                                \
    tellMutex(LockDestroy, call, kind, idOf(lock));                                                                    \
  }
TRACED_LOCK(lock, Lock, TestLock)
TRACED_LOCK(nest_lock, NestedLock, TestNestedLock)
#undef TRACED_LOCK

static void traced_omp_set_lock(void *lock) {
  if (!hasTool())
    return tactus_entry_omp_set_lock(lock);
  TACTUS_TRACED_CALL;
  acquire(call, Lock, idOf(lock), WaitsForLock, 0, [=] { tactus_entry_omp_set_lock(lock); });
  tellMutex(MutexAcquired, call, Lock, idOf(lock));
}

static int traced_omp_test_lock(void *lock) {
  if (!hasTool())
    return tactus_entry_omp_test_lock(lock);
  TACTUS_TRACED_CALL;
  tellAcquire(call, TestLock, idOf(lock));
  int isTaken = tactus_entry_omp_test_lock(lock);
  if (isTaken)
    tellMutex(MutexAcquired, call, TestLock, idOf(lock));
  return isTaken;
}

static void traced_omp_unset_lock(void *lock) {
  tactus_entry_omp_unset_lock(lock);
  if (!hasTool())
    return;
  TACTUS_TRACED_CALL;
  tellMutex(MutexReleased, call, Lock, idOf(lock));
}

static void tellNested(Call &call, void *lock, int32_t depth, Mutex kind) {
  if (depth == 1)
    tellMutex(MutexAcquired, call, kind, idOf(lock));
  else
    tell(NestLockEvent, int32_t{Begin}, idOf(lock), call.from);
}

static void traced_omp_set_nest_lock(void *lock) {
  if (!hasTool())
    return tactus_entry_omp_set_nest_lock(lock);
  TACTUS_TRACED_CALL;
  acquire(call, NestedLock, idOf(lock), WaitsForLock, 0, [=] { tactus_entry_omp_set_nest_lock(lock); });
  tellNested(call, lock, depthOfNestLock(lock), NestedLock);
}

static int traced_omp_test_nest_lock(void *lock) {
  if (!hasTool())
    return tactus_entry_omp_test_nest_lock(lock);
  TACTUS_TRACED_CALL;
  tellAcquire(call, TestNestedLock, idOf(lock));
  int depth = tactus_entry_omp_test_nest_lock(lock);
  if (depth)
    tellNested(call, lock, depth, TestNestedLock);
  return depth;
}

static void traced_omp_unset_nest_lock(void *lock) {
  if (!hasTool())
    return tactus_entry_omp_unset_nest_lock(lock);
  TACTUS_TRACED_CALL;
  bool isLast = depthOfNestLock(lock) == 1;
  tactus_entry_omp_unset_nest_lock(lock);
  if (isLast)
    tellMutex(MutexReleased, call, NestedLock, idOf(lock));
  else
    tell(NestLockEvent, int32_t{End}, idOf(lock), call.from);
}

static void enterCritical(Call &call, Ident *ident, int32_t thread, void *name, uint32_t hint) {
  acquire(call, CriticalSection, idOf(name), WaitsForCritical, hint,
          [=] { tactus_entry___kmpc_critical(ident, thread, name); });
  tellMutex(MutexAcquired, call, CriticalSection, idOf(name));
}

static void traced___kmpc_critical(Ident *ident, int32_t thread, void *name) {
  if (!hasTool())
    return tactus_entry___kmpc_critical(ident, thread, name);
  TACTUS_TRACED_CALL;
  enterCritical(call, ident, thread, name, 0);
}

static void traced___kmpc_critical_with_hint(Ident *ident, int32_t thread, void *name, uint32_t hint) {
  if (!hasTool())
    return tactus_entry___kmpc_critical(ident, thread, name);
  TACTUS_TRACED_CALL;
  enterCritical(call, ident, thread, name, hint);
}

static void traced___kmpc_end_critical(Ident *ident, int32_t thread, void *name) {
  tactus_entry___kmpc_end_critical(ident, thread, name);
  if (!hasTool())
    return;
  TACTUS_TRACED_CALL;
  tellMutex(MutexReleased, call, CriticalSection, idOf(name));
}

/// The turns of a region's loop have the region's number.
static void traced___kmpc_ordered(Ident *ident, int32_t thread) {
  if (!hasTool())
    return tactus_entry___kmpc_ordered(ident, thread);
  TACTUS_TRACED_CALL;
  acquire(call, Turn, idOf(&call.team), WaitsForTurn, 0, [=] { tactus_entry___kmpc_ordered(ident, thread); });
  tellMutex(MutexAcquired, call, Turn, idOf(&call.team));
}

static void traced___kmpc_end_ordered(Ident *ident, int32_t thread) {
  tactus_entry___kmpc_end_ordered(ident, thread);
  if (!hasTool())
    return;
  TACTUS_TRACED_CALL;
  tellMutex(MutexReleased, call, Turn, idOf(&call.team));
}

void traceLocks() {
  TACTUS_TRACE(omp_init_lock);
  TACTUS_TRACE(omp_init_lock_with_hint);
  TACTUS_TRACE(omp_destroy_lock);
  TACTUS_TRACE(omp_set_lock);
  TACTUS_TRACE(omp_test_lock);
  TACTUS_TRACE(omp_unset_lock);
  TACTUS_TRACE(omp_init_nest_lock);
  TACTUS_TRACE(omp_init_nest_lock_with_hint);
  TACTUS_TRACE(omp_destroy_nest_lock);
  TACTUS_TRACE(omp_set_nest_lock);
  TACTUS_TRACE(omp_test_nest_lock);
  TACTUS_TRACE(omp_unset_nest_lock);
  TACTUS_TRACE(__kmpc_critical);
  TACTUS_TRACE(__kmpc_critical_with_hint);
  TACTUS_TRACE(__kmpc_end_critical);
  TACTUS_TRACE(__kmpc_ordered);
  TACTUS_TRACE(__kmpc_end_ordered);
}

} // namespace tactus::ompt
