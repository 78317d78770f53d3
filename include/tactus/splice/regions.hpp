//===- regions.hpp - ready-made effect types ------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   range(x, n)                 n objects from x on
//   range_set                   any number of ranges of bytes, in order
//   box<2>, box<3>              rows and columns (and planes) of one array, with the array's strides
//   interval(space, lo, hi)     numbers of things that have no addresses of their own: cells of a mesh
//   subtree(tree, path)         a node of a tree and all below it
//   everything                  what must be assumed of code that says nothing
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_SPLICE_REGIONS_HPP
#define TACTUS_SPLICE_REGIONS_HPP

#include "effect.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <memory>
#include <vector>

namespace tactus::splice {

/// The `count` objects from `first` on.
template <class T> [[nodiscard]] byte_range range(const T *first, std::size_t count) noexcept {
  return {first, first + count};
}
[[nodiscard]] inline byte_range range(const void *first, std::size_t bytes) noexcept {
  return {first, static_cast<const char *>(first) + bytes};
}
/// One object.
template <class T> [[nodiscard]] byte_range object(const T &value) noexcept { return range(std::addressof(value), 1); }

/// All data there is.
inline constexpr byte_range everything{all_addresses};

/// Any number of ranges of bytes.
class range_set {
public:
  range_set() = default;
  range_set(std::initializer_list<byte_range> ranges) {
    for (const byte_range &bytes : ranges)
      add(bytes);
  }

  /// Adds a range; those that touch each other become one.
  void add(const byte_range &bytes) {
    address_range more = hull(bytes);
    if (more.first >= more.last)
      return;
    auto from = std::lower_bound(ranges_.begin(), ranges_.end(), more.first,
                                 [](const address_range &range, std::uintptr_t first) { return range.last < first; });
    auto to = from;
    for (; to != ranges_.end() && to->first <= more.last; ++to)
      more = {std::min(more.first, to->first), std::max(more.last, to->last)};
    ranges_.insert(ranges_.erase(from, to), more);
  }

  friend bool disjoint(const range_set &a, const range_set &b) noexcept {
    for (auto left = a.ranges_.begin(), right = b.ranges_.begin(); left != a.ranges_.end() && right != b.ranges_.end();)
      if (left->last <= right->first)
        ++left;
      else if (right->last <= left->first)
        ++right;
      else
        return false;
    return true;
  }
  friend bool subset(const range_set &a, const range_set &b) noexcept {
    auto whole = b.ranges_.begin();
    for (const address_range &part : a.ranges_) {
      while (whole != b.ranges_.end() && whole->last < part.last)
        ++whole;
      if (whole == b.ranges_.end() || part.first < whole->first)
        return false;
    }
    return true;
  }
  friend range_set unite(range_set a, const range_set &b) {
    for (const address_range &more : b.ranges_)
      a.add(byte_range(more));
    return a;
  }
  friend address_range hull(const range_set &a) noexcept {
    return a.ranges_.empty() ? address_range{} : address_range{a.ranges_.front().first, a.ranges_.back().last};
  }

