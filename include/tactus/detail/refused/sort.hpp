//===- sort.hpp - calls of what orders ranges that are refused ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// How, and why: call.hpp.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_REFUSED_SORT_HPP
#define TACTUS_DETAIL_REFUSED_SORT_HPP

#include "../../sort.hpp"
#include "sequences.hpp"

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

template <class... Arguments> void parallel_stable_sort(Arguments &&...) {
  using detail::Mistake;
  constexpr detail::No no{detail::mistakeInSort<detail::Call<Arguments...>>()};
  static_assert(no(Mistake::count),
                "tactus::parallel_stable_sort: it takes (range), (range, less) or (range, less, stop)");
  static_assert(no(Mistake::range), "tactus::parallel_stable_sort: the first argument is no range with random access "
                                    "and a size (concept indexable_range)");
  static_assert(no(Mistake::bits), "tactus::parallel_stable_sort: elements that are bits of one word cannot be written "
                                   "by several threads (concept written_apart)");
  static_assert(
      no(Mistake::order),
      "tactus::parallel_stable_sort: less(a, b) is no order of the elements (concept std::indirect_strict_weak_order)");
  static_assert(no(Mistake::place), "tactus::parallel_stable_sort: its elements cannot be moved and exchanged: is it "
                                    "const? (concept std::permutable)");
  static_assert(no(Mistake::stop), "tactus::parallel_stable_sort: the last argument is no stop (concept stop_request)");
  static_assert(no(Mistake::none), "tactus::parallel_stable_sort: these arguments do not fit together: is a range or a "
                                   "function const? (docs/library.md)");
}

template <class... Arguments> detail::Refused parallel_merge(Arguments &&...) {
  using detail::Mistake;
  constexpr detail::No no{detail::mistakeInMerge<detail::Call<Arguments...>>()};
  static_assert(
      no(Mistake::count),
      "tactus::parallel_merge: it takes (first, second, output) or (first, second, output, less), and a stop");
  static_assert(
      no(Mistake::range),
      "tactus::parallel_merge: the first argument is no range with random access and a size (concept indexable_range)");
  static_assert(no(Mistake::second), "tactus::parallel_merge: the second argument is no range with random access and a "
                                     "size (concept indexable_range)");
  static_assert(
      no(Mistake::output),
      "tactus::parallel_merge: the output is no iterator with random access (concept std::random_access_iterator)");
  static_assert(no(Mistake::bits), "tactus::parallel_merge: elements that are bits of one word cannot be written by "
                                   "several threads (concept written_apart)");
  static_assert(no(Mistake::order), "tactus::parallel_merge: less(a, b) is no order of both ranges, or the output does "
                                    "not take their elements (concept merges_into)");
  static_assert(no(Mistake::stop), "tactus::parallel_merge: the last argument is no stop (concept stop_request)");
  static_assert(
      no(Mistake::none),
      "tactus::parallel_merge: these arguments do not fit together: is a range or a function const? (docs/library.md)");
  return {};
}

template <class... Arguments> detail::Refused parallel_partition(Arguments &&...) {
  using detail::Mistake;
  constexpr detail::No no{detail::mistakeInPartition<detail::Call<Arguments...>>()};
  static_assert(no(Mistake::count),
                "tactus::parallel_partition: it takes (range, predicate) or (range, predicate, stop)");
  static_assert(no(Mistake::range), "tactus::parallel_partition: the first argument is no range with random access and "
                                    "a size (concept indexable_range)");
  static_assert(no(Mistake::predicate),
                "tactus::parallel_partition: the predicate cannot be asked about an element (concept std::predicate)");
  static_assert(no(Mistake::bits), "tactus::parallel_partition: elements that are bits of one word cannot be written "
                                   "by several threads (concept written_apart)");
  static_assert(
      no(Mistake::place),
      "tactus::parallel_partition: its elements cannot be moved and exchanged: is it const? (concept std::permutable)");
  static_assert(no(Mistake::stop), "tactus::parallel_partition: the last argument is no stop (concept stop_request)");
  static_assert(no(Mistake::none), "tactus::parallel_partition: these arguments do not fit together: is a range or a "
                                   "function const? (docs/library.md)");
  return {};
}

} // namespace tactus

#endif // TACTUS_DETAIL_REFUSED_SORT_HPP
