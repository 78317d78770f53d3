//===- array_loops.hpp - loops over the elements of arrays, where they are -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// One call goes to each rank that has a block (placed.hpp). There, iterations whose elements are all in the block run
// at once, and those at its edges when what they read of other blocks has come:
//
//     block of the rank            [begin ................................ end)
//     reads `halo` more        [...begin ................................ end...)
//     edge, inside, edge           [begin, from) [from ........... to) [to, end)
//
// Each part is a loop as in range.hpp, whose halves go to ranks that have nothing to do, with the elements that they
// read. A block whose iterations throw is done once more by the caller, so that the exception arrives there.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_CLUSTER_ARRAY_LOOPS_HPP
#define TACTUS_CLUSTER_ARRAY_LOOPS_HPP

#include "array.hpp"

namespace tactus::cluster {

/// A function of an index and of elements of arrays.
template <class Body, class... T>
concept element_body = travels<std::remove_cvref_t<Body>> &&
                       std::invocable<const std::remove_cvref_t<Body> &, uint64_t, const elements<T> &...>;

namespace detail {

/// What a loop over arrays reads.
template <class... T> struct Inputs {
  Layout layout{};
  std::tuple<reading<T>...> arrays{};

  [[nodiscard]] uint64_t halo() const {
    return std::apply([](const reading<T> &...one) { return std::max({uint64_t{0}, one.halo...}); }, arrays);
  }
  /// Those of the block of this rank, in which [begin, end) and all around lies.
  std::tuple<elements<T>...> inBlock() const {
    return std::apply(
        [](const reading<T> &...one) {
          return std::tuple<elements<T>...>([&one] {
            auto block = Blocks::get().find<T>(one.array);
            return elements<T>(block->values.get(), block->begin, block->end);
          }()...);
        },
        arrays);
  }
};

/// The inputs of [begin, end), from any ranks. They are under way from its beginning on.
template <class... T> class GatheredInputs {
  std::tuple<std::unique_ptr<Gathered<T>>...> gathered;

public:
  GatheredInputs(const Inputs<T...> &inputs, uint64_t begin, uint64_t end) {
    if (begin == end)
      return;
    auto gather = [&]<class One>(const reading<One> &one) {
      uint64_t from = begin - std::min(begin, one.halo), to = end + std::min(one.halo, inputs.layout.count - end);
      return std::make_unique<Gathered<One>>(inputs.layout, one.array, from, to);
    };
    gathered = std::apply([&](const reading<T> &...one) { return std::tuple{gather(one)...}; }, inputs.arrays);
  }
  std::tuple<elements<T>...> get() {
    return std::apply([](auto &...one) { return std::tuple<elements<T>...>(one->get()...); }, gathered);
  }
};

/// Calls run(first, last, inputs) for the parts of a rank's block. Their beginnings are multiples of `grain`.
template <class... T, class Run> void forParts(const Inputs<T...> &inputs, Rank rank, uint64_t grain, const Run &run) {
  const Layout &layout = inputs.layout;
  uint64_t begin = layout.begin(rank), end = layout.end(rank);
  uint64_t edge = inputs.halo() >= end - begin ? end - begin : (inputs.halo() + grain - 1) / grain * grain;
  uint64_t from = begin == 0 ? begin : begin + edge, to = end == layout.count ? end : end - edge;
  if (rank != rankHere() || edge > end - begin || from > to)
    from = to = end; // nothing is inside
  GatheredInputs<T...> left(inputs, begin, from), right(inputs, to, end);
  if (from < to)
    run(from, to, inputs.inBlock());
  if (begin < from)
    run(begin, from, left.get());
  if (to < end)
    run(to, end, right.get());
}

/// Calls a body with an index and what it reads.
template <class Body, class... T> struct ElementBody {
  Body body{};
  std::array<uint64_t, sizeof...(T)> halos{};
  std::tuple<elements<T>...> inputs{};

  decltype(auto) operator()(uint64_t index) const {
    return std::apply([&](const elements<T> &...one) -> decltype(auto) { return body(index, one...); }, inputs);
  }
  void pack(Writer &written, uint64_t begin, uint64_t end) const {
    written(body, halos);
    std::size_t number = 0;
    std::apply([&](const elements<T> &...one) { (one.pack(written, begin, end, halos[number++]), ...); }, inputs);
  }
  template <class Archive> void serialise(Archive &archive) { archive(body, halos, inputs); }
};

template <class Body, class... T>
ElementBody<Body, T...> bindInputs(const Body &body, const Inputs<T...> &inputs, std::tuple<elements<T>...> here) {
  auto halos = std::apply([](const reading<T> &...one) { return std::array<uint64_t, sizeof...(T)>{one.halo...}; },
                          inputs.arrays);
  return {body, halos, std::move(here)};
}

/// target[i] = body(i, inputs) for the block of a rank.
template <class Target, class Body, class... T> struct AssignBlock {
  ArrayNumber target = 0;
  Body body{};
  Inputs<T...> inputs{};

  /// Into what `slot` points to: room for the block.
  void run(Rank rank, Target *slot) const {
    uint64_t begin = inputs.layout.begin(rank);
    forParts(inputs, rank, 1, [&](uint64_t first, uint64_t last, std::tuple<elements<T>...> here) {
      using Bound = ElementBody<Body, T...>;
      MapTask<uint64_t, Bound, Target> task{Interval(last - first), first, bindInputs(body, inputs, std::move(here))};
      runAll(task, slot + (first - begin), {});
    });
  }
  bool operator()(Rank rank) const {
    run(rank, Blocks::get().find<Target>(target)->values.get());
    return true;
  }
  template <class Archive> void serialise(Archive &archive) { archive(target, body, inputs.layout, inputs.arrays); }
};

/// The leaves of a rank's block, each combined to one value.
template <class U, class Combine, class Map, class... T> struct ReduceBlock {
  U identity{};
  Combine combine{};
  Map map{};
  Inputs<T...> inputs{};

  /// What a leaf comes to.
  struct Leaf {
    U identity{};
    Combine combine{};
    Interval whole{};
    ElementBody<Map, T...> map{};

    U operator()(uint64_t leaf) const {
      auto mapped = [this](uint64_t index) { return static_cast<U>(map(index)); };
      return tactus::reproducible_transform_reduce(std::views::iota(whole.begin(leaf), whole.begin(leaf + 1)), identity,
                                                   std::ref(combine), mapped);
    }
    void pack(Writer &written, uint64_t begin, uint64_t end) const {
      written(identity, combine, whole);
      map.pack(written, whole.begin(begin), whole.begin(end));
    }
    template <class Archive> void serialise(Archive &archive) { archive(identity, combine, whole, map); }
  };

  std::vector<U> operator()(Rank rank) const {
    Interval whole = inputs.layout.leaves();
    auto leafOf = [&](uint64_t index) { return (index + whole.length - 1) / whole.length; };
    uint64_t begin = leafOf(inputs.layout.begin(rank)), end = leafOf(inputs.layout.end(rank));
    auto values = std::make_unique<U[]>(end - begin);
    forParts(inputs, rank, whole.length, [&](uint64_t first, uint64_t last, std::tuple<elements<T>...> here) {
      uint64_t from = leafOf(first);
      MapTask<uint64_t, Leaf, U> task{
          Interval(leafOf(last) - from), from, {identity, combine, whole, bindInputs(map, inputs, std::move(here))}};
      runAll(task, values.get() + (from - begin), {});
    });
    return {std::make_move_iterator(values.get()), std::make_move_iterator(values.get() + (end - begin))};
  }
  template <class Archive> void serialise(Archive &archive) {
    archive(identity, combine, map, inputs.layout, inputs.arrays);
  }
};

inline void requireLayout(const Layout &layout, std::initializer_list<Layout> others) {
  for (const Layout &other : others)
    if (other != layout)
      throw std::invalid_argument("tactus: cluster: a loop over arrays of different lengths; make them equally long");
}

} // namespace detail

/// target[i] = body(i, elements...) for each i, at the same time, in the ranks that have target[i]. The elements are
/// those that inputs declare, by their index: reads(x) has x[i], reads(x, 2) has x[i - 2] to x[i + 2], as far as there
/// are such elements. The target is no input. If a body throws, the elements of the target are old or new ones.
template <class Target, class Body, class... T>
  requires element_body<Body, T...> &&
           std::convertible_to<std::invoke_result_t<const Body &, uint64_t, const elements<T> &...>, Target>
void assign(array<Target> &target, const Body &body, const reading<T> &...inputs) {
  reading<Target> written = target.declare(0);
  detail::requireLayout(written.layout, {inputs.layout...});
  if (((inputs.array == written.array) || ...))
    throw std::invalid_argument(
        "tactus: cluster: a loop reads the array that it makes; make another one, and swap them");
  detail::AssignBlock<Target, Body, T...> call{written.array, body, {written.layout, {inputs...}}};
  auto done = detail::callInAll(call, written.layout.ranks);
  for (detail::Rank rank = 0; rank < written.layout.ranks; ++rank)
    if (!done[static_cast<std::size_t>(rank)]) {
      uint64_t begin = written.layout.begin(rank), count = written.layout.end(rank) - begin;
      auto values = std::make_unique<Target[]>(count);
      call.run(rank, values.get());
      target.write(begin, std::span<const Target>(values.get(), count));
    }
}

/// combine of identity and map(i, elements...) for each i, in order, grouped by their number alone: the same bits for
/// any number of ranks and workers. `identity` is neutral. The elements are those that inputs declare.
template <class U, class Combine, class Map, class First, class... T>
  requires travels<U> && travels<Combine> && combines<const Combine, U> && element_body<Map, First, T...> &&
           std::convertible_to<
               std::invoke_result_t<const Map &, uint64_t, const elements<First> &, const elements<T> &...>, U>
[[nodiscard]] U transform_reduce(U identity, const Combine &combine, const Map &map, const reading<First> &first,
                                 const reading<T> &...others) {
  detail::requireLayout(first.layout, {others.layout...});
  detail::ReduceBlock<U, Combine, Map, First, T...> call{identity, combine, map, {first.layout, {first, others...}}};
  auto blocks = detail::callInAll(call, first.layout.ranks);
  std::vector<U> leaves;
  for (detail::Rank rank = 0; rank < first.layout.ranks; ++rank) {
    auto &block = blocks[static_cast<std::size_t>(rank)];
    if (!block)
      block = call(rank);
    std::move(block->begin(), block->end(), std::back_inserter(leaves));
  }
  return leaves.empty() ? identity : detail::combineLeaves(leaves.data(), leaves.size(), combine);
}

} // namespace tactus::cluster

#endif // TACTUS_CLUSTER_ARRAY_LOOPS_HPP
