//===- type.cpp - the types of core programs --------------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "type.h"

#include <tuple>

namespace tactus::pml::core {

bool TypeTable::Less::operator()(const Type *left, const Type *right) const {
  return std::tie(left->kind, left->bits, left->data, left->parts) <
         std::tie(right->kind, right->bits, right->data, right->parts);
}

const Type *TypeTable::intern(Type type) {
  if (auto found = types.find(&type); found != types.end())
    return found->first;
  type.number = static_cast<uint32_t>(types.size());
  auto made = std::make_unique<Type>(std::move(type));
  const Type *key = made.get();
  types.emplace(key, std::move(made));
  return key;
}

const Type *TypeTable::function(const Type *from, const Type *to) {
  std::vector<const Type *> parts = flat(from);
  parts.push_back(to);
  return get(TypeKind::Function, std::move(parts));
}

Datatype *TypeTable::makeDatatype(std::string name) {
  datatypes.push_back(std::make_unique<Datatype>());
  datatypes.back()->name = std::move(name);
  datatypes.back()->number = static_cast<uint32_t>(datatypes.size());
  return datatypes.back().get();
}

std::vector<const Type *> flat(const Type *type) {
  return type->kind == TypeKind::Tuple ? type->parts : std::vector<const Type *>{type};
}

bool isReturnedFlat(const Type *type) {
  return type->kind == TypeKind::Tuple && !type->isUnit() && type->parts.size() <= MostReturned;
}

std::vector<const Type *> returned(const Type *type) {
  return isReturnedFlat(type) ? type->parts : std::vector<const Type *>{type};
}

namespace {

std::string showAll(const std::vector<const Type *> &types, size_t count) {
  std::string out;
  for (size_t index = 0; index < count; ++index)
    out += (index ? ", " : "") + show(types[index]);
  return out;
}

} // namespace

std::string show(const Type *type) {
  switch (type->kind) {
  case TypeKind::Boolean:
    return "bool";
  case TypeKind::Integer:
    return "int" + std::to_string(type->bits);
  case TypeKind::Word:
    return "word" + std::to_string(type->bits);
  case TypeKind::Real:
    return "real" + std::to_string(type->bits);
  case TypeKind::Character:
    return "char";
  case TypeKind::BigInteger:
    return "intinf";
  case TypeKind::String:
    return "string";
  case TypeKind::Exception:
    return "exn";
  case TypeKind::ExceptionTag:
    return "tag(" + showAll(type->parts, type->parts.size()) + ")";
  case TypeKind::Tuple:
    return "(" + showAll(type->parts, type->parts.size()) + ")";
  case TypeKind::Function:
    return "((" + showAll(type->parts, type->parts.size() - 1) + ") -> " + show(type->parts.back()) + ")";
  case TypeKind::Data:
    return type->data->name + "_" + std::to_string(type->data->number);
  case TypeKind::Reference:
    return "ref(" + show(type->parts[0]) + ")";
  case TypeKind::Array:
    return "array(" + show(type->parts[0]) + ")";
  case TypeKind::Vector:
    return "vector(" + show(type->parts[0]) + ")";
  }
  return "";
}

} // namespace tactus::pml::core
