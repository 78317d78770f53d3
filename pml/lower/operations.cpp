//===- operations.cpp - statements and constants of core in the PCall IR ----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lowering.h"

#include "pml/ir/check.h"
#include "pml/source/internal_error.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace tactus::pml::lowering {

using core::Operator;
using core::Statement;
using core::TypeKind;
using core::Value;
using ir::Operation;
using ir::Variable;

namespace {

/// Of a magnitude in hexadecimal digits, maybe after '-'.
std::string decimalOf(const std::string &text) {
  bool isNegative = !text.empty() && text[0] == '-';
  std::vector<uint32_t> digits{0}; // to the base of 10^9, the least first
  constexpr uint32_t Base = 1000000000;
  for (size_t at = isNegative; at < text.size(); ++at) {
    char digit = text[at];
    uint64_t carry = static_cast<uint64_t>(digit <= '9' ? digit - '0' : (digit | 32) - 'a' + 10);
    for (uint32_t &part : digits) {
      carry += uint64_t{part} * 16;
      part = static_cast<uint32_t>(carry % Base);
      carry /= Base;
    }
    if (carry)
      digits.push_back(static_cast<uint32_t>(carry));
  }
  std::string out = std::to_string(digits.back());
  for (size_t index = digits.size() - 1; index-- > 0;) {
    std::string part = std::to_string(digits[index]);
    out += std::string(9 - part.size(), '0') + part;
  }
  return (isNegative ? "-" : "") + out;
}

/// Operations of the IR that core has as primitives.
constexpr std::pair<std::string_view, Operation> Statements[] = {
    {"uninitialised", Operation::NewUninitialised},
    {"length", Operation::Length},
    {"array_sub", Operation::Sub},
    {"vector_sub", Operation::Sub},
    {"update", Operation::Update},
    {"sub_field", Operation::SubField},
    {"update_field", Operation::UpdateField},
    {"freeze", Operation::Freeze},
    {"cas", Operation::CompareAndSwap},
    {"cas_at", Operation::CompareAndSwapAt},
    {"fetch_add", Operation::FetchAdd},
    {"fetch_add_at", Operation::FetchAddAt},
};

} // namespace

Variable FunctionLowering::constant(const Value *value) {
  ir::Statement &made = emit(Operation::Constant, {});
  switch (value->kind) {
  case Value::Kind::Integer:
    made.number = value->bits;
    break;
  case Value::Kind::Real:
    made.number = value->type->bits == 32
                      ? static_cast<int64_t>(std::bit_cast<uint32_t>(std::strtof(value->text.c_str(), nullptr)))
                      : std::bit_cast<int64_t>(std::strtod(value->text.c_str(), nullptr));
    break;
  case Value::Kind::String:
    made.text = value->text;
    break;
  case Value::Kind::BigInteger:
    made.text = decimalOf(value->text);
    break;
  case Value::Kind::Undefined:
    block().statements.pop_back();
    return undefined(value->type);
  default:
    break;
  }
  return result(owner.types.get(value->type));
}

/// Code that is never reached uses it. A global that nobody sets has every type.
Variable FunctionLowering::undefined(const core::Type *type) {
  ir::TypeRef lowered = owner.types.get(type);
  auto [entry, isNew] = owner.undefinedValues.try_emplace(type, static_cast<uint32_t>(owner.target.globals.size()));
  if (isNew)
    owner.target.globals.push_back({"undefined." + std::to_string(type->number), lowered});
  emit(Operation::GetGlobal, {}).symbol = entry->second;
  return result(lowered);
}

