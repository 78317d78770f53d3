//===- effect.hpp - what a piece of a program reads and writes ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Three layers (splicing-pldi17 §4):
//
//   effect type   a user's or a ready-made type that describes a part of the data: bytes, a box of an array, a sub-tree
//   region        any effect type behind one face, so that a function may use several of them
//   effects       the regions that are read and the regions that are written
//
// The scheduler asks one question millions of times: may these two be in either order? Its answer may err in one
// direction only: "they interfere". So regions of different types interfere unless the addresses that they may touch
// lie apart, and a set for which there is no memory becomes coarser, never smaller.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_SPLICE_EFFECT_HPP
#define TACTUS_SPLICE_EFFECT_HPP

#include "region.hpp" // IWYU pragma: export

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <utility>

namespace tactus::splice {

/// Some regions. A few have room in the set itself; more go to the heap. Where there is no memory for them they are
/// united to fewer, larger ones.
class region_set {
public:
  /// Regions that need no heap.
  static constexpr unsigned capacity = 4;

  region_set() noexcept {} // NOLINT: the room is left as it is
  region_set(const region_set &other) noexcept { copy_from(other); }
  region_set(region_set &&other) noexcept { take_from(other); }
  region_set &operator=(const region_set &other) noexcept {
    if (this != &other) {
      release();
      copy_from(other);
    }
    return *this;
  }
  region_set &operator=(region_set &&other) noexcept {
    if (this != &other) {
      release();
      take_from(other);
    }
    return *this;
  }
  ~region_set() { release(); }

  /// Adds a region. An empty one changes nothing.
  void add(region more) {
    if (more.empty())
      return;
    if (count_ >= capacity) [[unlikely]]
      return add_beyond(std::move(more));
    append(std::move(more));
  }
  void add(region_set &&more) {
    if (!more.count_)
      return;
    if (!count_) {
      *this = std::move(more);
      return;
    }
    kind_ |= more.kind_ & Coarse;
    for (unsigned index = 0; index < more.count_; ++index)
      add(std::move(more.all()[index]));
  }
  /// Adds a region, or makes one larger by it that it touches; never adds anything else. A set that has `most` regions
  /// forgets what was added first: for those who need to know some of what there is, and nothing that there is not.
  /// \param first  the one that is likely to become larger
  void extend(const region &more, unsigned most = capacity, unsigned first = 0) {
    if (more.empty())
      return;
    for (unsigned step = 0, index = first < count_ ? first : 0; step < count_; ++step) {
      if (all()[index].grow(more))
        return widen(more.addresses());
      index = index + 1 == count_ ? 0 : index + 1;
    }
    if (count_ >= most || (count_ >= capacity && !has_room())) {
      for (unsigned index = 1; index < count_; ++index)
        all()[index - 1] = std::move(all()[index]);
      all()[--count_].~region();
    }
    append(more);
  }
  void clear() noexcept {
    release();
    forget();
  }
  /// To an empty set: the ranges of addresses that `give` hands to its argument, at most so many. Quicker than add,
  /// above all if they are in order.
  template <class Give> void add_ranges(unsigned most, Give give) {
    if (most <= capacity || !(heap_ = allocate(most)))
      return give([this](address_range some) { add(region(byte_range(some))); });
    room_ = most;
    kind_ = Heap;
    give([this](address_range some) {
      if (some.first < some.last) {
        widen(some);
        ::new (static_cast<void *>(&heap_[count_++])) region(byte_range(some));
      }
    });
    put_in_order();
  }

