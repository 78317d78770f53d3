//===- print.cpp - core programs as text --------------------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "program.h"

namespace tactus::pml::core {

namespace {

std::string quoted(const std::string &bytes) {
  std::string out = "\"";
  for (unsigned char byte : bytes) {
    if (byte == '"' || byte == '\\')
      out += std::string("\\") + static_cast<char>(byte);
    else if (byte < 32 || byte > 126) {
      constexpr char Digits[] = "0123456789abcdef";
      out += std::string("\\x") + Digits[byte >> 4] + Digits[byte & 15];
    } else
      out += static_cast<char>(byte);
  }
  return out + "\"";
}

class Printer {
public:
  std::string out;

  void print(const Block &block, size_t indent) {
    for (const Statement *statement : block.statements)
      print(*statement, indent);
    print(block.end, indent);
  }

private:
  void line(size_t indent, const std::string &text) { out += std::string(indent, ' ') + text + "\n"; }

  static std::string list(const Values &values, size_t first = 0) {
    std::string text;
    for (size_t index = first; index < values.size(); ++index)
      text += (index > first ? ", " : "") + show(values[index]);
    return text;
  }
  static std::string typed(const Values &values) {
    std::string text;
    for (const Value *value : values)
      text += (text.empty() ? "" : ", ") + show(value) + ": " + show(value->type);
    return text;
  }

  void print(const Statement &statement, size_t indent) {
    std::string results = statement.results.empty() ? "" : typed(statement.results) + " = ";
    switch (statement.kind) {
    case Statement::Kind::Operation:
      line(indent, results + operation(statement));
      break;
    case Statement::Kind::Call:
      line(indent, results + "call " + show(statement.arguments[0]) + "(" + list(statement.arguments, 1) + ")");
      break;
    case Statement::Kind::Parallel:
    case Statement::Kind::Fork:
      line(indent, results + (statement.kind == Statement::Kind::Fork ? "fork " : "par ") + list(statement.arguments));
      break;
    case Statement::Kind::Functions:
      line(indent, "functions");
      for (const Function *function : statement.functions) {
        line(indent + 2, show(function->name) + "(" + typed(function->parameters) +
                             ") : " + show(result(function->name->type)) + " =");
        print(*function->body, indent + 4);
      }
      break;
    case Statement::Kind::Joins:
      line(indent, "joins");
      for (const Join *join : statement.joins) {
        line(indent + 2, "j" + std::to_string(join->number) + "(" + typed(join->parameters) + ") =");
        print(*join->body, indent + 4);
      }
      break;
    case Statement::Kind::Several:
      for (const Statement *inner : statement.inside)
        print(*inner, indent);
      break;
    }
  }

  static std::string operation(const Statement &statement) {
    std::string index = std::to_string(statement.index), arguments = list(statement.arguments);
    switch (statement.op) {
    case Operator::Primitive:
      return statement.name + " " + (statement.name.ends_with("_field") ? index + " " : "") + arguments;
    case Operator::Tuple:
      return "tuple " + arguments;
    case Operator::Select:
      return "select " + index + " " + arguments;
    case Operator::Construct:
      return "construct " + index + " " + arguments;
    case Operator::Project:
      return "project " + index + "." + std::to_string(statement.field) + " " + arguments;
    case Operator::NewTag:
      return "new_tag " + quoted(statement.name);
    case Operator::MakeException:
      return "exception " + arguments;
    case Operator::IsException:
      return "is_exception " + arguments;
    case Operator::ExceptionArgument:
      return "exception_argument " + std::to_string(statement.field) + " " + arguments;
    case Operator::NewReference:
      return "new_ref " + arguments;
    case Operator::ReadReference:
      return "read_ref " + arguments;
    case Operator::WriteReference:
      return "write_ref " + arguments;
    }
    return "";
  }

  void print(const Transfer &end, size_t indent) {
    switch (end.kind) {
    case Transfer::Kind::None:
      line(indent, "open");
      break;
    case Transfer::Kind::Return:
      line(indent, "return " + list(end.arguments));
      break;
    case Transfer::Kind::TailCall:
      line(indent, "tail " + show(end.arguments[0]) + "(" + list(end.arguments, 1) + ")");
      break;
    case Transfer::Kind::Jump:
      line(indent, "jump j" + std::to_string(end.target->number) + "(" + list(end.arguments) + ")");
      break;
    case Transfer::Kind::Switch:
      line(indent, "switch " + list(end.arguments));
      for (const Transfer::Case &one : end.cases) {
        line(indent + 2, std::to_string(one.key) + " =>");
        print(*one.block, indent + 4);
      }
      if (end.otherwise) {
        line(indent + 2, "_ =>");
        print(*end.otherwise, indent + 4);
      }
      break;
    case Transfer::Kind::Raise:
      line(indent, "raise " + list(end.arguments));
      break;
    case Transfer::Kind::Try:
      line(indent, "try");
      print(*end.otherwise, indent + 2);
      line(indent, "handle " + typed({end.caught}));
      print(*end.handler, indent + 2);
      break;
    case Transfer::Kind::Unreachable:
      line(indent, "unreachable");
      break;
    }
  }
};

} // namespace

Function *Program::function(const Type *type, const std::string &name, Place place) {
  auto *made = arena.make<Function>();
  made->name = variable(type, name);
  made->name->function = made;
  for (const Type *parameter : core::parameters(type))
    made->parameters.push_back(variable(parameter));
  made->body = block();
  made->place = place;
  return made;
}

std::string show(const Value *value) {
  switch (value->kind) {
  case Value::Kind::Variable:
    return "%" + value->text + (value->text.empty() ? "" : ".") + std::to_string(value->number);
  case Value::Kind::Integer:
    return std::to_string(value->bits);
  case Value::Kind::Real:
  case Value::Kind::BigInteger:
    return value->text;
  case Value::Kind::String:
    return quoted(value->text);
  case Value::Kind::Unit:
    return "()";
  case Value::Kind::ExceptionTag:
    return "@" + value->text;
  case Value::Kind::Undefined:
    return "undefined";
  }
  return "";
}

std::string show(const Program &program) {
  Printer printer;
  printer.print(*program.body, 0);
  return printer.out;
}

} // namespace tactus::pml::core
