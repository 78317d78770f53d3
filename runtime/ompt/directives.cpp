//===- directives.cpp - tells a tool of cancellation, flush and error; what starts it -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "ompt/trace.h"

#include <cstring>

using tactus::libomp::Ident;

extern "C" {
int32_t tactus_entry___kmpc_global_thread_num(Ident *);
int32_t tactus_entry___kmpc_cancel(Ident *, int32_t, int32_t);
int32_t tactus_entry___kmpc_cancellationpoint(Ident *, int32_t, int32_t);
void tactus_entry___kmpc_flush(Ident *);
void tactus_entry___kmpc_error(Ident *, int, const char *);
int tactus_entry_omp_get_num_threads();
int tactus_entry_omp_get_thread_num();
int tactus_entry_omp_get_max_threads();
void tactus_entry_omp_set_num_threads(int);
void tactus_entry_omp_set_nested(int);
}

namespace tactus::ompt {

/// ompt_cancel_flag_t, from kmp.h's number of a construct.
static int32_t cancelledKind(int32_t construct) {
  constexpr int32_t Kinds[] = {0, 1, 4, 2, 8};
  return construct > 0 && construct < 5 ? Kinds[construct] : 0;
}
constexpr int32_t IsActivated = 0x10, IsDetected = 0x20;

static int32_t traced___kmpc_cancel(Ident *ident, int32_t thread, int32_t construct) {
  int32_t isCancelled = tactus_entry___kmpc_cancel(ident, thread, construct);
  if (!isCancelled || !hasTool())
    return isCancelled;
  TACTUS_TRACED_CALL;
  tell(Cancel, &call.task.data, cancelledKind(construct) | IsActivated, call.from);
  return isCancelled;
}

static int32_t traced___kmpc_cancellationpoint(Ident *ident, int32_t thread, int32_t construct) {
  int32_t isCancelled = tactus_entry___kmpc_cancellationpoint(ident, thread, construct);
  if (!isCancelled || !hasTool())
    return isCancelled;
  TACTUS_TRACED_CALL;
  tell(Cancel, &call.task.data, cancelledKind(construct) | IsDetected, call.from);
  return isCancelled;
}

static void traced___kmpc_flush(Ident *ident) {
  tactus_entry___kmpc_flush(ident);
  if (!hasTool())
    return;
  TACTUS_TRACED_CALL;
  tell(Flush, &call.thread.data, call.from);
}

static void traced___kmpc_error(Ident *ident, int severity, const char *message) {
  if (hasTool()) {
    TACTUS_TRACED_CALL;
    tell(ErrorEvent, int32_t{severity}, message, message ? strlen(message) : size_t{0}, call.from);
  }
  tactus_entry___kmpc_error(ident, severity, message);
}

static int traced_omp_control_tool(int command, int modifier, void *argument) {
  constexpr int NoTool = -2, NoCallback = -1;
  if (!hasTool())
    return NoTool;
  TACTUS_TRACED_CALL;
  auto *callback = reinterpret_cast<int (*)(uint64_t, uint64_t, void *, const void *)>(callbacks[ControlTool]);
  if (!callback)
    return NoCallback;
  return callback(static_cast<uint64_t>(command), static_cast<uint64_t>(modifier), argument, call.from);
}

/// What a program may call first: the tool is started then.
#define TRACED_QUERY(type, name, parameters, arguments)                                                                \
  static type traced_##name parameters {                                                                               \
    if (hasTool())                                                                                                     \
      thisThread();                                                                                                    \
    return tactus_entry_##name arguments;                                                                              \
  }
TRACED_QUERY(int32_t, __kmpc_global_thread_num, (Ident * ident), (ident))
TRACED_QUERY(int, omp_get_num_threads, (), ())
TRACED_QUERY(int, omp_get_thread_num, (), ())
TRACED_QUERY(int, omp_get_max_threads, (), ())
TRACED_QUERY(void, omp_set_num_threads, (int count), (count))
TRACED_QUERY(void, omp_set_nested, (int isNested), (isNested))
#undef TRACED_QUERY

void traceDirectives() {
  TACTUS_TRACE(__kmpc_cancel);
  TACTUS_TRACE(__kmpc_cancellationpoint);
  TACTUS_TRACE(__kmpc_flush);
  TACTUS_TRACE(__kmpc_error);
  TACTUS_TRACE(omp_control_tool);
  TACTUS_TRACE(__kmpc_global_thread_num);
  TACTUS_TRACE(omp_get_num_threads);
  TACTUS_TRACE(omp_get_thread_num);
  TACTUS_TRACE(omp_get_max_threads);
  TACTUS_TRACE(omp_set_num_threads);
  TACTUS_TRACE(omp_set_nested);
}

} // namespace tactus::ompt
