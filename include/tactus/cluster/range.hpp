//===- range.hpp - loops whose halves may go to other ranks --------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A loop is a tree of forks over leaves, which are intervals of iterations. Their number depends on that of the
// iterations alone, so that the order in which a reduction combines does, too: results have the same bits for any
// number of ranks. A leaf is a latent loop of the rank that runs it.
//
// A Task knows what a leaf does, and how results come together:
//
//     together()     how many leaves run one after the other, without forks: one, or a row of short ones
//     Task::Slot     where the result of an interval goes
//     Task::Halves   slots for both halves of an interval, and how they join
//     Task::Store    a slot of its own, in the rank that runs an interval for another one
//
// In a job of one rank a loop is one loop, with the same results: alone().
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_CLUSTER_RANGE_HPP
#define TACTUS_CLUSTER_RANGE_HPP

#include "../reproducible.hpp"
#include "branch.hpp"

#include <bit>
#include <memory>
#include <span>

namespace tactus::cluster::detail {

inline constexpr uint64_t MostLeaves = 4096;
/// Iterations that a block of a reduction combines first (tactus::detail::combineBlock): leaves of several are whole
/// groups.
inline constexpr uint64_t Group = 4;
/// Leaves that are combined with each other first.
inline constexpr uint64_t Row = 4;

/// Whether a loop should stop. Refers to the caller's token, or to what another rank has said.
struct StopView {
  const void *token = nullptr;
  bool (*ask)(const void *) = nullptr;
  [[nodiscard]] bool stop_requested() const { return ask && ask(token); }
};

template <class Stop> StopView viewOf(const Stop &stop) {
  if constexpr (std::is_same_v<Stop, never_stop>)
    return {};
  else
    return {&stop,
            [](const void *token) { return static_cast<bool>(static_cast<const Stop *>(token)->stop_requested()); }};
}

inline StopView viewOf(const std::atomic<bool> &flag) {
  return {&flag, [](const void *token) {
            return static_cast<const std::atomic<bool> *>(token)->load(std::memory_order_relaxed);
          }};
}

/// A loop within a rank.
template <class Body> void runLeaf(uint64_t begin, uint64_t end, const Body &body, const StopView &stop) {
  if (stop.ask)
    tactus::parallel_for(begin, end, body, stop);
  else
    tactus::parallel_for(begin, end, body);
}

/// The iterations of a loop, cut into leaves.
struct Interval {
  uint64_t count = 0, length = 1;

