//===- neighbours.cpp - accesses to elements at fixed distances ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "neighbours.h"

#include <algorithm>
#include <set>

namespace tactus::tpal::native {

namespace {

/// No array is so long that a length minus this much can be mistaken.
constexpr int64_t GreatestDistance = int64_t{1} << 32;

/// Registers that hold the first offset plus a number.
using Distances = std::map<uint32_t, int64_t>;

bool isInteger(const Sorts &sorts, const State &state, const Operand &operand) {
  return sorts.heldBy(state, operand).sorts == IntegerOnly;
}

/// A load from an array at an offset that a register holds.
bool isArrayLoad(const Instruction &instruction, const Sorts &sorts, const State &state) {
  if (instruction.opcode != Opcode::Load || !instruction.operands[0].isRegister() ||
      !instruction.operands[1].isRegister() || !sorts.isArray(instruction.operands[0].name.index))
    return false;
  return sorts.heldBy(state, instruction.operands[0]).sorts == HeapOnly &&
         isInteger(sorts, state, instruction.operands[1]);
}

/// Follows an instruction that has no effects and cannot get stuck. Returns whether it is one.
bool follow(const Instruction &instruction, const Sorts &sorts, const State &state, Distances &distances) {
  const std::vector<Operand> &operands = instruction.operands;
  std::optional<int64_t> distance;
  if (instruction.opcode == Opcode::Move) {
    SortMask held = sorts.heldBy(state, operands[0]).sorts;
    if (held == 0 || held & UndefinedOnly)
      return false;
    if (operands[0].isRegister() && distances.contains(operands[0].name.index))
      distance = distances.at(operands[0].name.index);
  } else if (instruction.opcode == Opcode::Add || instruction.opcode == Opcode::Subtract) {
    if (!isInteger(sorts, state, operands[0]) || !isInteger(sorts, state, operands[1]))
      return false;
    if (instruction.opcode == Opcode::Add && operands[0].isRegister() && distances.contains(operands[0].name.index) &&
        operands[1].kind == Operand::Kind::Integer && operands[1].integer > 0 &&
        operands[1].integer < GreatestDistance) {
      int64_t sum = distances.at(operands[0].name.index) + operands[1].integer;
      if (sum < GreatestDistance)
        distance = sum;
    }
  } else {
    return false;
  }
  distances.erase(instruction.destination.index);
  if (distance)
    distances[instruction.destination.index] = *distance;
  return true;
}

} // namespace

std::map<size_t, std::vector<Neighbour>> findNeighbours(const Program &program, const Sorts &sorts, uint32_t block) {
  std::map<size_t, std::vector<Neighbour>> groups;
  std::set<size_t> grouped;
  const std::vector<Instruction> &instructions = program.blocks[block].instructions;
  std::vector<State> states = sorts.statesIn(block);
  for (size_t first = 0; first < instructions.size(); ++first) {
    if (grouped.contains(first) || !isArrayLoad(instructions[first], sorts, states[first]))
      continue;
    const Operand &base = instructions[first].operands[0], &offset = instructions[first].operands[1];
    Distances distances = {{offset.name.index, 0}};
    distances.erase(instructions[first].destination.index);
    std::vector<Neighbour> group;
    for (size_t at = first + 1; at < instructions.size(); ++at) {
      const Instruction &instruction = instructions[at];
      if (!isArrayLoad(instruction, sorts, states[at]) || instruction.operands[0] != base ||
          !distances.contains(instruction.operands[1].name.index)) {
        if (follow(instruction, sorts, states[at], distances))
          continue;
        break;
      }
      int64_t distance = distances.at(instruction.operands[1].name.index);
      if (distance > (group.empty() ? 0 : group.back().distance)) {
        group.push_back({at, distance});
        grouped.insert(at);
      }
      distances.erase(instruction.destination.index);
    }
    if (!group.empty())
      groups[first] = std::move(group);
  }
  return groups;
}

} // namespace tactus::tpal::native
