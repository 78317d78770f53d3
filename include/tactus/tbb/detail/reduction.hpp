//===- reduction.hpp - Bodies of oneTBB's parallel_reduce over loops and forks ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Both forms of parallel_reduce are one here: the functional one is a Body that keeps a value.
//
//     blocked_range        one latent loop. The first body is the user's; a task that a beat makes begins with a copy
//                          that the splitting constructor makes, and its join puts it to the one before
//     any other range      a fork wherever the range is divisible; a second branch that becomes a task has such a body
//
// parallel_deterministic_reduce is of the second form, with a body for each second branch, so that it groups by the
// range alone.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TBB_DETAIL_REDUCTION_HPP
#define TACTUS_TBB_DETAIL_REDUCTION_HPP

#include "ranges.hpp"

#include "../../detail/invoke.hpp"

#include <memory>
#include <new>

namespace tactus::tbb_interface {

/// The partitioner of parallel_deterministic_reduce: always forks, so nothing but the range decides on the grouping.
template <class Partitioner> struct Deterministic {};
template <class Partitioner> inline constexpr bool promisesGrain<Deterministic<Partitioner>> = true;
template <class Partitioner> inline constexpr bool isDeterministic = false;
template <class Partitioner> inline constexpr bool isDeterministic<Deterministic<Partitioner>> = true;
template <class Partitioner>
inline constexpr bool splitsInProportion<Deterministic<Partitioner>> = splitsInProportion<Partitioner>;

/// A loop over a blocked range whose accumulator is a Body.
template <class Range, class Body, class Stop> struct ReductionKind {
  /// The body of the first iterations is the user's, all others are owned.
  struct State {
    Body *body;
    std::unique_ptr<Body> owned = {};
  };
  using Cursor = uint64_t;
  const Range &range;
  Body &first;
  const Stop &stop;

  State begin(uint64_t) const {
    auto split = std::make_unique<Body>(first, ::tbb::split());
    Body *body = split.get();
    return {body, std::move(split)};
  }
  Cursor at(uint64_t index) const noexcept { return index; }
  [[gnu::always_inline]] void iterate(State &state, uint64_t index) const { runPiece(state, index, index + 1); }
  [[gnu::always_inline]] void runPiece(State &state, uint64_t begin, uint64_t end) const {
    [[maybe_unused]] auto entered = inside(stop);
    auto part = piece(range, begin, end);
    (*state.body)(part);
  }
  void combine(State &state, State &&next) const { state.body->join(*next.body); }
};

/// A body that is split off another one, if it comes to that. Programs that use nothing else of <optional> would
/// compile it for this.
template <class Body> class SecondBody {
  union {
    Body body;
  };
  bool isMade = false;

public:
  SecondBody() noexcept {}
  ~SecondBody() {
    if (isMade)
      body.~Body();
  }
  SecondBody(const SecondBody &) = delete;
  SecondBody &operator=(const SecondBody &) = delete;

  void splitFrom(Body &first) {
    ::new (static_cast<void *>(std::addressof(body))) Body(first, ::tbb::split());
    isMade = true;
  }
  explicit operator bool() const noexcept { return isMade; }
  Body &operator*() noexcept { return body; }
};

/// Forks where the range is divisible. A body is split for a task, which oneTBB lets it be while it is called. What
/// this thread runs itself goes on with the body that it has: bodies may be large, and ranges have many parts. Only
/// where the grouping is fixed is each part's body its own.
template <class Partitioner, class Range, class Body, class Stop> class SplittingReduction {
  const Stop &stop;
  std::source_location where;

public:
  SplittingReduction(const Stop &request, std::source_location place) : stop(request), where(place) {}

  void run(Range &range, Body &body, bool isWhole) const {
    if (stop.stop_requested())
      return;
    if (!range.is_divisible()) {
      [[maybe_unused]] auto entered = inside(stop);
      body(range);
      return;
    }
    Range right = splitOff<Partitioner>(range, isWhole);
    SecondBody<Body> second;
    if constexpr (isDeterministic<Partitioner>) {
      second.splitFrom(body);
      ::tactus::detail::both(where, [&] { run(range, body, false); }, [&] { run(right, *second, false); });
    } else {
      forkParts(range, right, body, second);
    }
    if (second && !stop.stop_requested())
      body.join(*second);
  }

private:
  void forkParts(Range &left, Range &right, Body &body, SecondBody<Body> &second) const {
    auto task = [&] {
      second.splitFrom(body);
      run(right, *second, false);
    };
    using Task = decltype(task);
    using Site = ::tactus::detail::ForkSite<Task>;
    typename Site::Environment environment(task);
    tactus_fork_record *record = ::tactus::detail::fork(
        Site::descriptor, environment.data(), [&]() __attribute__((always_inline)) { run(left, body, false); }, where);
    if (record) [[unlikely]]
      ::tactus::detail::takeJoined<Task>(record);
    else
      run(right, body, false);
  }
};

template <class Partitioner, class Range, class Body, class Stop>
void reduceRange(const Range &range, Body &body, const Stop &stop, std::source_location where) {
  if (range.empty())
    return;
  if constexpr (isLoop<Range, Partitioner>) {
    ReductionKind<Range, Body, Stop> kind{range, body, stop};
    typename ReductionKind<Range, Body, Stop>::State state{&body};
    ::tactus::detail::runUntil(kind, state, static_cast<uint64_t>(range.size()), stop, where);
  } else {
    Range all(range);
    SplittingReduction<Partitioner, Range, Body, Stop>(stop, where).run(all, body, true);
  }
}

/// The functional form as a Body.
template <class Range, class Value, class RealBody, class Reduction> class ValueBody {
  const Value &identity;
  const RealBody &realBody;
  const Reduction &reduction;
  Value value;

public:
  ValueBody(const Value &neutral, const RealBody &body, const Reduction &joined)
      : identity(neutral), realBody(body), reduction(joined), value(neutral) {}
  ValueBody(ValueBody &other, ::tbb::split) : ValueBody(other.identity, other.realBody, other.reduction) {}
  void operator()(Range &range) { value = ::tactus::detail::invoke(realBody, range, std::as_const(value)); }
  void join(ValueBody &other) {
    value = ::tactus::detail::invoke(reduction, std::as_const(value), std::as_const(other.value));
  }
  Value &&take() { return std::move(value); }
};

} // namespace tactus::tbb_interface

#endif // TACTUS_TBB_DETAIL_REDUCTION_HPP
