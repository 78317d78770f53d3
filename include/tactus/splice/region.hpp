//===- region.hpp - a part of a program's data ----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The first two of the three layers that <tactus/splice/effect.hpp> explains: effect types, and the region that hides
// which of them it is.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_SPLICE_REGION_HPP
#define TACTUS_SPLICE_REGION_HPP

#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace tactus::splice {

/// The addresses from `first` up to, but not including, `last`.
struct address_range {
  std::uintptr_t first = 0;
  std::uintptr_t last = 0;
  friend bool operator==(const address_range &, const address_range &) = default;
};

/// Where nothing is known of the addresses.
inline constexpr address_range all_addresses{0, UINTPTR_MAX};

/// What describes a part of a program's data, found by argument-dependent lookup:
///
///   disjoint(a, b)   the two have nothing in common (the paper's empty intersection)
///   subset(a, b)     all of a is in b
///   unite(a, b)      an E that contains both; it may contain more
///
/// and, if an address_range that contains all of it is known, hull(a): then it can be told from other types' regions.
/// If addresses say what is in it, contains(a, range): then -ftactus-check-effects can tell exactly. None of them may
/// throw, and disjoint must be right whenever it says true.
template <class E>
concept effect_type = std::copyable<E> && requires(const E &a, const E &b) {
  { disjoint(a, b) } -> std::convertible_to<bool>;
  { subset(a, b) } -> std::convertible_to<bool>;
  { unite(a, b) } -> std::convertible_to<E>;
};

/// A plain range of bytes: the paper's RE.
class byte_range {
public:
  constexpr byte_range() noexcept = default;
  explicit constexpr byte_range(address_range addresses) noexcept : addresses_(addresses) {}
  byte_range(const void *first, const void *last) noexcept
      : addresses_{reinterpret_cast<std::uintptr_t>(first), reinterpret_cast<std::uintptr_t>(last)} {}

  friend constexpr bool disjoint(const byte_range &a, const byte_range &b) noexcept {
    return a.addresses_.last <= b.addresses_.first || b.addresses_.last <= a.addresses_.first;
  }
  friend constexpr bool subset(const byte_range &a, const byte_range &b) noexcept {
    return b.addresses_.first <= a.addresses_.first && a.addresses_.last <= b.addresses_.last;
  }
  friend constexpr byte_range unite(const byte_range &a, const byte_range &b) noexcept {
    return byte_range(address_range{a.addresses_.first < b.addresses_.first ? a.addresses_.first : b.addresses_.first,
                                    a.addresses_.last > b.addresses_.last ? a.addresses_.last : b.addresses_.last});
  }
  friend constexpr address_range hull(const byte_range &a) noexcept { return a.addresses_; }

private:
  address_range addresses_;
};

/// Whether addresses lie in a region.
enum class containment : std::uint8_t { no, yes, unknown };

namespace detail {

/// What is kept of an effect type when its name is forgotten.
struct effect_operations {
  bool (*disjoint)(const void *, const void *) noexcept;
  bool (*subset)(const void *, const void *) noexcept;
  /// A new value, which the caller owns.
  struct effect_value *(*unite)(const void *, const void *, address_range &);
  void (*destroy)(struct effect_value *) noexcept;
  containment (*contains)(const void *, address_range) noexcept;
};

/// The head of a value on the heap, which several regions share.
struct effect_value {
  explicit effect_value(const effect_operations &type) noexcept : operations(&type) {}
  const effect_operations *operations;
  std::atomic<std::size_t> uses{1};
};

template <class E> extern const effect_operations operations_of;

template <class E> struct boxed_effect : effect_value {
  explicit boxed_effect(E effect) : effect_value(operations_of<E>), value(std::move(effect)) {}
  E value;
};

template <class E> address_range hull_of(const E &effect) noexcept {
  if constexpr (requires { hull(effect); })
    return hull(effect);
  else
    return all_addresses;
}

/// At most what the hull says.
template <class E> containment contains_in(const E &effect, address_range addresses) noexcept {
  address_range around = hull_of(effect);
  if (addresses.first < around.first || around.last < addresses.last)
    return containment::no;
  if constexpr (requires { contains(effect, addresses); })
    return contains(effect, addresses) ? containment::yes : containment::no;
  else
    return containment::unknown;
}

template <class E> const E &unboxed(const void *value) noexcept {
  return static_cast<const boxed_effect<E> *>(static_cast<const effect_value *>(value))->value;
}

template <class E>
constexpr effect_operations operations_of{
    [](const void *a, const void *b) noexcept -> bool { return disjoint(unboxed<E>(a), unboxed<E>(b)); },
    [](const void *a, const void *b) noexcept -> bool { return subset(unboxed<E>(a), unboxed<E>(b)); },
    [](const void *a, const void *b, address_range &addresses) -> effect_value * {
      E both = unite(unboxed<E>(a), unboxed<E>(b));
      addresses = hull_of(both);
      return new boxed_effect<E>(std::move(both));
    },
    [](effect_value *value) noexcept { delete static_cast<boxed_effect<E> *>(value); },
    [](const void *a, address_range addresses) noexcept { return contains_in(unboxed<E>(a), addresses); }};

} // namespace detail

