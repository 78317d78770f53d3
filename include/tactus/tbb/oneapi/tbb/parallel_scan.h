//===- parallel_scan.h - oneTBB's parallel_scan on latent loops and forks -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     long sum = tbb::parallel_scan(range, 0L, scanRange, std::plus<>());     scanRange(range, sum, isFinal)
//     tbb::parallel_scan(range, body);
//
// A blocked range is a latent loop; with simple_partitioner, where the grain is a promise about Body, and for other
// ranges, there are forks. What no beat has made a task is scanned once, finally, and only tasks are summed before.
//
//===----------------------------------------------------------------------===//
#ifndef __TBB_parallel_scan_H
#define __TBB_parallel_scan_H // oneTBB's own: its other headers find that parallel_scan is there

#include "partitioner.h"

namespace tbb::detail::d1 {

/// What a body is called for: to sum, or to scan.
struct pre_scan_tag {
  static bool is_final_scan() { return false; }
  operator bool() { return false; }
};
struct final_scan_tag {
  static bool is_final_scan() { return true; }
  operator bool() { return true; }
};

} // namespace tbb::detail::d1

namespace tbb {
inline namespace v1 {
using detail::d1::final_scan_tag;
using detail::d1::pre_scan_tag;
} // namespace v1
} // namespace tbb

#include "../../detail/scan.hpp"

#include <functional>

namespace tactus::tbb_interface {

template <class Range>
concept scan_range = std::copy_constructible<Range> && std::constructible_from<Range, Range &, ::tbb::split> &&
                     requires(const Range &range) {
                       { range.empty() } -> std::convertible_to<bool>;
                       { range.is_divisible() } -> std::convertible_to<bool>;
                     };

template <class Body, class Range>
concept scan_body = scan_range<Range> && std::constructible_from<Body, Body &, ::tbb::split> &&
                    requires(Body &body, const Range &range) {
                      body(range, ::tbb::pre_scan_tag());
                      body(range, ::tbb::final_scan_tag());
                      body.reverse_join(body);
                      body.assign(body);
                    };

template <class Scan, class ReverseJoin, class Range, class Value>
concept scan_functions =
    scan_range<Range> && requires(const Scan &scan, const ReverseJoin &join, const Range &range, const Value &value) {
      { scan(range, value, true) } -> std::convertible_to<Value>;
      { join(value, value) } -> std::convertible_to<Value>;
    };

} // namespace tactus::tbb_interface

namespace tbb::detail::d1 {

template <class Range, class Body, tactus::tbb_interface::is_partitioner Partitioner>
  requires tactus::tbb_interface::scan_body<Body, Range>
void parallel_scan(const Range &range, Body &body, const Partitioner &,
                   std::source_location where = std::source_location::current()) {
  tactus::tbb_interface::underCurrent(
      [&](auto stop) { tactus::tbb_interface::scanRange<Partitioner>(range, body, stop, where); });
}

template <class Range, class Body>
  requires tactus::tbb_interface::scan_body<Body, Range>
void parallel_scan(const Range &range, Body &body, std::source_location where = std::source_location::current()) {
  d1::parallel_scan(range, body, auto_partitioner(), where);
}

template <class Range, class Value, class Scan, class ReverseJoin, tactus::tbb_interface::is_partitioner Partitioner>
  requires tactus::tbb_interface::scan_functions<Scan, ReverseJoin, Range, Value>
Value parallel_scan(const Range &range, const Value &identity, const Scan &scan, const ReverseJoin &reverseJoin,
                    const Partitioner &partitioner, std::source_location where = std::source_location::current()) {
  tactus::tbb_interface::ScanBody<Range, Value, Scan, ReverseJoin> body(identity, scan, reverseJoin);
  d1::parallel_scan(range, body, partitioner, where);
  return body.result();
}

template <class Range, class Value, class Scan, class ReverseJoin>
  requires tactus::tbb_interface::scan_functions<Scan, ReverseJoin, Range, Value>
Value parallel_scan(const Range &range, const Value &identity, const Scan &scan, const ReverseJoin &reverseJoin,
                    std::source_location where = std::source_location::current()) {
  return d1::parallel_scan(range, identity, scan, reverseJoin, auto_partitioner(), where);
}

} // namespace tbb::detail::d1

/// Argument-dependent look-up finds the functions beside the ranges, as it does in oneTBB.
namespace tbb {
inline namespace v1 {
using detail::d1::parallel_scan;
} // namespace v1
} // namespace tbb

#endif // __TBB_parallel_scan_H
