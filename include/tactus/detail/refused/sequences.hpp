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
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::parallel_sort: it takes (range), (range, less) or (range, less, stop)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::parallel_sort: the first argument is no range with random access and a size (concept "
        "indexable_range)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(bits),
        "tactus::parallel_sort: elements that are bits of one word cannot be written by several threads "
        "(concept written_apart)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(order),
        "tactus::parallel_sort: less(a, b) is no order of the elements (concept "
        "std::indirect_strict_weak_order)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(place),
        "tactus::parallel_sort: its elements cannot be moved and exchanged: is it const? (concept "
        "std::permutable)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(stop),
        "tactus::parallel_sort: the last argument is no stop (concept stop_request)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::parallel_sort: these arguments do not fit together: is a range or a function const? "
        "(docs/library.md)", "error")))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInInclusiveScan<detail::Call<Arguments...>>()
template <class... Arguments> detail::Refused parallel_scan(Arguments &&...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::parallel_scan: it takes (range, output) or (range, output, combine), and a stop", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::parallel_scan: the first argument is no range with random access and a size (concept "
        "indexable_range)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(output),
        "tactus::parallel_scan: the output is no iterator with random access (concept "
        "std::random_access_iterator)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(bits),
        "tactus::parallel_scan: elements that are bits of one word cannot be written by several threads "
        "(concept written_apart)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(identity),
        "tactus::parallel_scan: its values cannot be copied and moved (concept reduction_value)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(combine),
        "tactus::parallel_scan: combine(T, T) gives no T, the type that is scanned (concept combines)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(result),
        "tactus::parallel_scan: the output does not take the sums (concept scans_into)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(stop),
        "tactus::parallel_scan: the last argument is no stop (concept stop_request)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::parallel_scan: these arguments do not fit together: is a range or a function const? "
        "(docs/library.md)", "error")))
    TACTUS_DETAIL_END;
#undef TACTUS_DETAIL_MADE
// clang-format on

} // namespace tactus

#endif // TACTUS_DETAIL_REFUSED_SEQUENCES_HPP
