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

#include "policies.hpp"

namespace tactus {

template <class... Arguments> void for_each(const Arguments &...) {
  using detail::Mistake;
  constexpr detail::No no{detail::mistakeIn<detail::Call<Arguments...>, 1, 1>(
      [] { return detail::mistakeInFunction<detail::Call<Arguments...>, 3>(); })};
  static_assert(no(Mistake::first),
                "tactus::for_each: the first argument is no policy of tactus::execution (concept execution_policy)");
  static_assert(no(Mistake::count), "tactus::for_each: it takes (policy, first, last, function)");
  static_assert(no(Mistake::range),
                "tactus::for_each: the first iterator has no random access (concept std::random_access_iterator)");
  static_assert(no(Mistake::end), "tactus::for_each: first and last are not of one type (concept std::same_as)");
  static_assert(no(Mistake::body),
                "tactus::for_each: the function cannot be called with an element (concept std::invocable)");
  static_assert(
      no(Mistake::none),
      "tactus::for_each: these arguments do not fit together: is a range or a function const? (docs/library.md)");
}

template <class... Arguments> detail::Refused transform(const Arguments &...) {
  using detail::Mistake;
  constexpr detail::No no{detail::mistakeIn<detail::Call<Arguments...>, 2, 3>(
      [] { return detail::mistakeInPolicyTransform<detail::Call<Arguments...>>(); })};
  static_assert(no(Mistake::first),
                "tactus::transform: the first argument is no policy of tactus::execution (concept execution_policy)");
  static_assert(no(Mistake::count), "tactus::transform: it takes (policy, first, last, output, function) or (policy, "
                                    "first, last, second, output, function)");
  static_assert(no(Mistake::range),
                "tactus::transform: the first iterator has no random access (concept std::random_access_iterator)");
  static_assert(no(Mistake::end), "tactus::transform: first and last are not of one type (concept std::same_as)");
  static_assert(no(Mistake::second),
                "tactus::transform: the second range has no random access (concept std::random_access_iterator)");
  static_assert(
      no(Mistake::output),
      "tactus::transform: the output is no iterator with random access (concept std::random_access_iterator)");
  static_assert(no(Mistake::bits), "tactus::transform: elements that are bits of one word cannot be written by several "
                                   "threads (concept written_apart)");
  static_assert(no(Mistake::body), "tactus::transform: the function cannot be called with the elements, or the output "
                                   "does not take its result (concept transforms_into)");
  static_assert(
      no(Mistake::none),
      "tactus::transform: these arguments do not fit together: is a range or a function const? (docs/library.md)");
  return {};
}

template <class... Arguments> detail::Refused reduce(const Arguments &...) {
  using detail::Mistake;
  constexpr detail::No no{detail::mistakeIn<detail::Call<Arguments...>, 0, 2>(
      [] { return detail::mistakeInPolicyReduce<detail::Call<Arguments...>>(); })};
  static_assert(no(Mistake::first),
                "tactus::reduce: the first argument is no policy of tactus::execution (concept execution_policy)");
  static_assert(no(Mistake::count), "tactus::reduce: it takes (policy, first, last, init, combine)");
  static_assert(no(Mistake::range),
                "tactus::reduce: the first iterator has no random access (concept std::random_access_iterator)");
  static_assert(no(Mistake::end), "tactus::reduce: first and last are not of one type (concept std::same_as)");
  static_assert(no(Mistake::identity),
                "tactus::reduce: the value cannot be copied and moved (concept reduction_value)");
  static_assert(no(Mistake::combine), "tactus::reduce: combine(T, T) gives no T, the type of init (concept combines)");
  static_assert(no(Mistake::value),
                "tactus::reduce: what is combined is not of the type of init (concept std::convertible_to)");
  static_assert(
      no(Mistake::none),
      "tactus::reduce: these arguments do not fit together: is a range or a function const? (docs/library.md)");
  return {};
}

template <class... Arguments> detail::Refused transform_reduce(const Arguments &...) {
  using detail::Mistake;
  constexpr detail::No no{detail::mistakeIn<detail::Call<Arguments...>, 3, 3>(
      [] { return detail::mistakeInPolicyReduce<detail::Call<Arguments...>>(); })};
  static_assert(
      no(Mistake::first),
      "tactus::transform_reduce: the first argument is no policy of tactus::execution (concept execution_policy)");
  static_assert(no(Mistake::count), "tactus::transform_reduce: it takes (policy, first, last, init, combine, map)");
  static_assert(
      no(Mistake::range),
      "tactus::transform_reduce: the first iterator has no random access (concept std::random_access_iterator)");
  static_assert(no(Mistake::end),
                "tactus::transform_reduce: first and last are not of one type (concept std::same_as)");
  static_assert(no(Mistake::identity),
                "tactus::transform_reduce: the value cannot be copied and moved (concept reduction_value)");
  static_assert(no(Mistake::combine),
                "tactus::transform_reduce: combine(T, T) gives no T, the type of init (concept combines)");
  static_assert(no(Mistake::body),
                "tactus::transform_reduce: the map cannot be called with an element (concept std::invocable)");
  static_assert(no(Mistake::value),
                "tactus::transform_reduce: what is combined is not of the type of init (concept std::convertible_to)");
  static_assert(no(Mistake::none), "tactus::transform_reduce: these arguments do not fit together: is a range or a "
                                   "function const? (docs/library.md)");
  return {};
}

template <class... Arguments> detail::Refused inclusive_scan(const Arguments &...) {
  using detail::Mistake;
  constexpr detail::No no{detail::mistakeIn<detail::Call<Arguments...>, 1, 2>([] {
    return detail::mistakeInPolicyScan<std::iter_value_t<typename detail::Call<Arguments...>::template Plain<1>>,
                                       detail::Call<Arguments...>, 4>();
  })};
  static_assert(
      no(Mistake::first),
      "tactus::inclusive_scan: the first argument is no policy of tactus::execution (concept execution_policy)");
  static_assert(no(Mistake::count), "tactus::inclusive_scan: it takes (policy, first, last, output, combine)");
  static_assert(
      no(Mistake::range),
      "tactus::inclusive_scan: the first iterator has no random access (concept std::random_access_iterator)");
  static_assert(no(Mistake::end), "tactus::inclusive_scan: first and last are not of one type (concept std::same_as)");
  static_assert(
      no(Mistake::output),
      "tactus::inclusive_scan: the output is no iterator with random access (concept std::random_access_iterator)");
  static_assert(no(Mistake::bits), "tactus::inclusive_scan: elements that are bits of one word cannot be written by "
                                   "several threads (concept written_apart)");
  static_assert(no(Mistake::identity),
                "tactus::inclusive_scan: its values cannot be copied and moved (concept reduction_value)");
  static_assert(no(Mistake::combine),
                "tactus::inclusive_scan: combine(T, T) gives no T, the type that is scanned (concept combines)");
  static_assert(no(Mistake::result), "tactus::inclusive_scan: the output does not take the sums (concept scans_into)");
  static_assert(
      no(Mistake::none),
      "tactus::inclusive_scan: these arguments do not fit together: is a range or a function const? (docs/library.md)");
  return {};
}

template <class... Arguments> detail::Refused exclusive_scan(const Arguments &...) {
  using detail::Mistake;
  constexpr detail::No no{detail::mistakeIn<detail::Call<Arguments...>, 2, 3>([] {
    return detail::mistakeInPolicyScan<typename detail::Call<Arguments...>::template Plain<4>,
                                       detail::Call<Arguments...>, 5>();
  })};
  static_assert(
      no(Mistake::first),
      "tactus::exclusive_scan: the first argument is no policy of tactus::execution (concept execution_policy)");
  static_assert(no(Mistake::count), "tactus::exclusive_scan: it takes (policy, first, last, output, init, combine)");
  static_assert(
      no(Mistake::range),
      "tactus::exclusive_scan: the first iterator has no random access (concept std::random_access_iterator)");
  static_assert(no(Mistake::end), "tactus::exclusive_scan: first and last are not of one type (concept std::same_as)");
  static_assert(
      no(Mistake::output),
      "tactus::exclusive_scan: the output is no iterator with random access (concept std::random_access_iterator)");
  static_assert(no(Mistake::bits), "tactus::exclusive_scan: elements that are bits of one word cannot be written by "
                                   "several threads (concept written_apart)");
  static_assert(no(Mistake::identity),
                "tactus::exclusive_scan: its values cannot be copied and moved (concept reduction_value)");
  static_assert(no(Mistake::combine),
                "tactus::exclusive_scan: combine(T, T) gives no T, the type that is scanned (concept combines)");
  static_assert(no(Mistake::result), "tactus::exclusive_scan: the output does not take the sums (concept scans_into)");
  static_assert(
      no(Mistake::none),
      "tactus::exclusive_scan: these arguments do not fit together: is a range or a function const? (docs/library.md)");
  return {};
}

template <class... Arguments> void sort(const Arguments &...) {
  using detail::Mistake;
  constexpr detail::No no{detail::mistakeIn<detail::Call<Arguments...>, 0, 1>(
      [] { return detail::mistakeInPolicyOrder<detail::Call<Arguments...>, true>(); })};
  static_assert(no(Mistake::first),
                "tactus::sort: the first argument is no policy of tactus::execution (concept execution_policy)");
  static_assert(no(Mistake::count), "tactus::sort: it takes (policy, first, last, less)");
  static_assert(no(Mistake::range),
                "tactus::sort: the first iterator has no random access (concept std::random_access_iterator)");
  static_assert(no(Mistake::end), "tactus::sort: first and last are not of one type (concept std::same_as)");
  static_assert(no(Mistake::order),
                "tactus::sort: less(a, b) is no order of the elements (concept std::strict_weak_order)");
  static_assert(
      no(Mistake::bits),
      "tactus::sort: elements that are bits of one word cannot be written by several threads (concept written_apart)");
  static_assert(no(Mistake::place),
                "tactus::sort: its elements cannot be moved and exchanged: are they const? (concept std::permutable)");
  static_assert(no(Mistake::value),
                "tactus::exclusive_scan: what is combined is not of the type of init (concept std::convertible_to)");
  static_assert(no(Mistake::none),
                "tactus::sort: these arguments do not fit together: is a range or a function const? (docs/library.md)");
}

template <class... Arguments> void stable_sort(const Arguments &...) {
  using detail::Mistake;
  constexpr detail::No no{detail::mistakeIn<detail::Call<Arguments...>, 0, 1>(
      [] { return detail::mistakeInPolicyOrder<detail::Call<Arguments...>, true>(); })};
  static_assert(no(Mistake::first),
                "tactus::stable_sort: the first argument is no policy of tactus::execution (concept execution_policy)");
  static_assert(no(Mistake::count), "tactus::stable_sort: it takes (policy, first, last, less)");
  static_assert(no(Mistake::range),
                "tactus::stable_sort: the first iterator has no random access (concept std::random_access_iterator)");
  static_assert(no(Mistake::end), "tactus::stable_sort: first and last are not of one type (concept std::same_as)");
  static_assert(no(Mistake::order),
                "tactus::stable_sort: less(a, b) is no order of the elements (concept std::strict_weak_order)");
  static_assert(no(Mistake::bits), "tactus::stable_sort: elements that are bits of one word cannot be written by "
                                   "several threads (concept written_apart)");
  static_assert(
      no(Mistake::place),
      "tactus::stable_sort: its elements cannot be moved and exchanged: are they const? (concept std::permutable)");
  static_assert(
      no(Mistake::none),
      "tactus::stable_sort: these arguments do not fit together: is a range or a function const? (docs/library.md)");
}

template <class... Arguments> detail::Refused merge(const Arguments &...) {
  using detail::Mistake;
  constexpr detail::No no{detail::mistakeIn<detail::Call<Arguments...>, 3, 4>(
      [] { return detail::mistakeInPolicyMerge<detail::Call<Arguments...>>(); })};
  static_assert(no(Mistake::first),
                "tactus::merge: the first argument is no policy of tactus::execution (concept execution_policy)");
  static_assert(no(Mistake::count), "tactus::merge: it takes (policy, first, last, second, secondLast, output, less)");
  static_assert(no(Mistake::range),
                "tactus::merge: the first iterator has no random access (concept std::random_access_iterator)");
  static_assert(no(Mistake::end), "tactus::merge: first and last are not of one type (concept std::same_as)");
  static_assert(no(Mistake::second), "tactus::merge: the second range is not two equal iterators with random access "
                                     "(concept std::random_access_iterator)");
  static_assert(no(Mistake::output),
                "tactus::merge: the output is no iterator with random access (concept std::random_access_iterator)");
  static_assert(
      no(Mistake::bits),
      "tactus::merge: elements that are bits of one word cannot be written by several threads (concept written_apart)");
  static_assert(no(Mistake::order), "tactus::merge: less(a, b) is no order of both ranges, or the output does not take "
                                    "their elements (concept std::mergeable)");
  static_assert(
      no(Mistake::none),
      "tactus::merge: these arguments do not fit together: is a range or a function const? (docs/library.md)");
  return {};
}

template <class... Arguments> detail::Refused partition(const Arguments &...) {
  using detail::Mistake;
  constexpr detail::No no{detail::mistakeIn<detail::Call<Arguments...>, 1, 1>(
      [] { return detail::mistakeInPolicyPartition<detail::Call<Arguments...>>(); })};
  static_assert(no(Mistake::first),
                "tactus::partition: the first argument is no policy of tactus::execution (concept execution_policy)");
  static_assert(no(Mistake::count), "tactus::partition: it takes (policy, first, last, predicate)");
  static_assert(no(Mistake::range),
                "tactus::partition: the first iterator has no random access (concept std::random_access_iterator)");
  static_assert(no(Mistake::end), "tactus::partition: first and last are not of one type (concept std::same_as)");
  static_assert(no(Mistake::predicate),
                "tactus::partition: the predicate cannot be asked about an element (concept std::predicate)");
  static_assert(no(Mistake::bits), "tactus::partition: elements that are bits of one word cannot be written by several "
                                   "threads (concept written_apart)");
  static_assert(
      no(Mistake::place),
      "tactus::partition: its elements cannot be moved and exchanged: are they const? (concept std::permutable)");
  static_assert(
      no(Mistake::none),
      "tactus::partition: these arguments do not fit together: is a range or a function const? (docs/library.md)");
  return {};
}

template <class... Arguments> detail::Refused find_if(const Arguments &...) {
  using detail::Mistake;
  constexpr detail::No no{detail::mistakeIn<detail::Call<Arguments...>, 1, 1>(
      [] { return detail::mistakeInPolicyPredicate<detail::Call<Arguments...>>(); })};
  static_assert(no(Mistake::first),
                "tactus::find_if: the first argument is no policy of tactus::execution (concept execution_policy)");
  static_assert(no(Mistake::count), "tactus::find_if: it takes (policy, first, last, predicate)");
  static_assert(no(Mistake::range),
                "tactus::find_if: the first iterator has no random access (concept std::random_access_iterator)");
  static_assert(no(Mistake::end), "tactus::find_if: first and last are not of one type (concept std::same_as)");
  static_assert(no(Mistake::predicate),
                "tactus::find_if: the predicate cannot be asked about an element (concept std::predicate)");
  static_assert(
      no(Mistake::none),
      "tactus::find_if: these arguments do not fit together: is a range or a function const? (docs/library.md)");
  return {};
}

template <class... Arguments> detail::Refused any_of(const Arguments &...) {
  using detail::Mistake;
  constexpr detail::No no{detail::mistakeIn<detail::Call<Arguments...>, 1, 1>(
      [] { return detail::mistakeInPolicyPredicate<detail::Call<Arguments...>>(); })};
  static_assert(no(Mistake::first),
                "tactus::any_of: the first argument is no policy of tactus::execution (concept execution_policy)");
  static_assert(no(Mistake::count), "tactus::any_of: it takes (policy, first, last, predicate)");
  static_assert(no(Mistake::range),
                "tactus::any_of: the first iterator has no random access (concept std::random_access_iterator)");
  static_assert(no(Mistake::end), "tactus::any_of: first and last are not of one type (concept std::same_as)");
  static_assert(no(Mistake::predicate),
                "tactus::any_of: the predicate cannot be asked about an element (concept std::predicate)");
  static_assert(
      no(Mistake::none),
      "tactus::any_of: these arguments do not fit together: is a range or a function const? (docs/library.md)");
  return {};
}

template <class... Arguments> detail::Refused none_of(const Arguments &...) {
  using detail::Mistake;
  constexpr detail::No no{detail::mistakeIn<detail::Call<Arguments...>, 1, 1>(
      [] { return detail::mistakeInPolicyPredicate<detail::Call<Arguments...>>(); })};
  static_assert(no(Mistake::first),
                "tactus::none_of: the first argument is no policy of tactus::execution (concept execution_policy)");
  static_assert(no(Mistake::count), "tactus::none_of: it takes (policy, first, last, predicate)");
  static_assert(no(Mistake::range),
                "tactus::none_of: the first iterator has no random access (concept std::random_access_iterator)");
  static_assert(no(Mistake::end), "tactus::none_of: first and last are not of one type (concept std::same_as)");
  static_assert(no(Mistake::predicate),
                "tactus::none_of: the predicate cannot be asked about an element (concept std::predicate)");
  static_assert(
      no(Mistake::none),
      "tactus::none_of: these arguments do not fit together: is a range or a function const? (docs/library.md)");
  return {};
}

template <class... Arguments> detail::Refused all_of(const Arguments &...) {
  using detail::Mistake;
  constexpr detail::No no{detail::mistakeIn<detail::Call<Arguments...>, 1, 1>(
      [] { return detail::mistakeInPolicyPredicate<detail::Call<Arguments...>>(); })};
  static_assert(no(Mistake::first),
                "tactus::all_of: the first argument is no policy of tactus::execution (concept execution_policy)");
  static_assert(no(Mistake::count), "tactus::all_of: it takes (policy, first, last, predicate)");
  static_assert(no(Mistake::range),
                "tactus::all_of: the first iterator has no random access (concept std::random_access_iterator)");
  static_assert(no(Mistake::end), "tactus::all_of: first and last are not of one type (concept std::same_as)");
  static_assert(no(Mistake::predicate),
                "tactus::all_of: the predicate cannot be asked about an element (concept std::predicate)");
  static_assert(
      no(Mistake::none),
      "tactus::all_of: these arguments do not fit together: is a range or a function const? (docs/library.md)");
  return {};
}

template <class... Arguments> detail::Refused count_if(const Arguments &...) {
  using detail::Mistake;
  constexpr detail::No no{detail::mistakeIn<detail::Call<Arguments...>, 1, 1>(
      [] { return detail::mistakeInPolicyPredicate<detail::Call<Arguments...>>(); })};
  static_assert(no(Mistake::first),
                "tactus::count_if: the first argument is no policy of tactus::execution (concept execution_policy)");
  static_assert(no(Mistake::count), "tactus::count_if: it takes (policy, first, last, predicate)");
  static_assert(no(Mistake::range),
                "tactus::count_if: the first iterator has no random access (concept std::random_access_iterator)");
  static_assert(no(Mistake::end), "tactus::count_if: first and last are not of one type (concept std::same_as)");
  static_assert(no(Mistake::predicate),
                "tactus::count_if: the predicate cannot be asked about an element (concept std::predicate)");
  static_assert(
      no(Mistake::none),
      "tactus::count_if: these arguments do not fit together: is a range or a function const? (docs/library.md)");
  return {};
}

template <class... Arguments> detail::Refused find(const Arguments &...) {
  using detail::Mistake;
  constexpr detail::No no{detail::mistakeIn<detail::Call<Arguments...>, 1, 1>(
      [] { return detail::mistakeInPolicyFind<detail::Call<Arguments...>>(); })};
  static_assert(no(Mistake::first),
                "tactus::find: the first argument is no policy of tactus::execution (concept execution_policy)");
  static_assert(no(Mistake::count), "tactus::find: it takes (policy, first, last, value)");
  static_assert(no(Mistake::range),
                "tactus::find: the first iterator has no random access (concept std::random_access_iterator)");
  static_assert(no(Mistake::end), "tactus::find: first and last are not of one type (concept std::same_as)");
  static_assert(no(Mistake::value),
                "tactus::find: the elements cannot be compared with the value (concept std::equality_comparable_with)");
  static_assert(no(Mistake::none),
                "tactus::find: these arguments do not fit together: is a range or a function const? (docs/library.md)");
  return {};
}

template <class... Arguments> detail::Refused min_element(const Arguments &...) {
  using detail::Mistake;
  constexpr detail::No no{detail::mistakeIn<detail::Call<Arguments...>, 0, 1>(
      [] { return detail::mistakeInPolicyOrder<detail::Call<Arguments...>, false>(); })};
  static_assert(no(Mistake::first),
                "tactus::min_element: the first argument is no policy of tactus::execution (concept execution_policy)");
  static_assert(no(Mistake::count), "tactus::min_element: it takes (policy, first, last, less)");
  static_assert(no(Mistake::range),
                "tactus::min_element: the first iterator has no random access (concept std::random_access_iterator)");
  static_assert(no(Mistake::end), "tactus::min_element: first and last are not of one type (concept std::same_as)");
  static_assert(no(Mistake::order),
                "tactus::min_element: less(a, b) is no order of the elements (concept std::strict_weak_order)");
  static_assert(
      no(Mistake::none),
      "tactus::min_element: these arguments do not fit together: is a range or a function const? (docs/library.md)");
  return {};
}

template <class... Arguments> detail::Refused max_element(const Arguments &...) {
  using detail::Mistake;
  constexpr detail::No no{detail::mistakeIn<detail::Call<Arguments...>, 0, 1>(
      [] { return detail::mistakeInPolicyOrder<detail::Call<Arguments...>, false>(); })};
  static_assert(no(Mistake::first),
                "tactus::max_element: the first argument is no policy of tactus::execution (concept execution_policy)");
  static_assert(no(Mistake::count), "tactus::max_element: it takes (policy, first, last, less)");
  static_assert(no(Mistake::range),
                "tactus::max_element: the first iterator has no random access (concept std::random_access_iterator)");
  static_assert(no(Mistake::end), "tactus::max_element: first and last are not of one type (concept std::same_as)");
  static_assert(no(Mistake::order),
                "tactus::max_element: less(a, b) is no order of the elements (concept std::strict_weak_order)");
  static_assert(
      no(Mistake::none),
      "tactus::max_element: these arguments do not fit together: is a range or a function const? (docs/library.md)");
  return {};
}

template <class... Arguments> std::pair<detail::Refused, detail::Refused> minmax_element(const Arguments &...) {
  using detail::Mistake;
  constexpr detail::No no{detail::mistakeIn<detail::Call<Arguments...>, 0, 1>(
      [] { return detail::mistakeInPolicyOrder<detail::Call<Arguments...>, false>(); })};
  static_assert(
      no(Mistake::first),
      "tactus::minmax_element: the first argument is no policy of tactus::execution (concept execution_policy)");
  static_assert(no(Mistake::count), "tactus::minmax_element: it takes (policy, first, last, less)");
  static_assert(
      no(Mistake::range),
      "tactus::minmax_element: the first iterator has no random access (concept std::random_access_iterator)");
  static_assert(no(Mistake::end), "tactus::minmax_element: first and last are not of one type (concept std::same_as)");
  static_assert(no(Mistake::order),
                "tactus::minmax_element: less(a, b) is no order of the elements (concept std::strict_weak_order)");
  static_assert(
      no(Mistake::none),
      "tactus::minmax_element: these arguments do not fit together: is a range or a function const? (docs/library.md)");
  return detail::refused<std::pair<detail::Refused, detail::Refused>>();
}

} // namespace tactus

#endif // TACTUS_DETAIL_REFUSED_EXECUTION_HPP
