//===- tool.h - the tool that OpenMP's tools interface serves --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A tool is a function ompt_start_tool() of the program or of a library that OMP_TOOL_LIBRARIES names. It is told of
// what happens [OpenMP 5.2, 19]. Nobody pays for that who has no tool: where there is one, and only there, rows of the
// table that libomp.so.5 jumps through are changed for functions of this room, which tell the tool, and call the
// functions that they stand in front of.
//
//     program ──► libomp.so.5 ──► table ──► ompt/: events ──► libomp/: does it
//                                   └── without a tool ─────────┘
//
// The types are those of <omp-tools.h>, of which only what is used here is declared.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OMPT_TOOL_H
#define TACTUS_RUNTIME_OMPT_TOOL_H

#include <cstdint>

namespace tactus::ompt {

/// ompt_callbacks_t.
enum Event : uint32_t {
  ThreadBegin = 1,
  ThreadEnd,
  ParallelBegin,
  ParallelEnd,
  TaskCreate,
  TaskSchedule,
  ImplicitTask,
  ControlTool = 11,
  SyncRegionWait = 16,
  MutexReleased,
  DependencesOfTask,
  TaskDependence,
  Work,
  Masked,
  SyncRegion = 23,
  LockInit,
  LockDestroy,
  MutexAcquire,
  MutexAcquired,
  NestLockEvent,
  Flush,
  Cancel,
  Reduction,
  Dispatch,
  ErrorEvent = 37,
  Events
};

enum Endpoint : int32_t { Begin = 1, End = 2 };

union Data {
  uint64_t value = 0;
  void *ptr;
};

using Callback = void (*)();
/// Written where the tool is started and ended, and by the tool, which may do so at any time. Relaxed: the tool orders
/// what it needs.
extern constinit Callback callbacks[Events];

/// Tells the tool, if it wants to know. The types of the arguments are those of the callback's parameters.
template <typename... Arguments> void tell(Event event, Arguments... arguments) {
  if (Callback callback = __atomic_load_n(&callbacks[event], __ATOMIC_RELAXED))
    reinterpret_cast<void (*)(Arguments...)>(callback)(arguments...);
}

/// What lookup() of the tool gives, by its name; null for a name that is none (inquiries.cpp).
Callback findInquiry(const char *name);

/// Looks for a tool, once, and starts it. False if there is none.
bool hasTool();
/// The tool ends; with the process, or because it wants to.
void endTool();

/// By the constructor of libomp.so.5: there may be a tool.
void prepareTool();

/// The rows of the table that are changed, by the files of this room.
void traceRegions();
void traceDirectives();
void traceLoops();
void traceTasks();
void traceLocks();

} // namespace tactus::ompt

#endif // TACTUS_RUNTIME_OMPT_TOOL_H
