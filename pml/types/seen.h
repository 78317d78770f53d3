//===- seen.h - which parts of a type a walk has met -------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A type is a graph whose parts may stand in it more than once: that of `val b = (a, a)` has one part for both fields.
// As a tree it may be exponentially larger, so a walk has to meet each part once. Most types are small trees, though,
// and writing down what one has met costs more than walking them: it begins after a few parts.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_TYPES_SEEN_H
#define TACTUS_PML_TYPES_SEEN_H

#include "type.h"

#include <unordered_set>

namespace tactus::pml {

/// How many parts of a type a walk may meet without writing them down.
constexpr uint64_t FewParts = 64;

class SeenParts {
public:
  /// False if the part has been met before; may be true for one that has been.
  bool add(const Type *part) { return ++met <= FewParts || parts.insert(part).second; }
  void clear() {
    met = 0;
    parts.clear();
  }

private:
  uint64_t met = 0;
  std::unordered_set<const Type *> parts;
};

} // namespace tactus::pml

#endif
