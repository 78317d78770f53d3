//===- share.cpp - equal parts of a type become one ----------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "share.h"

#include "pml/source/limits.h"

namespace tactus::pml {

Type *Sharer::share(Type *type) {
  Depth nesting(depth, DeepestType, {}, "types are nested");
  type = resolve(type);
  if (type->kind == Type::Kind::Variable)
    return type;
  if (auto found = done.find(type); found != done.end())
    return found->second;
  Type *shared = shareParts(type);
  done.emplace(type, shared);
  done.emplace(shared, shared);
  return shared;
}

Type *Sharer::shareParts(Type *type) {
  std::vector<uintptr_t> key{static_cast<uintptr_t>(type->kind)};
  auto shareOne = [&](Type *part) {
    Type *shared = share(part);
    key.push_back(reinterpret_cast<uintptr_t>(shared));
    return shared;
  };
  if (auto *function = as<FunctionType>(type)) {
    Type *from = shareOne(function->from), *to = shareOne(function->to);
    Type *&made = known[key];
    return made = made ? made : types.function(from, to);
  }
  if (auto *record = as<RecordType>(type)) {
    std::vector<TypeField> fields;
    for (const TypeField &field : record->fields) {
      key.push_back(field.label.number());
      fields.push_back({field.label, shareOne(field.type)});
    }
    Type *&made = known[key];
    return made = made ? made : types.record(std::move(fields));
  }
  auto *constructed = as<ConstructedType>(type);
  key.push_back(reinterpret_cast<uintptr_t>(constructed->name));
  std::vector<Type *> arguments;
  for (Type *argument : constructed->arguments)
    arguments.push_back(shareOne(argument));
  Type *&made = known[key];
  return made = made ? made : types.constructed(constructed->name, std::move(arguments));
}

} // namespace tactus::pml
