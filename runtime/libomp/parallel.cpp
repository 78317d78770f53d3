//===- parallel.cpp - parallel regions and teams of plain clang's code ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "libomp/parallel.h"
#include "libomp/context.h"
#include "libomp/environment.h"

#include "os/allocation.h"
#include "regions/display.h"
#include "regions/icvs.h"
#include "regions/regions.h"
#include "regions/thread_limit.h"
#include "slots/thread_life.h"
#include "teams/league.h"
#include "workers/worker.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <optional>
#include <utility>

namespace tactus::libomp {

namespace {

/// A region with one thread that the compiler calls the code of by itself. Used again by the same thread.
struct SerialRegion {
  SerialRegion *next = nullptr;
  StrandTeam team;
  TeamMember member;
  alignas(MemberRegion) unsigned char record[sizeof(MemberRegion)];
  std::optional<Context> context;
  std::optional<InContext> inContext;
  std::optional<MemberScope> scope;
};

// Owned by the thread: regions that it is in, the innermost first, and those that it was in. The latter stay with the
// thread.
constinit thread_local SerialRegion *serialRegions = nullptr, *unusedSerialRegions = nullptr;

} // namespace

static int32_t takePushed(int32_t &pushed) {
  int32_t value = pushed;
  pushed = 0;
  return value;
}

/// The member goes to its place.
static void placeMember(void *environment, uint32_t number, uint32_t size) {
  const auto &fork = *static_cast<const Fork *>(environment);
  bindTo(fork.partition.ofMember(fork.binding, number, size).place);
}

/// How the region's members are bound, if the environment asks for that; `clause` is what the next region's says.
static void planPlaces(Context &context, int32_t clause, Fork &fork, TeamPlan &plan) {
  if (!places.count)
    return;
  fork.partition = partitionOf(context);
  fork.binding = clause ? static_cast<Binding>(clause) : places.bindingAt(plan.level - 1);
  if (!fork.partition.count)
    return;
  plan.place = placeMember;
  // Owned by the thread: as many threads elsewhere are displayed again.
  static constinit thread_local Binding displayed = Binding::None;
  plan.isDisplayed |= displaysAffinity && std::exchange(displayed, fork.binding) != fork.binding;
}

/// The member's part of a region. It ends when all tasks are complete.
static void runRegion(void *environment, int32_t) {
  const auto &fork = *static_cast<const Fork *>(environment);
  Context context;
  context.member = tactus_team_member;
  context.number = context.member->number;
  context.pool = fork.pool;
  context.implicit.pool = fork.pool;
  context.inner = fork.inner;
  context.innerCount = fork.innerCount;
  context.allocator = fork.allocator;
  if (places.count) {
    context.hasNoPlace = !fork.partition.count;
    context.partition = fork.partition.ofMember(fork.binding, context.number, context.teamSize());
  }
  context.implicit.group = context.implicit.current = fork.group;
  InContext inContext(context);
  int32_t thread = threadNumber(), bound = static_cast<int32_t>(context.number);
  tactus_call_microtask(fork.code, &thread, &bound, fork.count, fork.arguments);
  leaveLoop(*context.member);
  // From there on the master may go on, and `fork` may be gone.
  if (context.teamSize() > 1)
    context.pool->meetAtEnd(*context.member);
  else
    context.pool->finishAlone(0);
  context.implicit.release();
}

/// What clauses have said of the next region, which takes it away.
struct Clauses {
  int32_t threads, severity, binding;
  const char *message;
  const int32_t *inner;
  uint32_t innerCount;
  bool ownsList;

  explicit Clauses(Context &context)
      : threads(takePushed(context.pushedThreads)), severity(takePushed(context.pushedSeverity)),
        binding(takePushed(context.pushedBinding)), message(context.pushedMessage), inner(context.pushedInner),
        innerCount(context.pushedInnerCount), ownsList(inner) {
    context.pushedInner = nullptr;
    context.pushedInnerCount = 0;
    // The last number is for all levels further in.
    if (!inner && context.innerCount) {
      bool isLast = context.innerCount == 1;
      inner = context.inner + !isLast;
      innerCount = context.innerCount - !isLast;
    }
  }
  ~Clauses() {
    if (ownsList)
      release(const_cast<int32_t *>(inner));
  }
  Clauses(const Clauses &) = delete;
  Clauses &operator=(const Clauses &) = delete;

