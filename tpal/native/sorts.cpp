//===- sorts.cpp - which sorts of values registers and memory may hold ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "sorts.h"

#include <algorithm>

namespace tactus::tpal::native {

bool Held::unite(const Held &other) {
  SortMask united = sorts | other.sorts;
  bool grown = united != sorts;
  sorts = united;
  return sites.unite(other.sites) || grown;
}

/// Of a stack pointer that has been where other tasks can take it from, it is not known whose stack it is.
static Held anyOwner(Held held) {
  if (held.sorts & AnyStack)
    held.sorts |= AnyStack;
  return held;
}

Held Sorts::nothing() const { return {0, BitSet(contents.size())}; }

Held Sorts::only(SortMask sorts) const { return {sorts, BitSet(contents.size())}; }

Sorts::Sorts(const Program &input, const Flow &flowOfInput)
    : program(input), flow(flowOfInput), reached(input.blocks.size()) {
  for (uint32_t block = 0; block < program.blocks.size(); ++block)
    for (size_t index = 0; index < program.blocks[block].instructions.size(); ++index)
      if (program.blocks[block].instructions[index].opcode == Opcode::HeapAllocate)
        allocations.emplace_back(block, index);
  contents.resize(program.data.size() + allocations.size());
  for (Held &held : contents)
    held = nothing();
  stored = BitSet(contents.size());
  stack = only(IntegerOnly);
  entry.assign(program.blocks.size(), State(program.registers.size(), nothing()));
  brought = entry;

  State start(program.registers.size(), only(UndefinedOnly));
  for (const Input &given : program.inputs)
    start[given.name.index] = only(given.value && given.value->isFloat ? FloatOnly : IntegerOnly);
  for (size_t index = 0; index < program.data.size(); ++index) {
    start[program.data[index].name.index] = only(HeapOnly);
    start[program.data[index].name.index].sites.insert(index);
    for (const Literal &literal : program.data[index].values)
      contents[index].sorts |= literal.isFloat ? FloatOnly : IntegerOnly;
  }
  for (size_t index = 0; index < allocations.size(); ++index)
    contents[program.data.size() + index].sorts = IntegerOnly;
  flowTo(0, start);
  do {
    changed = false;
    for (uint32_t block = 0; block < program.blocks.size(); ++block)
      if (reached.contains(block))
        visitBlock(block);
  } while (changed);
  summarise();
}

void Sorts::summarise() {
  everHeld.resize(program.registers.size());
  arrays = BitSet(program.registers.size());
  std::vector<bool> written(program.registers.size());
  for (uint32_t block = 0; block < program.blocks.size(); ++block) {
    for (const State &state : statesIn(block))
      for (size_t reg = 0; reg < state.size(); ++reg)
        everHeld[reg] |= state[reg].sorts & static_cast<SortMask>(~UndefinedOnly);
    for (const Instruction &instruction : program.blocks[block].instructions)
      if (info(instruction.opcode).hasDestination())
        written[instruction.destination.index] = true;
    for (const RegisterMapping &mapping : program.blocks[block].annotation.mapping)
      written[mapping.parentName.index] = true;
  }
  for (const Data &data : program.data)
    if (!written[data.name.index])
      arrays.insert(data.name.index);
}

size_t Sorts::siteOfInstruction(uint32_t block, size_t instruction) const {
  auto found = std::find(allocations.begin(), allocations.end(), std::pair{block, instruction});
  return program.data.size() + static_cast<size_t>(found - allocations.begin());
}

Sort Sorts::uniformSort(size_t site) const {
  SortMask sorts = contents[site].sorts;
  return sorts == IntegerOnly ? Sort::Integer : sorts == FloatOnly ? Sort::Float : Sort::Undefined;
}

std::vector<uint32_t> Sorts::targetsOf(const Operand &operand) const {
  HeldValues held = flow.heldBy(operand);
  std::vector<uint32_t> targets;
  for (uint32_t block = 0; block < program.blocks.size(); ++block)
    if (held.labels.contains(block))
      targets.push_back(block);
  return targets;
}

std::vector<uint32_t> Sorts::continuationsOf(const Operand &operand) const {
  HeldValues held = flow.heldBy(operand);
  std::vector<uint32_t> targets;
  for (uint32_t block = 0; block < program.blocks.size(); ++block)
    if (held.records.contains(block) && program.blocks[block].annotation.kind == Annotation::Kind::JoinTarget)
      targets.push_back(block);
  return targets;
}

Held Sorts::heldBy(const State &state, const Operand &operand) const {
  switch (operand.kind) {
  case Operand::Kind::Register:
    return state[operand.name.index];
  case Operand::Kind::Label:
    return only(LabelOnly);
  case Operand::Kind::Integer:
    return only(IntegerOnly);
  case Operand::Kind::Float:
    return only(FloatOnly);
  }
  return nothing();
}

void Sorts::uniteInto(Held &target, const Held &value) {
  if (target.unite(value))
    changed = true;
}

void Sorts::flowTo(uint32_t block, const State &state) {
  if (!reached.contains(block)) {
    reached.insert(block);
    changed = true;
  }
  for (size_t reg = 0; reg < state.size(); ++reg)
    uniteInto(entry[block][reg], state[reg]);
}

Held Sorts::arithmetic(const Instruction &instruction, const State &state) const {
  Held left = heldBy(state, instruction.operands[0]);
  switch (instruction.opcode) {
  case Opcode::FloatAdd:
  case Opcode::FloatSubtract:
  case Opcode::FloatMultiply:
  case Opcode::FloatDivide:
  case Opcode::ToFloat:
  case Opcode::SquareRoot:
    return only(FloatOnly);
  case Opcode::Add:
  case Opcode::Subtract: {
    Held right = heldBy(state, instruction.operands[1]);
    Held result = only(0);
    bool addition = instruction.opcode == Opcode::Add;
    if ((left.sorts & IntegerOnly && right.sorts & IntegerOnly) ||
        (!addition && left.sorts & HeapOnly && right.sorts & HeapOnly))
      result.sorts |= IntegerOnly;
    if (left.sorts & HeapOnly && right.sorts & IntegerOnly) {
      result.sorts |= HeapOnly;
      result.sites.unite(left.sites);
    }
    if (addition && right.sorts & HeapOnly && left.sorts & IntegerOnly) {
      result.sorts |= HeapOnly;
      result.sites.unite(right.sites);
    }
    return result;
  }
  default:
    return only(IntegerOnly);
  }
}

/// The registers after an instruction that has not made the machine stuck.
void Sorts::step(const Instruction &instruction, uint32_t block, size_t index, State &state) const {
  auto refine = [&](size_t operand, SortMask sorts) {
    if (operand < instruction.operands.size() && instruction.operands[operand].isRegister())
      state[instruction.operands[operand].name.index].sorts &= sorts;
  };
  Held result = nothing();
  switch (instruction.opcode) {
  case Opcode::Move:
    refine(0, static_cast<SortMask>(~UndefinedOnly));
    result = heldBy(state, instruction.operands[0]);
    break;
  case Opcode::JoinAllocate:
    refine(0, LabelOnly);
    result = only(RecordOnly);
    break;
  case Opcode::StackNew:
    result = only(StackOnly);
    break;
  case Opcode::StackAllocate:
  case Opcode::StackFree:
    refine(0, StackOnly);
    refine(1, IntegerOnly);
    return;
  case Opcode::MarkEmpty:
  case Opcode::MarkSplit:
    refine(0, StackOnly);
    result = only(IntegerOnly);
    break;
  case Opcode::MarkPush:
  case Opcode::MarkPop:
    refine(0, StackOnly);
    refine(1, IntegerOnly);
    return;
  case Opcode::HeapAllocate:
    refine(0, IntegerOnly);
    result = only(HeapOnly);
    result.sites.insert(siteOfInstruction(block, index));
    break;
  case Opcode::Load: {
    refine(0, StackOnly | HeapOnly);
    refine(1, IntegerOnly);
    Held base = heldBy(state, instruction.operands[0]);
    if (base.sorts & StackOnly)
      result.unite(stack);
    for (size_t site = 0; site < contents.size(); ++site)
      if (base.sites.contains(site))
        result.unite(contents[site]);
    break;
  }
  case Opcode::Store:
    refine(0, StackOnly | HeapOnly);
    refine(1, IntegerOnly);
    refine(2, static_cast<SortMask>(~UndefinedOnly));
    return;
  case Opcode::IfJump:
  case Opcode::IfNotJump:
    refine(0, IntegerOnly);
    refine(1, LabelOnly);
    return;
  case Opcode::Fork:
    refine(0, RecordOnly);
    refine(1, LabelOnly);
    return;
  case Opcode::Jump:
  case Opcode::Join:
  case Opcode::Halt:
    return;
  default:
    result = arithmetic(instruction, state);
    break;
  }
  state[instruction.destination.index] = result;
}

/// What an instruction does to memory and to other blocks.
void Sorts::effects(const Instruction &instruction, uint32_t block, const State &state) {
  auto flowThrough = [&](const Operand &target) {
    for (uint32_t label : targetsOf(target))
      flowTo(label, state);
  };
  switch (instruction.opcode) {
  case Opcode::Store: {
    Held base = heldBy(state, instruction.operands[0]), value = heldBy(state, instruction.operands[2]);
    value.sorts &= static_cast<SortMask>(~UndefinedOnly);
    if (base.sorts & StackOnly)
      uniteInto(stack, value);
    for (size_t site = 0; site < contents.size(); ++site)
      if (base.sites.contains(site)) {
        shared |= (value.sorts & AnyStack) != 0;
        stored.insert(site);
        uniteInto(contents[site], anyOwner(value));
      }
    return;
  }
  case Opcode::Jump:
    flowThrough(instruction.operands[0]);
    return;
  case Opcode::IfJump:
  case Opcode::IfNotJump:
    flowThrough(instruction.operands[1]);
    return;
  case Opcode::Fork: {
    State child = state;
    for (Held &held : child)
      if (held.sorts & StackOnly)
        held.sorts = static_cast<SortMask>((held.sorts & ~StackOnly) | ForeignStackOnly);
    for (uint32_t label : targetsOf(instruction.operands[1]))
      flowTo(label, child);
    return;
  }
  case Opcode::Join:
    for (uint32_t continuation : continuationsOf(instruction.operands[0])) {
      flowTo(continuation, state);
      const Annotation &target = program.blocks[continuation].annotation;
      for (const RegisterMapping &mapping : target.mapping) {
        Held child = state[mapping.childName.index];
        child.sorts &= static_cast<SortMask>(~UndefinedOnly);
        shared |= (child.sorts & AnyStack) != 0;
        uniteInto(brought[continuation][mapping.parentName.index], anyOwner(child));
      }
      State merged = state;
      for (const RegisterMapping &mapping : target.mapping)
        merged[mapping.parentName.index] = brought[continuation][mapping.parentName.index];
      flowTo(target.label.index, merged);
    }
    return;
  default:
    return;
  }
}

void Sorts::visitBlock(uint32_t block) {
  State state = entry[block];
  const Annotation &annotation = program.blocks[block].annotation;
  if (annotation.kind == Annotation::Kind::PromotionReady)
    flowTo(annotation.label.index, state);
  const std::vector<Instruction> &instructions = program.blocks[block].instructions;
  for (size_t index = 0; index < instructions.size(); ++index) {
    // Only instructions without a destination have effects, and those see what they have checked.
    step(instructions[index], block, index, state);
    effects(instructions[index], block, state);
  }
}

std::vector<State> Sorts::statesIn(uint32_t block) const {
  std::vector<State> states = {entry[block]};
  const std::vector<Instruction> &instructions = program.blocks[block].instructions;
  for (size_t index = 0; index < instructions.size(); ++index) {
    states.push_back(states.back());
    step(instructions[index], block, index, states.back());
  }
  return states;
}

} // namespace tactus::tpal::native
