//===- printer.cpp - abstract syntax to TPAL text --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "printer.h"

#include <charconv>
#include <cmath>

namespace tactus::tpal {

namespace {

std::string print(const Operand &operand) {
  switch (operand.kind) {
  case Operand::Kind::Register:
  case Operand::Kind::Label:
    return operand.name.text;
  case Operand::Kind::Integer:
    return std::to_string(operand.integer);
  case Operand::Kind::Float:
    return printFloat(operand.number);
  }
  return "";
}

std::string printAddress(const Instruction &instruction) {
  return "mem[" + print(instruction.operands[0]) + " + " + print(instruction.operands[1]) + "]";
}

std::string printList(const std::vector<Operand> &operands) {
  std::string out;
  for (const Operand &operand : operands)
    out += (out.empty() ? " " : ", ") + print(operand);
  return out;
}

std::string printArray(const std::vector<Literal> &values) {
  std::string out;
  for (const Literal &value : values)
    out += (out.empty() ? "" : ", ") + print(value);
  return out.empty() ? "{}" : "{ " + out + " }";
}

} // namespace

std::string printFloat(double number) {
  if (std::isnan(number))
    return "nan";
  if (std::isinf(number))
    return number < 0 ? "-inf" : "inf";
  char buffer[64];
  auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, number);
  std::string text(buffer, end);
  if (text.find_first_of(".e") == std::string::npos)
    text += ".0";
  return text;
}

std::string print(const Literal &literal) {
  return literal.isFloat ? printFloat(literal.number) : std::to_string(literal.integer);
}

std::string print(const Instruction &instruction) {
  const OpcodeInfo &opcode = info(instruction.opcode);
  std::string spelling(opcode.spelling);
  const std::vector<Operand> &operands = instruction.operands;
  switch (opcode.form) {
  case Form::Move:
    return instruction.destination.text + " := " + print(operands[0]);
  case Form::Infix:
    return instruction.destination.text + " := " + print(operands[0]) + " " + spelling + " " + print(operands[1]);
  case Form::Value:
    return instruction.destination.text + " := " + spelling + printList(operands);
  case Form::Load:
    return instruction.destination.text + " := " + printAddress(instruction);
  case Form::Store:
    return printAddress(instruction) + " := " + print(operands[2]);
  case Form::Mark:
    return spelling + " " + printAddress(instruction);
  case Form::Effect:
  case Form::Terminator:
    return spelling + printList(operands);
  }
  return "";
}

std::string print(const Annotation &annotation) {
  switch (annotation.kind) {
  case Annotation::Kind::Empty:
    return "[.]";
  case Annotation::Kind::PromotionReady:
    return "[prppt " + annotation.label.text + "]";
  case Annotation::Kind::JoinTarget:
    break;
  }
  std::string mapping;
  for (const RegisterMapping &entry : annotation.mapping)
    mapping += (mapping.empty() ? "" : ", ") + entry.childName.text + " -> " + entry.parentName.text;
  return "[jtppt " + std::string(annotation.commutative ? "assoc-comm" : "assoc") + "; {" + mapping + "}; " +
         annotation.label.text + "]";
}

std::string print(const Program &program) {
  std::string out;
  for (const Input &input : program.inputs)
    out += ".input " + input.name.text + (input.value ? " = " + print(*input.value) : "") + "\n";
  for (const Data &data : program.data)
    out += ".data " + data.name.text + " = " + printArray(data.values) + "\n";
  for (const Output &output : program.outputs)
    out += ".output " + output.name.text + (output.length ? "[" + std::to_string(*output.length) + "]" : "") + "\n";
  for (const Expectation &expectation : program.expectations)
    out += ".expect " + expectation.name.text + " = " +
           (expectation.isArray ? printArray(expectation.values) : print(expectation.values[0])) + "\n";
  for (const Block &block : program.blocks) {
    out += (out.empty() ? "" : "\n") + block.label.text + ":";
    if (block.annotation.kind != Annotation::Kind::Empty)
      out += " " + print(block.annotation);
    out += "\n";
    for (const Instruction &instruction : block.instructions)
      out += "  " + print(instruction) + "\n";
  }
  return out;
}

} // namespace tactus::tpal
