//===- sort.hpp - calls of what orders ranges that are refused ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// How, and why: call.hpp.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_REFUSED_SORT_HPP
#define TACTUS_DETAIL_REFUSED_SORT_HPP

#pragma GCC system_header
#include "../../sort.hpp"
#include "sequences.hpp"

#if !defined(__clang__)
#line 17 "tactus/detail/refused/sort.hpp"
#endif

namespace tactus {

namespace detail {

/// (first, second, output, [less, [stop]])
template <class Call> constexpr Mistake mistakeInMerge() {
  using First = typename Call::template At<0>;
  using Second = typename Call::template At<1>;
  using Output = typename Call::template Plain<2>;
  if constexpr (!Call::takes(3, 5))
    return Mistake::count;
  else if constexpr (!indexable_range<First>)
    return Mistake::range;
  else if constexpr (!indexable_range<Second>)
    return Mistake::second;
  else if constexpr (!std::random_access_iterator<Output>)
    return Mistake::output;
  else if constexpr (!written_apart<Output>)
    return Mistake::bits;
  else if constexpr (!merges_into<FunctionOr<Call, 3, std::less<>>, First, Second, Output>)
    return Mistake::order;
  else
    return mistakeInStop<Call, 4>();
}

/// (range, predicate, [stop])
template <class Call> constexpr Mistake mistakeInPartition() {
  using Range = typename Call::template At<0>;
  if constexpr (!Call::takes(2, 3))
    return Mistake::count;
  else if constexpr (!indexable_range<Range>)
    return Mistake::range;
  else if constexpr (!std::predicate<typename Call::template Function<1>, std::ranges::range_reference_t<Range>>)
    return Mistake::predicate;
  else if constexpr (!written_apart<std::ranges::iterator_t<Range>>)
    return Mistake::bits;
  else if constexpr (!std::permutable<std::ranges::iterator_t<Range>>)
    return Mistake::place;
  else
    return mistakeInStop<Call, 2>();
}

} // namespace detail

// clang-format off
#define TACTUS_DETAIL_MADE detail::mistakeInSort<detail::Call<Arguments...>>()
template <class... Arguments> void parallel_stable_sort(Arguments &&...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_stable_sort, count, TACTUS_DETAIL_RANGE_LESS))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_stable_sort, range, TACTUS_DETAIL_NO_RANGE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_stable_sort, bits, TACTUS_DETAIL_BITS))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_stable_sort, order, TACTUS_DETAIL_NO_INDIRECT_ORDER))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_stable_sort, place, TACTUS_DETAIL_NO_PLACE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_stable_sort, stop, TACTUS_DETAIL_NO_STOP))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_stable_sort, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInMerge<detail::Call<Arguments...>>()
template <class... Arguments> detail::Refused parallel_merge(Arguments &&...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::parallel_merge: it takes (first, second, output) or (first, second, output, less), and a "
        "stop", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_merge, range, TACTUS_DETAIL_NO_RANGE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(second),
        "tactus::parallel_merge: the second argument is no range with random access and a size (concept "
        "indexable_range)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_merge, output, TACTUS_DETAIL_NO_OUTPUT))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_merge, bits, TACTUS_DETAIL_BITS))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(order),
        "tactus::parallel_merge: less(a, b) is no order of both ranges, or the output does not take their "
        "elements (concept merges_into)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_merge, stop, TACTUS_DETAIL_NO_STOP))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_merge, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInPartition<detail::Call<Arguments...>>()
template <class... Arguments> detail::Refused parallel_partition(Arguments &&...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_partition, count, TACTUS_DETAIL_RANGE_PREDICATE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_partition, range, TACTUS_DETAIL_NO_RANGE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_partition, predicate, TACTUS_DETAIL_NO_PREDICATE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_partition, bits, TACTUS_DETAIL_BITS))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_partition, place, TACTUS_DETAIL_NO_PLACE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_partition, stop, TACTUS_DETAIL_NO_STOP))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_partition, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;
#undef TACTUS_DETAIL_MADE
// clang-format on

} // namespace tactus

#endif // TACTUS_DETAIL_REFUSED_SORT_HPP
