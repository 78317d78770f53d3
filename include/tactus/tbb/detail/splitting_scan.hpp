//===- splitting_scan.hpp - oneTBB's parallel_scan over forks ----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Of ranges that are no blocked_range, and with simple_partitioner. The range is forked wherever it is divisible. The
// thread that begins knows what stands in front of each piece, and scans it once, finally. A second branch that becomes
// a task sums its pieces, and its join scans them, as in scan.hpp.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TBB_DETAIL_SPLITTING_SCAN_HPP
#define TACTUS_TBB_DETAIL_SPLITTING_SCAN_HPP

#include "ranges.hpp"

#include <memory>
#include <utility>
#include <vector>

namespace tactus::tbb_interface {

template <class Range, class Body, class Stop> class SplittingScan {
  /// Pieces that follow each other, and the body that has summed them.
  struct Part {
    std::vector<Range> pieces;
    std::unique_ptr<Body> sum;
  };
  /// More parts than this are joined in pairs.
  static constexpr std::size_t Most = 32;

  /// All others are split from it. Nothing else is done with it meanwhile.
  Body &source;
  const Stop &stop;
  std::source_location where;

public:
  /// One that scans finally has a body in front of its next piece; another one has summed parts.
  struct Strand {
    Body *front = nullptr;
    std::unique_ptr<Body> owner = {};
    std::vector<Part> parts = {};
    std::size_t length = 1;
  };

  SplittingScan(Body &body, const Stop &request, std::source_location place)
      : source(body), stop(request), where(place) {}

  void run(Range &range, Strand &strand) const {
    if (stop.stop_requested())
      return;
    if (!range.is_divisible()) {
      [[maybe_unused]] auto entered = inside(stop);
      if (strand.front)
        (*strand.front)(std::as_const(range), ::tbb::final_scan_tag());
      else
        sum(range, strand);
      return;
    }
    Range right(range, ::tbb::split());
    Strand other;
    auto task = [&] { run(right, other); };
    using Task = decltype(task);
    using Site = ::tactus::detail::ForkSite<Task>;
    typename Site::Environment environment(task);
    tactus_fork_record *record = ::tactus::detail::fork(
        Site::descriptor, environment.data(), [&]() __attribute__((always_inline)) { run(range, strand); }, where);
    if (!record) [[likely]] {
      run(right, strand);
      return;
    }
    ::tactus::detail::takeJoined<Task>(record);
    // A branch that has been told to stop may have left pieces out.
    if (!stop.stop_requested())
      append(strand, other);
  }

private:
  void sum(const Range &range, Strand &strand) const {
    std::vector<Part> &parts = strand.parts;
    if (parts.size() >= Most && parts.back().pieces.size() >= strand.length)
      joinPairs(strand);
    if (parts.empty() || parts.back().pieces.size() >= strand.length)
      parts.push_back({{}, std::make_unique<Body>(source, ::tbb::split())});
    (*parts.back().sum)(range, ::tbb::pre_scan_tag());
    parts.back().pieces.push_back(range);
  }

  static void joinPairs(Strand &strand) {
    std::vector<Part> joined;
    for (std::size_t pair = 0; pair + 1 < strand.parts.size(); pair += 2) {
      Part &left = strand.parts[pair], &right = strand.parts[pair + 1];
      right.sum->reverse_join(*left.sum);
      left.pieces.insert(left.pieces.end(), right.pieces.begin(), right.pieces.end());
      joined.push_back({std::move(left.pieces), std::move(right.sum)});
    }
    if (strand.parts.size() % 2 != 0)
      joined.push_back(std::move(strand.parts.back()));
    strand.parts = std::move(joined);
    strand.length *= 2;
  }

  /// What the task has summed follows the strand.
  void append(Strand &strand, Strand &task) const {
    if (strand.front)
      finish(strand, task.parts);
    else
      for (Part &part : task.parts)
        strand.parts.push_back(std::move(part));
  }

  /// Each sum, with what stands in front of it, is what stands in front of the next part. The last of those bodies
  /// takes the strand's place.
  void finish(Strand &strand, std::vector<Part> &parts) const {
    std::vector<Body *> fronts{strand.front};
    for (std::size_t next = 1; next < parts.size(); ++next) {
      parts[next - 1].sum->reverse_join(*fronts.back());
      fronts.push_back(parts[next - 1].sum.get());
    }
    ::tactus::parallel_for(
        std::size_t{0}, parts.size(),
        [&](std::size_t index) {
          [[maybe_unused]] auto entered = inside(stop);
          for (const Range &piece : parts[index].pieces)
            (*fronts[index])(piece, ::tbb::final_scan_tag());
        },
        stop, where);
    if (parts.size() > 1) {
      strand.owner = std::move(parts[parts.size() - 2].sum);
      strand.front = strand.owner.get();
    }
  }
};

} // namespace tactus::tbb_interface

#endif // TACTUS_TBB_DETAIL_SPLITTING_SCAN_HPP
