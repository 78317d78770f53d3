//===- execution.hpp - algorithms with a policy that are refused ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// How, and why: call.hpp.
//
// The names are the standard's, so arguments are `const Arguments &` everywhere: where both namespaces are visible,
// nothing here fits better than what is in std.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_REFUSED_EXECUTION_HPP
#define TACTUS_DETAIL_REFUSED_EXECUTION_HPP

#pragma GCC system_header
#include "policies.hpp"

#if !defined(__clang__)
#line 19 "tactus/detail/refused/execution.hpp"
#endif

namespace tactus {

// clang-format off
#define TACTUS_DETAIL_MADE detail::mistakeInStandardForEach<detail::Call<Arguments...>>()
template <class... Arguments> void for_each(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(for_each, first, TACTUS_DETAIL_NO_POLICY))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(for_each, count, "it takes (policy, first, last, function)"))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(for_each, range, TACTUS_DETAIL_NO_ITERATOR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(for_each, end, TACTUS_DETAIL_NO_PAIR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(body),
        "tactus::for_each: the function cannot be called with an element (concept std::invocable)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(for_each, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInStandardTransform<detail::Call<Arguments...>>()
template <class... Arguments> detail::Refused transform(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(transform, first, TACTUS_DETAIL_NO_POLICY))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::transform: it takes (policy, first, last, output, function) or (policy, first, last, "
        "second, output, function)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(transform, range, TACTUS_DETAIL_NO_ITERATOR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(transform, end, TACTUS_DETAIL_NO_PAIR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(second),
        "tactus::transform: the second range has no random access (concept std::random_access_iterator)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(transform, output, TACTUS_DETAIL_NO_OUTPUT))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(transform, bits, TACTUS_DETAIL_BITS))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(body),
        "tactus::transform: the function cannot be called with the elements, or the output does not take "
        "its result (concept transforms_into)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(transform, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInStandardReduce<detail::Call<Arguments...>>()
template <class... Arguments> detail::Refused reduce(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(reduce, first, TACTUS_DETAIL_NO_POLICY))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(reduce, count, "it takes (policy, first, last, init, combine)"))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(reduce, range, TACTUS_DETAIL_NO_ITERATOR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(reduce, end, TACTUS_DETAIL_NO_PAIR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(reduce, identity, TACTUS_DETAIL_NO_VALUE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(reduce, combine, TACTUS_DETAIL_NO_SUM))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(reduce, value, TACTUS_DETAIL_NO_INIT))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(reduce, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInStandardTransformReduce<detail::Call<Arguments...>>()
template <class... Arguments> detail::Refused transform_reduce(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(transform_reduce, first, TACTUS_DETAIL_NO_POLICY))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::transform_reduce: it takes (policy, first, last, init, combine, map)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(transform_reduce, range, TACTUS_DETAIL_NO_ITERATOR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(transform_reduce, end, TACTUS_DETAIL_NO_PAIR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(transform_reduce, identity, TACTUS_DETAIL_NO_VALUE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(transform_reduce, combine, TACTUS_DETAIL_NO_SUM))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(body),
        "tactus::transform_reduce: the map cannot be called with an element (concept std::invocable)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(transform_reduce, value, TACTUS_DETAIL_NO_INIT))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(transform_reduce, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInStandardInclusiveScan<detail::Call<Arguments...>>()
template <class... Arguments> detail::Refused inclusive_scan(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(inclusive_scan, first, TACTUS_DETAIL_NO_POLICY))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::inclusive_scan: it takes (policy, first, last, output, combine)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(inclusive_scan, range, TACTUS_DETAIL_NO_ITERATOR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(inclusive_scan, end, TACTUS_DETAIL_NO_PAIR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(inclusive_scan, output, TACTUS_DETAIL_NO_OUTPUT))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(inclusive_scan, bits, TACTUS_DETAIL_BITS))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(inclusive_scan, identity, TACTUS_DETAIL_NO_VALUES))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(inclusive_scan, combine, TACTUS_DETAIL_NO_SCAN))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(inclusive_scan, value, TACTUS_DETAIL_NOT_SCANNED))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(inclusive_scan, result, TACTUS_DETAIL_NO_SUMS))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(inclusive_scan, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInStandardExclusiveScan<detail::Call<Arguments...>>()
template <class... Arguments> detail::Refused exclusive_scan(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(exclusive_scan, first, TACTUS_DETAIL_NO_POLICY))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::exclusive_scan: it takes (policy, first, last, output, init, combine)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(exclusive_scan, range, TACTUS_DETAIL_NO_ITERATOR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(exclusive_scan, end, TACTUS_DETAIL_NO_PAIR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(exclusive_scan, output, TACTUS_DETAIL_NO_OUTPUT))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(exclusive_scan, bits, TACTUS_DETAIL_BITS))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(exclusive_scan, identity, TACTUS_DETAIL_NO_VALUES))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(exclusive_scan, combine, TACTUS_DETAIL_NO_SCAN))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(exclusive_scan, value, TACTUS_DETAIL_NOT_SCANNED))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(exclusive_scan, result, TACTUS_DETAIL_NO_SUMS))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(exclusive_scan, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInStandardSort<detail::Call<Arguments...>>()
template <class... Arguments> void sort(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(sort, first, TACTUS_DETAIL_NO_POLICY))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(sort, count, TACTUS_DETAIL_POLICY_LESS))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(sort, range, TACTUS_DETAIL_NO_ITERATOR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(sort, end, TACTUS_DETAIL_NO_PAIR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(sort, order, TACTUS_DETAIL_NO_STRICT_ORDER))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(sort, bits, TACTUS_DETAIL_BITS))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(sort, place, TACTUS_DETAIL_NOT_MOVED))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(sort, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

template <class... Arguments> void stable_sort(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(stable_sort, first, TACTUS_DETAIL_NO_POLICY))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(stable_sort, count, TACTUS_DETAIL_POLICY_LESS))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(stable_sort, range, TACTUS_DETAIL_NO_ITERATOR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(stable_sort, end, TACTUS_DETAIL_NO_PAIR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(stable_sort, order, TACTUS_DETAIL_NO_STRICT_ORDER))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(stable_sort, bits, TACTUS_DETAIL_BITS))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(stable_sort, place, TACTUS_DETAIL_NOT_MOVED))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(stable_sort, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInStandardMerge<detail::Call<Arguments...>>()
template <class... Arguments> detail::Refused merge(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(merge, first, TACTUS_DETAIL_NO_POLICY))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::merge: it takes (policy, first, last, second, secondLast, output, less)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(merge, range, TACTUS_DETAIL_NO_ITERATOR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(merge, end, TACTUS_DETAIL_NO_PAIR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(second),
        "tactus::merge: the second range is not two equal iterators with random access (concept "
        "std::random_access_iterator)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(merge, output, TACTUS_DETAIL_NO_OUTPUT))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(merge, bits, TACTUS_DETAIL_BITS))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(order),
        "tactus::merge: less(a, b) is no order of both ranges, or the output does not take their elements "
        "(concept std::mergeable)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(merge, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInStandardPartition<detail::Call<Arguments...>>()
template <class... Arguments> detail::Refused partition(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(partition, first, TACTUS_DETAIL_NO_POLICY))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(partition, count, TACTUS_DETAIL_POLICY_PREDICATE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(partition, range, TACTUS_DETAIL_NO_ITERATOR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(partition, end, TACTUS_DETAIL_NO_PAIR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(partition, predicate, TACTUS_DETAIL_NO_PREDICATE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(partition, bits, TACTUS_DETAIL_BITS))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(partition, place, TACTUS_DETAIL_NOT_MOVED))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(partition, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInStandardPredicate<detail::Call<Arguments...>>()
template <class... Arguments> detail::Refused find_if(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(find_if, first, TACTUS_DETAIL_NO_POLICY))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(find_if, count, TACTUS_DETAIL_POLICY_PREDICATE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(find_if, range, TACTUS_DETAIL_NO_ITERATOR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(find_if, end, TACTUS_DETAIL_NO_PAIR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(find_if, predicate, TACTUS_DETAIL_NO_PREDICATE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(find_if, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

template <class... Arguments> detail::Refused any_of(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(any_of, first, TACTUS_DETAIL_NO_POLICY))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(any_of, count, TACTUS_DETAIL_POLICY_PREDICATE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(any_of, range, TACTUS_DETAIL_NO_ITERATOR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(any_of, end, TACTUS_DETAIL_NO_PAIR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(any_of, predicate, TACTUS_DETAIL_NO_PREDICATE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(any_of, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

template <class... Arguments> detail::Refused none_of(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(none_of, first, TACTUS_DETAIL_NO_POLICY))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(none_of, count, TACTUS_DETAIL_POLICY_PREDICATE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(none_of, range, TACTUS_DETAIL_NO_ITERATOR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(none_of, end, TACTUS_DETAIL_NO_PAIR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(none_of, predicate, TACTUS_DETAIL_NO_PREDICATE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(none_of, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

template <class... Arguments> detail::Refused all_of(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(all_of, first, TACTUS_DETAIL_NO_POLICY))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(all_of, count, TACTUS_DETAIL_POLICY_PREDICATE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(all_of, range, TACTUS_DETAIL_NO_ITERATOR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(all_of, end, TACTUS_DETAIL_NO_PAIR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(all_of, predicate, TACTUS_DETAIL_NO_PREDICATE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(all_of, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

template <class... Arguments> detail::Refused count_if(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(count_if, first, TACTUS_DETAIL_NO_POLICY))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(count_if, count, TACTUS_DETAIL_POLICY_PREDICATE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(count_if, range, TACTUS_DETAIL_NO_ITERATOR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(count_if, end, TACTUS_DETAIL_NO_PAIR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(count_if, predicate, TACTUS_DETAIL_NO_PREDICATE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(count_if, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInStandardFind<detail::Call<Arguments...>>()
template <class... Arguments> detail::Refused find(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(find, first, TACTUS_DETAIL_NO_POLICY))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(find, count, "it takes (policy, first, last, value)"))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(find, range, TACTUS_DETAIL_NO_ITERATOR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(find, end, TACTUS_DETAIL_NO_PAIR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(find, value, TACTUS_DETAIL_NOT_COMPARED))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(find, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInStandardExtremes<detail::Call<Arguments...>>()
template <class... Arguments> detail::Refused min_element(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(min_element, first, TACTUS_DETAIL_NO_POLICY))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(min_element, count, TACTUS_DETAIL_POLICY_LESS))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(min_element, range, TACTUS_DETAIL_NO_ITERATOR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(min_element, end, TACTUS_DETAIL_NO_PAIR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(min_element, order, TACTUS_DETAIL_NO_STRICT_ORDER))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(min_element, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

template <class... Arguments> detail::Refused max_element(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(max_element, first, TACTUS_DETAIL_NO_POLICY))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(max_element, count, TACTUS_DETAIL_POLICY_LESS))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(max_element, range, TACTUS_DETAIL_NO_ITERATOR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(max_element, end, TACTUS_DETAIL_NO_PAIR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(max_element, order, TACTUS_DETAIL_NO_STRICT_ORDER))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(max_element, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

template <class... Arguments>
std::pair<detail::Refused, detail::Refused> minmax_element(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(minmax_element, first, TACTUS_DETAIL_NO_POLICY))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(minmax_element, count, TACTUS_DETAIL_POLICY_LESS))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(minmax_element, range, TACTUS_DETAIL_NO_ITERATOR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(minmax_element, end, TACTUS_DETAIL_NO_PAIR))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(minmax_element, order, TACTUS_DETAIL_NO_STRICT_ORDER))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(minmax_element, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;
#undef TACTUS_DETAIL_MADE
// clang-format on

} // namespace tactus

#endif // TACTUS_DETAIL_REFUSED_EXECUTION_HPP
