//===- queries.cpp - OpenMP's own functions, as other compilers call them ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// openmp/interface.cpp answers inside of regions. What it asks somebody else for, who answers outside of them, is
// answered here.
//
//===----------------------------------------------------------------------===//
#include "libomp/context.h"
#include "libomp/environment.h"
#include "libomp/rows.h"

#include "os/processors.h"
#include "regions/icvs.h"
#include "regions/libomp.h"
#include "regions/regions.h"

#include <algorithm>
#include <climits>
#include <time.h>

namespace tactus::libomp {

/// Changes a setting of the calling thread's, outside of all regions.
template <typename Change> static void changeSettings(Change change) {
  IcvSet icvs = icvsOfThread();
  change(icvs);
  setIcvsOfThread(icvs);
}

static void setThreadsOutside(int count) {
  changeSettings([=](IcvSet &icvs) { setThreads(icvs, count); });
}
static void setDynamicOutside(int isDynamic) {
  changeSettings([=](IcvSet &icvs) { icvs.isDynamic = isDynamic ? 2 : 1; });
}
static void setLevelsOutside(int levels) {
  changeSettings([=](IcvSet &icvs) { setActiveLevels(icvs, levels); });
}
static void setNestedOutside(int isNested) { setLevelsOutside(isNested ? INT_MAX : 1); }
static void setScheduleOutside(int kind, int chunk) {
  changeSettings([=](IcvSet &icvs) { setSchedule(icvs, kind, chunk); });
}
static void scheduleOutside(int *kind, int *chunk) {
  IcvSet icvs = icvsOfThread();
  if (icvs.schedule == IcvSet::Unset)
    return;
  *kind = scheduleKind(icvs);
  *chunk = static_cast<int>(icvs.chunk);
}
static int isDynamicOutside() { return icvsOfThread().isDynamic == 2; }
static int threadLimitOutside() {
  uint64_t limit = threadLimitOfEnvironment();
  return limit ? static_cast<int>(std::min<uint64_t>(limit, INT_MAX)) : INT_MAX;
}

/// One level, unless somebody has said something.
static int activeLevels() {
  IcvSet icvs = icvsHere(libompLevels());
  return icvs.activeLevels == IcvSet::Unset ? 1 : maxActiveLevels(icvs);
}

} // namespace tactus::libomp

using namespace tactus;
using namespace tactus::libomp;

//===----------------------------------------------------------------------===//
// Threads and regions
//===----------------------------------------------------------------------===//