  friend bool contains(const range_set &a, address_range some) noexcept {
    return std::any_of(a.ranges_.begin(), a.ranges_.end(), [&](const address_range &range) {
      return range.first <= some.first && some.last <= range.last;
    });
  }

private:
  /// In order, with gaps between them.
  std::vector<address_range> ranges_;
};

/// A box of an array with `Dimensions` dimensions: elements [first[d], last[d]) in each. Boxes of the same array, that
/// is with the same origin and strides, are compared by their coordinates, so two halves of all rows do not meet.
template <unsigned Dimensions> class box {
public:
  using index = std::ptrdiff_t;
  using coordinates = std::array<index, Dimensions>;

  /// \param origin  the element with all coordinates 0
  /// \param strides bytes from one element to the next in each dimension, the slowest first. Boxes may not overlap
  ///                themselves: in each dimension a stride spans what lies within.
  template <class T>
  box(const T *origin, const coordinates &strides, const coordinates &first, const coordinates &last) noexcept
      : box(origin, sizeof(T), strides, first, last) {}
  /// Of elements with `size` bytes.
  box(const void *origin, std::size_t size, const coordinates &strides, const coordinates &first,
      const coordinates &last) noexcept
      : origin_(reinterpret_cast<std::uintptr_t>(origin)), size_(size), strides_(strides), first_(first), last_(last) {}

  friend bool disjoint(const box &a, const box &b) noexcept {
    if (a.empty() || b.empty())
      return true;
    if (!a.of_same_array(b))
      return disjoint(byte_range(hull(a)), byte_range(hull(b)));
    for (unsigned dimension = 0; dimension < Dimensions; ++dimension)
      if (a.last_[dimension] <= b.first_[dimension] || b.last_[dimension] <= a.first_[dimension])
        return true;
    return false;
  }
  friend bool subset(const box &a, const box &b) noexcept {
    if (a.empty())
      return true;
    if (!a.of_same_array(b))
      return false;
    for (unsigned dimension = 0; dimension < Dimensions; ++dimension)
      if (a.first_[dimension] < b.first_[dimension] || b.last_[dimension] < a.last_[dimension])
        return false;
    return true;
  }
  /// The smallest box around both, or everything where they are of different arrays.
  friend box unite(const box &a, const box &b) noexcept {
    if (a.empty())
      return b;
    if (b.empty())
      return a;
    box both = a;
    both.anywhere_ = !a.of_same_array(b);
    for (unsigned dimension = 0; dimension < Dimensions; ++dimension) {
      both.first_[dimension] = std::min(a.first_[dimension], b.first_[dimension]);
      both.last_[dimension] = std::max(a.last_[dimension], b.last_[dimension]);
    }
    return both;
  }
  friend address_range hull(const box &a) noexcept {
    if (a.anywhere_)
      return all_addresses;
    if (a.empty())
      return {};
    std::uintptr_t first = a.origin_, last = a.origin_ + a.size_;
    for (unsigned dimension = 0; dimension < Dimensions; ++dimension) {
      first += static_cast<std::uintptr_t>(a.first_[dimension] * a.strides_[dimension]);
      last += static_cast<std::uintptr_t>((a.last_[dimension] - 1) * a.strides_[dimension]);
    }
    return {first, last};
  }

  /// The first byte and the last: what lies in between is not looked at.
  friend bool contains(const box &a, address_range some) noexcept {
    return a.anywhere_ || (a.contains_byte(some.first) && a.contains_byte(some.last - 1));
  }

private:
  [[nodiscard]] bool contains_byte(std::uintptr_t address) const noexcept {
    auto rest = static_cast<index>(address - origin_);
    for (unsigned dimension = 0; dimension < Dimensions; ++dimension) {
      index coordinate = rest / strides_[dimension];
      coordinate -= coordinate * strides_[dimension] > rest; // downwards
      if (coordinate < first_[dimension] || last_[dimension] <= coordinate)
        return false;
      rest -= coordinate * strides_[dimension];
    }
    return rest < static_cast<index>(size_);
  }
  [[nodiscard]] bool empty() const noexcept {
    for (unsigned dimension = 0; dimension < Dimensions; ++dimension)
      if (first_[dimension] >= last_[dimension])
        return !anywhere_;
    return false;
  }
  [[nodiscard]] bool of_same_array(const box &other) const noexcept {
    return origin_ == other.origin_ && size_ == other.size_ && strides_ == other.strides_ && !anywhere_ &&
           !other.anywhere_;
  }

  std::uintptr_t origin_;
  std::size_t size_;
  coordinates strides_, first_, last_;
  bool anywhere_ = false;
};

/// Rows [first_row, last_row) and columns [first_column, last_column) of an array whose rows are `pitch` elements
/// apart.
template <class T>
[[nodiscard]] box<2> rows_and_columns(const T *origin, std::size_t pitch, std::ptrdiff_t first_row,
                                      std::ptrdiff_t last_row, std::ptrdiff_t first_column,
                                      std::ptrdiff_t last_column) noexcept {
  return box<2>(origin, {static_cast<std::ptrdiff_t>(pitch * sizeof(T)), static_cast<std::ptrdiff_t>(sizeof(T))},
                {first_row, first_column}, {last_row, last_column});
}

/// The numbers [first, last) of things of one kind, which `space` tells from other kinds: the address of anything that
/// the program keeps for them. Things of different kinds have nothing in common.
class interval {
public:
  interval(const void *space, std::uint64_t first, std::uint64_t last) noexcept
      : space_(space), first_(first), last_(last) {}

