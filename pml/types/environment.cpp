//===- environment.cpp - semantic objects of modules -------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "environment.h"

#include "seen.h"

namespace tactus::pml {

namespace {

bool typeAdmitsEquality(Type *type, SeenParts &seen, uint32_t &depth) {
  Depth level(depth, DeepestType, {}, "types are nested");
  type = resolve(type);
  if (type->kind == Type::Kind::Variable || !seen.add(type))
    return true;
  if (auto *record = as<RecordType>(type))
    return std::all_of(record->fields.begin(), record->fields.end(),
                       [&](const TypeField &field) { return typeAdmitsEquality(field.type, seen, depth); });
  auto *constructed = as<ConstructedType>(type);
  if (!constructed)
    return false;
  return constructed->name->isReference ||
         (constructed->name->admitsEquality &&
          std::all_of(constructed->arguments.begin(), constructed->arguments.end(),
                      [&](Type *argument) { return typeAdmitsEquality(argument, seen, depth); }));
}

} // namespace

bool admitsEquality(const TypeFunction &function) {
  SeenParts seen;
  uint32_t depth = 0;
  return typeAdmitsEquality(function.body, seen, depth);
}

} // namespace tactus::pml
