//===- parallel_reduce.h - oneTBB's parallel_reduce and parallel_deterministic_reduce --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     long sum = tbb::parallel_reduce(tbb::blocked_range<int>(0, n), 0L, addRange, std::plus<>());
//     tbb::parallel_reduce(range, body);       Body(Body &, split), operator()(range), join(Body &)
//
// Values are combined in the order of the range. parallel_deterministic_reduce groups by the range and its grain alone,
// as oneTBB does: the same bits for any number of workers and any beat.
//
//===----------------------------------------------------------------------===//
#ifndef __TBB_parallel_reduce_H
#define __TBB_parallel_reduce_H // oneTBB's own: its other headers find that parallel_reduce is there

#include "../../detail/reduction.hpp"

namespace tactus::tbb_interface {

template <class Partitioner, class Range, class Value, class RealBody, class Reduction, class Stop>
Value reduceValue(const Range &range, const Value &identity, const RealBody &realBody, const Reduction &reduction,
                  const Stop &stop, std::source_location where) {
  ValueBody<Range, Value, RealBody, Reduction> body(identity, realBody, reduction);
  reduceRange<Partitioner>(range, body, stop, where);
  return body.take();
}

template <class Body, class Range>
concept reduction_body = std::constructible_from<Body, Body &, ::tbb::split> && requires(Body &body, Range &range) {
  body(range);
  body.join(body);
};

} // namespace tactus::tbb_interface

