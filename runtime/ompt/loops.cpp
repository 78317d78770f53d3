//===- loops.cpp - tells a tool of loops and sections, and of their chunks -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "ompt/trace.h"

#include "abi/schedules.h"
#include "libomp/doacross.h"
#include "teams/worksharing.h"

#include <algorithm>
#include <type_traits>

using tactus::libomp::Ident;

extern "C" {
#define DECLARE(suffix, T)                                                                                             \
  void tactus_entry___kmpc_for_static_init_##suffix(Ident *, int32_t, int32_t, int32_t *, T *, T *,                    \
                                                    std::make_signed_t<T> *, std::make_signed_t<T>,                    \
                                                    std::make_signed_t<T>);                                            \
  void tactus_entry___kmpc_dispatch_init_##suffix(Ident *, int32_t, int32_t, T, T, std::make_signed_t<T>,              \
                                                  std::make_signed_t<T>);                                              \
  int32_t tactus_entry___kmpc_dispatch_next_##suffix(Ident *, int32_t, int32_t *, T *, T *, std::make_signed_t<T> *);
DECLARE(4, int32_t)
DECLARE(4u, uint32_t)
DECLARE(8, int64_t)
DECLARE(8u, uint64_t)
#undef DECLARE
void tactus_entry_omp_get_schedule(int *kind, int *chunk);
}

namespace tactus::ompt {

using namespace tactus::libomp;

/// ompt_work_t, and ompt_dispatch_t.
enum WorkKind : int32_t { Sections = 2, Distribute = 6, StaticLoop = 10, DynamicLoop, GuidedLoop, OtherLoop };
enum DispatchKind : int32_t { SectionItself = 2, LoopChunk = 3, DistributeChunk = 5 };

/// ompt_dispatch_chunk_t.
struct Chunk {
  uint64_t first, iterations;
};

/// What the compiler says that a static division is for.
static WorkKind kindOf(const Ident *ident) {
  constexpr int32_t OfSections = 0x400, OfDistribute = 0x800;
  int32_t flags = ident ? ident->flags : 0;
  return flags & OfSections ? Sections : flags & OfDistribute ? Distribute : StaticLoop;
}

/// How a loop is divided whose chunks are asked for one by one.
static WorkKind kindOf(int32_t schedule, const Team &team) {
  schedule &= ~abi::ScheduleModifiers;
  if (schedule >= abi::OrderedOffset + abi::StaticChunkedSchedule)
    schedule -= abi::OrderedOffset;
  if (schedule == abi::RuntimeSchedule) {
    constexpr int Static = 1, Dynamic = 2, Guided = 3, KindMask = 0xff;
    int kind = 0, chunk = 0;
    tactus_entry_omp_get_schedule(&kind, &chunk);
    kind &= KindMask;
    return kind == Static ? StaticLoop : kind == Dynamic ? DynamicLoop : kind == Guided ? GuidedLoop : OtherLoop;
  }
  switch (schedule) {
  case abi::StaticSchedule:
  case abi::StaticChunkedSchedule:
    return StaticLoop;
  case abi::DynamicSchedule:
    return DynamicLoop;
  case abi::GuidedSchedule:
  case abi::AutoSchedule:
    return team.size == 1 ? StaticLoop : GuidedLoop;
  default:
    return OtherLoop;
  }
}

static void tellWork(Call &call, int32_t kind, Endpoint end, uint64_t count) {
  tell(Work, kind, int32_t{end}, &call.team.data, &call.task.data, count, call.from);
}

static void tellDispatch(Call &call, DispatchKind kind, void *instance) {
  Data data;
  data.ptr = instance;
  tell(Dispatch, &call.team.data, &call.task.data, int32_t{kind}, data);
}

static void tellDivision(Call &call, WorkKind kind, uint64_t first, uint64_t count) {
  if (kind == Sections)
    return tellDispatch(call, SectionItself, const_cast<void *>(call.from));
  Chunk chunk{first, count};
  if (count)
    tellDispatch(call, kind == Distribute ? DistributeChunk : LoopChunk, &chunk);
}

#define TRACED_LOOP(suffix, T)                                                                                         \
  static void traced___kmpc_for_static_init_##suffix(Ident *ident, int32_t thread, int32_t schedule, int32_t *isLast,  \
                                                     T *lower, T *upper, std::make_signed_t<T> *stride,                \
                                                     std::make_signed_t<T> step, std::make_signed_t<T> chunk) {        \
    uint64_t count = countIterations(*lower, *upper, step);                                                            \
    tactus_entry___kmpc_for_static_init_##suffix(ident, thread, schedule, isLast, lower, upper, stride, step, chunk);  \
    if (!hasTool())                                                                                                    \
      return;                                                                                                          \
    TACTUS_TRACED_CALL;                                                                                                \
    tellWork(call, kindOf(ident), Begin, count);                                                                       \
    tellDivision(call, kindOf(ident), static_cast<uint64_t>(*lower), countIterations(*lower, *upper, step));           \
  }                                                                                                                    \
  static void traced___kmpc_dispatch_init_##suffix(Ident *ident, int32_t thread, int32_t schedule, T lower, T upper,   \
                                                   std::make_signed_t<T> step, std::make_signed_t<T> chunk) {          \
    tactus_entry___kmpc_dispatch_init_##suffix(ident, thread, schedule, lower, upper, step, chunk);                    \
    if (!hasTool())                                                                                                    \
      return;                                                                                                          \
    TACTUS_TRACED_CALL;                                                                                                \
    call.task.loop = kindOf(schedule, call.team);                                                                      \
    call.task.iterations = countIterations(lower, upper, step);                                                        \
    tellWork(call, call.task.loop, Begin, call.task.iterations);                                                       \
  }                                                                                                                    \
  static int32_t traced___kmpc_dispatch_next_##suffix(Ident *ident, int32_t thread, int32_t *isLast, T *lower,         \
                                                      T *upper, std::make_signed_t<T> *step) {                         \
    int32_t isThere = tactus_entry___kmpc_dispatch_next_##suffix(ident, thread, isLast, lower, upper, step);           \
    if (!hasTool())                                                                                                    \
      return isThere;                                                                                                  \
    TACTUS_TRACED_CALL;                                                                                                \
    Chunk chunk{isThere ? static_cast<uint64_t>(*lower) : 0, isThere ? countIterations(*lower, *upper, *step) : 0};    \
    if (isThere)                                                                                                       \
      tellDispatch(call, LoopChunk, &chunk);                                                                           \
    else                                                                                                               \
      tellWork(call, call.task.loop, End, call.task.iterations);                                                       \
    return isThere;                                                                                                    \
  }
