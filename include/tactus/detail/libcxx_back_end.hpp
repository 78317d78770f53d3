//===- libcxx_back_end.hpp - libc++'s std::execution::par on Tactus -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// libc++ 19 builds its parallel algorithms from a few operations of a back end, which is chosen when libc++ is built:
// Debian's and LLVM's are serial. Here is another one, with loops and forks for operations, and for the parallel
// policies it stands in the chosen one's place. Where this header stands among the standard's does not matter.
//
// Failure to allocate is an empty result; an exception of the program's ends it (std::terminate), both as libc++ asks.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_LIBCXX_BACK_END_HPP
#define TACTUS_DETAIL_LIBCXX_BACK_END_HPP

#include "standard_blocks.hpp"

#include <__pstl/backend.h>
#include <__pstl/cpu_algos/any_of.h>
#include <__pstl/cpu_algos/cpu_traits.h>
#include <__pstl/cpu_algos/fill.h>
#include <__pstl/cpu_algos/find_if.h>
#include <__pstl/cpu_algos/for_each.h>
#include <__pstl/cpu_algos/merge.h>
#include <__pstl/cpu_algos/stable_sort.h>
#include <__pstl/cpu_algos/transform.h>
#include <__pstl/cpu_algos/transform_reduce.h>
#include <cstddef>
#include <execution>
#include <new>
#include <optional>
#include <utility>

_LIBCPP_BEGIN_NAMESPACE_STD
namespace __pstl {

struct __tactus_backend_tag;

template <> struct __cpu_traits<__tactus_backend_tag> {
  /// Bytes of a vector register that libc++'s serial pieces count on; any number is right.
  static constexpr std::size_t __lane_size = 64;

  /// libc++ asks by itself whether there is something left to do.
  _LIBCPP_HIDE_FROM_ABI static void __cancel_execution() {}

  template <class Index, class Body>
  _LIBCPP_HIDE_FROM_ABI static optional<__empty> __for_each(Index first, Index last, Body body) {
    tactus::detail::forStandardBlocks(first, last, body);
    return __empty{};
  }

  template <class Index, class Map, class T, class Combine, class Reduce>
  _LIBCPP_HIDE_FROM_ABI static optional<T> __transform_reduce(Index first, Index last, Map map, T init, Combine combine,
                                                              Reduce reduce) {
    return tactus::detail::transformReduceStandardBlocks(first, last, map, std::move(init), combine, reduce);
  }

  template <class Iterator, class Less, class LeafSort>
  _LIBCPP_HIDE_FROM_ABI static optional<__empty> __stable_sort(Iterator first, Iterator last, Less less,
                                                               LeafSort leafSort) {
#if defined(__cpp_exceptions)
    try {
      tactus::detail::sortStandardBlocks(first, last, less, leafSort);
    } catch (const bad_alloc &) {
      return nullopt;
    }
#else
    tactus::detail::sortStandardBlocks(first, last, less, leafSort);
#endif
    return __empty{};
  }

  template <class First, class Second, class Output, class Less, class LeafMerge>
  _LIBCPP_HIDE_FROM_ABI static optional<__empty> __merge(First first, First firstLast, Second second, Second secondLast,
                                                         Output output, Less less, LeafMerge leafMerge) {
    tactus::detail::mergeStandardBlocks(first, firstLast, second, secondLast, output, less, leafMerge);
    return __empty{};
  }
};

/// The back end that libc++ asks first.
template <class Configuration> struct __tactus_first_backend;
template <class First, class... Others> struct __tactus_first_backend<__backend_configuration<First, Others...>> {
  using type = First;
};
using __tactus_replaced_tag = __tactus_first_backend<__current_configuration>::type;

// libc++ makes an algorithm of the operations above; with a parallel policy, the replaced back end is that one.
#define TACTUS_REPLACE(algorithm, made_of_operations)                                                                  \
  template <class Policy>                                                                                              \
  struct algorithm<__tactus_backend_tag, Policy> : made_of_operations<__tactus_backend_tag, Policy> {};                \
  template <>                                                                                                          \
  struct algorithm<__tactus_replaced_tag, execution::parallel_policy>                                                  \
      : algorithm<__tactus_backend_tag, execution::parallel_policy> {};                                                \
  template <>                                                                                                          \
  struct algorithm<__tactus_replaced_tag, execution::parallel_unsequenced_policy>                                      \
      : algorithm<__tactus_backend_tag, execution::parallel_unsequenced_policy> {}

// All other algorithms of libc++'s are made of these.
TACTUS_REPLACE(__any_of, __cpu_parallel_any_of);
TACTUS_REPLACE(__fill, __cpu_parallel_fill);
TACTUS_REPLACE(__find_if, __cpu_parallel_find_if);
TACTUS_REPLACE(__for_each, __cpu_parallel_for_each);
TACTUS_REPLACE(__merge, __cpu_parallel_merge);
TACTUS_REPLACE(__stable_sort, __cpu_parallel_stable_sort);
TACTUS_REPLACE(__transform, __cpu_parallel_transform);
TACTUS_REPLACE(__transform_binary, __cpu_parallel_transform_binary);
TACTUS_REPLACE(__transform_reduce, __cpu_parallel_transform_reduce);
TACTUS_REPLACE(__transform_reduce_binary, __cpu_parallel_transform_reduce_binary);

#undef TACTUS_REPLACE

} // namespace __pstl
_LIBCPP_END_NAMESPACE_STD

#endif // TACTUS_DETAIL_LIBCXX_BACK_END_HPP
