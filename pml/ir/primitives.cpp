//===- primitives.cpp - the primitives of the PCall IR ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/ir/primitives.h"

#include <iterator>
#include <unordered_map>

namespace tactus::pml::ir {

static constexpr PrimitiveInfo Infos[] = {
#define PRIMITIVE(name, signature, effects) {#name, signature, effects},
#include "pml/ir/primitives.def"
};

const PrimitiveInfo &infoOf(Primitive primitive) { return Infos[static_cast<size_t>(primitive)]; }

std::optional<Primitive> findPrimitive(std::string_view name) {
  static const auto *byName = [] {
    auto *map = new std::unordered_map<std::string_view, Primitive>;
    for (size_t i = 0; i < std::size(Infos); ++i)
      map->emplace(Infos[i].name, static_cast<Primitive>(i));
    return map;
  }();
  auto found = byName->find(name);
  if (found == byName->end())
    return std::nullopt;
  return found->second;
}

} // namespace tactus::pml::ir
