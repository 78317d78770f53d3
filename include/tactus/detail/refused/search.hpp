//===- search.hpp - searches that are refused -----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// How, and why: call.hpp.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_REFUSED_SEARCH_HPP
#define TACTUS_DETAIL_REFUSED_SEARCH_HPP

#pragma GCC system_header
#include "../../search.hpp"
#include "sequences.hpp"

#if !defined(__clang__)
#line 17 "tactus/detail/refused/search.hpp"
#endif

namespace tactus {

namespace detail {

/// (range, predicate, [stop])
template <class Call> constexpr Mistake mistakeInPredicate() {
  if constexpr (!Call::takes(2, 3))
    return Mistake::count;
  else if constexpr (!indexable_range<typename Call::template At<0>>)
    return Mistake::range;
  else if constexpr (!predicate_of_element<std::remove_reference_t<typename Call::template At<1>>,
                                           typename Call::template At<0>>)
    return Mistake::predicate;
  else
    return mistakeInStop<Call, 2>();
}

/// (range, value, [stop])
template <class First, class... Others> constexpr Mistake mistakeInFind() {
  using All = Call<First, Others...>;
  if constexpr (!All::takes(2, 3))
    return Mistake::count;
  else if constexpr (!indexable_range<First>)
    return Mistake::range;
  else if constexpr (!std::equality_comparable_with<std::ranges::range_reference_t<First>,
                                                    const typename All::template Plain<1> &>)
    return Mistake::value;
  else
    return mistakeInStop<All, 2>();
}

/// (range, [less, [stop]])
template <class Call> constexpr Mistake mistakeInExtremes() {
  if constexpr (!Call::takes(1, 3))
    return Mistake::count;
  else if constexpr (!indexable_range<typename Call::template At<0>>)
    return Mistake::range;
  else if constexpr (!orders_elements<FunctionOr<Call, 1, std::less<>>, typename Call::template At<0>>)
    return Mistake::order;
  else
    return mistakeInStop<Call, 2>();
}

} // namespace detail

// clang-format off
#define TACTUS_DETAIL_MADE detail::mistakeInPredicate<detail::Call<Arguments...>>()
template <class... Arguments> detail::Refused parallel_find_if(Arguments &&...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::parallel_find_if: it takes (range, predicate) or (range, predicate, stop)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::parallel_find_if: the first argument is no range with random access and a size (concept "
        "indexable_range)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(predicate),
        "tactus::parallel_find_if: the predicate cannot be asked about an element (concept "
        "predicate_of_element)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(stop),
        "tactus::parallel_find_if: the last argument is no stop (concept stop_request)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::parallel_find_if: these arguments do not fit together: is a range or a function const? "
        "(docs/library.md)", "error")))
    TACTUS_DETAIL_END;

template <class... Arguments> detail::Refused parallel_any_of(Arguments &&...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::parallel_any_of: it takes (range, predicate) or (range, predicate, stop)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::parallel_any_of: the first argument is no range with random access and a size (concept "
        "indexable_range)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(predicate),
        "tactus::parallel_any_of: the predicate cannot be asked about an element (concept "
        "predicate_of_element)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(stop),
        "tactus::parallel_any_of: the last argument is no stop (concept stop_request)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::parallel_any_of: these arguments do not fit together: is a range or a function const? "
        "(docs/library.md)", "error")))
    TACTUS_DETAIL_END;

template <class... Arguments> detail::Refused parallel_none_of(Arguments &&...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::parallel_none_of: it takes (range, predicate) or (range, predicate, stop)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::parallel_none_of: the first argument is no range with random access and a size (concept "
        "indexable_range)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(predicate),
        "tactus::parallel_none_of: the predicate cannot be asked about an element (concept "
        "predicate_of_element)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(stop),
        "tactus::parallel_none_of: the last argument is no stop (concept stop_request)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::parallel_none_of: these arguments do not fit together: is a range or a function const? "
        "(docs/library.md)", "error")))
    TACTUS_DETAIL_END;

