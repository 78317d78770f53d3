//===- sequences.hpp - calls of parallel_sort and parallel_scan that are refused ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// How, and why: call.hpp.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_REFUSED_SEQUENCES_HPP
#define TACTUS_DETAIL_REFUSED_SEQUENCES_HPP

#include "left_out.hpp"

#include <iterator>

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
    return mistakeInScan<std::ranges::range_value_t<typename Call::template At<0>>, Call, 2>();
}

} // namespace detail

template <class... Arguments> void parallel_sort(Arguments &&...) {
  using detail::Mistake;
  constexpr detail::No no{detail::mistakeInSort<detail::Call<Arguments...>>()};
  static_assert(no(Mistake::count), "tactus::parallel_sort: it takes (range), (range, less) or (range, less, stop)");
  static_assert(
      no(Mistake::range),
      "tactus::parallel_sort: the first argument is no range with random access and a size (concept indexable_range)");
  static_assert(no(Mistake::bits), "tactus::parallel_sort: elements that are bits of one word cannot be written by "
                                   "several threads (concept written_apart)");
  static_assert(
      no(Mistake::order),
      "tactus::parallel_sort: less(a, b) is no order of the elements (concept std::indirect_strict_weak_order)");
  static_assert(
      no(Mistake::place),
      "tactus::parallel_sort: its elements cannot be moved and exchanged: is it const? (concept std::permutable)");
  static_assert(no(Mistake::stop), "tactus::parallel_sort: the last argument is no stop (concept stop_request)");
  static_assert(
      no(Mistake::none),
      "tactus::parallel_sort: these arguments do not fit together: is a range or a function const? (docs/library.md)");
}

template <class... Arguments> detail::Refused parallel_scan(Arguments &&...) {
  using detail::Mistake;
  constexpr detail::No no{detail::mistakeInInclusiveScan<detail::Call<Arguments...>>()};
  static_assert(no(Mistake::count),
                "tactus::parallel_scan: it takes (range, output) or (range, output, combine), and a stop");
  static_assert(
      no(Mistake::range),
      "tactus::parallel_scan: the first argument is no range with random access and a size (concept indexable_range)");
  static_assert(
      no(Mistake::output),
      "tactus::parallel_scan: the output is no iterator with random access (concept std::random_access_iterator)");
  static_assert(no(Mistake::bits), "tactus::parallel_scan: elements that are bits of one word cannot be written by "
                                   "several threads (concept written_apart)");
  static_assert(no(Mistake::identity),
                "tactus::parallel_scan: its values cannot be copied and moved (concept reduction_value)");
  static_assert(no(Mistake::combine),
                "tactus::parallel_scan: combine(T, T) gives no T, the type that is scanned (concept combines)");
  static_assert(no(Mistake::result), "tactus::parallel_scan: the output does not take the sums (concept scans_into)");
  static_assert(no(Mistake::stop), "tactus::parallel_scan: the last argument is no stop (concept stop_request)");
  static_assert(
      no(Mistake::none),
      "tactus::parallel_scan: these arguments do not fit together: is a range or a function const? (docs/library.md)");
  return {};
}

} // namespace tactus

#endif // TACTUS_DETAIL_REFUSED_SEQUENCES_HPP
