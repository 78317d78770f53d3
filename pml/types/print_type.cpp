//===- print_type.cpp - types as users write them -------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "print_type.h"

namespace tactus::pml {

namespace {

/// Parts of a type that are printed; larger types end in dots.
constexpr size_t LargestPrinted = 300;

/// The name that stands for the types of a class in messages: its default.
const char *defaultName(OverloadClass overloadClass) {
  return overloadClass & IntegerClass     ? "int"
         : overloadClass & WordClass      ? "word"
         : overloadClass & RealClass      ? "real"
         : overloadClass & CharacterClass ? "char"
                                          : "string";
}

} // namespace

std::string TypePrinter::print(Type *type) {
  std::string out;
  printed = 0;
  append(out, type, FunctionLevel);
  return out;
}

void TypePrinter::append(std::string &out, Type *type, Precedence precedence) {
  if (++printed > LargestPrinted) {
    out += "…";
    return;
  }
  type = resolve(type);
  switch (type->kind) {
  case Type::Kind::Variable:
    return appendVariable(out, static_cast<const TypeVariable &>(*type));
  case Type::Kind::Constructed:
    return appendConstructed(out, static_cast<const ConstructedType &>(*type));
  case Type::Kind::Record:
    return appendRecord(out, static_cast<const RecordType &>(*type).fields, false, precedence);
  case Type::Kind::Function:
    break;
  }
  const auto &function = static_cast<const FunctionType &>(*type);
  out += precedence > FunctionLevel ? "(" : "";
  append(out, function.from, TupleLevel);
  out += " -> ";
  append(out, function.to, FunctionLevel);
  out += precedence > FunctionLevel ? ")" : "";
}

void TypePrinter::appendConstructed(std::string &out, const ConstructedType &type) {
  if (type.arguments.size() == 1)
    append(out, type.arguments[0], ArgumentLevel);
  else if (!type.arguments.empty()) {
    out += "(";
    for (size_t index = 0; index < type.arguments.size(); ++index) {
      out += index > 0 ? ", " : "";
      append(out, type.arguments[index], FunctionLevel);
    }
    out += ")";
  }
  out += (type.arguments.empty() ? "" : " ") + type.name->shownName;
}

void TypePrinter::appendRecord(std::string &out, const std::vector<TypeField> &fields, bool isFlexible,
                               Precedence precedence) {
  if (fields.empty() && !isFlexible) {
    out += "unit";
    return;
  }
  if (isTuple(fields) && !isFlexible) {
    out += precedence > TupleLevel ? "(" : "";
    for (size_t index = 0; index < fields.size(); ++index) {
      out += index > 0 ? " * " : "";
      append(out, fields[index].type, ArgumentLevel);
    }
    out += precedence > TupleLevel ? ")" : "";
    return;
  }
  out += "{";
  for (size_t index = 0; index < fields.size(); ++index) {
    out += (index > 0 ? ", " : "") + fields[index].label.text() + ": ";
    append(out, fields[index].type, FunctionLevel);
  }
  out += isFlexible ? ", ...}" : "}";
}

void TypePrinter::appendVariable(std::string &out, const TypeVariable &variable) {
  if (!variable.row.empty())
    return appendRecord(out, variable.row, true, FunctionLevel);
  if (variable.overloadClass != 0) {
    out += defaultName(variable.overloadClass);
    return;
  }
  std::string &name = names[&variable];
  if (name.empty()) {
    name = variable.name.isEmpty() ? nextName(variable.admitsEquality) : variable.name.text();
    taken.insert(name);
  }
  out += name;
}

std::string TypePrinter::nextName(bool admitsEquality) {
  std::string name;
  do {
    name = admitsEquality ? "''" : "'";
    name += static_cast<char>('a' + letters % 26);
    if (letters >= 26)
      name += std::to_string(letters / 26);
    ++letters;
  } while (taken.contains(name));
  return name;
}

} // namespace tactus::pml
