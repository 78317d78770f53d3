//===- synchronisation.cpp - barriers, one of many, reductions ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "libomp/context.h"
#include "libomp/tasks.h"

#include "os/race_detector.h"
#include "regions/regions.h"
#include "teams/league.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <strings.h>

// What compiled code calls besides these (abi/team_functions.def).
extern "C" {
void tactus_team_barrier(void *, int32_t);
int32_t tactus_team_cancel_barrier(void *, int32_t);
int32_t tactus_team_cancel(void *, int32_t, int32_t);
int32_t tactus_team_cancellationpoint(void *, int32_t, int32_t);
int32_t tactus_team_single(void *, int32_t);
void tactus_team_copyprivate(void *, int32_t, size_t, void *, void (*)(void *, void *), int32_t);
int32_t tactus_team_masked(void *, int32_t, int32_t);
int32_t tactus_team_reduce(void *, int32_t, int32_t, size_t, void *, void (*)(void *, void *), void *);
void tactus_team_end_reduce(void *, int32_t, void *);
void tactus_team_end_reduce_nowait(void *, int32_t, void *);
}

namespace tactus::libomp {

/// The only member of a team waits for tasks as well: those that are complete when somebody says so.
static void finishOwnTasks() {
  Context &context = here();
  if (context.pool && !hasTeamForTasks(context))
    context.pool->finishAlone(context.number);
}

static void barrier(Ident *ident, int32_t thread) {
  AsMember member;
  tactus_team_barrier(ident, thread);
  finishOwnTasks();
}

/// Whether members combine at once, without a lock. Both calls of a reduction have the same flags.
static bool reducesByAtomics(const Ident *ident) {
  constexpr int32_t CanReduceByAtomics = 0x10;
  return ident && ident->flags & CanReduceByAtomics && !tactus_team_member->isAlone();
}

/// Teams of a league combine outside of all regions, and then one after the other.
static bool combinesInLeague() {
  const Region *region = currentRegion();
  return region && region->league && region->league->teams > 0 && !tactus_team_member;
}

} // namespace tactus::libomp

using namespace tactus;
using namespace tactus::libomp;

TACTUS_ENTRY(void, __kmpc_barrier)(Ident *ident, int32_t thread) { barrier(ident, thread); }

TACTUS_ENTRY(int32_t, __kmpc_cancel_barrier)(Ident *ident, int32_t thread) {
  AsMember member;
  int32_t isCancelled = tactus_team_cancel_barrier(ident, thread);
  finishOwnTasks();
  return isCancelled;
}

TACTUS_ENTRY(int32_t, __kmpc_cancel)(Ident *ident, int32_t thread, int32_t kind) {
  if (kind == CancelsTaskGroup)
    return cancelTaskGroup();
  AsMember member;
  return tactus_team_cancel(ident, thread, kind);
}

TACTUS_ENTRY(int32_t, __kmpc_cancellationpoint)(Ident *ident, int32_t thread, int32_t kind) {
  if (kind == CancelsTaskGroup)
    return taskGroupIsCancelled();
  AsMember member;
  return tactus_team_cancellationpoint(ident, thread, kind);
}

/// kmp.h's numbers: 1 is parallel.
TACTUS_ENTRY(int, kmp_get_cancellation_status)(int kind) {
  if (kind == CancelsTaskGroup)
    return taskGroupIsCancelled();
  return tactus_team_member && tactus_team_member->team->cancellation.isCancelled(kind);
}
TACTUS_ENTRY(int, kmp_get_cancellation_status_)(const int *kind) {
  return tactus_entry_kmp_get_cancellation_status(*kind);
}

TACTUS_ENTRY(void, __kmpc_flush)(Ident *) { std::atomic_thread_fence(std::memory_order_seq_cst); }

TACTUS_ENTRY(int32_t, __kmpc_single)(Ident *ident, int32_t thread) {
  AsMember member;
  return tactus_team_single(ident, thread);
}
TACTUS_ENTRY(void, __kmpc_end_single)(Ident *, int32_t) {}

