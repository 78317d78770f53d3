//===- parallel_scan.h - oneTBB's parallel_scan on latent loops -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     long sum = tbb::parallel_scan(range, 0L, scanRange, std::plus<>());     scanRange(range, sum, isFinal)
//     tbb::parallel_scan(range, body);
//
// A blocked range is a latent loop: what no beat has made a task is scanned once, finally, and only tasks are summed
// before. With simple_partitioner, where the grain is a promise about Body, and for other ranges, the algorithm is
// oneTBB's, whose overloads are less specialised. The tags and the Body that keeps a value are oneTBB's, too.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TBB_ONEAPI_PARALLEL_SCAN_H
#define TACTUS_TBB_ONEAPI_PARALLEL_SCAN_H

// Compilers that are asked to be pedantic warn of #include_next outside of system headers.
#pragma GCC system_header

#include_next <oneapi/tbb/parallel_scan.h>

#include "../../detail/scan.hpp"

namespace tbb::detail::d1 {

template <class Value, class Body>
void parallel_scan(const blocked_range<Value> &range, Body &body,
                   std::source_location where = std::source_location::current()) {
  tactus::tbb_interface::underCurrent([&](auto stop) { tactus::tbb_interface::scanRange(range, body, stop, where); });
}

template <class Value, class Body>
void parallel_scan(const blocked_range<Value> &range, Body &body, const auto_partitioner &,
                   std::source_location where = std::source_location::current()) {
  d1::parallel_scan(range, body, where);
}

template <class Index, class Value, class Scan, class ReverseJoin>
Value parallel_scan(const blocked_range<Index> &range, const Value &identity, const Scan &scan,
                    const ReverseJoin &reverseJoin, std::source_location where = std::source_location::current()) {
  lambda_scan_body<blocked_range<Index>, Value, Scan, ReverseJoin> body(identity, scan, reverseJoin);
  d1::parallel_scan(range, body, where);
  return body.result();
}

template <class Index, class Value, class Scan, class ReverseJoin>
Value parallel_scan(const blocked_range<Index> &range, const Value &identity, const Scan &scan,
                    const ReverseJoin &reverseJoin, const auto_partitioner &,
                    std::source_location where = std::source_location::current()) {
  return d1::parallel_scan(range, identity, scan, reverseJoin, where);
}

} // namespace tbb::detail::d1

/// Argument-dependent look-up finds the functions beside the ranges, as it does in oneTBB.
namespace tbb {
inline namespace v1 {
using detail::d1::parallel_scan;
} // namespace v1
} // namespace tbb

#endif // TACTUS_TBB_ONEAPI_PARALLEL_SCAN_H