  friend bool disjoint(const interval &a, const interval &b) noexcept {
    return a.first_ >= a.last_ || b.first_ >= b.last_ ||
           (a.everywhere_ || b.everywhere_ ? false
                                           : a.space_ != b.space_ || a.last_ <= b.first_ || b.last_ <= a.first_);
  }
  friend bool subset(const interval &a, const interval &b) noexcept {
    return b.everywhere_ || a.first_ >= a.last_ ||
           (!a.everywhere_ && a.space_ == b.space_ && b.first_ <= a.first_ && a.last_ <= b.last_);
  }
  friend interval unite(const interval &a, const interval &b) noexcept {
    if (subset(a, b))
      return b;
    if (subset(b, a))
      return a;
    interval both(a.space_, std::min(a.first_, b.first_), std::max(a.last_, b.last_));
    both.everywhere_ = a.everywhere_ || b.everywhere_ || a.space_ != b.space_;
    return both;
  }

private:
  const void *space_;
  std::uint64_t first_, last_;
  /// In all spaces: the union of intervals of two.
  bool everywhere_ = false;
};

/// A node of a tree with all that lies below it: the root with an empty path, and child(k) of what is known. A node may
/// have 16 children, and lie 64 levels deep; below that a sub-tree stands for the one around it.
class subtree {
public:
  explicit subtree(const void *tree) noexcept : tree_(tree) {}

  [[nodiscard]] subtree child(unsigned number) const noexcept {
    subtree result = *this;
    if (depth_ >= max_depth)
      return result;
    result.path_[depth_ / per_word] |= static_cast<std::uint64_t>(number % children) << bits * (depth_ % per_word);
    ++result.depth_;
    return result;
  }

  friend bool disjoint(const subtree &a, const subtree &b) noexcept {
    return !a.everywhere_ && !b.everywhere_ && (a.tree_ != b.tree_ || common(a, b) < std::min(a.depth_, b.depth_));
  }
  friend bool subset(const subtree &a, const subtree &b) noexcept {
    return b.everywhere_ || (!a.everywhere_ && a.tree_ == b.tree_ && common(a, b) == b.depth_);
  }
  friend subtree unite(const subtree &a, const subtree &b) noexcept {
    subtree both(a.tree_);
    if (a.everywhere_ || b.everywhere_ || a.tree_ != b.tree_) {
      both.everywhere_ = true;
      return both;
    }
    for (unsigned level = 0, levels = common(a, b); level < levels; ++level)
      both = both.child(a.at(level));
    return both;
  }

private:
  static constexpr unsigned bits = 4, children = 1U << bits, per_word = 64 / bits, max_depth = 64;

  [[nodiscard]] unsigned at(unsigned level) const noexcept {
    return static_cast<unsigned>(path_[level / per_word] >> bits * (level % per_word)) % children;
  }
  /// How many levels the two paths have in common.
  static unsigned common(const subtree &a, const subtree &b) noexcept {
    unsigned least = std::min(a.depth_, b.depth_), level = 0;
    while (level < least && a.at(level) == b.at(level))
      ++level;
    return level;
  }

  const void *tree_;
  std::array<std::uint64_t, max_depth / per_word> path_{};
  unsigned depth_ = 0;
  bool everywhere_ = false;
};

/// What a step in parts goes through: the numbers [first, last), `grain` at a time. `offset` shifts the cuts, which lie
/// where the number plus `offset` is a multiple of `grain`: a time step that has to stay k rows behind the one before
/// shifts its cuts by k, and then each part needs just one part of the step before.
struct chunks {
  std::ptrdiff_t first = 0, last = 0, grain = 1, offset = 0;

  friend bool is_empty(const chunks &all) noexcept { return all.first >= all.last; }
  /// The first part, and the rest.
  friend std::pair<chunks, chunks> slice(const chunks &all) noexcept {
    std::ptrdiff_t step = all.grain > 0 ? all.grain : 1, beyond = (all.first + all.offset) % step;
    std::ptrdiff_t count = beyond < 0 ? -beyond : step - beyond;
    std::ptrdiff_t middle = all.last - all.first <= count ? all.last : all.first + count;
    return {{all.first, middle, all.grain, all.offset}, {middle, all.last, all.grain, all.offset}};
  }
  friend bool operator==(const chunks &, const chunks &) = default;
};

} // namespace tactus::splice

#endif // TACTUS_SPLICE_REGIONS_HPP
