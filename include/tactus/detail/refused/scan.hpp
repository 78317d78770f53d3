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
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_inclusive_scan, count, TACTUS_DETAIL_RANGE_OUTPUT))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_inclusive_scan, range, TACTUS_DETAIL_NO_RANGE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_inclusive_scan, output, TACTUS_DETAIL_NO_OUTPUT))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_inclusive_scan, bits, TACTUS_DETAIL_BITS))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_inclusive_scan, identity, TACTUS_DETAIL_NO_VALUES))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_inclusive_scan, combine, TACTUS_DETAIL_NO_SCAN))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_inclusive_scan, result, TACTUS_DETAIL_NO_SUMS))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_inclusive_scan, stop, TACTUS_DETAIL_NO_STOP))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_inclusive_scan, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInExclusiveScan<First, Others...>()
template <class First, class... Others>
detail::Refused parallel_exclusive_scan(First &&, const Others &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::parallel_exclusive_scan: it takes (range, output, init) or (range, output, init, "
        "combine), and a stop", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_exclusive_scan, range, TACTUS_DETAIL_NO_RANGE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(value),
        "tactus::parallel_exclusive_scan: the elements are not of the type of init (concept "
        "std::convertible_to)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_exclusive_scan, output, TACTUS_DETAIL_NO_OUTPUT))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_exclusive_scan, bits, TACTUS_DETAIL_BITS))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_exclusive_scan, identity, TACTUS_DETAIL_NO_VALUES))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_exclusive_scan, combine, TACTUS_DETAIL_NO_SCAN))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_exclusive_scan, result, TACTUS_DETAIL_NO_SUMS))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_exclusive_scan, stop, TACTUS_DETAIL_NO_STOP))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_exclusive_scan, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;
#undef TACTUS_DETAIL_MADE
// clang-format on

} // namespace tactus

#endif // TACTUS_DETAIL_REFUSED_SCAN_HPP
