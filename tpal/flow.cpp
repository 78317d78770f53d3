//===- flow.cpp - control flow and definedness of registers -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "flow.h"

#include <algorithm>
#include <deque>

namespace tactus::tpal {

bool BitSet::empty() const {
  return std::all_of(words.begin(), words.end(), [](uint64_t word) { return word == 0; });
}

bool BitSet::unite(const BitSet &other) {
  bool changed = false;
  for (size_t index = 0; index < words.size(); ++index) {
    uint64_t united = words[index] | other.words[index];
    changed |= united != words[index];
    words[index] = united;
  }
  return changed;
}

bool BitSet::intersect(const BitSet &other) {
  bool changed = false;
  for (size_t index = 0; index < words.size(); ++index) {
    uint64_t common = words[index] & other.words[index];
    changed |= common != words[index];
    words[index] = common;
  }
  return changed;
}

Flow::Flow(const Program &input) : program(input), reachable(input.blocks.size()) {
  findHeldValues();
  findEdges();
  findReachable();
  findDefined();
}

HeldValues Flow::heldBy(const Operand &operand) const {
  if (operand.isRegister())
    return registerHolds[operand.name.index];
  HeldValues held{BitSet(program.blocks.size()), BitSet(program.blocks.size())};
  if (operand.isLabel())
    held.labels.insert(operand.name.index);
  return held;
}

void Flow::findHeldValues() {
  HeldValues nothing{BitSet(program.blocks.size()), BitSet(program.blocks.size())};
  registerHolds.assign(program.registers.size(), nothing);
  memoryHolds = nothing;
  auto add = [](HeldValues &target, const HeldValues &values) {
    bool changed = target.labels.unite(values.labels);
    return target.records.unite(values.records) || changed;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const Block &block : program.blocks) {
      for (const RegisterMapping &mapping : block.annotation.mapping)
        changed |= add(registerHolds[mapping.parentName.index], registerHolds[mapping.childName.index]);
      for (const Instruction &instruction : block.instructions) {
        if (instruction.opcode == Opcode::Store)
          changed |= add(memoryHolds, heldBy(instruction.operands[2]));
        if (!info(instruction.opcode).hasDestination())
          continue;
        HeldValues &destination = registerHolds[instruction.destination.index];
        if (instruction.opcode == Opcode::Move) {
          changed |= add(destination, heldBy(instruction.operands[0]));
        } else if (instruction.opcode == Opcode::JoinAllocate) {
          HeldValues record = nothing;
          record.records = heldBy(instruction.operands[0]).labels;
          changed |= add(destination, record);
        } else if (instruction.opcode == Opcode::Load) {
          changed |= add(destination, memoryHolds);
        }
      }
    }
  }
}

void Flow::addControlEdges(uint32_t from, uint32_t instruction, const Operand &target) {
  if (target.isLabel()) {
    edges.push_back({from, target.name.index, instruction, false, nullptr});
    return;
  }
  HeldValues held = heldBy(target);
  for (uint32_t label = 0; label < program.blocks.size(); ++label)
    if (held.labels.contains(label))
      edges.push_back({from, label, instruction, true, nullptr});
}

void Flow::findEdges() {
  for (uint32_t block = 0; block < program.blocks.size(); ++block) {
    const Annotation &annotation = program.blocks[block].annotation;
    if (annotation.kind == Annotation::Kind::PromotionReady)
      edges.push_back({block, annotation.label.index, 0, false, nullptr});
    const std::vector<Instruction> &instructions = program.blocks[block].instructions;
    for (uint32_t index = 0; index < instructions.size(); ++index) {
      const Instruction &instruction = instructions[index];
      if (instruction.opcode == Opcode::Jump) {
        addControlEdges(block, index, instruction.operands[0]);
      } else if (instruction.opcode == Opcode::IfJump || instruction.opcode == Opcode::IfNotJump ||
                 instruction.opcode == Opcode::Fork) {
        addControlEdges(block, index, instruction.operands[1]);
      } else if (instruction.opcode == Opcode::Join) {
        HeldValues held = heldBy(instruction.operands[0]);
        for (uint32_t continuation = 0; continuation < program.blocks.size(); ++continuation) {
          const Annotation &target = program.blocks[continuation].annotation;
          if (!held.records.contains(continuation) || target.kind != Annotation::Kind::JoinTarget)
            continue;
          edges.push_back({block, continuation, index, true, nullptr});
          edges.push_back({block, target.label.index, index, true, &target.mapping});
        }
      }
    }
  }
  incoming.resize(program.blocks.size());
  outgoing.resize(program.blocks.size());
  for (uint32_t edge = 0; edge < edges.size(); ++edge) {
    incoming[edges[edge].to].push_back(edge);
    outgoing[edges[edge].from].push_back(edge);
  }
}

