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
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_find_if, count, TACTUS_DETAIL_RANGE_PREDICATE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_find_if, range, TACTUS_DETAIL_NO_RANGE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_find_if, predicate, TACTUS_DETAIL_NO_TEST))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_find_if, stop, TACTUS_DETAIL_NO_STOP))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_find_if, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

template <class... Arguments> detail::Refused parallel_any_of(Arguments &&...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_any_of, count, TACTUS_DETAIL_RANGE_PREDICATE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_any_of, range, TACTUS_DETAIL_NO_RANGE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_any_of, predicate, TACTUS_DETAIL_NO_TEST))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_any_of, stop, TACTUS_DETAIL_NO_STOP))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_any_of, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

template <class... Arguments> detail::Refused parallel_none_of(Arguments &&...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_none_of, count, TACTUS_DETAIL_RANGE_PREDICATE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_none_of, range, TACTUS_DETAIL_NO_RANGE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_none_of, predicate, TACTUS_DETAIL_NO_TEST))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_none_of, stop, TACTUS_DETAIL_NO_STOP))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_none_of, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

template <class... Arguments> detail::Refused parallel_all_of(Arguments &&...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_all_of, count, TACTUS_DETAIL_RANGE_PREDICATE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_all_of, range, TACTUS_DETAIL_NO_RANGE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_all_of, predicate, TACTUS_DETAIL_NO_TEST))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_all_of, stop, TACTUS_DETAIL_NO_STOP))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_all_of, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

template <class... Arguments> detail::Refused parallel_count_if(Arguments &&...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_count_if, count, TACTUS_DETAIL_RANGE_PREDICATE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_count_if, range, TACTUS_DETAIL_NO_RANGE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_count_if, predicate, TACTUS_DETAIL_NO_TEST))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_count_if, stop, TACTUS_DETAIL_NO_STOP))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_count_if, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInFind<First, Others...>()
template <class First, class... Others> detail::Refused parallel_find(First &&, const Others &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::parallel_find: it takes (range, value) or (range, value, stop)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_find, range, TACTUS_DETAIL_NO_RANGE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_find, value, TACTUS_DETAIL_NOT_COMPARED))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_find, stop, TACTUS_DETAIL_NO_STOP))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_find, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInExtremes<detail::Call<Arguments...>>()
template <class... Arguments> detail::Refused parallel_min_element(Arguments &&...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_min_element, count, TACTUS_DETAIL_RANGE_LESS))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_min_element, range, TACTUS_DETAIL_NO_RANGE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_min_element, order, TACTUS_DETAIL_NO_ORDER))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_min_element, stop, TACTUS_DETAIL_NO_STOP))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_min_element, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

template <class... Arguments> detail::Refused parallel_max_element(Arguments &&...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_max_element, count, TACTUS_DETAIL_RANGE_LESS))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_max_element, range, TACTUS_DETAIL_NO_RANGE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_max_element, order, TACTUS_DETAIL_NO_ORDER))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_max_element, stop, TACTUS_DETAIL_NO_STOP))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_max_element, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

template <class... Arguments>
std::pair<detail::Refused, detail::Refused> parallel_minmax_element(Arguments &&...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_minmax_element, count, TACTUS_DETAIL_RANGE_LESS))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_minmax_element, range, TACTUS_DETAIL_NO_RANGE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_minmax_element, order, TACTUS_DETAIL_NO_ORDER))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_minmax_element, stop, TACTUS_DETAIL_NO_STOP))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_minmax_element, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;
#undef TACTUS_DETAIL_MADE
// clang-format on

} // namespace tactus

#endif // TACTUS_DETAIL_REFUSED_SEARCH_HPP
