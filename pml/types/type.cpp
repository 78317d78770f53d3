//===- type.cpp - types, type names and schemes ------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "type.h"

#include <algorithm>

namespace tactus::pml {

Type *resolve(Type *type) {
  Type *end = type;
  while (end->kind == Type::Kind::Variable && static_cast<TypeVariable *>(end)->link)
    end = static_cast<TypeVariable *>(end)->link;
  return end;
}

void Type::addPart(Type *part) {
  part = resolve(part);
  isClosed &= part->isClosed;
  newestBirth = std::max(newestBirth, part->newestBirth);
}

template <> TypeVariable *as<TypeVariable>(Type *type) {
  type = resolve(type);
  return type->kind == Type::Kind::Variable ? static_cast<TypeVariable *>(type) : nullptr;
}
template <> ConstructedType *as<ConstructedType>(Type *type) {
  type = resolve(type);
  return type->kind == Type::Kind::Constructed ? static_cast<ConstructedType *>(type) : nullptr;
}
template <> FunctionType *as<FunctionType>(Type *type) {
  type = resolve(type);
  return type->kind == Type::Kind::Function ? static_cast<FunctionType *>(type) : nullptr;
}
template <> RecordType *as<RecordType>(Type *type) {
  type = resolve(type);
  return type->kind == Type::Kind::Record ? static_cast<RecordType *>(type) : nullptr;
}

bool isTuple(const std::vector<TypeField> &sortedFields) {
  if (sortedFields.size() == 1)
    return false;
  for (size_t index = 0; index < sortedFields.size(); ++index)
    if (sortedFields[index].label != Symbol::ofNumber(index + 1))
      return false;
  return true;
}

TypeName *nameOf(const TypeFunction &function) {
  auto *constructed = as<ConstructedType>(function.body);
  if (!constructed || constructed->arguments.size() != function.parameters.size())
    return nullptr;
  for (size_t index = 0; index < function.parameters.size(); ++index)
    if (resolve(constructed->arguments[index]) != function.parameters[index])
      return nullptr;
  return constructed->name;
}

TypeVariable *TypeFactory::variable(uint32_t level, Place place) {
  auto *variable = arena.make<TypeVariable>();
  variable->level = level;
  variable->birth = births;
  variable->place = place;
  return variable;
}

TypeVariable *TypeFactory::generic(Symbol name, bool admitsEquality) {
  TypeVariable *made = variable(GenericLevel);
  made->name = name;
  made->admitsEquality = admitsEquality;
  return made;
}

TypeVariable *TypeFactory::rigid(Symbol name, uint32_t level, Place place) {
  TypeVariable *made = variable(level, place);
  made->name = name;
  made->isRigid = true;
  made->admitsEquality = name.text().starts_with("''");
  return made;
}

Type *TypeFactory::record(std::vector<TypeField> fields) {
  if (fields.empty())
    return unitType;
  std::sort(fields.begin(), fields.end(),
            [](const TypeField &left, const TypeField &right) { return labelLess(left.label, right.label); });
  // A label that stands twice has been reported; what works on types relies on labels being different.
  fields.erase(std::unique(fields.begin(), fields.end(),
                           [](const TypeField &left, const TypeField &right) { return left.label == right.label; }),
               fields.end());
  return arena.make<RecordType>(std::move(fields));
}

Type *TypeFactory::tuple(const std::vector<Type *> &components) {
  std::vector<TypeField> fields;
  for (Type *component : components)
    fields.push_back({Symbol::ofNumber(fields.size() + 1), component});
  return fields.empty() ? unitType : arena.make<RecordType>(std::move(fields));
}

TypeName *TypeFactory::name(Symbol symbol, uint32_t arity, bool admitsEquality, Place place) {
  auto *made = arena.make<TypeName>();
  made->name = symbol;
  made->shownName = symbol.text();
  made->arity = arity;
  made->admitsEquality = admitsEquality;
  made->place = place;
  made->birth = births++;
  return made;
}

const TypeFunction *TypeFactory::functionOf(TypeName *name) {
  auto *function = arena.make<TypeFunction>();
  std::vector<Type *> arguments;
  arguments.reserve(name->arity);
  for (uint32_t index = 0; index < name->arity; ++index) {
    function->parameters.push_back(generic({}, false));
    arguments.push_back(function->parameters.back());
  }
  function->body = constructed(name, std::move(arguments));
  return function;
}

} // namespace tactus::pml
