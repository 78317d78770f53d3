//===- substitute.cpp - copies of types with parts replaced ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "substitute.h"
#include "seen.h"
#include "unify.h"

#include <algorithm>

namespace tactus::pml {

Substitution::Substitution(TypeFactory &typeFactory, const Realisation *namesToReplace)
    : types(typeFactory), realisation(namesToReplace) {
  if (realisation)
    for (const auto &[name, meaning] : *realisation)
      oldestBirth = std::min(oldestBirth, name->birth);
}

Type *Substitution::apply(Type *type) {
  work = depth == 0 ? 0 : work + 1;
  if (work > LargestType)
    throw LimitReached{{}, "the types of this program are too large; take it apart with declarations that state types"};
  Depth level(depth, DeepestType, {}, "types are nested");
  type = resolve(type);
  if (type->kind == Type::Kind::Variable)
    return applyToVariable(static_cast<TypeVariable *>(type));
  if (type->isClosed && type->newestBirth < oldestBirth)
    return type;
  if (work <= FewParts)
    return copy(type);
  if (auto known = copies.find(type); known != copies.end())
    return known->second;
  Type *made = copy(type);
  copies.emplace(type, made);
  return made;
}

Type *Substitution::copy(Type *type) {
  switch (type->kind) {
  case Type::Kind::Variable:
    break;
  case Type::Kind::Constructed:
    return applyToConstructed(static_cast<ConstructedType *>(type));
  case Type::Kind::Record:
    return applyToRecord(static_cast<RecordType *>(type));
  case Type::Kind::Function: {
    auto *function = static_cast<FunctionType *>(type);
    Type *from = apply(function->from), *to = apply(function->to);
    return from == function->from && to == function->to ? type : types.function(from, to);
  }
  }
  return type;
}

Type *Substitution::applyToVariable(TypeVariable *variable) {
  for (auto [replaced, type] : variables)
    if (replaced == variable)
      return type;
  return variable;
}

Type *Substitution::applyToConstructed(ConstructedType *type) {
  std::vector<Type *> arguments;
  arguments.reserve(type->arguments.size());
  bool isChanged = false;
  for (Type *argument : type->arguments) {
    arguments.push_back(apply(argument));
    isChanged |= arguments.back() != argument;
  }
  if (realisation)
    if (auto found = realisation->find(type->name); found != realisation->end())
      return applyFunction(types, *found->second, arguments);
  return isChanged ? types.constructed(type->name, std::move(arguments)) : type;
}

Type *Substitution::applyToRecord(RecordType *type) {
  std::vector<TypeField> fields;
  fields.reserve(type->fields.size());
  bool isChanged = false;
  for (const TypeField &field : type->fields) {
    fields.push_back({field.label, apply(field.type)});
    isChanged |= fields.back().type != field.type;
  }
  return isChanged ? types.record(std::move(fields)) : type;
}

Type *applyFunction(TypeFactory &types, const TypeFunction &function, const std::vector<Type *> &arguments) {
  if (function.parameters.empty())
    return function.body;
  Substitution substitution(types);
  for (size_t index = 0; index < function.parameters.size() && index < arguments.size(); ++index)
    substitution.replace(function.parameters[index], arguments[index]);
  return substitution.apply(function.body);
}

Type *instantiate(TypeFactory &types, const Scheme &scheme, uint32_t level, Place place,
                  std::vector<Type *> &instances) {
  if (scheme.quantified.empty())
    return scheme.type;
  Substitution substitution(types);
  for (const TypeVariable *bound : scheme.quantified) {
    TypeVariable *fresh = types.variable(level, place);
    fresh->admitsEquality = bound->admitsEquality;
    fresh->overloadClass = bound->overloadClass;
    instances.push_back(fresh);
    substitution.replace(bound, fresh);
  }
  return substitution.apply(scheme.type);
}

} // namespace tactus::pml
