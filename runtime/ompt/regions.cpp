//===- regions.cpp - tells a tool of regions, barriers and what one of many does -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "ompt/trace.h"

#include "libomp/parallel.h"
#include "libomp/tasks.h"
#include "os/allocation.h"

#include <new>

using tactus::libomp::Ident;

extern "C" {
/// tactus_call_microtask(), which puts the address of its frame into `*frame`.
void tactus_call_traced_microtask(tactus::libomp::Microtask *code, int32_t *thread, int32_t *bound, uint64_t count,
                                  void *const *arguments, void **frame);

void tactus_entry___kmpc_barrier(Ident *, int32_t);
int32_t tactus_entry___kmpc_cancel_barrier(Ident *, int32_t);
int32_t tactus_entry___kmpc_single(Ident *, int32_t);
void tactus_entry___kmpc_end_single(Ident *, int32_t);
int32_t tactus_entry___kmpc_masked(Ident *, int32_t, int32_t);
void tactus_entry___kmpc_end_masked(Ident *, int32_t);
int32_t tactus_entry___kmpc_reduce(Ident *, int32_t, int32_t, size_t, void *, void (*)(void *, void *), void *);
int32_t tactus_entry___kmpc_reduce_nowait(Ident *, int32_t, int32_t, size_t, void *, void (*)(void *, void *), void *);
void tactus_entry___kmpc_end_reduce(Ident *, int32_t, void *);
void tactus_entry___kmpc_end_reduce_nowait(Ident *, int32_t, void *);
int tactus_entry_omp_get_max_threads();
}