TACTUS_ENTRY(int32_t, __kmpc_masked)(Ident *ident, int32_t thread, int32_t filter) {
  AsMember member;
  return tactus_team_masked(ident, thread, filter);
}
TACTUS_ENTRY(void, __kmpc_end_masked)(Ident *, int32_t) {}
TACTUS_ENTRY(int32_t, __kmpc_master)(Ident *ident, int32_t thread) {
  AsMember member;
  return tactus_team_masked(ident, thread, 0);
}
TACTUS_ENTRY(void, __kmpc_end_master)(Ident *, int32_t) {}

/// The master goes on alone until it says that the others may.
TACTUS_ENTRY(int32_t, __kmpc_barrier_master)(Ident *ident, int32_t thread) {
  barrier(ident, thread);
  if (!tactus_team_member || tactus_team_member->number == 0)
    return 1;
  barrier(ident, thread);
  return 0;
}
TACTUS_ENTRY(void, __kmpc_end_barrier_master)(Ident *ident, int32_t thread) { barrier(ident, thread); }
TACTUS_ENTRY(int32_t, __kmpc_barrier_master_nowait)(Ident *ident, int32_t thread) {
  barrier(ident, thread);
  return !tactus_team_member || tactus_team_member->number == 0;
}

TACTUS_ENTRY(void, __kmpc_scope)(Ident *, int32_t, void *) {}
TACTUS_ENTRY(void, __kmpc_end_scope)(Ident *, int32_t, void *) {}

TACTUS_ENTRY(void, __kmpc_copyprivate)
(Ident *ident, int32_t thread, size_t bytes, void *data, void (*copy)(void *, void *), int32_t isIt) {
  AsMember member;
  tactus_team_copyprivate(ident, thread, bytes, data, copy, isIt);
}

/// The caller copies by itself, and meets the others behind that.
TACTUS_ENTRY(void *, __kmpc_copyprivate_light)(Ident *ident, int32_t thread, void *data) {
  AsMember asMember;
  if (data)
    tactus_team_member->team->copied = data;
  barrier(ident, thread);
  return tactus_team_member->team->copied;
}

using Combine = void (*)(void *, void *);

/// 1 if the caller is to combine what it has, while others wait, and to say when it has; 2 if it is to do so by atomic
/// operations, which it says that it can.
static int32_t beginReduction(Ident *ident, int32_t thread, int32_t count, size_t bytes, void *data, Combine combine,
                              void *lock) {
  if (combinesInLeague()) {
    lockLeagues();
    return 1;
  }
  AsMember member;
  return reducesByAtomics(ident) ? 2 : tactus_team_reduce(ident, thread, count, bytes, data, combine, lock);
}

static void endReduction(Ident *ident, int32_t thread, void *lock) {
  if (combinesInLeague())
    return unlockLeagues();
  AsMember member;
  if (!reducesByAtomics(ident))
    tactus_team_end_reduce_nowait(ident, thread, lock);
}

TACTUS_ENTRY(int32_t, __kmpc_reduce_nowait)
(Ident *ident, int32_t thread, int32_t count, size_t bytes, void *data, Combine combine, void *lock) {
  return beginReduction(ident, thread, count, bytes, data, combine, lock);
}
TACTUS_ENTRY(void, __kmpc_end_reduce_nowait)(Ident *ident, int32_t thread, void *lock) {
  endReduction(ident, thread, lock);
}
TACTUS_ENTRY(int32_t, __kmpc_reduce)
(Ident *ident, int32_t thread, int32_t count, size_t bytes, void *data, Combine combine, void *lock) {
  return beginReduction(ident, thread, count, bytes, data, combine, lock);
}
TACTUS_ENTRY(void, __kmpc_end_reduce)(Ident *ident, int32_t thread, void *lock) {
  bool isOfLeague = combinesInLeague();
  endReduction(ident, thread, lock);
  if (!isOfLeague)
    barrier(ident, thread);
}

/// The directive `error` at run time.
TACTUS_ENTRY(void, __kmpc_error)(Ident *ident, int severity, const char *message) {
  constexpr int Fatal = 2;
  const char *place = ident && ident->source ? ident->source : ";unknown;unknown;0;0;;";
  fprintf(stderr, "tactus: %s: OpenMP's directive error at %s: %s\n", severity == Fatal ? "error" : "warning", place,
          message ? message : "it gives no message");
  if (severity == Fatal)
    abort();
}
