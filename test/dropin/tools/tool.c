// A tool that counts what it is told, and says where begins and ends do not fit: run by test_dropin.py.
#include <omp-tools.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define COUNTERS(count)                                                                                                \
  count(threads) count(threadEnds) count(regions) count(regionEnds) count(implicit) count(implicitEnds) count(tasks)   \
      count(switches) count(completed) count(barriers) count(barrierEnds) count(work) count(workEnds) count(chunks)    \
          count(acquired) count(released) count(unfit)
#define DECLARE(name) static int name;
COUNTERS(DECLARE)
#undef DECLARE

static ompt_get_task_info_t taskInfo;
static ompt_get_thread_data_t threadData;

static void add(int *counter) { __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED); }
static void expect(int condition) {
  if (!condition)
    add(&unfit);
}

static void threadBegins(ompt_thread_t kind, ompt_data_t *data) {
  expect(data->value == 0 && data == threadData() && kind == (threads ? ompt_thread_worker : ompt_thread_initial));
  data->value = 1;
  add(&threads);
}
static void threadEnds_(ompt_data_t *data) {
  expect(data->value == 1);
  add(&threadEnds);
}
static void regionBegins(ompt_data_t *task, const ompt_frame_t *frame, ompt_data_t *region, unsigned wanted, int flags,
                         const void *from) {
  expect(task && frame->enter_frame.ptr && region->value == 0 && wanted > 0 && from);
  (void)flags;
  region->value = 77;
  add(&regions);
}
static void regionEnds_(ompt_data_t *region, ompt_data_t *task, int flags, const void *from) {
  expect(region->value == 77 && task && from);
  (void)flags;
  add(&regionEnds);
}
static void implicitTask(ompt_scope_endpoint_t end, ompt_data_t *region, ompt_data_t *task, unsigned size,
                         unsigned number, int flags) {
  if (flags & ompt_task_initial)
    return;
  if (end == ompt_scope_begin) {
    expect(region->value == 77 && task->value == 0 && number < size);
    task->value = 100 + number;
    add(&implicit);
  } else {
    expect(task->value == 100 + number);
    add(&implicitEnds);
  }
}
static void taskCreated(ompt_data_t *parent, const ompt_frame_t *frame, ompt_data_t *task, int flags, int dependences,
                        const void *from) {
  expect(parent && frame && task->value == 0 && from && flags & (ompt_task_explicit | ompt_task_taskwait));
  (void)dependences;
  task->value = 55;
  add(&tasks);
}
static void taskSwitched(ompt_data_t *prior, ompt_task_status_t status, ompt_data_t *next) {
  if (status == ompt_task_complete) {
    expect(prior->value == 55 && next);
    add(&completed);
  } else if (status == ompt_task_switch) {
    expect(next->value == 55);
    add(&switches);
  }
}
static void synchronised(ompt_sync_region_t kind, ompt_scope_endpoint_t end, ompt_data_t *region, ompt_data_t *task,
                         const void *from) {
  (void)kind, (void)from;
  expect(task && (end == ompt_scope_end || region));
  add(end == ompt_scope_begin ? &barriers : &barrierEnds);
}
static void worked(ompt_work_t kind, ompt_scope_endpoint_t end, ompt_data_t *region, ompt_data_t *task, uint64_t count,
                   const void *from) {
  (void)kind, (void)count;
  expect(region->value == 77 && task->value >= 100 && from);
  add(end == ompt_scope_begin ? &work : &workEnds);
}
static void dispatched(ompt_data_t *region, ompt_data_t *task, ompt_dispatch_t kind, ompt_data_t instance) {
  ompt_data_t *here = NULL, *regionHere = NULL;
  int isThere = taskInfo(0, NULL, &here, NULL, &regionHere, NULL);
  expect(isThere && here == task && regionHere == region && !taskInfo(9, NULL, &here, NULL, NULL, NULL));
  expect(region->value == 77 && instance.ptr && kind);
  add(&chunks);
}
static void mutexAcquired(ompt_mutex_t kind, ompt_wait_id_t id, const void *from) {
  (void)kind;
  expect(id && from);
  add(&acquired);
}
static void mutexReleased(ompt_mutex_t kind, ompt_wait_id_t id, const void *from) {
  (void)kind;
  expect(id && from);
  add(&released);
}

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t *data) {
  (void)device, (void)data;
  ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
  taskInfo = (ompt_get_task_info_t)lookup("ompt_get_task_info");
  threadData = (ompt_get_thread_data_t)lookup("ompt_get_thread_data");
  expect(!lookup("ompt_no_such_function"));
  expect(set(ompt_callback_thread_begin, (ompt_callback_t)threadBegins) == ompt_set_always);
  set(ompt_callback_thread_end, (ompt_callback_t)threadEnds_);
  set(ompt_callback_parallel_begin, (ompt_callback_t)regionBegins);
  set(ompt_callback_parallel_end, (ompt_callback_t)regionEnds_);
  set(ompt_callback_implicit_task, (ompt_callback_t)implicitTask);
  set(ompt_callback_task_create, (ompt_callback_t)taskCreated);
  set(ompt_callback_task_schedule, (ompt_callback_t)taskSwitched);
  set(ompt_callback_sync_region, (ompt_callback_t)synchronised);
  set(ompt_callback_work, (ompt_callback_t)worked);
  set(ompt_callback_dispatch, (ompt_callback_t)dispatched);
  set(ompt_callback_mutex_acquired, (ompt_callback_t)mutexAcquired);
  set(ompt_callback_mutex_released, (ompt_callback_t)mutexReleased);
  return getenv("TOOL_DECLINES") == NULL;
}

static void finalize(ompt_data_t *data) {
  (void)data;
#define PRINT(name) printf(#name "=%d\n", name);
  COUNTERS(PRINT)
#undef PRINT
}

ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
  static ompt_start_tool_result_t result = {initialize, finalize, {0}};
  (void)version, (void)runtime;
  return &result;
}
