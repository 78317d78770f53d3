//===- print.cpp - the PCall IR as text ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/ir/print.h"

#include <bit>
#include <cctype>
#include <cmath>
#include <cstdio>

namespace tactus::pml::ir {

static constexpr const char *OperationNames[] = {
    "const",         "new",    "field",   "ref",       "get",          "set",       "array",
    "uninitialised", "vector", "length",  "sub",       "update",       "sub_field", "update_field",
    "freeze",        "cas",    "cas_at",  "fetch_add", "fetch_add_at", "newtag",    "tag",
    "exn",           "is",     "payload", "global",    "setglobal",    "prim",      "ccall"};

const char *nameOf(Operation operation) { return OperationNames[static_cast<size_t>(operation)]; }

static std::string escaped(const std::string &text) {
  std::string result = "\"";
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (byte >= 32 && byte < 127) {
      result += c;
    } else {
      char code[8];
      snprintf(code, sizeof code, "\\x%02x", byte);
      result += code;
    }
  }
  return result + '"';
}

std::string quoted(const std::string &name) {
  bool isPlain = !name.empty() && !isdigit(static_cast<unsigned char>(name[0]));
  for (char c : name)
    isPlain &= isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '\'' || c == '.';
  return isPlain ? name : escaped(name);
}

static std::string fieldList(const Program &program, const std::vector<TypeRef> &types) {
  std::string result;
  for (TypeRef type : types)
    result += (result.empty() ? "" : ", ") + print(program, type);
  return "(" + result + ")";
}

std::string print(const Program &program, TypeRef type) {
  switch (type->kind) {
  case TypeKind::Unit:
    return "unit";
  case TypeKind::Bool:
    return "bool";
  case TypeKind::Int8:
    return "i8";
  case TypeKind::Int16:
    return "i16";
  case TypeKind::Int32:
    return "i32";
  case TypeKind::Int64:
    return "i64";
  case TypeKind::Real32:
    return "f32";
  case TypeKind::Real64:
    return "f64";
  case TypeKind::IntInf:
    return "intinf";
  case TypeKind::Exn:
    return "exn";
  case TypeKind::Tag:
    return "tag";
  case TypeKind::Ref:
    return "ref<" + print(program, type->element) + ">";
  case TypeKind::Array:
    return "array<" + print(program, type->element) + ">";
  case TypeKind::Vector:
    return type->element->kind == TypeKind::Int8 ? "string" : "vector<" + print(program, type->element) + ">";
  case TypeKind::Variant:
    return "$" + quoted(program.variants[type->variant].name);
  case TypeKind::Tuple:
    return fieldList(program, type->fields);
  }
  return "?";
}

namespace {

class FunctionPrinter {
public:
  FunctionPrinter(const Program &program, const Function &function)
      : program(program), function(function), numbers(function.variables.size(), None) {}

  std::string run() {
    text = "fun @" + quoted(function.name) + definitions(function.parameters) + ": " + types(function.results);
    place(function.place);
    text += " {\n";
    for (BlockIndex i = 0; i < function.blocks.size(); ++i)
      block(i);
    return text + "}\n";
  }

private:
  const Program &program;
  const Function &function;
  std::vector<uint32_t> numbers;
  uint32_t nextNumber = 0;
  std::string text;

  std::string variable(Variable variable) {
    if (numbers[variable] == None)
      numbers[variable] = nextNumber++;
    return "%" + numbered(function.variables[variable].name, numbers[variable]);
  }

  static std::string numbered(const std::string &name, uint32_t number) {
    return name.empty() ? std::to_string(number) : quoted(name + "." + std::to_string(number));
  }

  std::string label(BlockIndex block) { return "^" + numbered(function.blocks[block].name, block); }

  std::string definition(Variable defined) {
    return variable(defined) + ": " + print(program, function.typeOf(defined));
  }
  std::string definitions(const std::vector<Variable> &variables) {
    std::string result;
    for (Variable defined : variables)
      result += (result.empty() ? "" : ", ") + definition(defined);
    return "(" + result + ")";
  }
  std::string uses(const std::vector<Variable> &variables) {
    std::string result;
    for (Variable used : variables)
      result += (result.empty() ? "" : ", ") + variable(used);
    return "(" + result + ")";
  }
  std::string types(const std::vector<TypeRef> &types) {
    std::string result;
    for (TypeRef type : types)
      result += (result.empty() ? "" : ", ") + print(program, type);
    return "(" + result + ")";
  }

