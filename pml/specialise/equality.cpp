//===- equality.cpp - equality of structured types as functions -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Each type whose values are compared gets one function that takes the values apart: equal (left, right). Components
// are compared in order, and the last one by a tail call, so that long lists take no stack.
//
//===----------------------------------------------------------------------===//
#include "specialiser.h"

namespace tactus::pml::specialising {

using core::Operator;
using core::Transfer;
using core::TypeKind;
using core::Value;
using core::Values;

Value *Specialiser::equal(Value *left, Value *right) {
  switch (left->type->kind) {
  case TypeKind::Boolean:
  case TypeKind::Integer:
  case TypeKind::Word:
  case TypeKind::Character:
    return primitive("equal", types.boolean(), {left, right});
  case TypeKind::BigInteger:
    return primitive("intinf_eq", types.boolean(), {left, right});
  case TypeKind::String:
    return primitive("string_eq", types.boolean(), {left, right});
  case TypeKind::Reference:
  case TypeKind::Array:
    return primitive("same_object", types.boolean(), {left, right});
  case TypeKind::Tuple:
    if (left->type->parts.empty())
      return target.integer(types.boolean(), 1);
    [[fallthrough]];
  default:
    break;
  }
  Value *function = equalityOf(left->type);
  Values passed;
  if (left->type->kind == TypeKind::Tuple) {
    passed = spread(left);
    Values more = spread(right);
    passed.insert(passed.end(), more.begin(), more.end());
  } else
    passed = {left, right};
  return call(function, std::move(passed), {});
}

/// Returns whether all fields are equal, from the function that is being made.
void Specialiser::compareFields(const Values &left, const Values &right) {
  for (size_t index = 0; index < left.size(); ++index) {
    Value *areEqual = equal(left[index], right[index]);
    if (index + 1 == left.size()) {
      if (areEqual->definition && areEqual->definition->kind == core::Statement::Kind::Call) {
        Values passed = areEqual->definition->arguments;
        here->statements.pop_back();
        finish(Transfer::Kind::TailCall, std::move(passed));
      } else
        finish(Transfer::Kind::Return, {areEqual});
      return;
    }
    core::Block *unequal = target.block(), *next = target.block();
    choose(areEqual, {{0, unequal}, {1, next}}, nullptr);
    here = unequal;
    finish(Transfer::Kind::Return, {target.integer(types.boolean(), 0)});
    here = next;
  }
  finish(Transfer::Kind::Return, {target.integer(types.boolean(), 1)});
}

void Specialiser::compareVectors(Value *left, Value *right, const core::Type *element) {
  const core::Type *index = types.integer(64);
  Value *length = primitive("length", index, {left});
  Value *otherLength = primitive("length", index, {right});
  core::Block *unequal = target.block(), *next = target.block();
  choose(primitive("equal", types.boolean(), {length, otherLength}), {{0, unequal}, {1, next}}, nullptr);
  here = unequal;
  finish(Transfer::Kind::Return, {target.integer(types.boolean(), 0)});
  here = next;
  core::Join *again = join({target.variable(index)});
  jump(again, {target.integer(index, 0)});
  here = again->body;
  Value *position = again->parameters[0];
  core::Block *end = target.block(), *body = target.block(), *different = target.block(), *same = target.block();
  choose(primitive("equal", types.boolean(), {position, length}), {{0, body}, {1, end}}, nullptr);
  here = end;
  finish(Transfer::Kind::Return, {target.integer(types.boolean(), 1)});
  here = body;
  Value *areEqual =
      equal(primitive("vector_sub", element, {left, position}), primitive("vector_sub", element, {right, position}));
  choose(areEqual, {{0, different}, {1, same}}, nullptr);
  here = different;
  finish(Transfer::Kind::Return, {target.integer(types.boolean(), 0)});
  here = same;
  jump(again, {primitive("int64_add", index, {position, target.integer(index, 1)})});
}

Value *Specialiser::equalityOf(const core::Type *type) {
  if (auto found = equalities.find(type); found != equalities.end())
    return found->second;
  CoreTypes parameters = core::flat(type), again = parameters;
  parameters.insert(parameters.end(), again.begin(), again.end());
  parameters.push_back(types.boolean());
  core::Function *made = target.function(types.get(TypeKind::Function, parameters), "equal", {});
  equalities[type] = made->name;
  generated->functions.push_back(made);
  Inside inside(*this, made->body);
  const Values &all = made->parameters;
  if (type->kind == TypeKind::Tuple) {
    auto middle = all.begin() + static_cast<ptrdiff_t>(all.size() / 2);
    compareFields({all.begin(), middle}, {middle, all.end()});
    return made->name;
  }
  if (type->kind == TypeKind::Vector) {
    compareVectors(all[0], all[1], type->parts[0]);
    return made->name;
  }
  const std::vector<core::Constructor> &constructors = type->data->constructors();
  std::vector<Transfer::Case> cases;
  for (uint32_t tag = 0; tag < constructors.size(); ++tag)
    cases.push_back({tag, target.block()});
  choose(all[0], cases, nullptr);
  for (uint32_t tag = 0; tag < constructors.size(); ++tag) {
    here = cases[tag].block;
    core::Block *same = target.block(), *unequal = target.block();
    choose(all[1], {{tag, same}}, constructors.size() == 1 ? nullptr : unequal);
    here = unequal;
    finish(Transfer::Kind::Return, {target.integer(types.boolean(), 0)});
    here = same;
    Values left, right;
    for (uint32_t field = 0; field < constructors[tag].fields.size(); ++field) {
      left.push_back(operation(Operator::Project, constructors[tag].fields[field], {all[0]}, tag, field));
      right.push_back(operation(Operator::Project, constructors[tag].fields[field], {all[1]}, tag, field));
    }
    compareFields(left, right);
  }
  return made->name;
}

} // namespace tactus::pml::specialising
