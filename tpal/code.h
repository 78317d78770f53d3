//===- code.h - the pre-decoded form that the machine runs ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// All blocks in one array of 16-byte instructions. A register file is an array of cells:
// first the registers of the program, then its constants, so that an operand is one index
// and the interpreter never asks whether it is a register or a literal.
//
//   cells   | r | a | b | jr | ... | 0 | 1 | 2 | loop | exit |
//             registers              constants
//
// Invariant: constants are never a destination.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TPAL_CODE_H
#define TACTUS_TPAL_CODE_H

#include "syntax.h"
#include "value.h"

namespace tactus::tpal {

struct DecodedInstruction {
  Opcode opcode;
  /// The cell written; for a store, the cell stored.
  uint32_t destination;
  uint32_t first;
  uint32_t second;
};

struct DecodedBlock {
  static constexpr uint32_t NoHandler = UINT32_MAX;
  uint32_t start;
  /// Block of the handler of a promotion-ready point.
  uint32_t handler;
};

class Code {
public:
  /// Needs a verified program, which must outlive the code.
  explicit Code(const Program &input);

  const Program &program;
  std::vector<DecodedInstruction> instructions;
  std::vector<DecodedBlock> blocks;
  /// A register file in which only the constants have values.
  std::vector<Value> emptyRegisters;

  /// The block that contains an instruction.
  [[nodiscard]] uint32_t blockOf(uint32_t instruction) const;
  [[nodiscard]] const Instruction &sourceOf(uint32_t instruction) const;
  /// `label:n`, the n-th instruction of its block counted from one.
  [[nodiscard]] std::string describe(uint32_t instruction) const;

private:
  uint32_t cellOf(const Operand &operand);
};

} // namespace tactus::tpal

#endif