  void place(const Place &place) {
    if (place.file != None)
      text += " !" + std::to_string(place.file) + ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
  }

  void block(BlockIndex index) {
    const Block &block = function.blocks[index];
    text += label(index);
    if (!block.parameters.empty())
      text += definitions(block.parameters);
    if (block.handler != None)
      text += " handler " + label(block.handler);
    text += ":\n";
    for (const Statement &each : block.statements)
      statement(each);
    transfer(block.transfer);
  }

  void statement(const Statement &statement) {
    text += "  ";
    for (size_t i = 0; i < statement.results.size(); ++i)
      text += (i ? ", " : "") + definition(statement.results[i]);
    if (!statement.results.empty())
      text += " = ";
    text += nameOf(statement.operation);
    if (statement.operation == Operation::Constant)
      text += " " + constant(statement);
    else
      text += subject(statement);
    if (!statement.arguments.empty() || takesParentheses(statement.operation))
      text += uses(statement.arguments);
    place(statement.place);
    text += "\n";
  }

  static bool takesParentheses(Operation operation) {
    return operation == Operation::New || operation == Operation::Primitive || operation == Operation::ForeignCall ||
           operation == Operation::NewVector || operation == Operation::NewExn;
  }

  /// What an operation is about, beside its arguments.
  std::string subject(const Statement &statement) {
    TypeRef object = nullptr;
    switch (statement.operation) {
    case Operation::New:
      object = function.typeOf(statement.results[0]);
      return " " + quoted(program.variants[object->variant].constructors[statement.constructor].name);
    case Operation::Field:
      object = function.typeOf(statement.arguments[0]);
      return " " + quoted(program.variants[object->variant].constructors[statement.constructor].name) + " " +
             std::to_string(statement.index);
    case Operation::SubField:
    case Operation::UpdateField:
      return " " + std::to_string(statement.index);
    case Operation::NewTag:
    case Operation::StaticTag:
    case Operation::NewExn:
      return " $" + quoted(program.exceptions[statement.symbol].name);
    case Operation::Payload:
      return " $" + quoted(program.exceptions[statement.symbol].name) + " " + std::to_string(statement.index);
    case Operation::GetGlobal:
    case Operation::SetGlobal:
      return " @" + quoted(program.globals[statement.symbol].name);
    case Operation::ForeignCall:
      return " @" + quoted(program.imports[statement.symbol].name);
    case Operation::Primitive:
      return " " + std::string(infoOf(statement.primitive).name);
    default:
      return "";
    }
  }

  std::string constant(const Statement &statement) {
    TypeRef type = function.typeOf(statement.results[0]);
    char buffer[64];
    switch (type->kind) {
    case TypeKind::Unit:
      return "()";
    case TypeKind::Bool:
      return statement.number ? "true" : "false";
    case TypeKind::Real32:
    case TypeKind::Real64: {
      double value = type->kind == TypeKind::Real64 ? std::bit_cast<double>(statement.number)
                                                    : std::bit_cast<float>(static_cast<uint32_t>(statement.number));
      if (std::isfinite(value))
        snprintf(buffer, sizeof buffer, "%a", value);
      else
        snprintf(buffer, sizeof buffer, "bits 0x%llx", static_cast<unsigned long long>(statement.number));
      return buffer;
    }
    case TypeKind::IntInf:
      return statement.text;
    case TypeKind::Vector:
      return escaped(statement.text);
    default:
      return std::to_string(statement.number);
    }
  }

  std::string target(const Target &target) {
    return label(target.block) + (target.arguments.empty() ? "" : uses(target.arguments));
  }

  std::string callee(uint32_t index, const std::vector<Variable> &arguments) {
    return "@" + quoted(program.functions[index].name) + uses(arguments);
  }

