//===- scan.hpp - oneTBB's parallel_scan as a latent loop -------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Who begins the loop knows what stands in front of each iteration: it scans once, finally. A task that a beat makes
// does not know it. It sums parts of its range (pre_scan_tag), and its join scans them finally, all at the same time:
//
//     strand    |f i n a l . . . .|                  prefix of part k = prefix of the strand + sums of parts 0 to k - 1
//     task                        |sum 0|sum 1|sum 2|
//     join                        |final|final|final|
//
// Parts begin as long as the range's grain, and are joined in pairs when there are too many of them: so each task has
// between 16 and 32 of them, however long it is, and nobody has to know that before.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TBB_DETAIL_SCAN_HPP
#define TACTUS_TBB_DETAIL_SCAN_HPP

#include "splitting_scan.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace tactus::tbb_interface {

// Who includes this has the tags (oneapi/tbb/parallel_scan.h).

/// What one strand has summed: parts of an interval, one behind the other, each with a body.
template <class Body> class Sums {
  static constexpr unsigned Most = 32;

  /// The memory of a body, which is constructed and destroyed by hand: a new part allocates nothing, as that would be a
  /// call which compilers know nothing of.
  union Slot {
    Body body;
    Slot() noexcept {}
    ~Slot() {}
  };
  struct Part {
    uint64_t first;
    Slot *slot;
  };

  Slot slots[Most];
  Part parts[Most];
  unsigned count = 0;
  /// How long a part is before the next one begins.
  uint64_t length;
  /// The end of the last part.
  uint64_t last = 0;

  void joinPairs() {
    // All of them before the first body is destroyed: whatever throws finds as many bodies as `count` says.
    for (unsigned pair = 0; pair < Most / 2; ++pair)
      parts[2 * pair + 1].slot->body.reverse_join(parts[2 * pair].slot->body);
    Slot *unused[Most / 2];
    for (unsigned pair = 0; pair < Most / 2; ++pair) {
      Part left = parts[2 * pair];
      unused[pair] = left.slot;
      left.slot->body.~Body();
      parts[pair] = {left.first, parts[2 * pair + 1].slot};
    }
    for (unsigned pair = 0; pair < Most / 2; ++pair)
      parts[Most / 2 + pair].slot = unused[pair];
    count = Most / 2;
    length *= 2;
  }

  void beginPart(Body &source, uint64_t first) {
    if (count == Most)
      joinPairs();
    if (count > 0 && first - parts[count - 1].first < length)
      return;
    ::new (&parts[count].slot->body) Body(source, ::tbb::split());
    parts[count++].first = first;
  }

public:
  explicit Sums(uint64_t grain) noexcept : length(std::max<uint64_t>(grain, 1)) {
    for (unsigned part = 0; part < Most; ++part)
      parts[part] = {0, &slots[part]};
  }
  ~Sums() {
    for (unsigned part = 0; part < count; ++part)
      parts[part].slot->body.~Body();
  }
  Sums(const Sums &) = delete;
  Sums &operator=(const Sums &) = delete;

  /// The interval [begin, end), which follows the one before. Calls sum(body, begin, end) for each piece of a part.
  template <class Sum> [[gnu::always_inline]] void add(Body &source, uint64_t begin, uint64_t end, const Sum &sum) {
    while (begin != end) {
      if (count == 0 || begin - parts[count - 1].first >= length)
        beginPart(source, begin);
      Part part = parts[count - 1];
      uint64_t until = begin + std::min(end - begin, length - (begin - part.first));
      sum(part.slot->body, begin, until);
      last = begin = until;
    }
  }

  /// Calls visit(body, begin, end) for all parts in order.
  template <class Visit> void forEach(const Visit &visit) {
    for (unsigned part = 0; part < count; ++part)
      visit(parts[part].slot->body, parts[part].first, part + 1 < count ? parts[part + 1].first : last);
  }
};

