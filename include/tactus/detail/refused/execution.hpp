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
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(first),
        "tactus::for_each: the first argument is no policy of tactus::execution (concept execution_policy)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::for_each: it takes (policy, first, last, function)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::for_each: the first iterator has no random access (concept std::random_access_iterator)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(end),
        "tactus::for_each: first and last are not of one type (concept std::same_as)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(body),
        "tactus::for_each: the function cannot be called with an element (concept std::invocable)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::for_each: these arguments do not fit together: is a range or a function const? "
        "(docs/library.md)", "error")))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInStandardTransform<detail::Call<Arguments...>>()
template <class... Arguments> detail::Refused transform(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(first),
        "tactus::transform: the first argument is no policy of tactus::execution (concept execution_policy)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::transform: it takes (policy, first, last, output, function) or (policy, first, last, "
        "second, output, function)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::transform: the first iterator has no random access (concept std::random_access_iterator)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(end),
        "tactus::transform: first and last are not of one type (concept std::same_as)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(second),
        "tactus::transform: the second range has no random access (concept std::random_access_iterator)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(output),
        "tactus::transform: the output is no iterator with random access (concept "
        "std::random_access_iterator)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(bits),
        "tactus::transform: elements that are bits of one word cannot be written by several threads "
        "(concept written_apart)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(body),
        "tactus::transform: the function cannot be called with the elements, or the output does not take "
        "its result (concept transforms_into)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::transform: these arguments do not fit together: is a range or a function const? "
        "(docs/library.md)", "error")))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInStandardReduce<detail::Call<Arguments...>>()
template <class... Arguments> detail::Refused reduce(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(first),
        "tactus::reduce: the first argument is no policy of tactus::execution (concept execution_policy)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::reduce: it takes (policy, first, last, init, combine)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::reduce: the first iterator has no random access (concept std::random_access_iterator)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(end),
        "tactus::reduce: first and last are not of one type (concept std::same_as)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(identity),
        "tactus::reduce: the value cannot be copied and moved (concept reduction_value)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(combine),
        "tactus::reduce: combine(T, T) gives no T, the type of init (concept combines)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(value),
        "tactus::reduce: what is combined is not of the type of init (concept std::convertible_to)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::reduce: these arguments do not fit together: is a range or a function const? "
        "(docs/library.md)", "error")))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInStandardTransformReduce<detail::Call<Arguments...>>()
template <class... Arguments> detail::Refused transform_reduce(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(first),
        "tactus::transform_reduce: the first argument is no policy of tactus::execution (concept "
        "execution_policy)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::transform_reduce: it takes (policy, first, last, init, combine, map)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::transform_reduce: the first iterator has no random access (concept "
        "std::random_access_iterator)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(end),
        "tactus::transform_reduce: first and last are not of one type (concept std::same_as)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(identity),
        "tactus::transform_reduce: the value cannot be copied and moved (concept reduction_value)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(combine),
        "tactus::transform_reduce: combine(T, T) gives no T, the type of init (concept combines)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(body),
        "tactus::transform_reduce: the map cannot be called with an element (concept std::invocable)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(value),
        "tactus::transform_reduce: what is combined is not of the type of init (concept "
        "std::convertible_to)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::transform_reduce: these arguments do not fit together: is a range or a function const? "
        "(docs/library.md)", "error")))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInStandardInclusiveScan<detail::Call<Arguments...>>()
template <class... Arguments> detail::Refused inclusive_scan(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(first),
        "tactus::inclusive_scan: the first argument is no policy of tactus::execution (concept "
        "execution_policy)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::inclusive_scan: it takes (policy, first, last, output, combine)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::inclusive_scan: the first iterator has no random access (concept "
        "std::random_access_iterator)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(end),
        "tactus::inclusive_scan: first and last are not of one type (concept std::same_as)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(output),
        "tactus::inclusive_scan: the output is no iterator with random access (concept "
        "std::random_access_iterator)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(bits),
        "tactus::inclusive_scan: elements that are bits of one word cannot be written by several threads "
        "(concept written_apart)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(identity),
        "tactus::inclusive_scan: its values cannot be copied and moved (concept reduction_value)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(combine),
        "tactus::inclusive_scan: combine(T, T) gives no T, the type that is scanned (concept combines)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(value),
        "tactus::inclusive_scan: the elements are not of the type that is scanned (concept "
        "std::convertible_to)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(result),
        "tactus::inclusive_scan: the output does not take the sums (concept scans_into)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::inclusive_scan: these arguments do not fit together: is a range or a function const? "
        "(docs/library.md)", "error")))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInStandardExclusiveScan<detail::Call<Arguments...>>()
