//===- types.cpp - types of core as types of the PCall IR -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "types.h"

#include "pml/core/elements.h"

namespace tactus::pml::lowering {

using core::TypeKind;

ir::TypeRef Types::get(const core::Type *type) {
  if (auto found = known.find(type); found != known.end())
    return found->second;
  ir::TypeRef made = make(type);
  known[type] = made;
  return made;
}

std::vector<ir::TypeRef> Types::all(const std::vector<const core::Type *> &types) {
  std::vector<ir::TypeRef> made;
  for (const core::Type *type : types)
    made.push_back(get(type));
  return made;
}

ir::TypeRef Types::make(const core::Type *type) {
  switch (type->kind) {
  case TypeKind::Boolean:
    return target.types.get(ir::TypeKind::Bool);
  case TypeKind::Integer:
  case TypeKind::Word:
    return target.types.get(type->bits == 8    ? ir::TypeKind::Int8
                            : type->bits == 16 ? ir::TypeKind::Int16
                            : type->bits == 32 ? ir::TypeKind::Int32
                                               : ir::TypeKind::Int64);
  case TypeKind::Real:
    return target.types.get(type->bits == 32 ? ir::TypeKind::Real32 : ir::TypeKind::Real64);
  case TypeKind::Character:
    return target.types.get(ir::TypeKind::Int8);
  case TypeKind::BigInteger:
    return target.types.get(ir::TypeKind::IntInf);
  case TypeKind::String:
    return target.types.string();
  case TypeKind::Exception:
    return target.types.get(ir::TypeKind::Exn);
  case TypeKind::ExceptionTag:
    return target.types.get(ir::TypeKind::Tag);
  case TypeKind::Reference:
    return target.types.ref(get(type->parts[0]));
  case TypeKind::Array:
    return target.types.array(elementOf(type));
  case TypeKind::Vector:
    return target.types.vector(elementOf(type));
  case TypeKind::Tuple:
    if (type->isUnit())
      return target.types.get(ir::TypeKind::Unit);
    return makeVariant(type);
  case TypeKind::Data:
  case TypeKind::Function:
    return makeVariant(type);
  }
  return nullptr;
}

ir::TypeRef Types::elementOf(const core::Type *sequence) {
  std::vector<const core::Type *> fields = core::flatFields(source, sequence->parts[0]);
  return fields.empty() ? get(sequence->parts[0]) : target.types.tuple(all(fields));
}

ir::TypeRef Types::makeVariant(const core::Type *type) {
  auto index = static_cast<uint32_t>(target.variants.size());
  ir::TypeRef made = target.types.variant(index);
  known[type] = made; // it may contain itself
  const char *prefix = type->kind == TypeKind::Tuple ? "tuple_" : type->kind == TypeKind::Function ? "fn_" : "";
  std::string name = type->kind == TypeKind::Data ? show(type) : prefix + std::to_string(type->number);
  target.variants.push_back({name, {}});
  std::vector<ir::Constructor> alternatives;
  if (type->kind == TypeKind::Tuple)
    alternatives.push_back({"tuple", all(type->parts)});
  else if (type->kind == TypeKind::Function) {
    for (const core::Function *function : valuesOfType[type]) {
      std::vector<ir::TypeRef> fields;
      for (const core::Value *value : closures.facts.at(function).captured)
        fields.push_back(get(value->type));
      alternatives.push_back({function->name->text + "." + std::to_string(function->name->number), std::move(fields)});
    }
  } else if (type->data->isUsed())
    for (const core::Constructor &constructor : type->data->constructors())
      alternatives.push_back({constructor.name, all(constructor.fields)});
  if (alternatives.empty())
    alternatives.push_back({"none", {}});
  target.variants[index].constructors = std::move(alternatives);
  return made;
}

void Types::collectFunctions() {
  for (core::Function *function : closures.functions)
    if (closures.facts.at(function).isValue) {
      std::vector<core::Function *> &values = valuesOfType[function->name->type];
      constructors[function] = static_cast<uint32_t>(values.size());
      values.push_back(function);
    }
}

} // namespace tactus::pml::lowering
