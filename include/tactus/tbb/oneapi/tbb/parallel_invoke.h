//===- parallel_invoke.h - oneTBB's parallel_invoke on forks -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The exception of the first function in order arrives, after all that had begun have ended.
//
//===----------------------------------------------------------------------===//
#ifndef __TBB_parallel_invoke_H
#define __TBB_parallel_invoke_H // oneTBB's own: its other headers find that parallel_invoke is there

#include "../../detail/context.hpp"

#include "../../../detail/fork.hpp"

#include <tuple>

/// The compiler sees what a branch captures only if it inlines the branch before all else.
#if __has_cpp_attribute(clang::always_inline)
#define TACTUS_INLINED [[clang::always_inline]]
#else
#define TACTUS_INLINED
#endif

namespace tactus::tbb_interface {

[[gnu::cold, gnu::noinline]] inline bool isCancelled(Context *context) {
  return !isFirstCall(context) && context->is_group_execution_cancelled();
}
/// Outside of all tasks nothing is asked.
[[gnu::always_inline]] inline bool goesOn(Context *context) { return !context || !isCancelled(context); }

/// A function that another thread may run, in the context of the one that forks.
template <class Function> struct InContext {
  Function &function;
  Context *context;
  [[gnu::always_inline]] void operator()() const {
    Inside entered(context);
    if (goesOn(context))
      TACTUS_INLINED function();
  }
};

/// A fork whose branches are called unless the context around them has been cancelled. The thread that forks is in that
/// context, so it enters nothing.
template <class First, class Second>
[[gnu::always_inline]] inline void forkInContext(First &first, Second &second, std::source_location where) {
  using Task = InContext<Second>;
  using Site = ::tactus::detail::ForkSite<Task>;
  Task task{second, tactus_tbb_context};
  if (!goesOn(task.context))
    return;
  typename Site::Environment environment(task);
  tactus_fork_record *record = ::tactus::detail::fork(
      Site::descriptor, environment.data(), [&]() __attribute__((always_inline)) { first(); }, where);
  if (record) [[unlikely]]
    ::tactus::detail::takeJoined<Task>(record);
  else if (goesOn(task.context))
    TACTUS_INLINED second();
}

template <class First, class Second, class... Others>
[[gnu::always_inline]] inline void forkEach(std::source_location where, First &first, Second &second,
                                            Others &...others) {
  if constexpr (sizeof...(Others) == 0) {
    forkInContext(first, second, where);
  } else {
    auto rest = [&] { forkEach(where, second, others...); };
    forkInContext(first, rest, where);
  }
}

/// The last of the arguments is a context.
template <class Arguments, std::size_t... index>
void invokeUnder(Context &context, const Arguments &all, std::index_sequence<index...>, std::source_location where) {
  under(context, [&](ContextStop) { forkEach(where, std::get<index>(all)...); });
}

} // namespace tactus::tbb_interface

#undef TACTUS_INLINED

namespace tbb::detail::d1 {

template <class First, class Second, class... Others>
  requires(!tactus::tbb_interface::is_context<Second>)
[[gnu::always_inline]] inline void parallel_invoke(First &&first, Second &&second, Others &&...others) {
  std::source_location where = std::source_location::current();
  if constexpr ((tactus::tbb_interface::is_context<Others> || ...)) {
    auto all = std::tie(first, second, others...);
    constexpr std::size_t count = 1 + sizeof...(Others);
    tactus::tbb_interface::invokeUnder(std::get<count>(all), all, std::make_index_sequence<count>(), where);
  } else {
    tactus::tbb_interface::forkEach(where, first, second, others...);
  }
}

} // namespace tbb::detail::d1

/// Argument-dependent look-up finds the functions beside the ranges, as it does in oneTBB.
namespace tbb {
inline namespace v1 {
using detail::d1::parallel_invoke;
} // namespace v1
} // namespace tbb

#endif // __TBB_parallel_invoke_H