/// A value of any effect type. Ranges of bytes are kept as they are; all others on the heap, shared by copies.
class region {
public:
  region() noexcept = default;
  region(const byte_range &bytes) noexcept : addresses_(hull(bytes)) {} // NOLINT: an effect is a region
  template <class E>
    requires(!std::same_as<E, region> && !std::same_as<E, byte_range>) && effect_type<E>
  region(E effect) : addresses_(detail::hull_of(effect)) { // NOLINT
    value_ = new detail::boxed_effect<E>(std::move(effect));
  }
  region(const region &other) noexcept : addresses_(other.addresses_), value_(other.value_) {
    if (value_)
      value_->uses.fetch_add(1, std::memory_order_relaxed);
  }
  region(region &&other) noexcept : addresses_(other.addresses_), value_(std::exchange(other.value_, nullptr)) {}
  region &operator=(region other) noexcept {
    std::swap(addresses_, other.addresses_);
    std::swap(value_, other.value_);
    return *this;
  }
  ~region() {
    // The last use sees what the others have done: release, acquire.
    if (value_ && value_->uses.fetch_sub(1, std::memory_order_acq_rel) == 1)
      value_->operations->destroy(value_);
  }

  [[nodiscard]] address_range addresses() const noexcept { return addresses_; }
  /// A range of bytes and nothing else.
  [[nodiscard]] bool is_bytes() const noexcept { return !value_; }
  [[nodiscard]] bool empty() const noexcept { return addresses_.first >= addresses_.last; }
  [[nodiscard]] containment contains(address_range some) const noexcept {
    if (value_)
      return value_->operations->contains(value_, some);
    bool within = addresses_.first <= some.first && some.last <= addresses_.last;
    return within ? containment::yes : containment::no;
  }
  /// It cannot be told that something of `part` lies outside: types know nothing of each other.
  [[nodiscard]] bool may_contain(const region &part) const noexcept {
    return value_ && !of_type(part) && contains(part.addresses_) != containment::no;
  }

  friend bool disjoint(const region &a, const region &b) noexcept {
    if (a.addresses_.last <= b.addresses_.first || b.addresses_.last <= a.addresses_.first)
      return true;
    return a.of_type(b) && a.value_->operations->disjoint(a.value_, b.value_);
  }
  friend bool subset(const region &a, const region &b) noexcept {
    if (!b.value_) // bytes contain whatever has its addresses there
      return b.addresses_.first <= a.addresses_.first && a.addresses_.last <= b.addresses_.last;
    return a.of_type(b) && a.value_->operations->subset(a.value_, b.value_);
  }
  /// Both are ranges of bytes without a gap between them: this one becomes both.
  bool grow(const region &more) noexcept {
    if (value_ || more.value_ || more.addresses_.first > addresses_.last || addresses_.first > more.addresses_.last)
      return false;
    addresses_ = hull(unite(byte_range(addresses_), byte_range(more.addresses_)));
    return true;
  }
  /// At least both.
  friend region unite(const region &a, const region &b) {
    region both;
    if (a.of_type(b)) {
      both.value_ = a.value_->operations->unite(a.value_, b.value_, both.addresses_);
      return both;
    }
    both.addresses_ = hull(unite(byte_range(a.addresses_), byte_range(b.addresses_)));
    return both;
  }

private:
  friend class region_set;

  /// Both are of the same type, and that is not byte_range.
  [[nodiscard]] bool of_type(const region &other) const noexcept {
    return value_ && other.value_ && value_->operations == other.value_->operations;
  }

  address_range addresses_;
  /// Null for ranges of bytes.
  detail::effect_value *value_ = nullptr;
};

} // namespace tactus::splice

#endif // TACTUS_SPLICE_REGION_HPP