namespace tbb::detail::d1 {

template <class Range, class Body>
  requires tactus::tbb_interface::reduction_body<Body, Range>
void parallel_reduce(const Range &range, Body &body, std::source_location where = std::source_location::current()) {
  tactus::tbb_interface::underCurrent(
      [&](auto stop) { tactus::tbb_interface::reduceRange<auto_partitioner>(range, body, stop, where); });
}

template <class Range, class Value, class RealBody, class Reduction>
  requires std::invocable<const RealBody &, Range &, const Value &>
Value parallel_reduce(const Range &range, const Value &identity, const RealBody &realBody, const Reduction &reduction,
                      std::source_location where = std::source_location::current()) {
  return tactus::tbb_interface::underCurrent([&](auto stop) {
    return tactus::tbb_interface::reduceValue<auto_partitioner>(range, identity, realBody, reduction, stop, where);
  });
}

template <class Range, class Body>
  requires tactus::tbb_interface::reduction_body<Body, Range>
void parallel_reduce(const Range &range, Body &body, task_group_context &context,
                     std::source_location where = std::source_location::current()) {
  tactus::tbb_interface::under(
      context, [&](auto stop) { tactus::tbb_interface::reduceRange<auto_partitioner>(range, body, stop, where); });
}

template <class Range, class Value, class RealBody, class Reduction>
  requires std::invocable<const RealBody &, Range &, const Value &>
Value parallel_reduce(const Range &range, const Value &identity, const RealBody &realBody, const Reduction &reduction,
                      task_group_context &context, std::source_location where = std::source_location::current()) {
  return tactus::tbb_interface::under(context, [&](auto stop) {
    return tactus::tbb_interface::reduceValue<auto_partitioner>(range, identity, realBody, reduction, stop, where);
  });
}

template <class Range, class Body, tactus::tbb_interface::is_partitioner Partitioner>
  requires tactus::tbb_interface::reduction_body<Body, Range>
void parallel_reduce(const Range &range, Body &body, Partitioner &&,
                     std::source_location where = std::source_location::current()) {
  tactus::tbb_interface::underCurrent(
      [&](auto stop) { tactus::tbb_interface::reduceRange<Partitioner>(range, body, stop, where); });
}

template <class Range, class Value, class RealBody, class Reduction, tactus::tbb_interface::is_partitioner Partitioner>
  requires std::invocable<const RealBody &, Range &, const Value &>
Value parallel_reduce(const Range &range, const Value &identity, const RealBody &realBody, const Reduction &reduction,
                      Partitioner &&, std::source_location where = std::source_location::current()) {
  return tactus::tbb_interface::underCurrent([&](auto stop) {
    return tactus::tbb_interface::reduceValue<Partitioner>(range, identity, realBody, reduction, stop, where);
  });
}

template <class Range, class Body, tactus::tbb_interface::is_partitioner Partitioner>
  requires tactus::tbb_interface::reduction_body<Body, Range>
void parallel_reduce(const Range &range, Body &body, Partitioner &&, task_group_context &context,
                     std::source_location where = std::source_location::current()) {
  tactus::tbb_interface::under(
      context, [&](auto stop) { tactus::tbb_interface::reduceRange<Partitioner>(range, body, stop, where); });
}

template <class Range, class Value, class RealBody, class Reduction, tactus::tbb_interface::is_partitioner Partitioner>
  requires std::invocable<const RealBody &, Range &, const Value &>
Value parallel_reduce(const Range &range, const Value &identity, const RealBody &realBody, const Reduction &reduction,
                      Partitioner &&, task_group_context &context,
                      std::source_location where = std::source_location::current()) {
  return tactus::tbb_interface::under(context, [&](auto stop) {
    return tactus::tbb_interface::reduceValue<Partitioner>(range, identity, realBody, reduction, stop, where);
  });
}

template <class Range, class Body>
  requires tactus::tbb_interface::reduction_body<Body, Range>
void parallel_deterministic_reduce(const Range &range, Body &body,
                                   std::source_location where = std::source_location::current()) {
  tactus::tbb_interface::underCurrent([&](auto stop) {
    tactus::tbb_interface::reduceRange<tactus::tbb_interface::Deterministic<simple_partitioner>>(range, body, stop,
                                                                                                 where);
  });
}

template <class Range, class Value, class RealBody, class Reduction>
  requires std::invocable<const RealBody &, Range &, const Value &>
Value parallel_deterministic_reduce(const Range &range, const Value &identity, const RealBody &realBody,
                                    const Reduction &reduction,
                                    std::source_location where = std::source_location::current()) {
  return tactus::tbb_interface::underCurrent([&](auto stop) {
    return tactus::tbb_interface::reduceValue<tactus::tbb_interface::Deterministic<simple_partitioner>>(
        range, identity, realBody, reduction, stop, where);
  });
}

template <class Range, class Body>
  requires tactus::tbb_interface::reduction_body<Body, Range>
void parallel_deterministic_reduce(const Range &range, Body &body, task_group_context &context,
                                   std::source_location where = std::source_location::current()) {
  tactus::tbb_interface::under(context, [&](auto stop) {
    tactus::tbb_interface::reduceRange<tactus::tbb_interface::Deterministic<simple_partitioner>>(range, body, stop,
                                                                                                 where);
  });
}

template <class Range, class Value, class RealBody, class Reduction>
  requires std::invocable<const RealBody &, Range &, const Value &>
Value parallel_deterministic_reduce(const Range &range, const Value &identity, const RealBody &realBody,
                                    const Reduction &reduction, task_group_context &context,
                                    std::source_location where = std::source_location::current()) {
  return tactus::tbb_interface::under(context, [&](auto stop) {
    return tactus::tbb_interface::reduceValue<tactus::tbb_interface::Deterministic<simple_partitioner>>(
        range, identity, realBody, reduction, stop, where);
  });
}

template <class Range, class Body, tactus::tbb_interface::is_partitioner Partitioner>
  requires tactus::tbb_interface::reduction_body<Body, Range>
void parallel_deterministic_reduce(const Range &range, Body &body, Partitioner &&,
                                   std::source_location where = std::source_location::current()) {
  tactus::tbb_interface::underCurrent([&](auto stop) {
    tactus::tbb_interface::reduceRange<tactus::tbb_interface::Deterministic<Partitioner>>(range, body, stop, where);
  });
}

template <class Range, class Value, class RealBody, class Reduction, tactus::tbb_interface::is_partitioner Partitioner>
  requires std::invocable<const RealBody &, Range &, const Value &>
Value parallel_deterministic_reduce(const Range &range, const Value &identity, const RealBody &realBody,
                                    const Reduction &reduction, Partitioner &&,
                                    std::source_location where = std::source_location::current()) {
  return tactus::tbb_interface::underCurrent([&](auto stop) {
    return tactus::tbb_interface::reduceValue<tactus::tbb_interface::Deterministic<Partitioner>>(
        range, identity, realBody, reduction, stop, where);
  });
}

template <class Range, class Body, tactus::tbb_interface::is_partitioner Partitioner>
  requires tactus::tbb_interface::reduction_body<Body, Range>
void parallel_deterministic_reduce(const Range &range, Body &body, Partitioner &&, task_group_context &context,
                                   std::source_location where = std::source_location::current()) {
  tactus::tbb_interface::under(context, [&](auto stop) {
    tactus::tbb_interface::reduceRange<tactus::tbb_interface::Deterministic<Partitioner>>(range, body, stop, where);
  });
}

template <class Range, class Value, class RealBody, class Reduction, tactus::tbb_interface::is_partitioner Partitioner>
  requires std::invocable<const RealBody &, Range &, const Value &>
Value parallel_deterministic_reduce(const Range &range, const Value &identity, const RealBody &realBody,
                                    const Reduction &reduction, Partitioner &&, task_group_context &context,
                                    std::source_location where = std::source_location::current()) {
  return tactus::tbb_interface::under(context, [&](auto stop) {
    return tactus::tbb_interface::reduceValue<tactus::tbb_interface::Deterministic<Partitioner>>(
        range, identity, realBody, reduction, stop, where);
  });
}

} // namespace tbb::detail::d1

/// Argument-dependent look-up finds the functions beside the ranges, as it does in oneTBB.
namespace tbb {
inline namespace v1 {
using detail::d1::parallel_deterministic_reduce;
using detail::d1::parallel_reduce;
} // namespace v1
} // namespace tbb

#endif // __TBB_parallel_reduce_H