template <class... Arguments> detail::Refused exclusive_scan(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(first),
        "tactus::exclusive_scan: the first argument is no policy of tactus::execution (concept "
        "execution_policy)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::exclusive_scan: it takes (policy, first, last, output, init, combine)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::exclusive_scan: the first iterator has no random access (concept "
        "std::random_access_iterator)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(end),
        "tactus::exclusive_scan: first and last are not of one type (concept std::same_as)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(output),
        "tactus::exclusive_scan: the output is no iterator with random access (concept "
        "std::random_access_iterator)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(bits),
        "tactus::exclusive_scan: elements that are bits of one word cannot be written by several threads "
        "(concept written_apart)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(identity),
        "tactus::exclusive_scan: its values cannot be copied and moved (concept reduction_value)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(combine),
        "tactus::exclusive_scan: combine(T, T) gives no T, the type that is scanned (concept combines)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(value),
        "tactus::exclusive_scan: the elements are not of the type that is scanned (concept "
        "std::convertible_to)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(result),
        "tactus::exclusive_scan: the output does not take the sums (concept scans_into)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::exclusive_scan: these arguments do not fit together: is a range or a function const? "
        "(docs/library.md)", "error")))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInStandardSort<detail::Call<Arguments...>>()
template <class... Arguments> void sort(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(first),
        "tactus::sort: the first argument is no policy of tactus::execution (concept execution_policy)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::sort: it takes (policy, first, last, less)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::sort: the first iterator has no random access (concept std::random_access_iterator)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(end),
        "tactus::sort: first and last are not of one type (concept std::same_as)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(order),
        "tactus::sort: less(a, b) is no order of the elements (concept std::strict_weak_order)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(bits),
        "tactus::sort: elements that are bits of one word cannot be written by several threads (concept "
        "written_apart)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(place),
        "tactus::sort: its elements cannot be moved and exchanged: are they const? (concept "
        "std::permutable)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::sort: these arguments do not fit together: is a range or a function const? "
        "(docs/library.md)", "error")))
    TACTUS_DETAIL_END;

template <class... Arguments> void stable_sort(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(first),
        "tactus::stable_sort: the first argument is no policy of tactus::execution (concept "
        "execution_policy)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::stable_sort: it takes (policy, first, last, less)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::stable_sort: the first iterator has no random access (concept std::random_access_iterator)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(end),
        "tactus::stable_sort: first and last are not of one type (concept std::same_as)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(order),
        "tactus::stable_sort: less(a, b) is no order of the elements (concept std::strict_weak_order)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(bits),
        "tactus::stable_sort: elements that are bits of one word cannot be written by several threads "
        "(concept written_apart)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(place),
        "tactus::stable_sort: its elements cannot be moved and exchanged: are they const? (concept "
        "std::permutable)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::stable_sort: these arguments do not fit together: is a range or a function const? "
        "(docs/library.md)", "error")))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInStandardMerge<detail::Call<Arguments...>>()
template <class... Arguments> detail::Refused merge(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(first),
        "tactus::merge: the first argument is no policy of tactus::execution (concept execution_policy)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::merge: it takes (policy, first, last, second, secondLast, output, less)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::merge: the first iterator has no random access (concept std::random_access_iterator)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(end),
        "tactus::merge: first and last are not of one type (concept std::same_as)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(second),
        "tactus::merge: the second range is not two equal iterators with random access (concept "
        "std::random_access_iterator)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(output),
        "tactus::merge: the output is no iterator with random access (concept std::random_access_iterator)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(bits),
        "tactus::merge: elements that are bits of one word cannot be written by several threads (concept "
        "written_apart)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(order),
        "tactus::merge: less(a, b) is no order of both ranges, or the output does not take their elements "
        "(concept std::mergeable)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::merge: these arguments do not fit together: is a range or a function const? "
        "(docs/library.md)", "error")))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInStandardPartition<detail::Call<Arguments...>>()
template <class... Arguments> detail::Refused partition(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(first),
        "tactus::partition: the first argument is no policy of tactus::execution (concept execution_policy)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::partition: it takes (policy, first, last, predicate)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::partition: the first iterator has no random access (concept std::random_access_iterator)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(end),
        "tactus::partition: first and last are not of one type (concept std::same_as)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(predicate),
        "tactus::partition: the predicate cannot be asked about an element (concept std::predicate)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(bits),
        "tactus::partition: elements that are bits of one word cannot be written by several threads "
        "(concept written_apart)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(place),
        "tactus::partition: its elements cannot be moved and exchanged: are they const? (concept "
        "std::permutable)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::partition: these arguments do not fit together: is a range or a function const? "
        "(docs/library.md)", "error")))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInStandardPredicate<detail::Call<Arguments...>>()
template <class... Arguments> detail::Refused find_if(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(first),
        "tactus::find_if: the first argument is no policy of tactus::execution (concept execution_policy)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::find_if: it takes (policy, first, last, predicate)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::find_if: the first iterator has no random access (concept std::random_access_iterator)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(end),
        "tactus::find_if: first and last are not of one type (concept std::same_as)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(predicate),
        "tactus::find_if: the predicate cannot be asked about an element (concept std::predicate)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::find_if: these arguments do not fit together: is a range or a function const? "
        "(docs/library.md)", "error")))
    TACTUS_DETAIL_END;

