//===- synchronisation.cpp - barriers, one of many, cancellation of gcc's code -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "libgomp/core.h"

#include "libomp/tasks.h"
#include "regions/regions.h"

#include <cstdio>
#include <cstdlib>

extern "C" {
int32_t tactus_entry___kmpc_single(tactus::libomp::Ident *ident, int32_t thread);
int32_t tactus_entry___kmpc_cancel(tactus::libomp::Ident *ident, int32_t thread, int32_t kind);
int32_t tactus_entry___kmpc_cancellationpoint(tactus::libomp::Ident *ident, int32_t thread, int32_t kind);
void *tactus_entry_omp_aligned_alloc(size_t alignment, size_t bytes, uintptr_t allocator);
}

namespace tactus::libgomp {

/// Of critical sections without a name, and of atomic constructs that are none of the processor's.
static uint32_t unnamed = 0, atomics = 0;

/// kmp.h's number.
static int32_t kindOf(int construct) {
  return construct & OfParallel ? 1 : construct & OfLoop ? 2 : construct & OfSections ? 3 : CancelsTaskGroup;
}

bool isTeamCancelled() {
  return tactus_team_member && tactus_team_member->team->cancellation.isCancelled(TeamCancellation<>::Parallel);
}

/// A cancelled region ends what is in it, too.
static bool isConstructCancelled(int construct) {
  return tactus_entry___kmpc_cancellationpoint(nullptr, 0, kindOf(construct)) || (mayCancel() && isTeamCancelled());
}

static void print(const char *what, const char *message, size_t length) {
  if (!message) {
    message = "it gives no message";
    length = SIZE_MAX;
  }
  int most = static_cast<int>(length < INT32_MAX ? length : INT32_MAX);
  fprintf(stderr, "tactus: %s: OpenMP's directive error: %.*s\n", what, most, message);
}

} // namespace tactus::libgomp

using namespace tactus;
using namespace tactus::libgomp;

TACTUS_ENTRY(void, GOMP_barrier)() { tactus_entry___kmpc_barrier(nullptr, 0); }
TACTUS_ENTRY(bool, GOMP_barrier_cancel)() { return tactus_entry___kmpc_cancel_barrier(nullptr, 0) != 0; }

TACTUS_ENTRY(bool, GOMP_cancellation_point)(int construct) { return isConstructCancelled(construct); }
TACTUS_ENTRY(bool, GOMP_cancel)(int construct, Bool isTrue) {
  if (!isTrue)
    return isConstructCancelled(construct);
  return tactus_entry___kmpc_cancel(nullptr, 0, kindOf(construct)) != 0;
}

TACTUS_ENTRY(bool, GOMP_single_start)() { return tactus_entry___kmpc_single(nullptr, 0) != 0; }
/// Null for the one that executes it; what it has to give for the others.
TACTUS_ENTRY(void *, GOMP_single_copy_start)() {
  AsMember asMember;
  if (tactus_entry___kmpc_single(nullptr, 0))
    return nullptr;
  waitForTeam(*tactus_team_member);
  return tactus_team_member->team->copied;
}
TACTUS_ENTRY(void, GOMP_single_copy_end)(void *data) {
  AsMember asMember;
  tactus_team_member->team->copied = data;
  waitForTeam(*tactus_team_member);
}

TACTUS_ENTRY(void, GOMP_critical_start)() { tactus_lock_enter(&unnamed); }
TACTUS_ENTRY(void, GOMP_critical_end)() { tactus_lock_leave(&unnamed); }
TACTUS_ENTRY(void, GOMP_critical_name_start)(void *name) { tactus_lock_enter(name); }
TACTUS_ENTRY(void, GOMP_critical_name_end)(void *name) { tactus_lock_leave(name); }
TACTUS_ENTRY(void, GOMP_atomic_start)() { tactus_lock_enter(&atomics); }
TACTUS_ENTRY(void, GOMP_atomic_end)() { tactus_lock_leave(&atomics); }

TACTUS_ENTRY(void *, GOMP_alloc)(size_t alignment, size_t bytes, uintptr_t allocator) {
  void *memory = tactus_entry_omp_aligned_alloc(alignment, bytes, allocator);
  if (!memory && bytes)
    endWith("no memory for a variable with an allocator", "give the process more");
  return memory;
}

TACTUS_ENTRY(void, GOMP_warning)(const char *message, size_t length) { print("warning", message, length); }
TACTUS_ENTRY(void, GOMP_error)(const char *message, size_t length) {
  print("error", message, length);
  exit(1);
}