namespace tactus::ompt {

using namespace tactus::libomp;

/// ompt_parallel_flag_t. What clang's code calls is called by the runtime, as LLVM's library says.
constexpr int32_t InvokedByRuntime = 2, IsLeague = 0x4000'0000, IsTeam = INT32_MIN;
constexpr int32_t ExitFlags = Call::FramePointer | Call::OfApplication;

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

namespace {

/// A region or league that the program begins, in the frame of the call.
struct TracedFork {
  Team team;
  Microtask *code;
  uint32_t count;
  void **arguments;
  const void *from;
};

/// A region whose code the compiler calls by itself.
struct SerialRegion : Task {
  Team own;
};

/// While it exists, the calling thread runs an implicit task.
class InTask {
public:
  InTask(Thread &thread, Task &task) : thread(thread), before(thread.current), stateBefore(thread.state) {
    thread.current = &task;
    thread.state = Works;
  }
  ~InTask() {
    thread.current = before;
    thread.state = stateBefore;
  }
  InTask(const InTask &) = delete;
  InTask &operator=(const InTask &) = delete;

private:
  Thread &thread;
  Task *before;
  int32_t stateBefore;
};

} // namespace

static void beginImplicit(Task &task, Team &team, uint32_t size, int32_t number) {
  task.team = &team;
  task.parent = team.encountering;
  task.number = number;
  task.kind = IsImplicit | (size == 1 ? IsUndeferred : 0);
  task.frame.exitFlags = ExitFlags;
  tell(ImplicitTask, int32_t{Begin}, &team.data, &task.data, size, static_cast<uint32_t>(number), int32_t{IsImplicit});
}

static void endImplicit(Task &task, uint32_t size) {
  tell(ImplicitTask, int32_t{End}, static_cast<Data *>(nullptr), &task.data, size, static_cast<uint32_t>(task.number),
       int32_t{IsImplicit});
}

/// The microtask of a member.
static void runTracedMember(int32_t *threadNumber, int32_t *bound, TracedFork *fork) {
  TeamMember &member = *here().member;
  uint32_t size = member.teamSize();
  Thread &thread = thisThread(*bound > 0);
  Task task;
  // All write the same.
  __atomic_store_n(&fork->team.size, size, __ATOMIC_RELAXED);
  beginImplicit(task, fork->team, size, *bound);
  InTask inTask(thread, task);
  tactus_call_traced_microtask(fork->code, threadNumber, bound, fork->count, fork->arguments, &task.frame.exit.ptr);
  task.frame.exit.ptr = nullptr;
  if (size > 1) {
    const void *from = *bound == 0 ? fork->from : nullptr;
    tellSync(RegionsBarrier, Begin, &fork->team, task, from);
    Waiting waiting(thread, RegionsBarrier, WaitsAtEnd, from);
    // What the region ends with then finds that all has been done.
    leaveLoop(member);
    waitForTeam(member);
    waiting.end(false);
    tellSync(RegionsBarrier, End, nullptr, task, from);
  }
  endImplicit(task, size);
}

static void beginTeam(Call &call, Team &team, uint32_t wanted, int32_t kind) {
  team.outer = call.task.team;
  team.encountering = &call.task;
  tell(ParallelBegin, &call.task.data, &call.task.frame, &team.data, wanted, InvokedByRuntime | kind, call.from);
}

static void endTeam(Call &call, Team &team, int32_t kind) {
  tell(ParallelEnd, &team.data, &call.task.data, InvokedByRuntime | kind, call.from);
}

static uint32_t wantedThreads() {
  int32_t pushed = here().pushedThreads;
  return static_cast<uint32_t>(pushed > 0 ? pushed : tactus_entry_omp_get_max_threads());
}

static void runTracedRegion(Call &call, int32_t count, Microtask *code, void **arguments, bool isParallel) {
  TracedFork traced{{}, code, static_cast<uint32_t>(count), arguments, call.from};
  beginTeam(call, traced.team, isParallel ? wantedThreads() : 1, IsTeam);
  void *argument = &traced;
  Fork fork{reinterpret_cast<Microtask *>(runTracedMember), 1, &argument};
  runParallel(fork, isParallel);
  endTeam(call, traced.team, IsTeam);
}

static void traced___kmpc_fork_call(Ident *, int32_t count, Microtask *code, ...) {
  TACTUS_COLLECT_ARGUMENTS(count, code);
  if (!hasTool()) {
    Fork fork{code, static_cast<uint32_t>(count), arguments};
    runParallel(fork);
    return;
  }
  TACTUS_TRACED_CALL;
  runTracedRegion(call, count, code, arguments, true);
}

static void traced___kmpc_fork_call_if(Ident *, int32_t count, Microtask *code, int32_t isParallel, void *argument) {
  if (!hasTool()) {
    Fork fork{code, count > 0 ? 1u : 0u, &argument};
    runParallel(fork, isParallel != 0);
    return;
  }
  TACTUS_TRACED_CALL;
  runTracedRegion(call, count > 0, code, &argument, isParallel != 0);
}

static void traced___kmpc_serialized_parallel(Ident *, int32_t) {
  if (hasTool()) {
    void *frame = __builtin_frame_address(0);
    auto *region = new (demand(sizeof(SerialRegion), 16, "a serial region")) SerialRegion;
    {
      TACTUS_TRACED_CALL;
      beginTeam(call, region->own, 1, IsTeam);
      beginImplicit(*region, region->own, 1, 0);
    }
    // Until the region's end.
    self.current->frame.enter.ptr = frame;
    region->frame.exit.ptr = frame;
    self.current = region;
  }
  enterSerial(TACTUS_CALLERS_FRAME);
}

static void traced___kmpc_end_serialized_parallel(Ident *, int32_t) {
  leaveSerial();
  if (!hasTool() || !self.hasBegun || self.current == &self.initial)
    return;
  auto *region = static_cast<SerialRegion *>(self.current);
  endImplicit(*region, 1);
  self.current = region->parent;
  self.current->frame.enter.ptr = nullptr;
  TACTUS_TRACED_CALL;
  endTeam(call, region->own, IsTeam);
  release(region);
}

//===----------------------------------------------------------------------===//
// Leagues
//===----------------------------------------------------------------------===//

/// The microtask of the initial thread of a team.
static void runTracedTeam(int32_t *threadNumber, int32_t *bound, TracedFork *fork) {
  Thread &thread = thisThread(true);
  int32_t number = tactus_omp_get_team_num(nullptr), teams = tactus_omp_get_num_teams(nullptr);
  Task task;
  task.team = &fork->team;
  task.parent = fork->team.encountering;
  task.kind = IsInitial;
  tell(ImplicitTask, int32_t{Begin}, &fork->team.data, &task.data, static_cast<uint32_t>(teams),
       static_cast<uint32_t>(number), int32_t{IsInitial});
  InTask inTask(thread, task);
  {
    // The region of one thread in which LLVM's library runs a team, and which its tools expect.
    Call call(fork->from, __builtin_frame_address(0));
    Team region;
    Task implicit;
    beginTeam(call, region, 1, IsTeam);
    beginImplicit(implicit, region, 1, 0);
    InTask inRegion(thread, implicit);
    tactus_call_traced_microtask(fork->code, threadNumber, bound, fork->count, fork->arguments,
                                 &implicit.frame.exit.ptr);
    implicit.frame.exit.ptr = nullptr;
    endImplicit(implicit, 1);
    endTeam(call, region, IsTeam);
  }
  tell(ImplicitTask, int32_t{End}, static_cast<Data *>(nullptr), &task.data, 0u, static_cast<uint32_t>(number),
       int32_t{IsInitial});
}

static void traced___kmpc_fork_teams(Ident *, int32_t count, Microtask *code, ...) {
  TACTUS_COLLECT_ARGUMENTS(count, code);
  Context &context = here();
  int32_t teams = context.pushedTeams, limit = context.pushedLimit;
  context.pushedTeams = context.pushedLimit = 0;
  if (!hasTool()) {
    Fork fork{code, static_cast<uint32_t>(count), arguments};
    return runTeams(fork, teams, limit);
  }
  TACTUS_TRACED_CALL;
  TracedFork traced{{}, code, static_cast<uint32_t>(count), arguments, call.from};
  beginTeam(call, traced.team, static_cast<uint32_t>(teams), IsLeague);
  void *argument = &traced;
  Fork fork{reinterpret_cast<Microtask *>(runTracedTeam), 1, &argument};
  runTeams(fork, teams, limit);
  endTeam(call, traced.team, IsLeague);
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

/// Compilers say in their idents what a barrier is for.
static SyncKind barrierKindOf(const Ident *ident) {
  constexpr int32_t IsExplicitBarrier = 0x20, IsConstructs = 0x40;
  if (!ident)
    return OtherBarrier;
  return ident->flags & IsExplicitBarrier ? ExplicitBarrier
         : ident->flags & IsConstructs    ? ConstructsBarrier
                                          : OtherBarrier;
}

static int32_t stateAt(SyncKind kind) {
  return kind == ExplicitBarrier ? WaitsAtBarrier : kind == ConstructsBarrier ? WaitsAtConstruct : WaitsAtOther;
}

template <typename Barrier> static void meetTraced(Call &call, const Ident *ident, Barrier barrier) {
  SyncKind kind = barrierKindOf(ident);
  tellSync(kind, Begin, &call.team, call.task, call.from);
  Waiting waiting(call.thread, kind, stateAt(kind), call.from);
  barrier();
  waiting.end();
  tellSync(kind, End, &call.team, call.task, call.from);
}

static void traced___kmpc_barrier(Ident *ident, int32_t thread) {
  if (!hasTool())
    return tactus_entry___kmpc_barrier(ident, thread);
  TACTUS_TRACED_CALL;
  meetTraced(call, ident, [&] { tactus_entry___kmpc_barrier(ident, thread); });
}

static int32_t traced___kmpc_cancel_barrier(Ident *ident, int32_t thread) {
  if (!hasTool())
    return tactus_entry___kmpc_cancel_barrier(ident, thread);
  TACTUS_TRACED_CALL;
  int32_t isCancelled = 0;
  meetTraced(call, ident, [&] { isCancelled = tactus_entry___kmpc_cancel_barrier(ident, thread); });
  return isCancelled;
}

//===----------------------------------------------------------------------===//
// One of many
//===----------------------------------------------------------------------===//

/// ompt_work_t.
enum SingleKind : int32_t { Executor = 3, Other = 4 };

static void tellSingle(Call &call, SingleKind kind, Endpoint end) {
  tell(Work, int32_t{kind}, int32_t{end}, &call.team.data, &call.task.data, uint64_t{1}, call.from);
}

static int32_t traced___kmpc_single(Ident *ident, int32_t thread) {
  int32_t isIt = tactus_entry___kmpc_single(ident, thread);
  if (!hasTool())
    return isIt;
  TACTUS_TRACED_CALL;
  tellSingle(call, isIt ? Executor : Other, Begin);
  if (!isIt)
    tellSingle(call, Other, End);
  return isIt;
}

static void traced___kmpc_end_single(Ident *, int32_t) {
  if (!hasTool())
    return;
  TACTUS_TRACED_CALL;
  tellSingle(call, Executor, End);
}

static void tellMasked(Call &call, Endpoint end) {
  tell(Masked, int32_t{end}, &call.team.data, &call.task.data, call.from);
}

static int32_t traced___kmpc_masked(Ident *ident, int32_t thread, int32_t filter) {
  int32_t isIt = tactus_entry___kmpc_masked(ident, thread, filter);
  if (!hasTool() || !isIt)
    return isIt;
  TACTUS_TRACED_CALL;
  tellMasked(call, Begin);
  return isIt;
}

static int32_t traced___kmpc_master(Ident *ident, int32_t thread) {
  int32_t isIt = tactus_entry___kmpc_masked(ident, thread, 0);
  if (!hasTool() || !isIt)
    return isIt;
  TACTUS_TRACED_CALL;
  tellMasked(call, Begin);
  return isIt;
}

static void traced___kmpc_end_masked(Ident *, int32_t) {
  if (!hasTool())
    return;
  TACTUS_TRACED_CALL;
  tellMasked(call, End);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

using Combine = void (*)(void *, void *);

static void tellReduction(Call &call, Endpoint end) {
  call.thread.state = end == Begin ? Reduces : Works;
  tell(Reduction, int32_t{ReductionKind}, int32_t{end}, &call.team.data, &call.task.data, call.from);
}

/// Without the operations that could be done at once: the code that has done these says nothing.
static Ident withoutAtomics(const Ident *ident) {
  constexpr int32_t CanReduceByAtomics = 0x10;
  Ident changed = ident ? *ident : Ident{};
  changed.flags &= ~CanReduceByAtomics;
  return changed;
}

#define TRACED_REDUCTION(suffix)                                                                                       \
  static int32_t traced___kmpc_reduce##suffix(Ident *ident, int32_t thread, int32_t count, size_t bytes, void *data,   \
                                              Combine combine, void *lock) {                                           \
    if (!hasTool())                                                                                                    \
      return tactus_entry___kmpc_reduce##suffix(ident, thread, count, bytes, data, combine, lock);                     \
    TACTUS_TRACED_CALL;                                                                                                \
    Ident changed = withoutAtomics(ident);                                                                             \
    int32_t how = tactus_entry___kmpc_reduce##suffix(&changed, thread, count, bytes, data, combine, lock);             \
    if (how == 1)                                                                                                      \
      tellReduction(call, Begin);                                                                                      \
    return how;                                                                                                        \
  }                                                                                                                    \
  static void traced___kmpc_end_reduce##suffix(Ident *ident, int32_t thread, void *lock) {                             \
    if (!hasTool())                                                                                                    \
      return tactus_entry___kmpc_end_reduce##suffix(ident, thread, lock);                                              \
    TACTUS_TRACED_CALL;                                                                                                \
    Ident changed = withoutAtomics(ident);                                                                             \
    tellReduction(call, End);                                                                                          \
    tactus_entry___kmpc_end_reduce##suffix(&changed, thread, lock);                                                    \
  }
TRACED_REDUCTION()
TRACED_REDUCTION(_nowait)
#undef TRACED_REDUCTION

void traceRegions() {
  TACTUS_TRACE(__kmpc_fork_call);
  TACTUS_TRACE(__kmpc_fork_call_if);
  TACTUS_TRACE(__kmpc_serialized_parallel);
  TACTUS_TRACE(__kmpc_end_serialized_parallel);
  TACTUS_TRACE(__kmpc_fork_teams);
  TACTUS_TRACE(__kmpc_barrier);
  TACTUS_TRACE(__kmpc_cancel_barrier);
  TACTUS_TRACE(__kmpc_single);
  TACTUS_TRACE(__kmpc_end_single);
  TACTUS_TRACE(__kmpc_masked);
  TACTUS_TRACE(__kmpc_end_masked);
  TACTUS_TRACE(__kmpc_master);
  trace(Row___kmpc_end_master, traced___kmpc_end_masked);
  TACTUS_TRACE(__kmpc_reduce);
  TACTUS_TRACE(__kmpc_end_reduce);
  TACTUS_TRACE(__kmpc_reduce_nowait);
  TACTUS_TRACE(__kmpc_end_reduce_nowait);
}

} // namespace tactus::ompt