/// A loop over a blocked range that scans. A strand either knows what stands in front of it, and scans finally, or
/// sums.
template <class Range, class Body, class Stop> struct ScanKind {
  using Strand = std::unique_ptr<Sums<Body>>;
  struct State {
    /// Of a strand that scans finally: what stands in front of the next iteration.
    Body *front;
    /// Of one that sums: what it has summed, and the tasks that have been joined to it in between. Of the other: what
    /// owns the body in front.
    Strand sums = {};
    std::vector<Strand> before = {};
  };
  using Cursor = uint64_t;
  const Range &range;
  /// All others are split from it. Nothing else is done with it meanwhile.
  Body &source;
  Body &first;
  const Stop &stop;
  std::source_location where;

  Strand makeSums() const { return std::make_unique<Sums<Body>>(static_cast<uint64_t>(range.grainsize())); }
  State begin(uint64_t) const { return {nullptr, makeSums()}; }
  Cursor at(uint64_t index) const noexcept { return index; }
  [[gnu::always_inline]] void iterate(State &state, uint64_t index) const { runPiece(state, index, index + 1); }
  [[gnu::always_inline]] void callOnce(uint64_t index) const { scan(first, index, index + 1); }
  [[gnu::always_inline]] void runPiece(State &state, uint64_t begin, uint64_t end) const {
    if (state.front) {
      scan(*state.front, begin, end);
      return;
    }
    [[maybe_unused]] auto entered = inside(stop);
    state.sums->add(source, begin, end, [this](Body &body, uint64_t from, uint64_t to) {
      const Range part = piece(range, from, to);
      body(part, ::tbb::pre_scan_tag());
    });
  }

  void combine(State &state, State &&task) const {
    if (state.front) {
      // A strand that has been told to stop may have left iterations out.
      if (!stop.stop_requested())
        finish(state, task);
      return;
    }
    state.before.push_back(std::exchange(state.sums, makeSums()));
    std::move(task.before.begin(), task.before.end(), std::back_inserter(state.before));
    state.before.push_back(std::move(task.sums));
  }

private:
  struct Part {
    /// Knows what stands in front.
    Body *front;
    uint64_t begin, end;
  };

  [[gnu::always_inline]] void scan(Body &body, uint64_t begin, uint64_t end) const {
    [[maybe_unused]] auto entered = inside(stop);
    const Range part = piece(range, begin, end);
    body(part, ::tbb::final_scan_tag());
  }

  /// Scans what the task has summed. Each sum, with what stands in front of it, is what stands in front of the next.
  /// The last of those bodies takes the strand's place: a body that is assigned to need not be fit for more
  /// (oneTBB's test_parallel_scan).
  void finish(State &state, State &task) const {
    std::vector<Part> parts;
    Body *sumBefore = nullptr;
    auto visit = [&](Body &sum, uint64_t begin, uint64_t end) {
      if (sumBefore)
        sumBefore->reverse_join(*parts.back().front);
      parts.push_back({sumBefore ? sumBefore : state.front, begin, end});
      sumBefore = &sum;
    };
    task.before.push_back(std::move(task.sums));
    for (Strand &each : task.before)
      each->forEach(visit);
    ::tactus::parallel_for(
        uint64_t{0}, parts.size(),
        [&](uint64_t index) { scan(*parts[index].front, parts[index].begin, parts[index].end); }, stop, where);
    if (parts.size() > 1) {
      state.front = parts.back().front;
      state.before = std::move(task.before);
    }
  }
};

template <class Partitioner, class Range, class Body, class Stop>
void scanRange(const Range &range, Body &body, const Stop &stop, std::source_location where) {
  if (range.empty())
    return;
  Body first(body, ::tbb::split());
  first.reverse_join(body);
  if constexpr (isLoop<Range, Partitioner>) {
    ScanKind<Range, Body, Stop> kind{range, body, first, stop, where};
    typename ScanKind<Range, Body, Stop>::State state{&first};
    ::tactus::detail::runUntil(kind, state, static_cast<uint64_t>(range.size()), stop, where);
    body.assign(*state.front);
  } else {
    typename SplittingScan<Range, Body, Stop>::Strand strand{&first};
    Range all(range);
    SplittingScan<Range, Body, Stop>(body, stop, where).run(all, strand);
    body.assign(*strand.front);
  }
}

/// The functional form as a Body.
template <class Range, class Value, class Scan, class ReverseJoin> class ScanBody {
  const Value &identity;
  const Scan &scan;
  const ReverseJoin &reverseJoin;
  Value sum;

public:
  ScanBody(const Value &neutral, const Scan &function, const ReverseJoin &join)
      : identity(neutral), scan(function), reverseJoin(join), sum(neutral) {}
  ScanBody(ScanBody &other, ::tbb::split) : ScanBody(other.identity, other.scan, other.reverseJoin) {}
  template <class Tag> void operator()(const Range &range, Tag tag) { sum = scan(range, sum, tag); }
  void reverse_join(ScanBody &before) { sum = reverseJoin(before.sum, sum); }
  void assign(ScanBody &other) { sum = other.sum; }
  const Value &result() const { return sum; }
};

} // namespace tactus::tbb_interface

#endif // TACTUS_TBB_DETAIL_SCAN_HPP