void FunctionLowering::operation(const Statement &statement) {
  if (statement.op == Operator::Primitive) {
    primitive(statement);
    return;
  }
  const Value *defined = statement.results.empty() ? nullptr : statement.results[0];
  if (statement.op == Operator::NewTag && owner.staticTags.contains(defined))
    return;
  const core::Values &arguments = statement.arguments;
  bool isUnit = defined && defined->type->isUnit();
  if (isUnit)
    return; // reading it does nothing
  switch (statement.op) {
  case Operator::Tuple:
    emit(Operation::New, operands(arguments));
    break;
  case Operator::Construct: {
    std::vector<Variable> fields = operands(arguments);
    emit(Operation::New, std::move(fields)).constructor = statement.index;
    break;
  }
  case Operator::Select: {
    std::vector<Variable> object = operands(arguments);
    emit(Operation::Field, std::move(object)).index = statement.index;
    break;
  }
  case Operator::Project: {
    std::vector<Variable> object = operands(arguments);
    ir::Statement &made = emit(Operation::Field, std::move(object));
    made.constructor = statement.index;
    made.index = statement.field;
    break;
  }
  case Operator::NewTag:
    emit(Operation::NewTag, {}).symbol = owner.exceptionOf(defined);
    break;
  case Operator::MakeException: {
    std::vector<Variable> all = operands(arguments);
    emit(Operation::NewExn, std::move(all)).symbol = owner.exceptionOf(arguments[0]);
    break;
  }
  case Operator::IsException:
    emit(Operation::IsExn, operands(arguments));
    break;
  case Operator::ExceptionArgument: {
    std::vector<Variable> exception{operand(arguments[0])};
    ir::Statement &made = emit(Operation::Payload, std::move(exception));
    made.symbol = owner.exceptionOf(arguments[1]);
    made.index = statement.field;
    break;
  }
  case Operator::NewReference:
    emit(Operation::NewRef, operands(arguments));
    break;
  case Operator::ReadReference:
    emit(Operation::Get, operands(arguments));
    break;
  case Operator::WriteReference:
    emit(Operation::Set, operands(arguments));
    break;
  case Operator::Primitive:
    break;
  }
  block().statements.back().place = owner.place(statement.place);
  if (!defined)
    return;
  block().statements.back().results.push_back(define(defined));
  setGlobal(defined);
}

void FunctionLowering::primitive(const Statement &statement) {
  std::string name = statement.name;
  if (core::namesEntry(name)) {
    owner.target.functions[owner.functions.at(statement.arguments[0]->function)].name = "main." + name.substr(3);
    return;
  }
  const Value *first = statement.arguments.empty() ? nullptr : statement.arguments[0];
  std::vector<Variable> arguments = operands(statement.arguments);
  if (name == "cast") {
    variables[statement.results[0]] = arguments[0];
    setGlobal(statement.results[0]);
    return;
  }
  if (name == "equal")
    name = first->type->kind == TypeKind::Boolean     ? "bool_eq"
           : first->type->kind == TypeKind::Character ? "word8_eq"
                                                      : show(first->type) + "_eq";
  if (name.rfind("import:", 0) == 0) {
    std::vector<ir::TypeRef> parameters;
    for (const Value *argument : statement.arguments)
      parameters.push_back(owner.types.get(argument->type));
    ir::TypeRef type = statement.results.empty() ? nullptr : owner.types.get(statement.results[0]->type);
    emit(Operation::ForeignCall, std::move(arguments)).symbol = owner.importOf(statement, parameters, type);
  } else if (const auto *known = std::find_if(std::begin(Statements), std::end(Statements),
                                              [&](const auto &entry) { return entry.first == name; });
             known != std::end(Statements))
    emit(known->second, std::move(arguments)).index = statement.index;
  else if (std::optional<ir::Primitive> found = ir::findPrimitive(name))
    emit(Operation::Primitive, std::move(arguments)).primitive = *found;
  else
    throw InternalError{statement.place, "there is no primitive '" + name + "' in the PCall IR"};
  block().statements.back().place = owner.place(statement.place);
  for (const Value *defined : statement.results)
    block().statements.back().results.push_back(define(defined));
  for (const Value *defined : statement.results)
    setGlobal(defined);
}

} // namespace tactus::pml::lowering
