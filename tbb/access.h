//===- access.h - the fields of oneTBB's types that its scheduler owns ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// oneTBB's headers leave these fields to its library, and name as friends the structs that are defined here. Their
// layout is part of the binary interface of libtbb.so.12.
//
//     task                   six reserved words, which become a TaskLink: a task is a node of the list that it waits in
//     task_group_context     whether it is cancelled, its exception, its Lineage
//     wait_context           how many references are left
//     task_arena_base        settings, and the Arena
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TBB_ACCESS_H
#define TACTUS_TBB_ACCESS_H

#include <oneapi/tbb/detail/_task.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>
#include <oneapi/tbb/task_scheduler_observer.h>

#include <atomic>
#include <cstdint>
#include <exception>

namespace tactus::onetbb {

namespace d1 = ::tbb::detail::d1;
namespace r1 = ::tbb::detail::r1;
using d1::task;
using d1::task_group_context;
using d1::wait_context;

struct Lineage;

/// What a task's reserved words hold, from when it is spawned until it is taken.
struct TaskLink {
  task_group_context *context;
  task *older;
  task *younger;
  /// The tag of the isolated region that it was spawned in, 0 for none.
  intptr_t isolation;
  /// The seat of the thread that spawned it, no_slot once another thread has taken it into its list.
  uint32_t origin;
  /// It was pushed in order (TaskList).
  bool isOrdered;
};

} // namespace tactus::onetbb

namespace tbb::detail::r1 {

struct tbb_exception_ptr {
  std::exception_ptr pointer;
};

struct task_accessor {
  static tactus::onetbb::TaskLink &link(d1::task &task) {
    static_assert(sizeof(tactus::onetbb::TaskLink) <= sizeof task.m_reserved);
    return *reinterpret_cast<tactus::onetbb::TaskLink *>(task.m_reserved);
  }
};

struct task_group_context_impl {
  using State = d1::task_group_context::state;
  static auto &cancelled(d1::task_group_context &context) { return context.my_cancellation_requested; }
  static auto &exception(d1::task_group_context &context) { return context.my_exception; }
  static auto &state(d1::task_group_context &context) { return context.my_state; }
  static bool isBound(const d1::task_group_context &context) { return context.my_traits.bound; }
  static bool capturesFloatingPoint(const d1::task_group_context &context) { return context.my_traits.fp_settings; }
  static void setCapturesFloatingPoint(d1::task_group_context &context) { context.my_traits.fp_settings = true; }
  static uint64_t &floatingPoint(d1::task_group_context &context) { return context.my_cpu_ctl_env; }
  static tactus::onetbb::Lineage *&lineage(d1::task_group_context &context) {
    return reinterpret_cast<tactus::onetbb::Lineage *&>(context.my_context_list);
  }
  static void clear(d1::task_group_context &context) {
    context.my_cpu_ctl_env = 0;
    context.my_cancellation_requested.store(0, std::memory_order_relaxed);
    context.my_may_have_children.store(0, std::memory_order_relaxed);
    context.my_parent = nullptr;
    context.my_context_list = nullptr;
    context.my_exception.store(nullptr, std::memory_order_relaxed);
    context.my_itt_caller = nullptr;
    context.my_state.store(State::created, std::memory_order_relaxed);
  }
};

/// A friend of wait_context.
struct suspend_point_type;
class external_waiter {
public:
  static bool isPending(const d1::wait_context &wait) { return wait.continue_execution(); }
};

class arena;
struct task_arena_impl {
  static auto &arenaOf(d1::task_arena_base &base) { return base.my_arena; }
  static arena *arenaOf(const d1::task_arena_base &base) { return base.my_arena.load(std::memory_order_acquire); }
  static int &concurrency(d1::task_arena_base &base) { return base.my_max_concurrency; }
  static int concurrency(const d1::task_arena_base &base) { return base.my_max_concurrency; }
  static unsigned &reserved(d1::task_arena_base &base) { return base.my_num_reserved_slots; }
  static auto &priority(d1::task_arena_base &base) { return base.my_priority; }
  static int node(const d1::task_arena_base &base) { return base.my_numa_id; }
};

struct global_control_impl {
  static size_t value(const d1::global_control &control) { return control.my_value; }
  static int parameter(const d1::global_control &control) { return control.my_param; }
};

} // namespace tbb::detail::r1

namespace tactus::onetbb {

using r1::task_accessor;
using Access = r1::task_group_context_impl;

inline TaskLink &linkOf(task &task) { return task_accessor::link(task); }
inline bool isPending(const wait_context &wait) { return r1::external_waiter::isPending(wait); }

} // namespace tactus::onetbb

#endif // TACTUS_TBB_ACCESS_H
