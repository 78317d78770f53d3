//===- control.cpp - global_control, and handles of the scheduler -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "control.h"

#include "market.h"
#include "thread.h"

#include "tactus/tactus.h"

#include <algorithm>
#include <climits>
#include <set>

namespace tactus::onetbb {

using d1::global_control;

namespace {

/// The values of all controls of one parameter that exist. Under the mutex.
struct Controls {
  std::mutex mutex;
  std::vector<const global_control *> all;

  /// Of limits the least counts, of other values the greatest; `otherwise` if there are none.
  size_t active(bool least, size_t otherwise) const {
    size_t result = otherwise;
    for (const global_control *each : all) {
      size_t value = r1::global_control_impl::value(*each);
      result = each == all.front() ? value : least ? std::min(result, value) : std::max(result, value);
    }
    return result;
  }
};

union LastingControls {
  Controls of[global_control::parameter_max];
  constexpr LastingControls() : of() {}
  ~LastingControls() {}
};

} // namespace

static constinit LastingControls controls;
static std::atomic<bool> terminates{false};

static constexpr size_t StackBytes = size_t{4} << 20;

bool terminatesOnException() { return terminates.load(std::memory_order_relaxed); }

static size_t activeValue(int parameter) {
  Controls &its = controls.of[parameter];
  bool isLimit = parameter == global_control::max_allowed_parallelism;
  size_t otherwise = isLimit ? tactus_worker_count() : parameter == global_control::thread_stack_size ? StackBytes : 0;
  return its.active(isLimit, otherwise);
}

/// Under the parameter's mutex.
static void apply(int parameter) {
  if (parameter == global_control::max_allowed_parallelism) {
    size_t limit = controls.of[parameter].all.empty() ? 0 : activeValue(parameter);
    limitThreads(limit);
    // Loops and forks of Tactus' own have no arena.
    tactus_set_worker_limit(static_cast<unsigned>(std::min<size_t>(limit, UINT_MAX)));
  }
  if (parameter == global_control::terminate_on_exception)
    terminates.store(activeValue(parameter) == 1, std::memory_order_relaxed);
}

} // namespace tactus::onetbb

namespace tbb::detail::r1 {

using namespace tactus::onetbb;

void create(d1::global_control &control) {
  int parameter = global_control_impl::parameter(control);
  Controls &its = controls.of[parameter];
  std::lock_guard guard(its.mutex);
  its.all.push_back(&control);
  apply(parameter);
}

void destroy(d1::global_control &control) {
  int parameter = global_control_impl::parameter(control);
  Controls &its = controls.of[parameter];
  std::lock_guard guard(its.mutex);
  std::erase(its.all, &control);
  apply(parameter);
}

std::size_t global_control_active_value(int parameter) {
  std::lock_guard guard(controls.of[parameter].mutex);
  return activeValue(parameter);
}

void get(d1::task_scheduler_handle &handle) {
  handle.m_ctl = new d1::global_control(d1::global_control::scheduler_handle, 1);
}

void release_impl(d1::task_scheduler_handle &handle) {
  delete handle.m_ctl;
  handle.m_ctl = nullptr;
}

/// Waits until all helpers have ended. False, at once, if somebody still uses the scheduler.
bool finalize_impl(d1::task_scheduler_handle &handle) {
  if (Thread &thread = thisThread(); !contextAround())
    leaveOwnArena(thread);
  if (isIdle())
    return true;
  Controls &handles = controls.of[d1::global_control::scheduler_handle];
  {
    std::lock_guard guard(handles.mutex);
    std::erase(handles.all, handle.m_ctl);
    if (!handles.all.empty())
      return false;
  }
  return waitForHelpers();
}

bool finalize(d1::task_scheduler_handle &handle, std::intptr_t mode) {
  bool isDone = mode == d1::release_nothrowing || finalize_impl(handle);
  release_impl(handle);
  if (mode == d1::finalize_throwing && !isDone)
    throw_exception(d0::exception_id::unsafe_wait);
  return isDone;
}

} // namespace tbb::detail::r1