  [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
  [[nodiscard]] unsigned size() const noexcept { return count_; }
  [[nodiscard]] const region &operator[](unsigned index) const noexcept { return all()[index]; }
  /// There was no memory, so regions have been united.
  [[nodiscard]] bool coarse() const noexcept { return (kind_ & Coarse) != 0; }

  [[gnu::always_inline]] friend bool disjoint(const region_set &a, const region_set &b) noexcept {
    return a.hull_.last <= b.hull_.first || b.hull_.last <= a.hull_.first || a.each_disjoint(b);
  }

private:
  /// The hull of no regions: it ends before everything begins.
  static constexpr address_range nowhere{UINTPTR_MAX, 0};

  [[nodiscard]] region *all() noexcept { return heap_ ? heap_ : regions_; }
  [[nodiscard]] const region *all() const noexcept { return heap_ ? heap_ : regions_; }

  [[nodiscard]] bool each_disjoint(const region_set &other) const noexcept {
    if ((kind_ & other.kind_ & Ordered) != 0)
      return ordered_disjoint(other);
    const region *mine = all(), *its = other.all();
    for (unsigned left = 0; left < count_; ++left)
      for (unsigned right = 0; right < other.count_; ++right)
        if (!disjoint(mine[left], its[right]))
          return false;
    return true;
  }

  [[nodiscard]] bool ordered_disjoint(const region_set &other) const noexcept {
    const region *mine = all(), *my_end = mine + count_, *its = other.all(), *its_end = its + other.count_;
    while (mine != my_end && its != its_end)
      if (mine->addresses_.last <= its->addresses_.first)
        ++mine;
      else if (its->addresses_.last <= mine->addresses_.first)
        ++its;
      else
        return false;
    return true;
  }

  void widen(address_range addresses) noexcept {
    hull_ = {addresses.first < hull_.first ? addresses.first : hull_.first,
             addresses.last > hull_.last ? addresses.last : hull_.last};
  }
  void append(region more) noexcept {
    widen(more.addresses());
    kind_ = (kind_ | (more.is_bytes() ? 0U : Boxed)) & ~Ordered;
    ::new (static_cast<void *>(&all()[count_++])) region(std::move(more));
  }
  [[gnu::noinline]] void add_beyond(region more) {
    bool was_ordered = (kind_ & Ordered) != 0;
    if (!was_ordered && absorbs(more))
      return;
    if (!has_room())
      return unite_last(more);
    bool is_last = was_ordered && all()[count_ - 1].addresses_.last < more.addresses_.first;
    append(std::move(more));
    if (kind_ != Heap)
      return;
    if (is_last)
      kind_ |= Ordered;
    else
      put_in_order();
  }
  /// Of ranges of bytes; most of them are in order. Those that touch become one.
  void put_in_order() noexcept {
    region *some = all();
    for (unsigned index = 1; index < count_; ++index)
      for (unsigned at = index; at > 0 && some[at].addresses_.first < some[at - 1].addresses_.first; --at)
        std::swap(some[at].addresses_, some[at - 1].addresses_);
    unsigned kept = 0;
    for (unsigned index = 0; index < count_; ++index)
      if (kept == 0 || !some[kept - 1].grow(some[index]))
        some[kept++].addresses_ = some[index].addresses_;
    count_ = kept;
    kind_ |= Ordered;
  }
  /// The set says it already, or does so without another region: unions name the same data again and again.
  [[nodiscard]] bool absorbs(const region &more) noexcept {
    for (unsigned index = 0; index < count_; ++index)
      if (subset(more, all()[index]) || all()[index].grow(more)) {
        widen(more.addresses());
        return true;
      }
    return false;
  }
  /// For one more than there are.
  [[nodiscard]] bool has_room() noexcept {
    if (count_ < room_)
      return true;
    region *larger = allocate(2 * room_);
    if (!larger) {
      kind_ = (kind_ | Coarse) & ~Ordered;
      return false;
    }
    move_bytes(larger, all(), count_);
    ::operator delete(heap_);
    heap_ = larger;
    room_ *= 2;
    kind_ |= Heap;
    return true;
  }
  static region *allocate(std::size_t count) noexcept {
    return static_cast<region *>(::operator new(count * sizeof(region), std::nothrow));
  }
  void unite_last(const region &more) {
    region &last = all()[count_ - 1];
    last = unite(last, more);
    kind_ |= last.is_bytes() ? 0U : Boxed;
    widen(last.addresses()); // more than the two's, perhaps
  }
  /// The regions are somebody else's now, or have gone.
  void forget() noexcept {
    hull_ = nowhere;
    count_ = 0;
    if (kind_) [[unlikely]] {
      heap_ = nullptr;
      room_ = capacity;
      kind_ = 0;
    }
  }
  /// Regions may be moved as bytes, and ranges of bytes copied as such. Sets are made and copied at every part of a
  /// step, mostly with one region; the rest of the room stays out of the cache.
  static void move_bytes(region *to, const region *from, unsigned count) noexcept {
    for (unsigned index = 0; index < count; ++index)
      std::memcpy(static_cast<void *>(&to[index]), static_cast<const void *>(&from[index]), sizeof(region));
  }
  /// This set has no regions, and neither has it a heap.
  [[gnu::always_inline]] void take_from(region_set &other) noexcept {
    hull_ = other.hull_;
    count_ = other.count_;
    if (other.kind_) [[unlikely]]
      return take_owned(other);
    move_bytes(regions_, other.regions_, count_);
    other.hull_ = nowhere;
    other.count_ = 0;
  }
  [[gnu::noinline]] void take_owned(region_set &other) noexcept {
    kind_ = other.kind_;
    heap_ = other.heap_;
    room_ = other.room_;
    if (!heap_)
      move_bytes(regions_, other.regions_, count_);
    other.forget();
  }
  [[gnu::always_inline]] void copy_from(const region_set &other) noexcept {
    hull_ = other.hull_;
    count_ = other.count_;
    if (other.kind_) [[unlikely]]
      return copy_owned(other);
    move_bytes(regions_, other.regions_, count_);
  }
  [[gnu::noinline]] void copy_owned(const region_set &other) noexcept {
    kind_ = other.kind_;
    if (other.heap_) {
      heap_ = allocate(other.room_);
      room_ = other.room_;
      if (!heap_) { // everything is at least as much
        forget();
        kind_ = Coarse;
        return append(region(byte_range(all_addresses)));
      }
    }
    for (unsigned index = 0; index < count_; ++index)
      ::new (static_cast<void *>(&all()[index])) region(other.all()[index]);
  }
  void release() noexcept {
    if (kind_) [[unlikely]]
      release_owned();
  }
  [[gnu::noinline]] void release_owned() noexcept {
    for (unsigned index = 0; index < count_; ++index)
      all()[index].~region();
    ::operator delete(heap_);
    heap_ = nullptr;
    room_ = capacity;
    kind_ = 0;
  }

  address_range hull_ = nowhere;
  /// Null: they are in the set itself.
  region *heap_ = nullptr;
  unsigned count_ = 0, room_ = capacity;
  /// Some regions are not plain ranges of bytes; they are on the heap; there was no memory for all; they are ranges of
  /// bytes by address with gaps between them, as of many such ranges. Mostly nothing.
  enum : unsigned { Boxed = 1, Heap = 2, Coarse = 4, Ordered = 8 };
  unsigned kind_ = 0;
  /// The first count_ of these exist, unless they are on the heap.
  union {
    region regions_[capacity];
  };
};

namespace detail {
/// All of `part` lies in the regions of `a` and, if there is one, `b` together. May say no where it does.
bool contained(const region &part, const region_set &a, const region_set *b) noexcept;
} // namespace detail

/// What a step, a call or a continuation reads and writes. Made by reads(…), writes(…) and |.
struct effects {
  region_set read;
  region_set written;

