//===- procedures.cpp - recognises calls and returns through a stack ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "procedures.h"

#include <algorithm>

namespace tactus::tpal::native {

namespace {

/// Larger frames and procedures are left to general code.
constexpr size_t MaximalCells = 32, MaximalPoints = 256;

bool isRegister(const Operand &operand, uint32_t reg) { return operand.isRegister() && operand.name.index == reg; }

/// Instructions on the cell of an address, which their operands 0 and 1 make.
bool isCellAccess(Opcode opcode) {
  return opcode == Opcode::Load || opcode == Opcode::Store || opcode == Opcode::MarkPush || opcode == Opcode::MarkPop;
}

/// The distance of an address from the top of the stack, or -1 if that is no constant or far.
int64_t offsetOf(const Instruction &instruction) {
  const Operand &offset = instruction.operands[1];
  bool isNear = offset.kind == Operand::Kind::Integer && offset.integer >= 0 &&
                offset.integer <= static_cast<int64_t>(MaximalCells);
  return isNear ? offset.integer : -1;
}

} // namespace

Procedures::Procedures(const Program &input, const Sorts &sortsOfInput, const std::vector<BitSet> &liveIn)
    : program(input), sorts(sortsOfInput), live(liveIn) {
  // Stack pointers that other tasks may hold need their owner looked up at loads: general code does.
  if (sorts.stacksAreShared())
    return;
  findCandidates();
  // A call of what is no procedure is a jump, so each that is dropped changes what the others are.
  bool dropped = true;
  while (dropped) {
    dropped = false;
    for (auto &[block, procedure] : procedures)
      if (!explore(procedure)) {
        procedures.erase(block);
        dropped = true;
        break;
      }
  }
  findRegisters();
}

const Procedure *Procedures::at(uint32_t block) const {
  auto found = procedures.find(block);
  return found == procedures.end() ? nullptr : &found->second;
}

bool Procedures::isExit(uint32_t block) const {
  return program.blocks[block].instructions.back().opcode == Opcode::Halt;
}

/// Blocks that another one jumps to after it has stored a label into the top cell of a stack.
void Procedures::findCandidates() {
  std::map<uint32_t, std::set<uint32_t>> stacks;
  for (uint32_t block = 0; block < program.blocks.size(); ++block) {
    const std::vector<Instruction> &instructions = program.blocks[block].instructions;
    const Operand &target = instructions.back().operands.empty() ? Operand{} : instructions.back().operands[0];
    if (!sorts.isReached(block) || instructions.back().opcode != Opcode::Jump || !target.isLabel())
      continue;
    for (const Instruction &instruction : instructions) {
      if (instruction.opcode != Opcode::Store || !instruction.operands[0].isRegister() || offsetOf(instruction) != 0 ||
          !instruction.operands[2].isLabel())
        continue;
      uint32_t stack = instruction.operands[0].name.index;
      if (sorts.statesIn(target.name.index)[0][stack].sorts != StackOnly)
        continue;
      stacks[target.name.index].insert(stack);
    }
  }
  for (const auto &[block, registers] : stacks) {
    if (registers.size() > 1)
      continue;
    procedures[block].entry = block;
    procedures[block].stack = *registers.begin();
  }
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// A shape without what nobody asks for any more.
Shape Procedures::shapeAt(uint32_t block, Shape shape) const {
  std::erase_if(shape.registers, [&](const auto &entry) { return !live[block].contains(entry.first); });
  return shape;
}

/// Whether a register whose value only the caller knows is needed in a block.
bool Procedures::isReturnLive(const Shape &shape, uint32_t block) const {
  return std::ranges::any_of(shape.registers, [&](const auto &entry) {
    return entry.second.kind == Known::Kind::Return && live[block].contains(entry.first);
  });
}

bool Procedures::isHeapAccess(const Instruction &instruction, const State &state) const {
  Held base = sorts.heldBy(state, instruction.operands[0]);
  Sort uniform = Sort::Undefined;
  return base.sorts == HeapOnly && cellsOf(sorts, base, uniform) != Cells::Unsure;
}

static bool isMark(const Known &cell) { return cell.kind == Known::Kind::Mark; }

/// `salloc` and `sfree` on the procedure's own stack.
static bool resizeStack(const Instruction &instruction, std::vector<Known> &cells) {
  const Operand &count = instruction.operands[1];
  if (count.kind != Operand::Kind::Integer || count.integer < 0 || count.integer > static_cast<int64_t>(MaximalCells))
    return false;
  auto number = static_cast<size_t>(count.integer);
  if (instruction.opcode == Opcode::StackAllocate) {
    cells.resize(cells.size() + number);
    return cells.size() <= MaximalCells;
  }
  if (number > cells.size() || std::any_of(cells.end() - count.integer, cells.end(), isMark))
    return false;
  cells.resize(cells.size() - number);
  return true;
}

/// Instructions on the procedure's own stack.
bool Procedures::stepStack(const Instruction &instruction, Shape &shape) const {
  std::vector<Known> &cells = shape.cells;
  if (instruction.opcode == Opcode::StackAllocate || instruction.opcode == Opcode::StackFree)
    return resizeStack(instruction, cells);
  int64_t offset = offsetOf(instruction);
  int64_t index = static_cast<int64_t>(cells.size()) - 1 - offset;
  if (offset < 0 || index < -1)
    return false;
  if (index == -1) {
    // The caller's top cell: where to return.
    if (instruction.opcode != Opcode::Load)
      return false;
    shape.registers[instruction.destination.index] = {Known::Kind::Return};
    return true;
  }
  Known &cell = cells[static_cast<size_t>(index)];
  switch (instruction.opcode) {
  case Opcode::Load:
    if (isMark(cell))
      return false;
    shape.registers.erase(instruction.destination.index);
    if (cell.kind == Known::Kind::Label)
      shape.registers[instruction.destination.index] = cell;
    return true;
  case Opcode::Store: {
    if (isMark(cell))
      return false;
    const Operand &value = instruction.operands[2];
    cell = {};
    if (value.isLabel())
      cell = {Known::Kind::Label, value.name.index};
    else if (auto found = value.isRegister() ? shape.registers.find(value.name.index) : shape.registers.end();
             found != shape.registers.end())
      cell = found->second;
    return true;
  }
  case Opcode::MarkPush:
    if (std::any_of(cells.begin() + index, cells.end(), isMark))
      return false;
    cell = {Known::Kind::Mark};
    return true;
  case Opcode::MarkPop:
    if (!isMark(cell) || std::any_of(cells.begin() + index + 1, cells.end(), isMark))
      return false;
    cell = {};
    return true;
  default:
    return false;
  }
}

bool Procedures::step(const Procedure &procedure, const Instruction &instruction, const State &state,
                      Shape &shape) const {
  bool ownStack = !instruction.operands.empty() && isRegister(instruction.operands[0], procedure.stack);
  switch (instruction.opcode) {
  case Opcode::Fork:
  case Opcode::JoinAllocate:
  case Opcode::StackNew:
  case Opcode::HeapAllocate:
  case Opcode::MarkEmpty:
  case Opcode::MarkSplit:
    return false;
  case Opcode::StackAllocate:
  case Opcode::StackFree:
  case Opcode::MarkPush:
  case Opcode::MarkPop:
    if (!ownStack)
      return false;
    break;
  default:
    break;
  }
  // Whose address the stack pointer is stays unknown, and so does where to return.
  for (size_t index = 0; index < instruction.operands.size(); ++index) {
    const Operand &operand = instruction.operands[index];
    bool isAddress = index == 0 && (isCellAccess(instruction.opcode) || instruction.opcode == Opcode::StackAllocate ||
                                    instruction.opcode == Opcode::StackFree);
    if (isRegister(operand, procedure.stack) && !isAddress)
      return false;
    if (auto known = operand.isRegister() ? shape.registers.find(operand.name.index) : shape.registers.end();
        known != shape.registers.end() && known->second.kind == Known::Kind::Return)
      return false;
  }
  bool writes = info(instruction.opcode).hasDestination();
  if (writes && instruction.destination.index == procedure.stack)
    return false;
  if (ownStack)
    return stepStack(instruction, shape);
  if (isCellAccess(instruction.opcode) && !isHeapAccess(instruction, state))
    return false;
  if (!writes)
    return true;
  Known known;
  if (instruction.opcode == Opcode::Move) {
    const Operand &value = instruction.operands[0];
    if (value.isLabel())
      known = {Known::Kind::Label, value.name.index};
    else if (value.isRegister() && shape.registers.contains(value.name.index))
      known = shape.registers[value.name.index];
  }
  shape.registers.erase(instruction.destination.index);
  if (known.kind != Known::Kind::Value)
    shape.registers[instruction.destination.index] = known;
  return true;
}

Transfer Procedures::transfer(const Procedure &procedure, const Operand &target, const Shape &shape) const {
  Known where;
  if (target.isLabel())
    where = {Known::Kind::Label, target.name.index};
  else if (auto found = shape.registers.find(target.name.index); found != shape.registers.end())
    where = found->second;
  if (where.kind == Known::Kind::Return && shape.cells.empty())
    return {Transfer::Kind::Return, {}, 0};
  if (where.kind != Known::Kind::Label)
    return {};
  const Procedure *callee = at(where.block);
  if (!callee || shape.cells.empty() || shape.cells.back().kind != Known::Kind::Label)
    return {Transfer::Kind::Jump, {where.block, shapeAt(where.block, shape)}, 0};
  // The callee leaves the frame as it is.
  uint32_t after = shape.cells.back().block;
  if (callee->stack != procedure.stack || isReturnLive(shape, where.block) || isReturnLive(shape, after))
    return {};
  return {Transfer::Kind::Call, {after, {shape.cells, {}}}, where.block};
}

//===----------------------------------------------------------------------===//
// Procedures
//===----------------------------------------------------------------------===//

void Procedures::noteReturn(Procedure &procedure, const Operand &target, const State &state) const {
  for (uint32_t label : sorts.targetsOf(target))
    procedure.returnTargets.insert(label);
  for (size_t reg = 0; reg < state.size(); ++reg)
    procedure.returned[reg].unite(state[reg]);
}

bool Procedures::exploreBlock(Procedure &procedure, const Point &point, std::vector<Point> &pending) const {
  const Block &block = program.blocks[point.block];
  // Where general code takes over, it must be known what all registers hold.
  bool leaves = isExit(point.block) || block.annotation.kind == Annotation::Kind::PromotionReady;
  if (leaves && isReturnLive(point.shape, point.block))
    return false;
  if (isExit(point.block) || !sorts.isReached(point.block))
    return true;
  Shape shape = point.shape;
  std::vector<State> states = sorts.statesIn(point.block);
  for (size_t index = 0; index < block.instructions.size(); ++index) {
    const Instruction &instruction = block.instructions[index];
    ++procedure.instructions;
    bool isConditional = instruction.opcode == Opcode::IfJump || instruction.opcode == Opcode::IfNotJump;
    if (!isConditional && instruction.opcode != Opcode::Jump) {
      if (instruction.opcode == Opcode::Join || !step(procedure, instruction, states[index], shape))
        return false;
      procedure.maximalCells = std::max(procedure.maximalCells, shape.cells.size());
      continue;
    }
    const Operand &condition = instruction.operands[0];
    if (isConditional && condition.isRegister() &&
        (condition.name.index == procedure.stack || shape.registers.contains(condition.name.index)))
      return false;
    const Operand &target = instruction.operands[isConditional ? 1 : 0];
    Transfer transfer = this->transfer(procedure, target, shape);
    if (transfer.kind == Transfer::Kind::Unknown)
      return false;
    if (transfer.kind == Transfer::Kind::Return) {
      noteReturn(procedure, target, states[index]);
      for (uint32_t label : sorts.targetsOf(target))
        if (isReturnLive(shape, label))
          return false;
      continue;
    }
    if (transfer.kind == Transfer::Kind::Call) {
      procedure.callees.insert(transfer.callee);
      ++procedure.calls;
    }
    pending.push_back(transfer.to);
  }
  return true;
}

bool Procedures::explore(Procedure &procedure) const {
  size_t registers = program.registers.size();
  procedure.points.clear();
  procedure.callees.clear();
  procedure.maximalCells = procedure.instructions = procedure.calls = 0;
  procedure.returnTargets = BitSet(program.blocks.size());
  procedure.returned.assign(registers, {0, BitSet(sorts.siteCount())});
  std::vector<Point> pending = {{procedure.entry, {}}};
  while (!pending.empty()) {
    Point point = std::move(pending.back());
    pending.pop_back();
    if (!procedure.points.try_emplace(point, procedure.points.size()).second)
      continue;
    if (procedure.points.size() > MaximalPoints || !exploreBlock(procedure, point, pending))
      return false;
  }
  return true;
}

/// Arguments, results and what is written, of all procedures at a time, because they call each other.
void Procedures::findRegisters() {
  size_t registers = program.registers.size();
  std::map<uint32_t, BitSet> used;
  for (auto &[block, procedure] : procedures) {
    procedure.written = BitSet(registers);
    used[block] = BitSet(registers);
    for (const auto &[point, number] : procedure.points) {
      if (isExit(point.block))
        continue;
      for (const Instruction &instruction : program.blocks[point.block].instructions) {
        if (info(instruction.opcode).hasDestination())
          procedure.written.insert(instruction.destination.index);
        for (const Operand &operand : instruction.operands)
          if (operand.isRegister() && operand.name.index != procedure.stack)
            used[block].insert(operand.name.index);
      }
    }
  }
  bool changed = true;
  while (changed) {
    changed = false;
    for (auto &[block, procedure] : procedures)
      for (uint32_t callee : procedure.callees) {
        changed |= procedure.written.unite(procedures.at(callee).written);
        changed |= used[block].unite(used[callee]);
      }
  }
  for (auto &[block, procedure] : procedures) {
    BitSet needed(registers);
    for (uint32_t target = 0; target < program.blocks.size(); ++target)
      if (procedure.returnTargets.contains(target))
        needed.unite(live[target]);
    procedure.results = procedure.written;
    procedure.results.intersect(needed);
    // What is written on some paths only keeps its value on the others.
    procedure.arguments = used[block];
    procedure.arguments.unite(procedure.written);
    procedure.arguments.intersect(live[block]);
  }
}

Cells cellsOf(const Sorts &sorts, const Held &base, Sort &uniform) {
  bool first = true;
  for (size_t site = 0; site < sorts.siteCount(); ++site) {
    if (!base.sites.contains(site))
      continue;
    Sort sort = sorts.uniformSort(site);
    if (!first && sort != uniform)
      return Cells::Unsure;
    uniform = sort;
    first = false;
  }
  return first ? Cells::Unsure : uniform == Sort::Undefined ? Cells::Mixed : Cells::Uniform;
}

} // namespace tactus::tpal::native