TRACED_LOOP(4, int32_t)
TRACED_LOOP(4u, uint32_t)
TRACED_LOOP(8, int64_t)
TRACED_LOOP(8u, uint64_t)
#undef TRACED_LOOP

static void traced___kmpc_for_static_fini(Ident *ident, int32_t) {
  if (!hasTool())
    return;
  TACTUS_TRACED_CALL;
  tellWork(call, kindOf(ident), End, 0);
}

//===----------------------------------------------------------------------===//
// Doacross
//===----------------------------------------------------------------------===//

/// ompt_dependence_t.
namespace {
struct IterationNumber {
  Data variable;
  int32_t kind;
};
} // namespace

static void tellIteration(Call &call, int32_t kind, const int64_t *vector) {
  constexpr uint32_t MostDimensions = 16;
  IterationNumber told[MostDimensions];
  uint32_t dimensions = std::min(doacrossDimensions(), MostDimensions);
  for (uint32_t index = 0; index < dimensions; ++index) {
    told[index].variable.value = static_cast<uint64_t>(vector[index]);
    told[index].kind = kind;
  }
  const IterationNumber *first = told;
  tell(DependencesOfTask, &call.task.data, first, static_cast<int>(dimensions));
}
constexpr int32_t Source = 5, Sink = 6;

static void traced___kmpc_doacross_wait(Ident *, int32_t, const int64_t *vector) {
  if (!waitForIteration(vector) || !hasTool())
    return;
  TACTUS_TRACED_CALL;
  tellIteration(call, Sink, vector);
}

static void traced___kmpc_doacross_post(Ident *, int32_t, const int64_t *vector) {
  if (hasTool()) {
    TACTUS_TRACED_CALL;
    tellIteration(call, Source, vector);
  }
  postIteration(vector);
}

void traceLoops() {
#define TRACE_LOOP(suffix)                                                                                             \
  TACTUS_TRACE(__kmpc_for_static_init_##suffix);                                                                       \
  TACTUS_TRACE(__kmpc_dispatch_init_##suffix);                                                                         \
  TACTUS_TRACE(__kmpc_dispatch_next_##suffix)
  TRACE_LOOP(4);
  TRACE_LOOP(4u);
  TRACE_LOOP(8);
  TRACE_LOOP(8u);
#undef TRACE_LOOP
  TACTUS_TRACE(__kmpc_for_static_fini);
  TACTUS_TRACE(__kmpc_doacross_wait);
  TACTUS_TRACE(__kmpc_doacross_post);
}

} // namespace tactus::ompt
