//===- scan.hpp - scans that are refused ----------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// How, and why: call.hpp.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_REFUSED_SCAN_HPP
#define TACTUS_DETAIL_REFUSED_SCAN_HPP

#pragma GCC system_header
#include "../../scan.hpp"
#include "sequences.hpp"

#if !defined(__clang__)
#line 17 "tactus/detail/refused/scan.hpp"
#endif

namespace tactus {

namespace detail {

/// (range, output, init, [combine, [stop]])
template <class First, class... Others> constexpr Mistake mistakeInExclusiveScan() {
  using All = Call<First, Others...>;
  if constexpr (!All::takes(3, 5))
    return Mistake::count;
  else if constexpr (!indexable_range<First>)
    return Mistake::range;
  else if constexpr (!std::convertible_to<std::ranges::range_reference_t<First>, typename All::template Plain<2>>)
    return Mistake::value;
  else
    return mistakeInScan<typename All::template Plain<2>, All, 3>();
}

} // namespace detail

// clang-format off
#define TACTUS_DETAIL_MADE detail::mistakeInInclusiveScan<detail::Call<Arguments...>>()
template <class... Arguments> detail::Refused parallel_inclusive_scan(Arguments &&...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::parallel_inclusive_scan: it takes (range, output) or (range, output, combine), and a stop", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::parallel_inclusive_scan: the first argument is no range with random access and a size "
        "(concept indexable_range)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(output),
        "tactus::parallel_inclusive_scan: the output is no iterator with random access (concept "
        "std::random_access_iterator)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(bits),
        "tactus::parallel_inclusive_scan: elements that are bits of one word cannot be written by several "
        "threads (concept written_apart)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(identity),
        "tactus::parallel_inclusive_scan: its values cannot be copied and moved (concept reduction_value)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(combine),
        "tactus::parallel_inclusive_scan: combine(T, T) gives no T, the type that is scanned (concept "
        "combines)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(result),
        "tactus::parallel_inclusive_scan: the output does not take the sums (concept scans_into)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(stop),
        "tactus::parallel_inclusive_scan: the last argument is no stop (concept stop_request)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::parallel_inclusive_scan: these arguments do not fit together: is a range or a function "
        "const? (docs/library.md)", "error")))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInExclusiveScan<First, Others...>()
template <class First, class... Others>
detail::Refused parallel_exclusive_scan(First &&, const Others &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::parallel_exclusive_scan: it takes (range, output, init) or (range, output, init, "
        "combine), and a stop", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::parallel_exclusive_scan: the first argument is no range with random access and a size "
        "(concept indexable_range)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(value),
        "tactus::parallel_exclusive_scan: the elements are not of the type of init (concept "
        "std::convertible_to)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(output),
        "tactus::parallel_exclusive_scan: the output is no iterator with random access (concept "
        "std::random_access_iterator)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(bits),
        "tactus::parallel_exclusive_scan: elements that are bits of one word cannot be written by several "
        "threads (concept written_apart)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(identity),
        "tactus::parallel_exclusive_scan: its values cannot be copied and moved (concept reduction_value)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(combine),
        "tactus::parallel_exclusive_scan: combine(T, T) gives no T, the type that is scanned (concept "
        "combines)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(result),
        "tactus::parallel_exclusive_scan: the output does not take the sums (concept scans_into)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(stop),
        "tactus::parallel_exclusive_scan: the last argument is no stop (concept stop_request)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::parallel_exclusive_scan: these arguments do not fit together: is a range or a function "
        "const? (docs/library.md)", "error")))
    TACTUS_DETAIL_END;
#undef TACTUS_DETAIL_MADE
// clang-format on

} // namespace tactus

#endif // TACTUS_DETAIL_REFUSED_SCAN_HPP