  /// num_threads(strict: ...)
  void check(uint32_t size) const {
    constexpr int Fatal = 2;
    if (!severity || size == static_cast<uint32_t>(threads))
      return;
    const char *what = message ? message : "num_threads(strict: ...) cannot be had, raise the limits of threads";
    fprintf(stderr, "tactus: %s: OpenMP: %s (%u threads for %d)\n", severity == Fatal ? "error" : "warning", what, size,
            threads);
    if (severity == Fatal)
      abort();
  }
};

uint32_t runParallel(Fork &fork, bool isParallel) {
  Clauses clauses(here());
  TeamPlan plan;
  planStrands(isParallel ? clauses.threads : 1, plan);
  clauses.check(plan.size);
  fork.pool = TaskPool::take(plan.size, plan.fits);
  fork.inner = clauses.inner;
  fork.innerCount = clauses.innerCount;
  fork.allocator = here().allocator;
  if (fork.whenPlanned)
    fork.whenPlanned(fork, plan.size);
  planPlaces(here(), clauses.binding, fork, plan);
  if (clauses.innerCount)
    setThreads(plan.icvs, clauses.inner[0]);
  plan.code = runRegion;
  plan.environment = &fork;
  plan.tasks = plan.size > 1 ? fork.pool : nullptr;
  if (!fork.pool || !runPlannedTeam(plan)) {
    // There are no threads to be had, which has been said.
    TaskPool *wide = fork.pool;
    planStrands(1, plan);
    fork.pool = TaskPool::take(1, true);
    if (!fork.pool)
      endWith("no memory for a region", "give the process more");
    plan.code = runRegion;
    plan.environment = &fork;
    plan.tasks = nullptr;
    runPlannedTeam(plan);
    if (wide)
      TaskPool::giveBack(wide);
  }
  TaskPool::giveBack(fork.pool);
  if (places.areLeft && !currentRegion())
    bindTo(-1);
  return plan.size;
}

void releaseSerialRegions() {
  while (SerialRegion *region = unusedSerialRegions) {
    unusedSerialRegions = region->next;
    release(region);
  }
}

void enterSerial(void *frameEnd) {
  SerialRegion *region = unusedSerialRegions;
  if (region)
    unusedSerialRegions = region->next;
  else
    region = new (demand(sizeof(SerialRegion), 64, "a serial region")) SerialRegion;
  Clauses clauses(here());
  TeamPlan plan;
  planStrands(1, plan);
  region->team.reset(plan);
  region->member = TeamMember{};
  region->member.team = &region->team;
  region->next = serialRegions;
  serialRegions = region;
  region->scope.emplace(region->member, plan.icvs, region->record, frameEnd);
  Context &context = region->context.emplace();
  context.allocator = here().allocator;
  context.member = &region->member;
  region->inContext.emplace(context);
  if (plan.isDisplayed)
    displayThread();
}

void leaveSerial() {
  SerialRegion *region = serialRegions;
  if (!region)
    return;
  Context &context = *region->context;
  leaveLoop(region->member);
  if (context.pool) {
    context.pool->finishAlone(0);
    TaskPool::giveBack(context.pool);
  }
  context.implicit.release();
  region->inContext.reset();
  region->context.reset();
  giveThreadsBack(region->team.plan.group, 1);
  region->scope.reset();
  serialRegions = region->next;
  region->next = unusedSerialRegions;
  unusedSerialRegions = region;
}

/// The initial thread of a team of a league.
static void runInitialThread(void *environment, int32_t) {
  const auto &fork = *static_cast<const Fork *>(environment);
  Context context;
  context.allocator = fork.allocator;
  context.hasNoPlace = !fork.partition.count;
  if (fork.partition.count) {
    context.partition = fork.partition.ofMember(places.ofTeams, static_cast<uint32_t>(tactus_omp_get_team_num(nullptr)),
                                                static_cast<uint32_t>(tactus_omp_get_num_teams(nullptr)));
    bindTo(context.partition.place);
  }
  TeamMember *outer = tactus_team_member;
  tactus_team_member = nullptr;
  {
    InContext inContext(context);
    int32_t thread = threadNumber(), bound = 0;
    tactus_call_microtask(fork.code, &thread, &bound, fork.count, fork.arguments);
    if (context.pool) {
      context.pool->finishAlone(0);
      TaskPool::giveBack(context.pool);
    }
    context.implicit.release();
  }
  if (fork.partition.count)
    bindTo(innermost ? innermost->partition.place : -1);
  tactus_team_member = outer;
  release(context.ownTeam);
}

void runTeams(Fork &fork, int32_t teams, int32_t limit) {
  static tactus_loop_descriptor site = TACTUS_LOOP_SITE(tactus_run_iterations, 0);
  teams = teams ? teams : environment().teams;
  limit = limit ? limit : environment().teamsThreadLimit;
  fork.allocator = here().allocator;
  fork.partition = partitionOf(here());
  // Where another runtime's region is around, which OpenMP has no teams in, there is one.
  if (!runAsLeague({runInitialThread, &fork, &site}, teams, limit))
    runInitialThread(&fork, 0);
}

void runTarget(Fork &fork, int32_t limit) {
  if (!runAsLeague({runInitialThread, &fork, nullptr, true}, 1, limit))
    runInitialThread(&fork, 0);
}

} // namespace tactus::libomp

using namespace tactus;
using namespace tactus::libomp;

