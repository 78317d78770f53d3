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

#include "../../../detail/nary.hpp"

#include <tuple>

namespace tactus::tbb_interface {

/// The last of the arguments is a context: the functions before it are called unless it has been cancelled.
template <class Arguments, std::size_t... index>
void invokeUnder(Context &context, const Arguments &all, std::index_sequence<index...>) {
  under(context, [&](ContextStop stop) {
    ::tactus::parallel_invoke([&] {
      Inside entered(*stop.context);
      if (!stop.stop_requested())
        std::get<index>(all)();
    }...);
  });
}

/// The same for functions without a context.
template <class... Functions> void invoke(Functions &...functions) {
  underCurrent([&](auto stop) {
    ::tactus::parallel_invoke([&] {
      [[maybe_unused]] auto entered = inside(stop);
      if (!stop.stop_requested())
        functions();
    }...);
  });
}

} // namespace tactus::tbb_interface

namespace tbb::detail::d1 {

template <class First, class Second, class... Others>
  requires(!tactus::tbb_interface::is_context<Second>)
void parallel_invoke(First &&first, Second &&second, Others &&...others) {
  if constexpr ((tactus::tbb_interface::is_context<Others> || ...)) {
    auto all = std::tie(first, second, others...);
    constexpr std::size_t count = 1 + sizeof...(Others);
    tactus::tbb_interface::invokeUnder(std::get<count>(all), all, std::make_index_sequence<count>());
  } else {
    tactus::tbb_interface::invoke(first, second, others...);
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
