//===- syntax.cpp - the opcode table and name resolution -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "syntax.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace tactus::tpal {

namespace {

constexpr OpcodeInfo Opcodes[] = {
#define OPCODE(Name, Spelling, FormName, Arity) {Spelling, Form::FormName, Arity},
#include "opcodes.def"
#undef OPCODE
};

bool isWordForm(Form form) {
  return form == Form::Value || form == Form::Mark || form == Form::Effect || form == Form::Terminator;
}

using OpcodeTable = std::unordered_map<std::string_view, Opcode>;

template <typename Predicate> OpcodeTable tableOf(Predicate accepts) {
  OpcodeTable table;
  for (size_t index = 0; index < std::size(Opcodes); ++index)
    if (accepts(Opcodes[index].form))
      table.emplace(Opcodes[index].spelling, static_cast<Opcode>(index));
  return table;
}

std::optional<Opcode> find(const OpcodeTable &table, std::string_view spelling) {
  auto found = table.find(spelling);
  return found == table.end() ? std::nullopt : std::optional(found->second);
}

} // namespace

const OpcodeInfo &info(Opcode opcode) { return Opcodes[static_cast<size_t>(opcode)]; }

std::optional<Opcode> opcodeOfWord(std::string_view word) {
  static const OpcodeTable Words = tableOf(isWordForm);
  return find(Words, word);
}

std::optional<Opcode> opcodeOfSymbol(std::string_view symbol) {
  static const OpcodeTable InfixSymbols = tableOf([](Form form) { return form == Form::Infix; });
  return find(InfixSymbols, symbol);
}

bool isReserved(std::string_view word) {
  static constexpr std::array Words = {"mem", "prppt", "jtppt", "assoc", "assoc-comm"};
  return std::find(Words.begin(), Words.end(), word) != Words.end() || opcodeOfWord(word).has_value();
}

void resolveNames(Program &program) {
  std::unordered_map<std::string, uint32_t> labels;
  std::unordered_map<std::string, uint32_t> registers;
  for (uint32_t index = 0; index < program.blocks.size(); ++index) {
    labels.emplace(program.blocks[index].label.text, index);
    program.blocks[index].label.index = index;
  }
  program.registers.clear();
  auto registerNamed = [&](Name &name) {
    auto [found, added] = registers.emplace(name.text, static_cast<uint32_t>(program.registers.size()));
    if (added)
      program.registers.push_back(name.text);
    name.index = found->second;
  };
  auto resolveLabel = [&](Name &name) {
    auto found = labels.find(name.text);
    name.index = found == labels.end() ? UINT32_MAX : found->second;
  };
  for (Input &input : program.inputs)
    registerNamed(input.name);
  for (Data &data : program.data)
    registerNamed(data.name);
  for (Output &output : program.outputs)
    registerNamed(output.name);
  for (Expectation &expectation : program.expectations)
    registerNamed(expectation.name);
  for (Block &block : program.blocks) {
    if (block.annotation.kind != Annotation::Kind::Empty)
      resolveLabel(block.annotation.label);
    for (RegisterMapping &mapping : block.annotation.mapping) {
      registerNamed(mapping.childName);
      registerNamed(mapping.parentName);
    }
    for (Instruction &instruction : block.instructions) {
      if (info(instruction.opcode).hasDestination())
        registerNamed(instruction.destination);
      for (Operand &operand : instruction.operands) {
        if (operand.kind != Operand::Kind::Register && operand.kind != Operand::Kind::Label)
          continue;
        auto label = labels.find(operand.name.text);
        if (label != labels.end()) {
          operand.kind = Operand::Kind::Label;
          operand.name.index = label->second;
        } else {
          operand.kind = Operand::Kind::Register;
          registerNamed(operand.name);
        }
      }
    }
  }
}

} // namespace tactus::tpal