template <class... Arguments> detail::Refused any_of(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(first),
        "tactus::any_of: the first argument is no policy of tactus::execution (concept execution_policy)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::any_of: it takes (policy, first, last, predicate)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::any_of: the first iterator has no random access (concept std::random_access_iterator)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(end),
        "tactus::any_of: first and last are not of one type (concept std::same_as)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(predicate),
        "tactus::any_of: the predicate cannot be asked about an element (concept std::predicate)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::any_of: these arguments do not fit together: is a range or a function const? "
        "(docs/library.md)", "error")))
    TACTUS_DETAIL_END;

template <class... Arguments> detail::Refused none_of(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(first),
        "tactus::none_of: the first argument is no policy of tactus::execution (concept execution_policy)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::none_of: it takes (policy, first, last, predicate)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::none_of: the first iterator has no random access (concept std::random_access_iterator)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(end),
        "tactus::none_of: first and last are not of one type (concept std::same_as)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(predicate),
        "tactus::none_of: the predicate cannot be asked about an element (concept std::predicate)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::none_of: these arguments do not fit together: is a range or a function const? "
        "(docs/library.md)", "error")))
    TACTUS_DETAIL_END;

template <class... Arguments> detail::Refused all_of(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(first),
        "tactus::all_of: the first argument is no policy of tactus::execution (concept execution_policy)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::all_of: it takes (policy, first, last, predicate)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::all_of: the first iterator has no random access (concept std::random_access_iterator)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(end),
        "tactus::all_of: first and last are not of one type (concept std::same_as)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(predicate),
        "tactus::all_of: the predicate cannot be asked about an element (concept std::predicate)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::all_of: these arguments do not fit together: is a range or a function const? "
        "(docs/library.md)", "error")))
    TACTUS_DETAIL_END;

template <class... Arguments> detail::Refused count_if(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(first),
        "tactus::count_if: the first argument is no policy of tactus::execution (concept execution_policy)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::count_if: it takes (policy, first, last, predicate)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::count_if: the first iterator has no random access (concept std::random_access_iterator)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(end),
        "tactus::count_if: first and last are not of one type (concept std::same_as)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(predicate),
        "tactus::count_if: the predicate cannot be asked about an element (concept std::predicate)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::count_if: these arguments do not fit together: is a range or a function const? "
        "(docs/library.md)", "error")))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInStandardFind<detail::Call<Arguments...>>()
template <class... Arguments> detail::Refused find(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(first),
        "tactus::find: the first argument is no policy of tactus::execution (concept execution_policy)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::find: it takes (policy, first, last, value)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::find: the first iterator has no random access (concept std::random_access_iterator)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(end),
        "tactus::find: first and last are not of one type (concept std::same_as)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(value),
        "tactus::find: the elements cannot be compared with the value (concept "
        "std::equality_comparable_with)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::find: these arguments do not fit together: is a range or a function const? "
        "(docs/library.md)", "error")))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInStandardExtremes<detail::Call<Arguments...>>()
template <class... Arguments> detail::Refused min_element(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(first),
        "tactus::min_element: the first argument is no policy of tactus::execution (concept "
        "execution_policy)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::min_element: it takes (policy, first, last, less)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::min_element: the first iterator has no random access (concept std::random_access_iterator)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(end),
        "tactus::min_element: first and last are not of one type (concept std::same_as)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(order),
        "tactus::min_element: less(a, b) is no order of the elements (concept std::strict_weak_order)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::min_element: these arguments do not fit together: is a range or a function const? "
        "(docs/library.md)", "error")))
    TACTUS_DETAIL_END;

template <class... Arguments> detail::Refused max_element(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(first),
        "tactus::max_element: the first argument is no policy of tactus::execution (concept "
        "execution_policy)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::max_element: it takes (policy, first, last, less)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::max_element: the first iterator has no random access (concept std::random_access_iterator)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(end),
        "tactus::max_element: first and last are not of one type (concept std::same_as)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(order),
        "tactus::max_element: less(a, b) is no order of the elements (concept std::strict_weak_order)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::max_element: these arguments do not fit together: is a range or a function const? "
        "(docs/library.md)", "error")))
    TACTUS_DETAIL_END;

template <class... Arguments>
std::pair<detail::Refused, detail::Refused> minmax_element(const Arguments &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(first),
        "tactus::minmax_element: the first argument is no policy of tactus::execution (concept "
        "execution_policy)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::minmax_element: it takes (policy, first, last, less)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::minmax_element: the first iterator has no random access (concept "
        "std::random_access_iterator)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(end),
        "tactus::minmax_element: first and last are not of one type (concept std::same_as)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(order),
        "tactus::minmax_element: less(a, b) is no order of the elements (concept std::strict_weak_order)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::minmax_element: these arguments do not fit together: is a range or a function const? "
        "(docs/library.md)", "error")))
    TACTUS_DETAIL_END;
#undef TACTUS_DETAIL_MADE
// clang-format on

} // namespace tactus

#endif // TACTUS_DETAIL_REFUSED_EXECUTION_HPP
