//===- foreign_region.cpp - the regions of <tactus/splice.h> --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// C has no templates, so a region is a struct whose `type` says what its parameters mean. The ready-made types of C are
// those of <tactus/splice.hpp>.
//
//===----------------------------------------------------------------------===//
#include "foreign_region.h"

#include "tactus/splice/regions.hpp"

namespace tactus::splice {

namespace {

/// Of a type that the program defines.
struct ForeignEffect {
  tactus_region value;
  /// The union of two types.
  bool isEverything = false;

  friend bool disjoint(const ForeignEffect &a, const ForeignEffect &b) noexcept {
    return a.isLike(b) && a.value.type->disjoint(&a.value, &b.value);
  }
  friend bool subset(const ForeignEffect &a, const ForeignEffect &b) noexcept {
    return b.isEverything || (a.isLike(b) && a.value.type->subset(&a.value, &b.value));
  }
  friend ForeignEffect unite(const ForeignEffect &a, const ForeignEffect &b) noexcept {
    if (a.isLike(b))
      return {a.value.type->unite(&a.value, &b.value), false};
    return {a.value, true};
  }
  friend address_range hull(const ForeignEffect &a) noexcept {
    if (a.isEverything || (!a.value.first && !a.value.last))
      return all_addresses;
    return {reinterpret_cast<std::uintptr_t>(a.value.first), reinterpret_cast<std::uintptr_t>(a.value.last)};
  }

private:
  [[nodiscard]] bool isLike(const ForeignEffect &other) const noexcept {
    return !isEverything && !other.isEverything && value.type == other.value.type;
  }

public:
  explicit ForeignEffect(const tactus_region &some) : value(some) {}
  ForeignEffect(const tactus_region &some, bool everything) : value(some), isEverything(everything) {}
};

/// Parameters of a box: the size of an element, then strides, first and last coordinates.
template <unsigned Dimensions> region boxOf(const tactus_region &some) {
  typename box<Dimensions>::coordinates strides, first, last;
  for (unsigned dimension = 0; dimension < Dimensions; ++dimension) {
    const intptr_t *of = some.parameters + 1 + dimension;
    strides[dimension] = of[0];
    first[dimension] = of[Dimensions];
    last[dimension] = of[2 * Dimensions];
  }
  return box<Dimensions>(some.first, static_cast<std::size_t>(some.parameters[0]), strides, first, last);
}

} // namespace

region regionOf(const tactus_region &some) {
  switch (reinterpret_cast<std::uintptr_t>(some.type)) {
  case 0:
    return byte_range(some.first, some.last);
  case 1:
    return boxOf<1>(some);
  case 2:
    return boxOf<2>(some);
  case 3:
    return boxOf<3>(some);
  case TACTUS_REGION_INTERVAL:
    return interval(some.first, static_cast<std::uint64_t>(some.parameters[0]),
                    static_cast<std::uint64_t>(some.parameters[1]));
  default:
    return ForeignEffect(some);
  }
}

} // namespace tactus::splice