  effects &operator|=(effects &&more) {
    read.add(std::move(more.read));
    written.add(std::move(more.written));
    return *this;
  }
  effects &operator|=(const effects &more) { return *this |= effects(more); }
  friend effects operator|(const effects &a, const effects &b) {
    effects both = a;
    both |= b;
    return both;
  }
  friend effects operator|(effects &&a, effects &&b) {
    a |= std::move(b);
    return std::move(a);
  }

  [[nodiscard]] bool empty() const noexcept { return read.empty() && written.empty(); }
  /// There was no memory for all regions, so there may be more in it than has been added.
  [[nodiscard]] bool may_be_coarse() const noexcept { return read.coarse() || written.coarse(); }

  /// The two have to happen in the program's order (§5).
  friend bool interfere(const effects &a, const effects &b) noexcept {
    return !disjoint(a.written, b.written) || !disjoint(a.read, b.written) || !disjoint(a.written, b.read);
  }
  /// The two touch common data, so one may find in the cache what the other has brought there (§5, locality checks).
  friend bool share(const effects &a, const effects &b) noexcept {
    return interfere(a, b) || !disjoint(a.read, b.read);
  }
  /// Whatever interferes with `part` interferes with `whole` as well. May say no where it does.
  friend bool covers(const effects &whole, const effects &part) noexcept;
};

/// Effects that read the given regions: reads(range(x, n), everything).
template <class... Regions>
  requires(std::convertible_to<Regions, region> && ...)
[[nodiscard]] effects reads(Regions &&...regions) {
  effects result;
  (result.read.add(region(std::forward<Regions>(regions))), ...);
  return result;
}

/// Effects that write the given regions, or read and write them.
template <class... Regions>
  requires(std::convertible_to<Regions, region> && ...)
[[nodiscard]] effects writes(Regions &&...regions) {
  effects result;
  (result.written.add(region(std::forward<Regions>(regions))), ...);
  return result;
}

inline bool detail::contained(const region &part, const region_set &a, const region_set *b) noexcept {
  if (part.empty())
    return true;
  // Ranges of bytes may be covered piece by piece; each round goes on from where the last piece has ended.
  std::uintptr_t reached = part.addresses().first;
  for (bool grows = true; grows;) {
    grows = false;
    for (const region_set *set : {&a, b})
      for (unsigned index = 0; set && index < set->size(); ++index) {
        const region &other = (*set)[index];
        if (subset(part, other))
          return true;
        if (other.is_bytes() && other.addresses().first <= reached && reached < other.addresses().last) {
          reached = other.addresses().last;
          grows = true;
        }
      }
    if (reached >= part.addresses().last)
      return true;
  }
  return false;
}

/// Whatever interferes with `part` interferes with `whole` as well. May say no where it does.
inline bool covers(const effects &whole, const effects &part) noexcept {
  for (unsigned index = 0; index < part.written.size(); ++index)
    if (!detail::contained(part.written[index], whole.written, nullptr))
      return false;
  for (unsigned index = 0; index < part.read.size(); ++index)
    if (!detail::contained(part.read[index], whole.read, &whole.written))
      return false;
  return true;
}

} // namespace tactus::splice

#endif // TACTUS_SPLICE_EFFECT_HPP