TACTUS_ENTRY(void, __kmpc_fork_call)(Ident *, int32_t count, Microtask *code, ...) {
  TACTUS_COLLECT_ARGUMENTS(count, code);
  Fork fork{code, static_cast<uint32_t>(count), arguments};
  runParallel(fork);
}

TACTUS_ENTRY(void, __kmpc_fork_call_if)(Ident *, int32_t count, Microtask *code, int32_t isParallel, void *argument) {
  Fork fork{code, count > 0 ? 1u : 0u, &argument};
  runParallel(fork, isParallel != 0);
}

TACTUS_ENTRY(void, __kmpc_serialized_parallel)(Ident *, int32_t) { enterSerial(TACTUS_CALLERS_FRAME); }
TACTUS_ENTRY(void, __kmpc_end_serialized_parallel)(Ident *, int32_t) { leaveSerial(); }

/// No number, as converted code pushes where the program says nothing, takes nothing away from what another call has
/// pushed for the same region.
static void pushThreads(Context &context, int32_t threads) {
  if (threads > 0)
    context.pushedThreads = threads;
}

TACTUS_ENTRY(void, __kmpc_push_num_threads)(Ident *, int32_t, int32_t threads) { pushThreads(here(), threads); }
TACTUS_ENTRY(void, __kmpc_push_num_threads_strict)
(Ident *, int32_t, int32_t threads, int severity, const char *message) {
  Context &context = here();
  pushThreads(context, threads);
  context.pushedSeverity = severity;
  context.pushedMessage = message;
}
TACTUS_ENTRY(void, __kmpc_push_num_threads_list)(Ident *, int32_t, uint32_t count, const int32_t *threads) {
  Context &context = here();
  if (count)
    pushThreads(context, threads[0]);
  release(const_cast<int32_t *>(context.pushedInner));
  context.pushedInner = nullptr;
  context.pushedInnerCount = count > 1 ? count - 1 : 0;
  if (count < 2)
    return;
  size_t bytes = (count - 1) * sizeof *threads;
  context.pushedInner = static_cast<int32_t *>(memcpy(demand(bytes, 16, "a list of threads"), threads + 1, bytes));
}
TACTUS_ENTRY(void, __kmpc_push_num_threads_list_strict)
(Ident *ident, int32_t thread, uint32_t count, const int32_t *threads, int severity, const char *message) {
  tactus_entry___kmpc_push_num_threads_list(ident, thread, count, threads);
  here().pushedSeverity = severity;
  here().pushedMessage = message;
}
TACTUS_ENTRY(void, __kmpc_pop_num_threads)(Ident *, int32_t) {}
TACTUS_ENTRY(void, __kmpc_push_proc_bind)(Ident *, int32_t, int binding) { here().pushedBinding = binding; }
TACTUS_ENTRY(void, __kmpc_push_num_teams)(Ident *, int32_t, int32_t teams, int32_t threads) {
  here().pushedTeams = teams;
  here().pushedLimit = threads;
}
TACTUS_ENTRY(void, __kmpc_push_num_teams_51)(Ident *, int32_t, int32_t least, int32_t most, int32_t threads) {
  here().pushedTeams = most ? most : least;
  here().pushedLimit = threads;
}

TACTUS_ENTRY(void, __kmpc_fork_teams)(Ident *, int32_t count, Microtask *code, ...) {
  TACTUS_COLLECT_ARGUMENTS(count, code);
  Context &context = here();
  Fork fork{code, static_cast<uint32_t>(count), arguments};
  int32_t teams = takePushed(context.pushedTeams), limit = takePushed(context.pushedLimit);
  runTeams(fork, teams, limit);
}

TACTUS_ENTRY(void, __kmpc_set_thread_limit)(Ident *location, int32_t thread, int32_t limit) {
  tactus_kmpc_set_thread_limit(location, thread, limit, nullptr);
}

TACTUS_ENTRY(int32_t, __kmpc_global_thread_num)(Ident *) {
  return knownThreadNumber >= 0 ? knownThreadNumber : threadNumber();
}
TACTUS_ENTRY(int32_t, __kmpc_global_num_threads)(Ident *) { return threadCount(); }
TACTUS_ENTRY(int32_t, __kmpc_bound_thread_num)(Ident *) { return tactus_omp_get_thread_num(nullptr); }
TACTUS_ENTRY(int32_t, __kmpc_bound_num_threads)(Ident *) { return tactus_omp_get_num_threads(nullptr); }
TACTUS_ENTRY(int32_t, __kmpc_in_parallel)(Ident *) { return tactus_omp_in_parallel(nullptr); }
TACTUS_ENTRY(int32_t, __kmpc_ok_to_fork)(Ident *) { return 1; }
TACTUS_ENTRY(void, __kmpc_begin)(Ident *, int32_t) { here(); }
TACTUS_ENTRY(void, __kmpc_end)(Ident *) {}
