//===- block.hpp - the elements of arrays, where they are -----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// An array has a block in each rank. Blocks consist of whole leaves (range.hpp), so that the order in which a reduction
// combines does not depend on the number of ranks. Other ranks look at a block by calls that its progress thread
// serves.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_CLUSTER_BLOCK_HPP
#define TACTUS_CLUSTER_BLOCK_HPP

#include "placed.hpp"
#include "range.hpp"

#include <new>

namespace tactus::cluster {

/// Elements of an array in a row, by their index in the array. Refers to a block, or has elements of its own.
template <travels T> class elements {
  uint64_t first = 0, count = 0;
  std::unique_ptr<T[]> own{};
  const T *data = nullptr;

public:
  elements() = default;
  elements(const T *view, uint64_t begin, uint64_t end) : first(begin), count(end - begin), data(view) {}
  /// New ones, to be written through the pointer.
  elements(uint64_t begin, uint64_t end, T *&written)
      : first(begin), count(end - begin), own(std::make_unique<T[]>(count)), data(own.get()) {
    written = own.get();
  }

  const T &operator[](uint64_t index) const { return data[index - first]; }
  [[nodiscard]] uint64_t begin_index() const { return first; }
  [[nodiscard]] uint64_t end_index() const { return first + count; }

  /// Those of [from, to) and `halo` more on either side, as far as they are here.
  void pack(detail::Writer &written, uint64_t from, uint64_t to, uint64_t halo) const {
    from = std::max(first, from - std::min(from, halo));
    to += std::min(halo, end_index() - to);
    written(from, to - from);
    written.all(std::span<const T>(data + (from - first), to - from));
  }
  template <class Archive> void serialise(Archive &archive) {
    if constexpr (std::is_same_v<Archive, detail::Reader>) {
      archive(first, count);
      own = std::make_unique<T[]>(count);
      data = own.get();
      archive.all(std::span<T>(own.get(), count));
    } else {
      pack(archive, first, first + count, 0);
    }
  }
};

namespace detail {

/// Which elements are in which rank.
struct Layout {
  uint64_t count = 0;
  Rank ranks = 1;

  [[nodiscard]] Interval leaves() const { return Interval(count); }
  [[nodiscard]] uint64_t begin(Rank rank) const {
    Interval whole = leaves();
    return whole.begin(whole.leaves() * static_cast<uint64_t>(rank) / static_cast<uint64_t>(ranks));
  }
  [[nodiscard]] uint64_t end(Rank rank) const { return begin(rank + 1); }
  [[nodiscard]] Rank owner(uint64_t index) const {
    auto rank = static_cast<Rank>(static_cast<uint64_t>(ranks) * (index / leaves().length) / leaves().leaves());
    while (end(rank) <= index)
      ++rank;
    return rank;
  }
  bool operator==(const Layout &) const = default;
};

/// Any rank's number of an array. Those that are made in one rank are counted there.
using ArrayNumber = uint64_t;

/// The blocks of this rank.
class Blocks {
  struct Any {
    Any() = default;
    Any(const Any &) = delete;
    Any &operator=(const Any &) = delete;
    virtual ~Any() = default;
  };

public:
  template <class T> struct Block final : Any {
    const uint64_t begin, end;
    const std::unique_ptr<T[]> values;
    Block(uint64_t from, uint64_t to, const T &value) : begin(from), end(to), values(std::make_unique<T[]>(to - from)) {
      std::fill_n(values.get(), to - from, value);
    }
    T *at(uint64_t index) const { return values.get() + (index - begin); }
  };

  static Blocks &get() {
    static auto &blocks = *new Blocks; // arrays may live as long as the program
    return blocks;
  }
  ArrayNumber newNumber() {
    std::scoped_lock guard(mutex);
    return (static_cast<ArrayNumber>(rankHere()) << 32) + next++;
  }
  template <class T> void add(ArrayNumber number, uint64_t begin, uint64_t end, const T &value) {
    auto block = std::make_shared<Block<T>>(begin, end, value);
    std::scoped_lock guard(mutex);
    all[number] = std::move(block);
  }
  void remove(ArrayNumber number) {
    std::shared_ptr<Any> block; // ends behind the lock
    std::scoped_lock guard(mutex);
    if (auto entry = all.find(number); entry != all.end()) {
      block = std::move(entry->second);
      all.erase(entry);
    }
  }
  template <class T> std::shared_ptr<Block<T>> find(ArrayNumber number) {
    std::scoped_lock guard(mutex);
    auto entry = all.find(number);
    if (entry == all.end())
      throw std::bad_alloc(); // it could not be made
    return std::static_pointer_cast<Block<T>>(entry->second);
  }

private:
  std::mutex mutex;
  ArrayNumber next = 0;
  std::map<ArrayNumber, std::shared_ptr<Any>> all;
};

/// In the rank that has [begin, end).
template <class T> struct FetchElements {
  ArrayNumber array = 0;
  uint64_t begin = 0, end = 0;
  elements<T> operator()() const { return elements<T>(Blocks::get().find<T>(array)->at(begin), begin, end); }
};

template <class T> struct StoreElements {
  ArrayNumber array = 0;
  elements<T> values{};
  void operator()() const {
    auto block = Blocks::get().find<T>(array);
    for (uint64_t index = values.begin_index(); index < values.end_index(); ++index)
      *block->at(index) = values[index];
  }
  template <class Archive> void serialise(Archive &archive) { archive(array, values); }
};

/// Calls part(rank, begin, end) for the part of [begin, end) of each rank that has one.
template <class Part> void forOwners(const Layout &layout, uint64_t begin, uint64_t end, const Part &part) {
  while (begin < end) {
    Rank owner = layout.owner(begin);
    uint64_t next = std::min(end, layout.end(owner));
    part(owner, begin, next);
    begin = next;
  }
}

/// Elements from any ranks, which are under way from its beginning on.
template <class T> class Gathered {
  T *values = nullptr;
  elements<T> whole;
  std::deque<PlacedCall<FetchElements<T>>> calls;

public:
  Gathered(const Layout &layout, ArrayNumber array, uint64_t begin, uint64_t end) : whole(begin, end, values) {
    forOwners(layout, begin, end, [&](Rank owner, uint64_t from, uint64_t to) {
      FetchElements<T> fetch{array, from, to};
      if (owner == rankHere())
        keep(fetch());
      else
        calls.emplace_back(*Member::current(), owner, Way::Served, fetch);
    });
  }
  elements<T> get() {
    for (PlacedCall<FetchElements<T>> &call : calls)
      if (const elements<T> *part = call.get())
        keep(*part);
      else
        throw std::bad_alloc(); // a copy is all that it makes there
    return std::move(whole);
  }

private:
  void keep(const elements<T> &part) {
    for (uint64_t index = part.begin_index(); index < part.end_index(); ++index)
      values[index - whole.begin_index()] = part[index];
  }
};

} // namespace detail

} // namespace tactus::cluster

#endif // TACTUS_CLUSTER_BLOCK_HPP