  Interval() = default;
  explicit Interval(uint64_t iterations)
      : count(iterations), length(iterations <= MostLeaves ? 1 : (iterations / MostLeaves + Group) / Group * Group) {}
  [[nodiscard]] uint64_t leaves() const { return (count + length - 1) / length; }
  [[nodiscard]] uint64_t begin(uint64_t leaf) const { return std::min(count, leaf * length); }
};

template <class Task>
void runRange(const Task &task, uint64_t first, uint64_t last, typename Task::Slot slot, const StopView &stop);

/// The second half of an interval.
template <class Task> struct SecondHalf : TravellingBranch {
  const Task *task;
  uint64_t first, last;
  typename Task::Slot slot;
  const StopView *stop;

  SecondHalf(const Task &what, uint64_t begin, uint64_t end, typename Task::Slot where, const StopView &request)
      : task(&what), first(begin), last(end), slot(where), stop(&request) {}

  void operator()() const { runRange(*task, first, last, slot, *stop); }

  void pack(Writer &captures) const {
    task->pack(captures, task->iterations.begin(first), task->iterations.begin(last));
    captures(first, last);
  }
  static FunctionName name() {
    static const FunctionName found = nameOfFunction(&runElsewhere);
    return found;
  }
  void receive(Reader &written) const {
    Task::read(slot, task->iterations.begin(last) - task->iterations.begin(first), written);
  }
  [[nodiscard]] bool isStopped() const { return stop->stop_requested(); }

private:
  static void runElsewhere(Reader &captures, Writer &written, const std::atomic<bool> &flag) {
    auto task = readValue<Task>(captures);
    uint64_t first = 0, last = 0;
    captures(first, last);
    typename Task::Store store(task.iterations.begin(last) - task.iterations.begin(first));
    StopView stop = viewOf(flag);
    runRange(task, first, last, store.slot(), stop);
    store.write(written);
  }
};

/// Where a loop is divided: behind half of its rows, or of the leaves of its only one.
constexpr uint64_t middleOf(uint64_t first, uint64_t last) {
  uint64_t leaves = last - first, rows = (leaves + Row - 1) / Row;
  return first + (rows > 1 ? rows / 2 * Row : leaves / 2);
}

/// Runs the leaves [first, last), which are not empty.
template <class Task>
void runRange(const Task &task, uint64_t first, uint64_t last, typename Task::Slot slot, const StopView &stop) {
  if (last - first <= task.together(stop))
    return task.leaves(first, last, slot, stop);
  uint64_t middle = middleOf(first, last);
  typename Task::Halves halves(slot, task.iterations.begin(middle) - task.iterations.begin(first));
  tactus::par([&] { runRange(task, first, middle, halves.first(), stop); },
              SecondHalf<Task>(task, middle, last, halves.second(), stop));
  task.join(slot, halves);
}

/// Calls a body for its effects.
template <std::integral Index, class Body> struct ForTask {
  struct Slot {};
  struct Halves {
    Halves(Slot, uint64_t) {}
    static Slot first() { return {}; }
    static Slot second() { return {}; }
  };
  struct Store {
    explicit Store(uint64_t) {}
    static Slot slot() { return {}; }
    static void write(Writer &) {}
  };
  Interval iterations;
  Index from{};
  Body body{};

  static uint64_t together(const StopView &) { return 1; }
  void leaves(uint64_t first, uint64_t last, Slot, const StopView &stop) const {
    auto call = [one = held(body), from = from](uint64_t index) { one(tactus::detail::indexAt(from, index)); };
    runLeaf(iterations.begin(first), iterations.begin(last), call, stop);
  }
  void alone(Slot slot, const StopView &stop) const { leaves(0, iterations.leaves(), slot, stop); }
  static void join(Slot, const Halves &) {}
  static void read(Slot, uint64_t, Reader &) {}
  void pack(Writer &captures, uint64_t, uint64_t) const { captures(*this); }
  template <class Archive> void serialise(Archive &archive) { archive(iterations, from, body); }
};

/// Keeps what a body returns, in order.
template <std::integral Index, class Body, class Result> struct MapTask {
  using Slot = Result *;
  struct Halves {
    Result *begin;
    uint64_t middle;
    Halves(Result *slot, uint64_t length) : begin(slot), middle(length) {}
    Result *first() const { return begin; }
    Result *second() const { return begin + middle; }
  };
  struct Store {
    uint64_t count;
    std::unique_ptr<Result[]> results;
    explicit Store(uint64_t size) : count(size), results(std::make_unique<Result[]>(size)) {}
    Result *slot() { return results.get(); }
    void write(Writer &written) const { written.all(std::span<const Result>(results.get(), count)); }
  };
  Interval iterations;
  Index from{};
  Body body{};

  static uint64_t together(const StopView &) { return 1; }
  void leaves(uint64_t first, uint64_t last, Result *slot, const StopView &stop) const {
    uint64_t begin = iterations.begin(first);
    auto keep = [one = held(body), from = from, begin, slot](uint64_t index) {
      slot[index - begin] = static_cast<Result>(one(tactus::detail::indexAt(from, index)));
    };
    runLeaf(begin, iterations.begin(last), keep, stop);
  }
  void alone(Result *slot, const StopView &stop) const { leaves(0, iterations.leaves(), slot, stop); }
  static void join(Result *, const Halves &) {}
  static void read(Result *slot, uint64_t count, Reader &written) { written.all(std::span(slot, count)); }
  /// A body of which each iteration needs a part only sends what [begin, end) needs.
  void pack(Writer &captures, uint64_t begin, uint64_t end) const {
    captures(iterations, from);
    if constexpr (requires { body.pack(captures, begin, end); })
      body.pack(captures, begin + from, end + from);
    else
      captures(body);
  }
  template <class Archive> void serialise(Archive &archive) { archive(iterations, from, body); }
};

/// Count results in halves, as forks are.
template <uint64_t Count, class T, class Combine>
[[gnu::always_inline]] inline T combineFew(T *results, const Combine &combine) {
  if constexpr (Count == 1) {
    return std::move(*results);
  } else {
    T one = combineFew<Count / 2>(results, combine);
    return combine(std::move(one), combineFew<Count - Count / 2>(results + Count / 2, combine));
  }
}

/// What combineHalves() makes of many results: halves of halves have one of two sizes that are next to each other,
///
///     Size, or Size + 1 where the part's number, its bits in reverse, is at least `parts - larger`
///
/// because the second of two halves is the larger one. `parts` is a power of two. The parts' values take the place of
/// the first results.
template <uint64_t Size, class T, class Combine>
void combineParts(T *results, uint64_t parts, uint64_t larger, const Combine &combine) {
  T *next = results;
  for (uint64_t part = 0, reversed = 0; part < parts; ++part) {
    if (reversed >= parts - larger) {
      results[part] = combineFew<Size + 1>(next, combine);
      next += Size + 1;
    } else {
      results[part] = combineFew<Size>(next, combine);
      next += Size;
    }
    // Adding one flips the number's last bits: as many as there are ones at its end, and one more.
    reversed ^= parts - (parts >> (std::countr_zero(part + 1) + 1));
  }
}

/// combineFew() or combineParts() of a size that is known when the program runs.
template <uint64_t Size, uint64_t Most, class Call> void withSize(uint64_t size, const Call &call) {
  if constexpr (Size == Most)
    call(std::integral_constant<uint64_t, Size>());
  else if (size == Size)
    call(std::integral_constant<uint64_t, Size>());
  else
    withSize<Size + 1, Most>(size, call);
}

/// The same of any number: leaves of a row, or rows, in whose place others come. The program waits for it alone, and
/// there are few; but where an iteration takes nanoseconds, a call for each result, or for each dozen, is a good part
/// of the loop.
template <class T, class Combine> T combineHalves(T *results, uint64_t count, const Combine &combine) {
  constexpr uint64_t Least = 8;
  uint64_t parts = count < Least ? 1 : std::bit_floor(count / Least);
  if (count >= Least)
    withSize<Least, 2 * Least - 1>(count / parts, [&](auto size) __attribute__((always_inline)) {
      combineParts<size()>(results, parts, count % parts, combine);
    });
  else
    withSize<1, Least - 1>(
        count, [&](auto size) __attribute__((always_inline)) { results[0] = combineFew<size()>(results, combine); });
  for (; parts > 1; parts /= 2)
    for (uint64_t pair = 0; pair < parts / 2; ++pair)
      results[pair] = combine(std::move(results[2 * pair]), std::move(results[2 * pair + 1]));
  return std::move(results[0]);
}

/// All leaves of a loop, in the order of its forks.
template <class T, class Combine> T combineLeaves(T *leaves, uint64_t count, const Combine &combine) {
  uint64_t rows = 0;
  for (; (rows + 1) * Row <= count; ++rows)
    leaves[rows] = combineFew<Row>(leaves + rows * Row, combine);
  if (uint64_t rest = count % Row) {
    leaves[rows] = combineHalves(leaves + rows * Row, rest, combine);
    ++rows;
  }
  return combineHalves(leaves, rows, combine);
}

/// Whether as many of them as a loop has leaves are no matter.
template <class T> inline constexpr bool isSmall = std::is_trivially_copyable_v<T> && sizeof(T) <= 64;

/// Combines what a map returns, in an order that depends on nothing but the number of iterations.
template <std::integral Index, class T, class Combine, class Map> struct ReduceTask {
  using Slot = std::optional<T> *;
  struct Halves {
    std::optional<T> one, another;
    Halves(Slot, uint64_t) {}
    Slot first() { return &one; }
    Slot second() { return &another; }
  };
  struct Store {
    std::optional<T> result;
    explicit Store(uint64_t) {}
    Slot slot() { return &result; }
    void write(Writer &written) const { written(*result); }
  };
  Interval iterations;
  Index from{};
  T identity{};
  Combine combine{};
  Map map{};

  /// Of an iteration.
  [[gnu::always_inline]] auto mapped() const {
    return [one = held(map), first = from](uint64_t index)
               __attribute__((always_inline)) -> T { return one(tactus::detail::indexAt(first, index)); };
  }
  /// Most leaves are short, and there are thousands of them: their loop is compiled where they are.
  [[gnu::always_inline]] T value(uint64_t begin, uint64_t end, const StopView &stop) const {
    if (stop.ask || end - begin > tactus::detail::ReproducibleBlock)
      return valueByForks(begin, end, stop);
    return tactus::detail::combineBlock(identity, combine, begin, end, mapped());
  }
  [[gnu::noinline]] T valueByForks(uint64_t begin, uint64_t end, const StopView &stop) const {
    std::ranges::iota_view range(begin, end);
    return stop.ask ? tactus::reproducible_transform_reduce(range, identity, std::ref(combine), mapped(), stop)
                    : tactus::reproducible_transform_reduce(range, identity, std::ref(combine), mapped());
  }
  /// A fork, or an element in memory, for each leaf of a few short iterations would cost as much as the leaf.
  [[nodiscard]] uint64_t together(const StopView &stop) const {
    return isSmall<T> && !stop.ask && iterations.length > 1 && iterations.length < 32 ? Row : 1;
  }
  void leaves(uint64_t first, uint64_t last, Slot slot, const StopView &stop) const {
    if (last - first == 1)
      slot->emplace(value(iterations.begin(first), iterations.begin(last), stop));
    else if constexpr (isSmall<T>)
      slot->emplace(row(first, last));
  }
  [[gnu::always_inline]] T row(uint64_t first, uint64_t last) const {
    uint64_t begin = first * iterations.length;
    if (iterations.length == Group && begin + Row * Group <= iterations.count && last - first == Row)
      return shortRow<Row>(begin);
    return longRow(first, last);
  }
  /// Of leaves of one group each, whose calls are all in sight.
  template <uint64_t Count> [[gnu::always_inline]] T shortRow(uint64_t begin) const {
    if constexpr (Count == 1) {
      return tactus::detail::combineBlock(identity, combine, begin, begin + Group, mapped());
    } else {
      T one = shortRow<Count / 2>(begin);
      return combine(std::move(one), shortRow<Count - Count / 2>(begin + Count / 2 * Group));
    }
  }
  [[gnu::noinline]] T longRow(uint64_t first, uint64_t last) const {
    std::array<T, Row> values;
    for (uint64_t leaf = first; leaf < last; ++leaf)
      values[leaf - first] =
          tactus::detail::combineBlock(identity, combine, iterations.begin(leaf), iterations.begin(leaf + 1), mapped());
    return combineHalves(values.data(), last - first, combine);
  }
  /// A loop costs less than the forks of as many leaves, and gives the same bits.
  void alone(Slot slot, const StopView &stop) const {
    uint64_t leaves = iterations.leaves();
    if constexpr (!isSmall<T>) {
      runRange(*this, 0, leaves, slot, stop);
    } else {
      uint64_t rows = (leaves + Row - 1) / Row;
      bool inRows = together(stop) == Row;
      auto results = std::make_unique_for_overwrite<T[]>(inRows ? rows : leaves);
      if (inRows)
        tactus::parallel_for(uint64_t{0}, rows, [this, leaves, to = results.get()](uint64_t number) {
          to[number] = row(number * Row, std::min(leaves, (number + 1) * Row));
        });
      else
        tactus::parallel_for(uint64_t{0}, leaves, [this, &stop, to = results.get()](uint64_t leaf) {
          to[leaf] = value(iterations.begin(leaf), iterations.begin(leaf + 1), stop);
        });
      slot->emplace(inRows ? combineHalves(results.get(), rows, combine)
                           : combineLeaves(results.get(), leaves, combine));
    }
  }
  void join(Slot slot, Halves &halves) const {
    slot->emplace(combine(std::move(*halves.one), std::move(*halves.another)));
  }
  static void read(Slot slot, uint64_t, Reader &written) { *slot = readValue<T>(written); }
  void pack(Writer &captures, uint64_t, uint64_t) const { captures(*this); }
  template <class Archive> void serialise(Archive &archive) { archive(iterations, from, identity, combine, map); }
};

/// Runs all iterations.
template <class Task> void runAll(const Task &task, typename Task::Slot slot, const StopView &stop) {
  if (task.iterations.count == 0)
    return;
  if (Member::current())
    runRange(task, 0, task.iterations.leaves(), slot, stop);
  else
    task.alone(slot, stop);
}

} // namespace tactus::cluster::detail

#endif // TACTUS_CLUSTER_RANGE_HPP