template <class... Arguments> detail::Refused parallel_all_of(Arguments &&...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::parallel_all_of: it takes (range, predicate) or (range, predicate, stop)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::parallel_all_of: the first argument is no range with random access and a size (concept "
        "indexable_range)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(predicate),
        "tactus::parallel_all_of: the predicate cannot be asked about an element (concept "
        "predicate_of_element)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(stop),
        "tactus::parallel_all_of: the last argument is no stop (concept stop_request)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::parallel_all_of: these arguments do not fit together: is a range or a function const? "
        "(docs/library.md)", "error")))
    TACTUS_DETAIL_END;

template <class... Arguments> detail::Refused parallel_count_if(Arguments &&...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::parallel_count_if: it takes (range, predicate) or (range, predicate, stop)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::parallel_count_if: the first argument is no range with random access and a size (concept "
        "indexable_range)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(predicate),
        "tactus::parallel_count_if: the predicate cannot be asked about an element (concept "
        "predicate_of_element)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(stop),
        "tactus::parallel_count_if: the last argument is no stop (concept stop_request)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::parallel_count_if: these arguments do not fit together: is a range or a function const? "
        "(docs/library.md)", "error")))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInFind<First, Others...>()
template <class First, class... Others> detail::Refused parallel_find(First &&, const Others &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::parallel_find: it takes (range, value) or (range, value, stop)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::parallel_find: the first argument is no range with random access and a size (concept "
        "indexable_range)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(value),
        "tactus::parallel_find: the elements cannot be compared with the value (concept "
        "std::equality_comparable_with)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(stop),
        "tactus::parallel_find: the last argument is no stop (concept stop_request)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::parallel_find: these arguments do not fit together: is a range or a function const? "
        "(docs/library.md)", "error")))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInExtremes<detail::Call<Arguments...>>()
template <class... Arguments> detail::Refused parallel_min_element(Arguments &&...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::parallel_min_element: it takes (range), (range, less) or (range, less, stop)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::parallel_min_element: the first argument is no range with random access and a size "
        "(concept indexable_range)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(order),
        "tactus::parallel_min_element: less(a, b) is no order of the elements (concept orders_elements)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(stop),
        "tactus::parallel_min_element: the last argument is no stop (concept stop_request)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::parallel_min_element: these arguments do not fit together: is a range or a function "
        "const? (docs/library.md)", "error")))
    TACTUS_DETAIL_END;

template <class... Arguments> detail::Refused parallel_max_element(Arguments &&...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::parallel_max_element: it takes (range), (range, less) or (range, less, stop)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::parallel_max_element: the first argument is no range with random access and a size "
        "(concept indexable_range)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(order),
        "tactus::parallel_max_element: less(a, b) is no order of the elements (concept orders_elements)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(stop),
        "tactus::parallel_max_element: the last argument is no stop (concept stop_request)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::parallel_max_element: these arguments do not fit together: is a range or a function "
        "const? (docs/library.md)", "error")))
    TACTUS_DETAIL_END;

template <class... Arguments>
std::pair<detail::Refused, detail::Refused> parallel_minmax_element(Arguments &&...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::parallel_minmax_element: it takes (range), (range, less) or (range, less, stop)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::parallel_minmax_element: the first argument is no range with random access and a size "
        "(concept indexable_range)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(order),
        "tactus::parallel_minmax_element: less(a, b) is no order of the elements (concept orders_elements)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(stop),
        "tactus::parallel_minmax_element: the last argument is no stop (concept stop_request)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::parallel_minmax_element: these arguments do not fit together: is a range or a function "
        "const? (docs/library.md)", "error")))
    TACTUS_DETAIL_END;
#undef TACTUS_DETAIL_MADE
// clang-format on

} // namespace tactus

#endif // TACTUS_DETAIL_REFUSED_SEARCH_HPP
