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

/// Letters of a type that are shown; the rest of a longer one is dots. A type whose parts stand in it more than once
/// may have exponentially many.
constexpr size_t LongestShown = 1000;

void append(std::string &out, const Type *type);

void appendAll(std::string &out, const std::vector<const Type *> &types, size_t count) {
  for (size_t index = 0; index < count && out.size() <= LongestShown; ++index) {
    out += index ? ", " : "";
    append(out, types[index]);
  }
}

void appendStructured(std::string &out, const char *head, const Type *type) {
  out += head;
  appendAll(out, type->parts, type->parts.size());
  out += ")";
}

void append(std::string &out, const Type *type) {
  if (out.size() > LongestShown) {
    out += "…";
    return;
  }
  switch (type->kind) {
  case TypeKind::Boolean:
    out += "bool";
    return;
  case TypeKind::Integer:
    out += "int" + std::to_string(type->bits);
    return;
  case TypeKind::Word:
    out += "word" + std::to_string(type->bits);
    return;
  case TypeKind::Real:
    out += "real" + std::to_string(type->bits);
    return;
  case TypeKind::Character:
    out += "char";
    return;
  case TypeKind::BigInteger:
    out += "intinf";
    return;
  case TypeKind::String:
    out += "string";
    return;
  case TypeKind::Exception:
    out += "exn";
    return;
  case TypeKind::ExceptionTag:
    return appendStructured(out, "tag(", type);
  case TypeKind::Tuple:
    return appendStructured(out, "(", type);
  case TypeKind::Function:
    out += "((";
    appendAll(out, type->parts, type->parts.size() - 1);
    out += ") -> ";
    append(out, type->parts.back());
    out += ")";
    return;
  case TypeKind::Data:
    out += type->data->name + "_" + std::to_string(type->data->number);
    return;
  case TypeKind::Reference:
    return appendStructured(out, "ref(", type);
  case TypeKind::Array:
    return appendStructured(out, "array(", type);
  case TypeKind::Vector:
    return appendStructured(out, "vector(", type);
  }
}

} // namespace

std::string show(const Type *type) {
  std::string out;
  append(out, type);
  return out;
}

} // namespace tactus::pml::core
