//===- check_statement.cpp - the types of statements ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/ir/checker.h"
#include "pml/ir/print.h"

namespace tactus::pml::ir {

bool FunctionChecker::hasShape(const Statement &statement, size_t results, size_t arguments) {
  if (statement.results.size() == results && statement.arguments.size() == arguments)
    return true;
  error(std::string(nameOf(statement.operation)) + " has " + std::to_string(results) + " results and " +
        std::to_string(arguments) + " arguments, not " + std::to_string(statement.results.size()) + " and " +
        std::to_string(statement.arguments.size()));
  return false;
}

void FunctionChecker::expectKind(Variable variable, TypeKind kind, const char *what) {
  if (!isOf(variable, kind))
    error(std::string(what) + " is wanted where " + describe(variable) + " is given");
}

void FunctionChecker::expectElement(TypeRef object, Variable element) {
  if (object->element != function.typeOf(element))
    error(print(program, object) + " has no element " + describe(element));
}

void FunctionChecker::checkNew(const Statement &statement) {
  if (statement.results.size() != 1 || !isOf(statement.results[0], TypeKind::Variant)) {
    error("new makes one object of a variant");
    return;
  }
  const Variant &variant = program.variants[function.typeOf(statement.results[0])->variant];
  if (statement.constructor >= variant.constructors.size())
    error("the variant has no such constructor");
  else
    expectArguments(statement.arguments, variant.constructors[statement.constructor].fields, "the constructor");
}

void FunctionChecker::checkField(const Statement &statement) {
  if (!hasShape(statement, 1, 1))
    return;
  if (!isOf(statement.arguments[0], TypeKind::Variant)) {
    error(describe(statement.arguments[0]) + " is no variant");
    return;
  }
  const auto &constructors = program.variants[function.typeOf(statement.arguments[0])->variant].constructors;
  if (statement.constructor >= constructors.size() ||
      statement.index >= constructors[statement.constructor].fields.size())
    error("the variant has no such constructor or field");
  else
    expectArguments(statement.results, {constructors[statement.constructor].fields[statement.index]}, "the result");
}

/// Of an element that is a flat tuple.
void FunctionChecker::checkElementField(const Statement &statement, TypeRef sequence, size_t firstValue) {
  if (sequence->element->kind != TypeKind::Tuple || statement.index >= sequence->element->fields.size()) {
    error("the elements of " + print(program, sequence) + " have no such field");
    return;
  }
  TypeRef field = sequence->element->fields[statement.index];
  if (statement.results.empty())
    expectArguments({statement.arguments.begin() + static_cast<ptrdiff_t>(firstValue), statement.arguments.end()},
                    {field}, "the field");
  else
    expectArguments(statement.results, {field}, "the result");
}

/// References and sequences: the object is the first argument, or the result of what makes one.
void FunctionChecker::checkMemory(const Statement &statement) {
  struct Shape {
    uint8_t results, arguments;
    bool hasIndex;
  };
  auto shapeOf = [](Operation operation) -> Shape {
    switch (operation) {
    case Operation::Get:
    case Operation::Length:
    case Operation::Freeze:
      return {1, 1, false};
    case Operation::Set:
      return {0, 2, false};
    case Operation::Sub:
    case Operation::SubField:
      return {1, 2, true};
    case Operation::Update:
    case Operation::UpdateField:
      return {0, 3, true};
    case Operation::CompareAndSwap:
      return {1, 3, false};
    case Operation::CompareAndSwapAt:
      return {1, 4, true};
    case Operation::FetchAdd:
      return {1, 2, false};
    default:
      return {1, 3, true};
    }
  };
  Shape shape = shapeOf(statement.operation);
  if (!hasShape(statement, shape.results, shape.arguments))
    return;
  Operation operation = statement.operation;
  TypeRef object = function.typeOf(statement.arguments[0]);
  bool isRef = operation == Operation::Get || operation == Operation::Set || operation == Operation::CompareAndSwap ||
               operation == Operation::FetchAdd;
  bool onlyReads = operation == Operation::Length || operation == Operation::Sub || operation == Operation::SubField;
  bool fits = isRef ? object->kind == TypeKind::Ref
                    : object->kind == TypeKind::Array || (onlyReads && object->kind == TypeKind::Vector);
  if (!fits) {
    error(std::string(nameOf(operation)) + " is not for " + describe(statement.arguments[0]));
    return;
  }
  if (shape.hasIndex)
    expectKind(statement.arguments[1], TypeKind::Int64, "an index, an i64,");
  if (operation == Operation::Length) {
    expectKind(statement.results[0], TypeKind::Int64, "the length, an i64,");
    return;
  }
  if (operation == Operation::Freeze) {
    TypeRef result = function.typeOf(statement.results[0]);
    if (result->kind != TypeKind::Vector || result->element != object->element)
      error("freeze makes a vector of the array's elements");
    return;
  }
  if (operation == Operation::SubField || operation == Operation::UpdateField) {
    checkElementField(statement, object, 2);
    return;
  }
  for (size_t i = shape.hasIndex ? 2 : 1; i < statement.arguments.size(); ++i)
    expectElement(object, statement.arguments[i]);
  for (Variable result : statement.results)
    expectElement(object, result);
  if ((operation == Operation::FetchAdd || operation == Operation::FetchAddAt) && !object->element->isInteger())
    error("only integers are added to");
}

void FunctionChecker::checkException(const Statement &statement) {
  bool isTag = statement.operation == Operation::NewTag || statement.operation == Operation::StaticTag;
  if (statement.operation != Operation::IsExn && statement.symbol >= program.exceptions.size()) {
    error("there is no such exception");
    return;
  }
  if (isTag) {
    if (hasShape(statement, 1, 0))
      expectKind(statement.results[0], TypeKind::Tag, "a tag");
    return;
  }
  if (statement.operation == Operation::IsExn) {
    if (!hasShape(statement, 1, 2))
      return;
    expectKind(statement.results[0], TypeKind::Bool, "a bool");
    expectKind(statement.arguments[0], TypeKind::Exn, "an exn");
    expectKind(statement.arguments[1], TypeKind::Tag, "a tag");
    return;
  }
  const auto &fields = program.exceptions[statement.symbol].fields;
  if (statement.operation == Operation::Payload) {
    if (!hasShape(statement, 1, 1))
      return;
    expectKind(statement.arguments[0], TypeKind::Exn, "an exn");
    if (statement.index >= fields.size())
      error("the exception has no such field");
    else
      expectArguments(statement.results, {fields[statement.index]}, "the result");
    return;
  }
  if (!hasShape(statement, 1, fields.size() + 1))
    return;
  expectKind(statement.results[0], TypeKind::Exn, "an exn");
  expectKind(statement.arguments[0], TypeKind::Tag, "a tag");
  expectArguments({statement.arguments.begin() + 1, statement.arguments.end()}, fields, "the exception");
}

static bool fitsLetter(TypeRef type, char letter) {
  static constexpr std::pair<char, TypeKind> Kinds[] = {
      {'u', TypeKind::Unit},   {'b', TypeKind::Bool},  {'1', TypeKind::Int8},   {'2', TypeKind::Int16},
      {'4', TypeKind::Int32},  {'8', TypeKind::Int64}, {'f', TypeKind::Real32}, {'d', TypeKind::Real64},
      {'I', TypeKind::IntInf}, {'e', TypeKind::Exn}};
  for (auto [known, kind] : Kinds)
    if (letter == known)
      return type->kind == kind;
  auto isString = [](TypeRef candidate) {
    return candidate->kind == TypeKind::Vector && candidate->element->kind == TypeKind::Int8;
  };
  switch (letter) {
  case 's':
    return isString(type);
  case 'v':
    return type->kind == TypeKind::Vector && isString(type->element);
  case 'A':
    return type->kind == TypeKind::Array && type->element->kind == TypeKind::Int8;
  default:
    return !type->isFlat();
  }
}

void FunctionChecker::checkPrimitive(const Statement &statement) {
  const PrimitiveInfo &info = infoOf(statement.primitive);
  if (!hasShape(statement, info.results().size(), info.parameters().size()))
    return;
  TypeRef any = nullptr;
  auto checkAll = [&](const std::vector<Variable> &variables, std::string_view letters) {
    for (size_t i = 0; i < letters.size(); ++i) {
      TypeRef type = function.typeOf(variables[i]);
      if (!fitsLetter(type, letters[i]) || (letters[i] == '?' && any && any != type))
        error(std::string(info.name) + " does not take or give " + describe(variables[i]));
      if (letters[i] == '?')
        any = type;
    }
  };
  checkAll(statement.results, info.results());
  checkAll(statement.arguments, info.parameters());
  if (statement.primitive == Primitive::equal && any && any->isSequence() && any->element->kind == TypeKind::Tuple)
    error("equal is not for " + print(program, any));
}

void FunctionChecker::checkStatement(const Statement &statement) {
  switch (statement.operation) {
  case Operation::Constant:
    if (hasShape(statement, 1, 0)) {
      TypeRef type = function.typeOf(statement.results[0]);
      bool isString = type->kind == TypeKind::Vector && type->element->kind == TypeKind::Int8;
      if (!type->isFlat() && type->kind != TypeKind::IntInf && !isString)
        error("there are no constants of " + print(program, type));
    }
    return;
  case Operation::New:
    return checkNew(statement);
  case Operation::Field:
    return checkField(statement);
  case Operation::NewRef:
    if (hasShape(statement, 1, 1)) {
      expectKind(statement.results[0], TypeKind::Ref, "a reference");
      expectElement(function.typeOf(statement.results[0]), statement.arguments[0]);
    }
    return;
  case Operation::NewArray:
  case Operation::NewUninitialised: {
    bool hasElement = statement.operation == Operation::NewArray;
    if (!hasShape(statement, 1, hasElement ? 2 : 1))
      return;
    expectKind(statement.results[0], TypeKind::Array, "an array");
    expectKind(statement.arguments[0], TypeKind::Int64, "a length, an i64,");
    if (hasElement)
      expectElement(function.typeOf(statement.results[0]), statement.arguments[1]);
    return;
  }
  case Operation::NewVector:
    if (statement.results.size() != 1 || !isOf(statement.results[0], TypeKind::Vector)) {
      error("vector makes one vector");
      return;
    }
    for (Variable element : statement.arguments)
      expectElement(function.typeOf(statement.results[0]), element);
    return;
  case Operation::NewTag:
  case Operation::StaticTag:
  case Operation::NewExn:
  case Operation::IsExn:
  case Operation::Payload:
    return checkException(statement);
  case Operation::GetGlobal:
  case Operation::SetGlobal: {
    bool isGet = statement.operation == Operation::GetGlobal;
    if (!hasShape(statement, isGet, !isGet))
      return;
    if (statement.symbol >= program.globals.size())
      error("there is no such global");
    else
      expectArguments(isGet ? statement.results : statement.arguments, {program.globals[statement.symbol].type},
                      "the global");
    return;
  }
  case Operation::Primitive:
    return checkPrimitive(statement);
  case Operation::ForeignCall: {
    if (statement.symbol >= program.imports.size()) {
      error("there is no such import");
      return;
    }
    const Import &import = program.imports[statement.symbol];
    expectArguments(statement.arguments, import.parameters, "the C function");
    expectArguments(statement.results, import.result ? std::vector<TypeRef>{*import.result} : std::vector<TypeRef>{},
                    "its result");
    return;
  }
  default:
    return checkMemory(statement);
  }
}

} // namespace tactus::pml::ir