void Flow::findReachable() {
  std::vector<uint32_t> pending = {0};
  reachable.insert(0);
  while (!pending.empty()) {
    uint32_t block = pending.back();
    pending.pop_back();
    for (uint32_t edge : outgoing[block]) {
      uint32_t target = edges[edge].to;
      if (reachable.contains(target))
        continue;
      reachable.insert(target);
      pending.push_back(target);
    }
  }
}

BitSet Flow::initiallyDefined() const {
  BitSet defined(program.registers.size());
  for (const Input &input : program.inputs)
    defined.insert(input.name.index);
  for (const Data &data : program.data)
    defined.insert(data.name.index);
  return defined;
}

BitSet Flow::definedAlong(const Edge &edge, const std::vector<BitSet> &atEntry) const {
  BitSet defined = atEntry[edge.from];
  const std::vector<Instruction> &instructions = program.blocks[edge.from].instructions;
  for (uint32_t index = 0; index < edge.instruction; ++index)
    if (info(instructions[index].opcode).hasDestination())
      defined.insert(instructions[index].destination.index);
  if (edge.mapping != nullptr)
    for (const RegisterMapping &mapping : *edge.mapping)
      defined.insert(mapping.parentName.index);
  return defined;
}

/// The registers that some path defines: the least solution of the union over all edges.
std::vector<BitSet> Flow::possiblyDefined() const {
  std::vector<BitSet> possible(program.blocks.size(), BitSet(program.registers.size()));
  possible[0] = initiallyDefined();
  std::vector<uint32_t> pending;
  for (uint32_t block = 0; block < program.blocks.size(); ++block)
    if (reachable.contains(block))
      pending.push_back(block);
  while (!pending.empty()) {
    uint32_t block = pending.back();
    pending.pop_back();
    for (uint32_t edge : outgoing[block])
      if (possible[edges[edge].to].unite(definedAlong(edges[edge], possible)))
        pending.push_back(edges[edge].to);
  }
  return possible;
}

void Flow::findDefined() {
  // What a resolved edge carries is not taken from the solution itself: a combining block that joins again would
  // then vouch for every register of its own.
  std::vector<BitSet> possible = possiblyDefined();
  BitSet everything(program.registers.size(), true);
  entry.assign(program.blocks.size(), everything);
  std::deque<uint32_t> pending;
  std::vector<bool> queued(program.blocks.size(), true);
  for (uint32_t block = 0; block < program.blocks.size(); ++block)
    pending.push_back(block);
  while (!pending.empty()) {
    uint32_t block = pending.front();
    pending.pop_front();
    queued[block] = false;
    BitSet defined = everything;
    BitSet resolved(program.registers.size());
    bool anyResolved = false;
    if (block == 0)
      defined.intersect(initiallyDefined());
    for (uint32_t edge : incoming[block]) {
      if (!reachable.contains(edges[edge].from))
        continue;
      if (edges[edge].resolved) {
        anyResolved = true;
        resolved.unite(definedAlong(edges[edge], possible));
      } else {
        defined.intersect(definedAlong(edges[edge], entry));
      }
    }
    if (anyResolved)
      defined.intersect(resolved);
    if (!entry[block].intersect(defined))
      continue;
    for (uint32_t edge : outgoing[block])
      if (!queued[edges[edge].to]) {
        queued[edges[edge].to] = true;
        pending.push_back(edges[edge].to);
      }
  }
}

std::vector<std::string> Flow::undefinedPath(uint32_t block, uint32_t reg) const {
  if (initiallyDefined().contains(reg))
    return {};
  std::vector<uint32_t> previous(program.blocks.size(), UINT32_MAX);
  std::deque<uint32_t> pending = {0};
  previous[0] = 0;
  while (!pending.empty() && previous[block] == UINT32_MAX) {
    uint32_t from = pending.front();
    pending.pop_front();
    for (uint32_t index : outgoing[from]) {
      const Edge &edge = edges[index];
      const std::vector<Instruction> &instructions = program.blocks[from].instructions;
      bool defines = std::any_of(
          instructions.begin(), instructions.begin() + edge.instruction, [&](const Instruction &instruction) {
            return info(instruction.opcode).hasDestination() && instruction.destination.index == reg;
          });
      if (edge.mapping != nullptr)
        for (const RegisterMapping &mapping : *edge.mapping)
          defines |= mapping.parentName.index == reg;
      if (!defines && previous[edge.to] == UINT32_MAX) {
        previous[edge.to] = from;
        pending.push_back(edge.to);
      }
    }
  }
  if (previous[block] == UINT32_MAX)
    return {};
  std::vector<std::string> path;
  for (uint32_t at = block;; at = previous[at]) {
    path.push_back(program.blocks[at].label.text);
    if (at == 0)
      break;
  }
  std::reverse(path.begin(), path.end());
  return path;
}

} // namespace tactus::tpal
