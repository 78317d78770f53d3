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

#include <memory>
#include <span>

namespace tactus::cluster::detail {

inline constexpr uint64_t MostLeaves = 4096;

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
  explicit Interval(uint64_t iterations) : count(iterations), length(iterations / MostLeaves + 1) {}
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

/// Runs the leaves [first, last), which are not empty.
template <class Task>
void runRange(const Task &task, uint64_t first, uint64_t last, typename Task::Slot slot, const StopView &stop) {
  uint64_t begin = task.iterations.begin(first);
  if (last - first == 1)
    return task.leaf(begin, task.iterations.begin(last), slot, stop);
  uint64_t middle = first + (last - first) / 2;
  typename Task::Halves halves(slot, task.iterations.begin(middle) - begin);
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

  void leaf(uint64_t begin, uint64_t end, Slot, const StopView &stop) const {
    auto call = [one = held(body), first = from](uint64_t index) { one(tactus::detail::indexAt(first, index)); };
    runLeaf(begin, end, call, stop);
  }
  void alone(Slot slot, const StopView &stop) const { leaf(0, iterations.count, slot, stop); }
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

  void leaf(uint64_t begin, uint64_t end, Result *slot, const StopView &stop) const {
    auto keep = [one = held(body), first = from, begin, slot](uint64_t index) {
      slot[index - begin] = static_cast<Result>(one(tactus::detail::indexAt(first, index)));
    };
    runLeaf(begin, end, keep, stop);
  }
  void alone(Result *slot, const StopView &stop) const { leaf(0, iterations.count, slot, stop); }
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

/// Count leaves in halves, as forks are.
template <uint64_t Count, class T, class Combine>
[[gnu::always_inline]] inline T combineFew(T *leaves, const Combine &combine) {
  if constexpr (Count == 1) {
    return std::move(*leaves);
  } else {
    T one = combineFew<Count / 2>(leaves, combine);
    return combine(std::move(one), combineFew<Count - Count / 2>(leaves + Count / 2, combine));
  }
}

/// The same of as many as there are. The program waits for it alone, and there are few leaves; but where an iteration
/// takes nanoseconds, a call for each leaf is a good part of the loop.
template <class T, class Combine> T combineLeaves(T *leaves, uint64_t count, const Combine &combine) {
  switch (count) {
  case 1:
    return combineFew<1>(leaves, combine);
  case 2:
    return combineFew<2>(leaves, combine);
  case 3:
    return combineFew<3>(leaves, combine);
  case 4:
    return combineFew<4>(leaves, combine);
  case 5:
    return combineFew<5>(leaves, combine);
  case 6:
    return combineFew<6>(leaves, combine);
  case 7:
    return combineFew<7>(leaves, combine);
  default:
    T one = combineLeaves(leaves, count / 2, combine);
    return combine(std::move(one), combineLeaves(leaves + count / 2, count - count / 2, combine));
  }
}

/// What tactus::detail::combineBlock() makes of each of `Count` blocks behind each other.
template <uint64_t Count, class T, class Combine, class Value>
[[gnu::always_inline]] inline void combineBlocks(T *results, const T &identity, const Combine &combine, uint64_t begin,
                                                 uint64_t length, const Value &value) {
  std::array<T, Count> made;
  made.fill(identity);
  uint64_t offset = 0;
  for (; length - offset >= 4; offset += 4)
    for (uint64_t block = 0; block < Count; ++block) {
      uint64_t from = begin + block * length + offset;
      T one = combine(value(from), value(from + 1));
      T another = combine(value(from + 2), value(from + 3));
      made[block] = combine(std::move(made[block]), combine(std::move(one), std::move(another)));
    }
  for (; offset != length; ++offset)
    for (uint64_t block = 0; block < Count; ++block)
      made[block] = combine(std::move(made[block]), value(begin + block * length + offset));
  std::ranges::move(made, results);
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
  void leaf(uint64_t begin, uint64_t end, Slot slot, const StopView &stop) const {
    slot->emplace(value(begin, end, stop));
  }
  /// Leaves of a row side by side, where each is too short for vector instructions. There are hundreds of rows.
  static constexpr uint64_t Row = 4;
  static constexpr bool isShort(uint64_t length) { return length > 1 && length < 32; }
  void row(T *results, uint64_t first) const {
    uint64_t begin = first * iterations.length;
    auto leaf = [&](uint64_t number) { return begin + number * iterations.length; };
    try {
      combineBlocks<Row>(results, identity, combine, begin, iterations.length, mapped());
    } catch (...) { // perhaps not the first one in order
      for (uint64_t number = 0; number < Row; ++number)
        results[number] = tactus::detail::combineBlock(identity, combine, leaf(number), leaf(number + 1), mapped());
    }
  }
  /// A loop costs less than the forks of as many leaves, and gives the same bits.
  void alone(Slot slot, const StopView &stop) const {
    uint64_t leaves = iterations.leaves();
    if constexpr (isSmall<T>) {
      auto values = std::make_unique_for_overwrite<T[]>(leaves);
      uint64_t rows = !stop.ask && isShort(iterations.length) ? (leaves - 1) / Row : 0;
      if (rows)
        tactus::parallel_for(uint64_t{0}, rows,
                             [this, to = values.get()](uint64_t number) { row(to + number * Row, number * Row); });
      tactus::parallel_for(rows * Row, leaves, [this, &stop, to = values.get()](uint64_t number) {
        to[number] = value(iterations.begin(number), iterations.begin(number + 1), stop);
      });
      slot->emplace(combineLeaves(values.get(), leaves, combine));
    } else {
      runRange(*this, 0, leaves, slot, stop);
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
