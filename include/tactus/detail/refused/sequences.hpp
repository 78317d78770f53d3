//===- sequences.hpp - calls of parallel_sort and parallel_scan that are refused ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// How, and why: call.hpp.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_REFUSED_SEQUENCES_HPP
#define TACTUS_DETAIL_REFUSED_SEQUENCES_HPP

#pragma GCC system_header
#include "left_out.hpp"

#include <iterator>

#if !defined(__clang__)
#line 18 "tactus/detail/refused/sequences.hpp"
#endif

namespace tactus {

namespace detail {

/// (range, [less, [stop]])
template <class Call> constexpr Mistake mistakeInSort() {
  using Range = typename Call::template At<0>;
  using Less = FunctionOr<Call, 1, std::less<>>;
  if constexpr (!Call::takes(1, 3))
    return Mistake::count;
  else if constexpr (!indexable_range<Range>)
    return Mistake::range;
  else if constexpr (!written_apart<std::ranges::iterator_t<Range>>)
    return Mistake::bits;
  else if constexpr (!std::indirect_strict_weak_order<Less &, std::ranges::iterator_t<Range>>)
    return Mistake::order;
  else if constexpr (!std::permutable<std::ranges::iterator_t<Range>>)
    return Mistake::place;
  else
    return mistakeInStop<Call, 2>();
}

/// (range, output, [combine, [stop]]) where T is scanned, and `function` the place of combine.
template <class T, class Call, std::size_t function> constexpr Mistake mistakeInScan() {
  using Output = typename Call::template Plain<1>;
  using Combine = FunctionOr<Call, function, std::plus<>>;
  if constexpr (!std::random_access_iterator<Output>)
    return Mistake::output;
  else if constexpr (!written_apart<Output>)
    return Mistake::bits;
  else if constexpr (!reduction_value<T>)
    return Mistake::identity;
  else if constexpr (!combines<Combine, T>)
    return Mistake::combine;
  else if constexpr (!std::indirectly_writable<Output, const T &> ||
                     !std::convertible_to<std::iter_reference_t<Output>, T>)
    return Mistake::result;
  else
    return mistakeInStop<Call, function + 1>();
}

template <class Call> constexpr Mistake mistakeInInclusiveScan() {
  if constexpr (!Call::takes(2, 4))
    return Mistake::count;
  else if constexpr (!indexable_range<typename Call::template At<0>>)
    return Mistake::range;
  else
    return mistakeInScan<std::ranges::range_value_t<typename Call:: // clang-format off
template At<0>>, Call, 2>();
}

} // namespace detail

#define TACTUS_DETAIL_MADE detail::mistakeInSort<detail::Call<Arguments...>>()
template <class... Arguments> void parallel_sort(Arguments &&...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_sort, count, TACTUS_DETAIL_RANGE_LESS))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_sort, range, TACTUS_DETAIL_NO_RANGE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_sort, bits, TACTUS_DETAIL_BITS))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_sort, order, TACTUS_DETAIL_NO_INDIRECT_ORDER))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_sort, place, TACTUS_DETAIL_NO_PLACE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_sort, stop, TACTUS_DETAIL_NO_STOP))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_sort, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInInclusiveScan<detail::Call<Arguments...>>()
template <class... Arguments> detail::Refused parallel_scan(Arguments &&...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_scan, count, TACTUS_DETAIL_RANGE_OUTPUT))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_scan, range, TACTUS_DETAIL_NO_RANGE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_scan, output, TACTUS_DETAIL_NO_OUTPUT))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_scan, bits, TACTUS_DETAIL_BITS))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_scan, identity, TACTUS_DETAIL_NO_VALUES))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_scan, combine, TACTUS_DETAIL_NO_SCAN))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_scan, result, TACTUS_DETAIL_NO_SUMS))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_scan, stop, TACTUS_DETAIL_NO_STOP))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_scan, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;
#undef TACTUS_DETAIL_MADE
// clang-format on

} // namespace tactus

#endif // TACTUS_DETAIL_REFUSED_SEQUENCES_HPP
