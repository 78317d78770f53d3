//===- inquiries.cpp - what a tool may ask ---------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "ompt/trace.h"

#include "os/processors.h"

#include <algorithm>
#include <cstring>
#include <sched.h>

extern "C" {
int tactus_entry_omp_get_num_places();
int tactus_entry_omp_get_place_num();
int tactus_entry_omp_get_place_num_procs(int place);
void tactus_entry_omp_get_place_proc_ids(int place, int *ids);
int tactus_entry_omp_get_partition_num_places();
void tactus_entry_omp_get_partition_place_nums(int *places);
}

namespace tactus::ompt {

namespace {

struct Name {
  int32_t number;
  const char *name;
};

constexpr Name States[] = {{WorksSerially, "ompt_state_work_serial"},
                           {Works, "ompt_state_work_parallel"},
                           {Reduces, "ompt_state_work_reduction"},
                           {WaitsAtEnd, "ompt_state_wait_barrier_implicit_parallel"},
                           {WaitsAtConstruct, "ompt_state_wait_barrier_implicit_workshare"},
                           {WaitsAtBarrier, "ompt_state_wait_barrier_explicit"},
                           {WaitsAtOther, "ompt_state_wait_barrier_implementation"},
                           {WaitsForTasks, "ompt_state_wait_taskwait"},
                           {WaitsForGroup, "ompt_state_wait_taskgroup"},
                           {WaitsForLock, "ompt_state_wait_lock"},
                           {WaitsForCritical, "ompt_state_wait_critical"},
                           {WaitsForTurn, "ompt_state_wait_ordered"}};
constexpr Name Mutexes[] = {{1, "tactus_mutex_futex"}};

template <size_t count>
int enumerate(const Name (&names)[count], bool isFirst, int32_t current, int *next, const char **name) {
  const Name *found = std::begin(names);
  if (!isFirst) {
    found = std::find_if(std::begin(names), std::end(names), [=](const Name &each) { return each.number == current; });
    if (found == std::end(names) || ++found == std::end(names))
      return 0;
  }
  *next = found->number;
  *name = found->name;
  return 1;
}

int enumerateStates(int current, int *next, const char **name) {
  return enumerate(States, current == IsUndefined, current, next, name);
}
int enumerateMutexes(int current, int *next, const char **name) {
  return enumerate(Mutexes, current == 0, current, next, name);
}

enum SetResult : int32_t { SetError, SetNever, SetAlways = 5 };

bool isTold(uint32_t event) {
  return (event >= ThreadBegin && event <= ImplicitTask) || event == ControlTool ||
         (event >= SyncRegionWait && event <= Masked) || (event >= SyncRegion && event <= Dispatch) ||
         event == ErrorEvent;
}

int32_t setCallback(uint32_t event, Callback callback) {
  if (event == 0)
    return SetError;
  if (event >= Events || !isTold(event))
    return SetNever;
  __atomic_store_n(&callbacks[event], callback, __ATOMIC_RELAXED);
  return SetAlways;
}

int getCallback(uint32_t event, Callback *callback) {
  if (event == 0 || event >= Events || !callbacks[event])
    return 0;
  *callback = callbacks[event];
  return 1;
}

int getState(uint64_t *waitsFor) {
  if (waitsFor)
    *waitsFor = self.waitsFor;
  return self.hasBegun ? self.state : WorksSerially;
}

constexpr int Found = 2;

const Task *taskAt(int level) {
  const Task *task = self.hasBegun ? self.current : nullptr;
  for (; task && level > 0; --level)
    task = task->parent;
  return level < 0 ? nullptr : task;
}

template <typename T, typename U> void give(T *into, U value) {
  if (into)
    *into = value;
}

int getTask(int level, int *kind, const Data **data, const Frame **frame, const Data **team, int *number) {
  const Task *task = taskAt(level);
  give(kind, task ? task->kind : 0);
  give(data, task ? &task->data : nullptr);
  give(frame, task ? &task->frame : nullptr);
  give(team, task ? &task->team->data : nullptr);
  give(number, task ? task->number : 0);
  return task ? Found : 0;
}

int getTaskMemory(void **address, size_t *bytes, int block) {
  const Task *task = block == 0 ? taskAt(0) : nullptr;
  give(address, task ? task->memory : nullptr);
  give(bytes, task ? task->bytes : 0);
  return task && task->memory;
}

Data *getThread() { return self.hasBegun ? &self.data : nullptr; }

int getTeam(int level, const Data **data, int *size) {
  const Team *team = self.hasBegun && level >= 0 ? self.current->team : nullptr;
  for (; team && level > 0; --level)
    team = team->outer;
  give(data, team ? &team->data : nullptr);
  give(size, team ? static_cast<int>(team->size) : 0);
  return team ? Found : 0;
}

uint64_t getUniqueId() {
  // Relaxed: it only numbers.
  static constinit std::atomic<uint64_t> ids{0};
  return ids.fetch_add(1, std::memory_order_relaxed) + 1;
}

int getProcessors() { return static_cast<int>(affinityCount()); }
int getPlaces() { return tactus_entry_omp_get_num_places(); }
int getPlace() { return self.hasBegun ? tactus_entry_omp_get_place_num() : -1; }

int getPlaceProcessors(int place, int size, int *ids) {
  if (place < 0 || place >= getPlaces())
    return 0;
  int count = tactus_entry_omp_get_place_num_procs(place);
  if (ids && size >= count)
    tactus_entry_omp_get_place_proc_ids(place, ids);
  return count;
}

int getPartition(int size, int *numbers) {
  int count = tactus_entry_omp_get_partition_num_places();
  if (numbers && size >= count)
    tactus_entry_omp_get_partition_place_nums(numbers);
  return count;
}

int getProcessor() { return self.hasBegun ? sched_getcpu() : -1; }

int getTarget(uint64_t *, uint64_t *, uint64_t *) { return 0; }
int getDevices() { return 1; }

} // namespace

Callback findInquiry(const char *name) {
  static const struct {
    const char *name;
    Callback function;
  } All[] = {{"ompt_enumerate_states", reinterpret_cast<Callback>(enumerateStates)},
             {"ompt_enumerate_mutex_impls", reinterpret_cast<Callback>(enumerateMutexes)},
             {"ompt_set_callback", reinterpret_cast<Callback>(setCallback)},
             {"ompt_get_callback", reinterpret_cast<Callback>(getCallback)},
             {"ompt_get_state", reinterpret_cast<Callback>(getState)},
             {"ompt_get_parallel_info", reinterpret_cast<Callback>(getTeam)},
             {"ompt_get_task_info", reinterpret_cast<Callback>(getTask)},
             {"ompt_get_task_memory", reinterpret_cast<Callback>(getTaskMemory)},
             {"ompt_get_thread_data", reinterpret_cast<Callback>(getThread)},
             {"ompt_get_unique_id", reinterpret_cast<Callback>(getUniqueId)},
             {"ompt_finalize_tool", reinterpret_cast<Callback>(endTool)},
             {"ompt_get_num_procs", reinterpret_cast<Callback>(getProcessors)},
             {"ompt_get_num_places", reinterpret_cast<Callback>(getPlaces)},
             {"ompt_get_place_proc_ids", reinterpret_cast<Callback>(getPlaceProcessors)},
             {"ompt_get_place_num", reinterpret_cast<Callback>(getPlace)},
             {"ompt_get_partition_place_nums", reinterpret_cast<Callback>(getPartition)},
             {"ompt_get_proc_id", reinterpret_cast<Callback>(getProcessor)},
             {"ompt_get_target_info", reinterpret_cast<Callback>(getTarget)},
             {"ompt_get_num_devices", reinterpret_cast<Callback>(getDevices)}};
  for (const auto &each : All)
    if (!strcmp(each.name, name))
      return each.function;
  return nullptr;
}

} // namespace tactus::ompt
