//===- context.hpp - what all algorithms of oneTBB's interface share ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The ranges and contexts are oneTBB's own, of the package libtbb-dev, so that programs can mix our
// algorithms with the parts of oneTBB that are not here. An algorithm asks its context before each piece of work
// whether the group has been cancelled; without a context nothing is asked.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TBB_DETAIL_CONTEXT_HPP
#define TACTUS_TBB_DETAIL_CONTEXT_HPP

#if __cplusplus < 202002L
#error "tactus: error: the headers of tactus/tbb need C++20: compile with -std=c++20 or later"
#endif

#include <oneapi/tbb/task_group.h>

#include "../../detail/never_stop.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <source_location>
#include <type_traits>
#include <utility>

/// Of libtactus_tbb, which schedules oneTBB's tasks on Tactus. Without it oneTBB's own scheduler would run beside
/// Tactus' workers, so a program that is not linked with -ltactus_tbb (before -ltbb) is not linked at all.
extern "C" {
extern const int tactus_tbb_scheduler;
/// The context of what the calling thread runs; null outside of all tasks, and 1 in a thread that has called nothing
/// yet.
extern __thread ::tbb::detail::d1::task_group_context *tactus_tbb_context __attribute__((tls_model("initial-exec")));
/// At its first use a context becomes a part of the calling thread's.
void tactus_tbb_bind(::tbb::detail::d1::task_group_context *context);
}

namespace tactus::tbb_interface {

[[gnu::used]] inline const int *const scheduler = &tactus_tbb_scheduler;

using Context = ::tbb::task_group_context;

/// Whether the thread had called nothing yet; it has now, so that whoever asks in a loop has an index. Who has just
/// seen that a context is around asks, so that others pay nothing.
[[gnu::cold, gnu::noinline]] inline bool isFirstCall(Context *context) noexcept {
  if (reinterpret_cast<std::uintptr_t>(context) != 1)
    return false;
  tactus_tbb_context = nullptr;
  return true;
}

/// Asks a context, as a stop token is asked.
struct ContextStop {
  Context *context;
  [[nodiscard]] bool stop_requested() const noexcept { return context->is_group_execution_cancelled(); }
};

/// While it exists, what the calling thread calls belongs to the context, which has been bound: groups and loops inside
/// inherit from it.
class Inside {
  Context *const outer;

public:
  [[gnu::always_inline]] explicit Inside(Context *context) noexcept : outer(tactus_tbb_context) {
    tactus_tbb_context = context;
  }
  [[gnu::always_inline]] ~Inside() { tactus_tbb_context = outer; }
  Inside(const Inside &) = delete;
  Inside &operator=(const Inside &) = delete;
};
inline Inside inside(const ContextStop &stop) noexcept { return Inside(stop.context); }
/// No context, and nothing to do.
inline std::nullptr_t inside(never_stop) noexcept { return nullptr; }

template <class T>
concept is_context = std::same_as<std::remove_cvref_t<T>, Context>;

/// Calls work(stop). An exception cancels the context, as in oneTBB, and goes on to the caller.
template <class Work> decltype(auto) under(Context &context, Work &&work) {
  tactus_tbb_bind(&context);
  Inside entered(&context);
  try {
    return work(ContextStop{&context});
  } catch (...) {
    context.cancel_group_execution();
    throw;
  }
}
/// The same for a loop without a context: it belongs to the task around it, if there is one. Outside of all tasks,
/// where most loops are, nothing is asked.
template <class Work> decltype(auto) underCurrent(Work &&work) {
  if (Context *around = tactus_tbb_context; around && !isFirstCall(around)) [[unlikely]]
    return work(ContextStop{around});
  return work(never_stop{});
}

} // namespace tactus::tbb_interface

#endif // TACTUS_TBB_DETAIL_CONTEXT_HPP
