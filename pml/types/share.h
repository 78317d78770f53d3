//===- share.h - equal parts of a type become one ------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// In `fun f y = (g y, g y)` the type of g is copied twice, and unification makes equal what stays two objects: each
// level of such functions doubles the one below. A type that goes into a scheme is therefore made as small as it can
// be: hash-consing (A. Ershov, "On programming of arithmetic operations", 1958).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_TYPES_SHARE_H
#define TACTUS_PML_TYPES_SHARE_H

#include "type.h"

#include <map>
#include <unordered_map>

namespace tactus::pml {

class Sharer {
public:
  explicit Sharer(TypeFactory &typeFactory) : types(typeFactory) {}

  /// An equal type in which equal parts are one object. All types that one sharer is asked for share their parts.
  [[nodiscard]] Type *share(Type *type);

private:
  TypeFactory &types;
  std::unordered_map<const Type *, Type *> done;
  /// By form, labels and parts that have been shared before.
  std::map<std::vector<uintptr_t>, Type *> known;
  uint32_t depth = 0;

  Type *shareParts(Type *type);
};

} // namespace tactus::pml

#endif
