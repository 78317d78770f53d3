//===- foreign_region.cpp - the regions of <tactus/splice.h> --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// C has no templates, so a region is a struct whose `type` says what its parameters mean. The ready-made types of C are
// those of <tactus/splice.hpp>, told by the addresses of the types below.
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

constexpr tactus_region_type boxes[] = {{}, {}, {}};
constexpr tactus_region_type intervals = {};

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
  if (!some.type)
    return byte_range(some.first, some.last);
  if (some.type == &intervals)
    return interval(some.first, static_cast<std::uint64_t>(some.parameters[0]),
                    static_cast<std::uint64_t>(some.parameters[1]));
  if (some.type == &boxes[0])
    return boxOf<1>(some);
  if (some.type == &boxes[1])
    return boxOf<2>(some);
  if (some.type == &boxes[2])
    return boxOf<3>(some);
  return ForeignEffect(some);
}

} // namespace tactus::splice

using namespace tactus::splice;

extern "C" [[gnu::visibility("default")]] tactus_region tactus_box(const void *origin, size_t element,
                                                                   unsigned dimensions, const ptrdiff_t *strides,
                                                                   const ptrdiff_t *first, const ptrdiff_t *last) {
  if (dimensions < 1 || dimensions > 3)
    return tactus_everything();
  tactus_region result{&boxes[dimensions - 1], origin, nullptr, {static_cast<intptr_t>(element)}};
  for (unsigned dimension = 0; dimension < dimensions; ++dimension) {
    intptr_t *of = result.parameters + 1 + dimension;
    of[0] = strides[dimension];
    of[dimensions] = first[dimension];
    of[2 * dimensions] = last[dimension];
  }
  return result;
}

extern "C" [[gnu::visibility("default")]] tactus_region
tactus_rows_and_columns(const void *origin, size_t element, size_t pitch, ptrdiff_t first_row, ptrdiff_t last_row,
                        ptrdiff_t first_column, ptrdiff_t last_column) {
  const ptrdiff_t strides[] = {static_cast<ptrdiff_t>(pitch * element), static_cast<ptrdiff_t>(element)};
  const ptrdiff_t first[] = {first_row, first_column}, last[] = {last_row, last_column};
  return tactus_box(origin, element, 2, strides, first, last);
}

extern "C" [[gnu::visibility("default")]] tactus_region tactus_interval(const void *space, uint64_t first,
                                                                        uint64_t last) {
  return {&intervals, space, nullptr, {static_cast<intptr_t>(first), static_cast<intptr_t>(last)}};
}
