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
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::parallel_stable_sort: it takes (range), (range, less) or (range, less, stop)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::parallel_stable_sort: the first argument is no range with random access and a size "
        "(concept indexable_range)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(bits),
        "tactus::parallel_stable_sort: elements that are bits of one word cannot be written by several "
        "threads (concept written_apart)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(order),
        "tactus::parallel_stable_sort: less(a, b) is no order of the elements (concept "
        "std::indirect_strict_weak_order)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(place),
        "tactus::parallel_stable_sort: its elements cannot be moved and exchanged: is it const? (concept "
        "std::permutable)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(stop),
        "tactus::parallel_stable_sort: the last argument is no stop (concept stop_request)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::parallel_stable_sort: these arguments do not fit together: is a range or a function "
        "const? (docs/library.md)", "error")))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInMerge<detail::Call<Arguments...>>()
template <class... Arguments> detail::Refused parallel_merge(Arguments &&...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::parallel_merge: it takes (first, second, output) or (first, second, output, less), and a "
        "stop", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::parallel_merge: the first argument is no range with random access and a size (concept "
        "indexable_range)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(second),
        "tactus::parallel_merge: the second argument is no range with random access and a size (concept "
        "indexable_range)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(output),
        "tactus::parallel_merge: the output is no iterator with random access (concept "
        "std::random_access_iterator)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(bits),
        "tactus::parallel_merge: elements that are bits of one word cannot be written by several threads "
        "(concept written_apart)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(order),
        "tactus::parallel_merge: less(a, b) is no order of both ranges, or the output does not take their "
        "elements (concept merges_into)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(stop),
        "tactus::parallel_merge: the last argument is no stop (concept stop_request)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::parallel_merge: these arguments do not fit together: is a range or a function const? "
        "(docs/library.md)", "error")))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInPartition<detail::Call<Arguments...>>()
template <class... Arguments> detail::Refused parallel_partition(Arguments &&...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::parallel_partition: it takes (range, predicate) or (range, predicate, stop)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::parallel_partition: the first argument is no range with random access and a size (concept "
        "indexable_range)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(predicate),
        "tactus::parallel_partition: the predicate cannot be asked about an element (concept "
        "std::predicate)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(bits),
        "tactus::parallel_partition: elements that are bits of one word cannot be written by several "
        "threads (concept written_apart)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(place),
        "tactus::parallel_partition: its elements cannot be moved and exchanged: is it const? (concept "
        "std::permutable)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(stop),
        "tactus::parallel_partition: the last argument is no stop (concept stop_request)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::parallel_partition: these arguments do not fit together: is a range or a function const? "
        "(docs/library.md)", "error")))
    TACTUS_DETAIL_END;
#undef TACTUS_DETAIL_MADE
// clang-format on

} // namespace tactus

#endif // TACTUS_DETAIL_REFUSED_SORT_HPP