  void transfer(const Transfer &transfer) {
    text += "  ";
    const auto &targets = transfer.targets;
    switch (transfer.kind) {
    case TransferKind::Goto:
      text += "goto " + target(targets[0]);
      break;
    case TransferKind::If:
      text += "if " + variable(transfer.arguments[0]) + " then " + target(targets[0]) + " else " + target(targets[1]);
      break;
    case TransferKind::Case:
    case TransferKind::Switch:
      choice(transfer);
      break;
    case TransferKind::Call:
      text += "call " + callee(transfer.callee, transfer.arguments) + " -> " + target(targets[0]);
      break;
    case TransferKind::TailCall:
      text += "tailcall " + callee(transfer.callee, transfer.arguments);
      break;
    case TransferKind::Return:
      text += "return " + uses(transfer.arguments);
      break;
    case TransferKind::Raise:
      text += "raise " + variable(transfer.arguments[0]);
      break;
    case TransferKind::Par:
      text += (targets.size() == 2 ? "fork " : "par ") + callee(transfer.callee, transfer.arguments) + ", " +
              callee(transfer.second, transfer.secondArguments) + " -> " + target(targets[0]);
      if (targets.size() == 2)
        text += ", " + target(targets[1]);
      break;
    case TransferKind::PCall:
      text += "pcall " + callee(transfer.callee, transfer.arguments) + " -> (" + target(targets[0]) + ", " +
              target(targets[1]) + ", " + target(targets[2]) + ")";
      break;
    case TransferKind::GetJoin:
      text += "getjoin -> " + target(targets[0]);
      break;
    case TransferKind::SetJoin:
      text += "setjoin " + uses(transfer.arguments);
      break;
    case TransferKind::Unreachable:
      text += "unreachable";
      break;
    }
    place(transfer.place);
    text += "\n";
  }

  void choice(const Transfer &transfer) {
    Variable chosen = transfer.arguments[0];
    bool isCase = transfer.kind == TransferKind::Case;
    text += (isCase ? "case " : "switch ") + variable(chosen) + " { ";
    for (size_t i = 0; i < transfer.keys.size(); ++i) {
      std::string key =
          isCase ? quoted(program.variants[function.typeOf(chosen)->variant].constructors[transfer.keys[i]].name)
                 : std::to_string(transfer.keys[i]);
      text += (i ? ", " : "") + key + " -> " + target(transfer.targets[i]);
    }
    if (transfer.hasElse)
      text += std::string(transfer.keys.empty() ? "" : ", ") + "else -> " + target(transfer.targets.back());
    text += " }";
  }
};

} // namespace

std::string print(const Program &program, const Function &function) { return FunctionPrinter(program, function).run(); }

std::string print(const Program &program) {
  std::string text;
  for (const std::string &file : program.files)
    text += "file " + escaped(file) + "\n";
  for (const Variant &variant : program.variants) {
    std::string constructors;
    for (const Constructor &constructor : variant.constructors)
      constructors +=
          (constructors.empty() ? "" : ", ") + quoted(constructor.name) + fieldList(program, constructor.fields);
    text += "type $" + quoted(variant.name) + " = variant { " + constructors + " }\n";
  }
  for (size_t i = PredefinedExceptions; i < program.exceptions.size(); ++i)
    text +=
        "exception $" + quoted(program.exceptions[i].name) + fieldList(program, program.exceptions[i].fields) + "\n";
  for (const Global &global : program.globals)
    text += "global @" + quoted(global.name) + ": " + print(program, global.type) + "\n";
  for (const Import &import : program.imports)
    text += "import @" + quoted(import.name) + fieldList(program, import.parameters) +
            (import.result ? ": " + print(program, *import.result) : "") + "\n";
  for (const Function &function : program.functions)
    text += "\n" + print(program, function);
  return text;
}

bool mayRaise(const Statement &statement) {
  switch (statement.operation) {
  case Operation::NewArray:
  case Operation::NewUninitialised:
    return true;
  case Operation::Primitive:
    return infoOf(statement.primitive).effects & MayRaise;
  default:
    return false;
  }
}

bool isPure(const Statement &statement) {
  switch (statement.operation) {
  case Operation::Set:
  case Operation::Update:
  case Operation::UpdateField:
  case Operation::CompareAndSwap:
  case Operation::CompareAndSwapAt:
  case Operation::FetchAdd:
  case Operation::FetchAddAt:
  case Operation::SetGlobal:
  case Operation::ForeignCall:
  case Operation::NewArray:
  case Operation::NewUninitialised:
    return false;
  case Operation::Primitive:
    return !(infoOf(statement.primitive).effects & (MayRaise | HasEffect));
  default:
    return true;
  }
}

} // namespace tactus::pml::ir
