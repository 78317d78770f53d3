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

namespace tactus {

namespace detail {

/// (range, output, init, [combine, [stop]])
template <class First, class... Others> constexpr Mistake mistakeInExclusiveScan() {
  using All = Call<First, Others...>;
  TACTUS_DETAIL_NEEDS(count, All::takes(3, 5))
  TACTUS_DETAIL_NEEDS(range, indexable_range<First>)
  TACTUS_DETAIL_NEEDS(value,
                      std::convertible_to<std::ranges::range_reference_t<First>, typename All::template Plain<2>>)
  return mistakeInScan<typename All::template Plain<2>, All, 3>();
}

} // namespace detail

#define TACTUS_DETAIL_HEAD template <class... Arguments> detail::Refused TACTUS_DETAIL_NAME(Arguments &&...)
#define TACTUS_DETAIL_MADE detail::mistakeInInclusiveScan<detail::Call<Arguments...>>()
#define TACTUS_DETAIL_COUNT TACTUS_DETAIL_RANGE_OUTPUT
#define TACTUS_DETAIL_IDENTITY TACTUS_DETAIL_NO_VALUES
#define TACTUS_DETAIL_COMBINE TACTUS_DETAIL_NO_SCAN
#define TACTUS_DETAIL_RESULT TACTUS_DETAIL_NO_SUMS
#define TACTUS_DETAIL_NAME parallel_inclusive_scan
#include "overload.def"

#define TACTUS_DETAIL_HEAD                                                                                             \
  template <class First, class... Others> detail::Refused TACTUS_DETAIL_NAME(First &&, const Others &...)
#define TACTUS_DETAIL_MADE detail::mistakeInExclusiveScan<First, Others...>()
#define TACTUS_DETAIL_IDENTITY TACTUS_DETAIL_NO_VALUES
#define TACTUS_DETAIL_COMBINE TACTUS_DETAIL_NO_SCAN
#define TACTUS_DETAIL_RESULT TACTUS_DETAIL_NO_SUMS
#define TACTUS_DETAIL_COUNT "it takes (range, output, init) or (range, output, init, combine), and a stop"
#define TACTUS_DETAIL_VALUE "the elements are not of the type of init (concept std::convertible_to)"
#define TACTUS_DETAIL_NAME parallel_exclusive_scan
#include "overload.def"

} // namespace tactus

#endif // TACTUS_DETAIL_REFUSED_SCAN_HPP
