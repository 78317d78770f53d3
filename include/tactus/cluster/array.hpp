//===- array.hpp - an array whose blocks ranks own -------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     cluster::array<double> now(points), next(points);
//     cluster::assign(next, cluster::call<step>(), cluster::reads(now, 1));       next[i] = step(i, now)
//
// Elements stay where they are. An iteration runs in the rank that has the element which it makes, and reads what is
// declared: the elements of its own index, and so many more on either side. So ranks get the edges of their
// neighbours' blocks, and compute what lies inside of theirs meanwhile. Iterations that nobody has begun when another
// rank has nothing to do go there with what they read, and what they have made comes back.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_CLUSTER_ARRAY_HPP
#define TACTUS_CLUSTER_ARRAY_HPP

#include "block.hpp"

#include <stdexcept>

namespace tactus::cluster {

template <travels T>
  requires std::copy_constructible<T> && std::assignable_from<T &, const T &>
class array;

/// What iterations read of an array, for assign() and transform_reduce(). Made by reads().
template <class T> struct reading {
  detail::Layout layout{};
  detail::ArrayNumber array = 0;
  uint64_t halo = 0;
};

namespace detail {

template <class T> struct MakeBlock {
  ArrayNumber array = 0;
  Layout layout{};
  T value{};
  bool operator()(Rank rank) const {
    Blocks::get().add(array, layout.begin(rank), layout.end(rank), value);
    return true;
  }
  template <class Archive> void serialise(Archive &archive) { archive(array, layout, value); }
};

struct DropBlock {
  ArrayNumber array = 0;
  bool operator()(Rank) const {
    Blocks::get().remove(array);
    return true;
  }
};

/// Whether it is somebody's array, and no copy of it, behind moves.
class ArrayHandle {
  static constexpr ArrayNumber None = ~ArrayNumber{0};

public:
  Layout layout{};
  ArrayNumber number = None;

  ArrayHandle() = default;
  ArrayHandle(ArrayHandle &&other) noexcept
      : layout(std::exchange(other.layout, {})), number(std::exchange(other.number, None)) {}
  ArrayHandle &operator=(ArrayHandle &&other) noexcept {
    std::swap(layout, other.layout);
    std::swap(number, other.number);
    return *this;
  }
  ArrayHandle(const ArrayHandle &) = delete;
  ArrayHandle &operator=(const ArrayHandle &) = delete;
  ~ArrayHandle() {
    if (number == None)
      return;
    if (layout.ranks == 1 || !Member::current()) // behind the job's end other ranks are gone
      Blocks::get().remove(number);
    else
      callInAll(DropBlock{number}, layout.ranks);
  }
};

} // namespace detail

/// `count` elements in blocks, one in each rank. Can be moved; other ranks have no copy of it. Thread-safe as a
/// container is: many may read, one may write.
template <travels T>
  requires std::copy_constructible<T> && std::assignable_from<T &, const T &>
class array {
  detail::ArrayHandle handle;

public:
  using value_type = T;
  array() = default;
  /// Throws std::bad_alloc if a rank has too little memory.
  explicit array(uint64_t count, const T &value = T()) {
    handle.layout = {count,
                     static_cast<detail::Rank>(detail::Member::current() ? detail::Member::current()->size() : 1)};
    handle.number = detail::Blocks::get().newNumber();
    for (const auto &isMade : detail::callInAll(detail::MakeBlock<T>{handle.number, handle.layout, value}, ranks()))
      if (!isMade)
        throw std::bad_alloc();
  }

  [[nodiscard]] uint64_t size() const { return handle.layout.count; }
  /// How many ranks have a block, and which one has an element.
  [[nodiscard]] int ranks() const { return handle.layout.ranks; }
  [[nodiscard]] int owner(uint64_t index) const {
    check(index, index + 1);
    return handle.layout.owner(index);
  }

  /// Copies of the elements [begin, end), from where they are.
  [[nodiscard]] elements<T> read(uint64_t begin, uint64_t end) const {
    check(begin, end);
    return detail::Gathered<T>(handle.layout, handle.number, begin, end).get();
  }
  [[nodiscard]] T read(uint64_t index) const { return read(index, index + 1)[index]; }

  /// Makes the elements from `begin` on copies of the values.
  void write(uint64_t begin, std::span<const T> values) {
    check(begin, begin + values.size());
    std::deque<detail::PlacedCall<detail::StoreElements<T>>> calls;
    detail::forOwners(handle.layout, begin, begin + values.size(), [&](detail::Rank owner, uint64_t from, uint64_t to) {
      detail::StoreElements<T> store{handle.number, elements<T>(values.data() + (from - begin), from, to)};
      if (owner == detail::rankHere())
        store();
      else
        calls.emplace_back(*detail::Member::current(), owner, detail::Way::Served, std::move(store));
    });
    for (auto &call : calls)
      if (!call.get())
        throw std::bad_alloc();
  }

  /// What reads() says of it.
  [[nodiscard]] reading<T> declare(uint64_t halo) const { return {handle.layout, handle.number, halo}; }

private:
  void check(uint64_t begin, uint64_t end) const {
    if (begin > end || end > size())
      throw std::out_of_range("tactus: cluster: an array has no such elements");
  }
};

/// Iteration i reads the element i of the array, and `halo` more on either side.
template <class T> [[nodiscard]] reading<T> reads(const array<T> &values, uint64_t halo = 0) {
  return values.declare(halo);
}

} // namespace tactus::cluster

#endif // TACTUS_CLUSTER_ARRAY_HPP