#define QUERY(name)                                                                                                    \
  TACTUS_ENTRY(int, name)() { return tactus_##name(nullptr); }
QUERY(omp_get_thread_num)
QUERY(omp_get_num_threads)
QUERY(omp_in_parallel)
QUERY(omp_get_level)
QUERY(omp_get_active_level)
QUERY(omp_get_team_num)
QUERY(omp_get_num_teams)
QUERY(omp_get_max_threads)
QUERY(omp_get_supported_active_levels)
#undef QUERY

TACTUS_ENTRY(int, omp_get_ancestor_thread_num)(int level) { return tactus_omp_get_ancestor_thread_num(level, nullptr); }
TACTUS_ENTRY(int, omp_get_ancestor_thread_num_)(const int *level) {
  return tactus_omp_get_ancestor_thread_num(*level, nullptr);
}
TACTUS_ENTRY(int, omp_get_team_size)(int level) { return tactus_omp_get_team_size(level, nullptr); }
TACTUS_ENTRY(int, omp_get_team_size_)(const int *level) { return tactus_omp_get_team_size(*level, nullptr); }

TACTUS_ENTRY(int, omp_in_final)() { return here().current->isFinal || tactus_omp_in_final(nullptr); }
TACTUS_ENTRY(int, omp_in_explicit_task)() { return tactus_omp_in_explicit_task(nullptr); }

//===----------------------------------------------------------------------===//
// Settings
//===----------------------------------------------------------------------===//

TACTUS_ENTRY(int, omp_get_num_procs)() {
  readPlaces();
  return static_cast<int>(affinityCount());
}
TACTUS_ENTRY(int, omp_get_thread_limit)() { return tactus_omp_get_thread_limit(threadLimitOutside); }
TACTUS_ENTRY(int, omp_get_dynamic)() { return tactus_omp_get_dynamic(isDynamicOutside); }
TACTUS_ENTRY(int, omp_get_max_active_levels)() { return activeLevels(); }
TACTUS_ENTRY(int, omp_get_nested)() { return activeLevels() > 1; }
TACTUS_ENTRY(int, omp_get_cancellation)() { return mayCancel(); }
TACTUS_ENTRY(int, omp_get_max_task_priority)() { return environment().maxTaskPriority; }

#define SETTER(name, outside)                                                                                          \
  TACTUS_ENTRY(void, name)(int value) { tactus_##name(value, outside); }                                               \
  TACTUS_ENTRY(void, name##_)(const int *value) { tactus_##name(*value, outside); }
SETTER(omp_set_num_threads, setThreadsOutside)
SETTER(omp_set_dynamic, setDynamicOutside)
SETTER(omp_set_nested, setNestedOutside)
SETTER(omp_set_max_active_levels, setLevelsOutside)
#undef SETTER

TACTUS_ENTRY(void, omp_set_schedule)(int kind, int chunk) { tactus_omp_set_schedule(kind, chunk, setScheduleOutside); }
TACTUS_ENTRY(void, omp_set_schedule_)(const int *kind, const int *chunk) {
  tactus_omp_set_schedule(*kind, *chunk, setScheduleOutside);
}
TACTUS_ENTRY(void, omp_get_schedule)(int *kind, int *chunk) { tactus_omp_get_schedule(kind, chunk, scheduleOutside); }

TACTUS_ENTRY(int, omp_get_max_teams)() { return environment().teams; }
TACTUS_ENTRY(void, omp_set_num_teams)(int teams) { environment().teams = std::max(teams, 0); }
TACTUS_ENTRY(void, omp_set_num_teams_)(const int *teams) { environment().teams = std::max(*teams, 0); }
TACTUS_ENTRY(int, omp_get_teams_thread_limit)() { return environment().teamsThreadLimit; }
TACTUS_ENTRY(void, omp_set_teams_thread_limit)(int limit) { environment().teamsThreadLimit = std::max(limit, 0); }
TACTUS_ENTRY(void, omp_set_teams_thread_limit_)(const int *limit) {
  environment().teamsThreadLimit = std::max(*limit, 0);
}

//===----------------------------------------------------------------------===//
// Devices: there is the host
//===----------------------------------------------------------------------===//

TACTUS_ENTRY(int, omp_get_default_device)() { return environment().defaultDevice; }
TACTUS_ENTRY(void, omp_set_default_device)(int device) { environment().defaultDevice = device; }
TACTUS_ENTRY(void, omp_set_default_device_)(const int *device) { environment().defaultDevice = *device; }
TACTUS_ENTRY(int, omp_get_num_devices)() { return 0; }
TACTUS_ENTRY(int, omp_get_initial_device)() { return 0; }
TACTUS_ENTRY(int, omp_get_device_num)() { return 0; }
TACTUS_ENTRY(int, omp_is_initial_device)() { return 1; }
TACTUS_ENTRY(int, __kmpc_get_target_offload)() { return environment().targetOffload; }
TACTUS_ENTRY(int, omp_pause_resource)(int kind, int device) { return tactus_omp_pause_resource(kind, device, nullptr); }
TACTUS_ENTRY(int, omp_pause_resource_)(const int *kind, const int *device) {
  return tactus_omp_pause_resource(*kind, *device, nullptr);
}
TACTUS_ENTRY(int, omp_pause_resource_all)(int kind) { return tactus_omp_pause_resource_all(kind, nullptr); }
TACTUS_ENTRY(int, omp_pause_resource_all_)(const int *kind) { return tactus_omp_pause_resource_all(*kind, nullptr); }
TACTUS_ENTRY(int, __kmpc_pause_resource)(int kind) { return tactus_omp_pause_resource_all(kind, nullptr); }

/// There is no tool: with one, the function of ompt/ stands in front.
TACTUS_ENTRY(int, omp_control_tool)(int, int, void *) {
  constexpr int NoTool = -2;
  return NoTool;
}
TACTUS_ENTRY(int, omp_control_tool_)(const int *command, const int *modifier, void *argument) {
  auto control = reinterpret_cast<int (*)(int, int, void *)>(tactus_libomp_entries[Row_omp_control_tool]);
  return control(*command, *modifier, argument);
}

//===----------------------------------------------------------------------===//
// Interoperability: without a device there are no objects but omp_interop_none
//===----------------------------------------------------------------------===//

TACTUS_ENTRY(int, omp_get_num_interop_properties)(const void *) { return 0; }

/// What asks for a property of an object: of none it has no value.
static void failWithoutObject(int *result) {
  constexpr int Empty = -1; // omp_irc_empty
  if (result)
    *result = Empty;
}
TACTUS_ENTRY(intptr_t, omp_get_interop_int)(const void *, int, int *result) {
  failWithoutObject(result);
  return 0;
}
TACTUS_ENTRY(void *, omp_get_interop_ptr)(const void *, int, int *result) {
  failWithoutObject(result);
  return nullptr;
}
TACTUS_ENTRY(const char *, omp_get_interop_str)(const void *, int, int *result) {
  failWithoutObject(result);
  return nullptr;
}
TACTUS_ENTRY(const char *, omp_get_interop_name)(const void *, int) { return nullptr; }
TACTUS_ENTRY(const char *, omp_get_interop_type_desc)(const void *, int) { return nullptr; }
TACTUS_ENTRY(const char *, omp_get_interop_rc_desc)(const void *, int) { return nullptr; }

//===----------------------------------------------------------------------===//
// Time
//===----------------------------------------------------------------------===//

TACTUS_ENTRY(double, omp_get_wtime)() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}
TACTUS_ENTRY(double, omp_get_wtick)() { return 1e-9; }
