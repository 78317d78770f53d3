//===- emit.cpp - pieces of core --------------------------------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "specialiser.h"

namespace tactus::pml::specialising {

using core::Operator;
using core::Statement;
using core::Transfer;
using core::TypeKind;
using core::Value;
using core::Values;

Statement *Specialiser::emit(Statement::Kind kind, Values arguments, Place place) {
  auto *made = target.arena.make<Statement>();
  made->kind = kind;
  made->arguments = std::move(arguments);
  made->place = place;
  here->statements.push_back(made);
  return made;
}

Value *Specialiser::operation(Operator op, const core::Type *type, Values arguments, uint32_t index, uint32_t field) {
  Statement *made = emit(Statement::Kind::Operation, std::move(arguments));
  made->op = op;
  made->index = index;
  made->field = field;
  Value *result = target.variable(type);
  result->definition = made;
  made->results = {result};
  return result;
}

Value *Specialiser::primitive(const std::string &name, const core::Type *type, Values arguments, Place place) {
  Value *result = operation(Operator::Primitive, type, std::move(arguments));
  result->definition->name = name;
  result->definition->place = place;
  return result;
}

Value *Specialiser::call(Value *function, Values arguments, Place place) {
  arguments.insert(arguments.begin(), function);
  Statement *made = emit(Statement::Kind::Call, std::move(arguments), place);
  return takeResults(*made, {core::result(function->type)})[0];
}

/// Gives a call or a par its results, and returns the values of these types that it has.
Values Specialiser::takeResults(Statement &statement, const std::vector<const core::Type *> &results) {
  Values values;
  for (const core::Type *result : results) {
    Values parts;
    for (const core::Type *part : core::returned(result)) {
      parts.push_back(target.variable(part));
      parts.back()->definition = &statement;
    }
    statement.results.insert(statement.results.end(), parts.begin(), parts.end());
    values.push_back(core::isReturnedFlat(result) ? tuple(result, parts) : parts[0]);
  }
  return values;
}

/// Ends a function's block with its result.
void Specialiser::returnValue(Value *value) {
  finish(Transfer::Kind::Return, core::isReturnedFlat(value->type) ? spread(value) : Values{value});
}

Value *Specialiser::tuple(const core::Type *type, Values components) {
  if (components.empty())
    return target.unit();
  return operation(Operator::Tuple, type, std::move(components));
}

/// A component of a tuple; of one that was just made, what it was made of.
Value *Specialiser::select(Value *tuple, uint32_t index) {
  if (const Statement *made = tuple->definition;
      made && made->kind == Statement::Kind::Operation && made->op == Operator::Tuple)
    return made->arguments[index];
  return operation(Operator::Select, tuple->type->parts[index], {tuple}, index);
}

/// What a value is passed as: the components of a tuple, or itself.
Values Specialiser::spread(Value *value) {
  if (value->type->kind != TypeKind::Tuple)
    return {value};
  Values components;
  for (uint32_t index = 0; index < value->type->parts.size(); ++index)
    components.push_back(select(value, index));
  return components;
}

/// Ends the block. What is emitted then is never reached.
Transfer &Specialiser::finish(Transfer::Kind kind, Values arguments) {
  Transfer &end = here->end;
  end.kind = kind;
  end.arguments = std::move(arguments);
  here = target.block();
  return end;
}

void Specialiser::jump(core::Join *join, Values arguments) {
  finish(Transfer::Kind::Jump, std::move(arguments)).target = join;
}

void Specialiser::deliver(Destination destination, Value *value) {
  if (destination.join)
    jump(destination.join, spread(value));
  else
    returnValue(value);
}

Value *Specialiser::undefined(const core::Type *type) {
  return type->isUnit() ? target.unit() : target.constant(Value::Kind::Undefined, type);
}

Value *Specialiser::builtinTag(const char *name) {
  return target.constant(Value::Kind::ExceptionTag, types.get(TypeKind::ExceptionTag), name);
}

void Specialiser::raise(Value *exception, Place place) { finish(Transfer::Kind::Raise, {exception}).place = place; }

void Specialiser::raiseBuiltin(const char *name, Place place) {
  raise(operation(Operator::MakeException, types.get(TypeKind::Exception), {builtinTag(name)}), place);
}

/// A join that is declared here.
core::Join *Specialiser::join(Values parameters) {
  core::Join *made = target.join(std::move(parameters));
  emit(Statement::Kind::Joins, {})->joins = {made};
  return made;
}

core::Join *Specialiser::joinFor(const core::Type *type) {
  Values parameters;
  for (const core::Type *part : core::flat(type))
    parameters.push_back(target.variable(part));
  return join(std::move(parameters));
}

/// Goes on in a join that was made for values of a type. Returns the value.
Value *Specialiser::enterJoin(core::Join *join, const core::Type *type) {
  here = join->body;
  return type->kind == TypeKind::Tuple ? tuple(type, join->parameters) : join->parameters[0];
}

core::Function *Specialiser::beginFunction(const core::Type *type, const std::string &name, Place place) {
  core::Function *made = target.function(type, name, place);
  emit(Statement::Kind::Functions, {})->functions = {made};
  return made;
}

/// The argument of a function, whose body is being made here.
Value *Specialiser::parameter(const core::Function &function, const core::Type *from) {
  return from->kind == TypeKind::Tuple ? tuple(from, function.parameters) : function.parameters[0];
}

void Specialiser::choose(Value *value, std::vector<Transfer::Case> cases, core::Block *otherwise) {
  Transfer &end = finish(Transfer::Kind::Switch, {value});
  end.cases = std::move(cases);
  end.otherwise = otherwise;
}

} // namespace tactus::pml::specialising
