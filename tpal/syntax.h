//===- syntax.h - the abstract syntax of TPAL ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// TPAL figure 1 as data. A program is a list of labelled blocks; the first is where
// execution starts. Around it stand four directives that the paper leaves to its prose:
// which registers have a value at the start, and which are the result.
//
//   .input a = 6, b = 7          Program::inputs
//   .data xs = { 1, 2, 3 }       Program::data         an array on the heap
//   .output c, ys[3]             Program::outputs
//   .expect c = 42               Program::expectations
//   exit: [jtppt assoc-comm; {r -> r2}; comb]          Block::annotation
//     c := r                     Block::instructions
//     halt                       the last of them is a terminator in every verified program
//
// Names are resolved when parsing ends: a name is a label if a block has it, and a
// register otherwise. Equality ignores source ranges: print and parse are inverse to
// each other with respect to it.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TPAL_SYNTAX_H
#define TACTUS_TPAL_SYNTAX_H

#include "source.h"

#include <bit>
#include <optional>
#include <string>
#include <vector>

namespace tactus::tpal {

enum class Opcode : uint8_t {
#define OPCODE(Name, Spelling, Form, Arity) Name,
#include "opcodes.def"
#undef OPCODE
};

enum class Form : uint8_t { Move, Infix, Value, Load, Store, Mark, Effect, Terminator };

struct OpcodeInfo {
  std::string_view spelling;
  Form form;
  unsigned arity;

  [[nodiscard]] bool hasDestination() const {
    return form == Form::Move || form == Form::Infix || form == Form::Value || form == Form::Load;
  }
};

[[nodiscard]] const OpcodeInfo &info(Opcode opcode);
/// The opcode written with a word, such as `fork`; `mem` is not among them.
[[nodiscard]] std::optional<Opcode> opcodeOfWord(std::string_view word);
/// The opcode of an operator symbol, such as `+`.
[[nodiscard]] std::optional<Opcode> opcodeOfSymbol(std::string_view symbol);
/// True for words that can be neither a label nor a register.
[[nodiscard]] bool isReserved(std::string_view word);

/// A name where it stands in the source. `index` is that of a register or of a block, once resolved.
struct Name {
  std::string text;
  uint32_t index = 0;
  Range range;

  bool operator==(const Name &other) const { return text == other.text; }
};

struct Operand {
  enum class Kind : uint8_t { Register, Label, Integer, Float };
  Kind kind = Kind::Integer;
  Name name;
  int64_t integer = 0;
  double number = 0;
  Range range;

  [[nodiscard]] bool isRegister() const { return kind == Kind::Register; }
  [[nodiscard]] bool isLabel() const { return kind == Kind::Label; }
  bool operator==(const Operand &other) const {
    return kind == other.kind && name == other.name && integer == other.integer &&
           std::bit_cast<uint64_t>(number) == std::bit_cast<uint64_t>(other.number);
  }
};

struct Instruction {
  Opcode opcode = Opcode::Halt;
  Name destination;
  std::vector<Operand> operands;
  Range range;

  bool operator==(const Instruction &other) const {
    return opcode == other.opcode && destination == other.destination && operands == other.operands;
  }
};

/// One entry of ΔR: after a join, `parentName` of the merged register file holds `childName` of the child's.
struct RegisterMapping {
  Name childName;
  Name parentName;

  bool operator==(const RegisterMapping &) const = default;
};

struct Annotation {
  enum class Kind : uint8_t { Empty, PromotionReady, JoinTarget };
  Kind kind = Kind::Empty;
  /// The handler of a promotion-ready point, or the combining block of a join target.
  Name label;
  bool commutative = false;
  std::vector<RegisterMapping> mapping;
  Range range;

  bool operator==(const Annotation &other) const {
    return kind == other.kind && label == other.label && commutative == other.commutative && mapping == other.mapping;
  }
};

struct Block {
  Name label;
  Annotation annotation;
  std::vector<Instruction> instructions;

  bool operator==(const Block &) const = default;
};

/// An integer or a floating-point number of a directive.
struct Literal {
  bool isFloat = false;
  int64_t integer = 0;
  double number = 0;

  bool operator==(const Literal &other) const {
    return isFloat == other.isFloat && integer == other.integer &&
           std::bit_cast<uint64_t>(number) == std::bit_cast<uint64_t>(other.number);
  }
};

struct Input {
  Name name;
  std::optional<Literal> value;
  bool operator==(const Input &) const = default;
};

struct Data {
  Name name;
  std::vector<Literal> values;
  bool operator==(const Data &) const = default;
};

/// `c`, or `ys[3]`: the first three cells at the heap address in `ys`.
struct Output {
  Name name;
  std::optional<int64_t> length;
  bool operator==(const Output &) const = default;
};

struct Expectation {
  Name name;
  bool isArray = false;
  std::vector<Literal> values;
  bool operator==(const Expectation &) const = default;
};

struct Program {
  std::vector<Input> inputs;
  std::vector<Data> data;
  std::vector<Output> outputs;
  std::vector<Expectation> expectations;
  std::vector<Block> blocks;
  /// Names of all registers, in order of first appearance. Derived by resolveNames.
  std::vector<std::string> registers;

  bool operator==(const Program &other) const {
    return inputs == other.inputs && data == other.data && outputs == other.outputs &&
           expectations == other.expectations && blocks == other.blocks;
  }
};

/// Tells labels from registers and gives both their indices. Where two blocks have one label, the first counts.
void resolveNames(Program &program);

} // namespace tactus::tpal

#endif
