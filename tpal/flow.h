//===- flow.h - control flow and definedness of registers ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Which blocks can run, and which registers are certain to have a value there.
//
// Control reaches a block along two kinds of edge:
//
//   direct      a label written in a jump, a fork or a `prppt`; every such edge counts, so a
//               register is defined at the target only if it is defined on all of them
//   resolved    a jump through a register, or a join: the possible targets are found by a
//               flow-insensitive analysis of which labels and join records a register or
//               the memory may hold
//
// Resolved edges over-approximate: a return instruction seems to return to every call. A
// register counts as defined if it may be on any of them, so that the verifier rejects
// no correct program for this reason; the machine finds what is left.
//
// Invariant: after analysis, `reachable` is closed under edges, and `entry` is the
// greatest solution of the equations above.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TPAL_FLOW_H
#define TACTUS_TPAL_FLOW_H

#include "syntax.h"

namespace tactus::tpal {

/// A set of small integers.
class BitSet {
public:
  explicit BitSet(size_t size = 0, bool value = false) : words((size + 63) / 64, value ? ~uint64_t{0} : 0) {}
  void insert(size_t index) { words[index / 64] |= uint64_t{1} << (index % 64); }
  [[nodiscard]] bool contains(size_t index) const { return (words[index / 64] >> (index % 64) & 1) != 0; }
  [[nodiscard]] bool empty() const;
  /// These report whether the set changed.
  bool unite(const BitSet &other);
  bool intersect(const BitSet &other);

private:
  std::vector<uint64_t> words;
};

/// The labels and the join records, named by their continuation block, that a register or the memory may hold.
struct HeldValues {
  BitSet labels;
  BitSet records;
};

class Flow {
public:
  /// Needs a program whose labels are all defined and whose instructions have their operands.
  explicit Flow(const Program &input);

  [[nodiscard]] bool isReachable(uint32_t block) const { return reachable.contains(block); }
  /// Calls `visit(instruction, defined before it)` for each instruction of a block.
  template <typename Visitor> void forEachInstruction(uint32_t block, Visitor visit) const {
    BitSet defined = entry[block];
    for (const Instruction &instruction : program.blocks[block].instructions) {
      visit(instruction, defined);
      if (info(instruction.opcode).hasDestination())
        defined.insert(instruction.destination.index);
    }
  }
  [[nodiscard]] HeldValues heldBy(const Operand &operand) const;
  /// Labels of the blocks on a shortest path from the start to `block` on which nothing gives `reg` a value; empty if
  /// there is none along direct edges.
  [[nodiscard]] std::vector<std::string> undefinedPath(uint32_t block, uint32_t reg) const;

private:
  struct Edge {
    uint32_t from;
    uint32_t to;
    /// Index of the instruction the edge leaves from: what later instructions define does not count.
    uint32_t instruction;
    bool resolved;
    /// The ΔR whose targets become defined along the edge, or null.
    const std::vector<RegisterMapping> *mapping;
  };

  const Program &program;
  BitSet reachable;
  std::vector<BitSet> entry;
  std::vector<Edge> edges;
  std::vector<std::vector<uint32_t>> incoming;
  std::vector<std::vector<uint32_t>> outgoing;
  std::vector<HeldValues> registerHolds;
  HeldValues memoryHolds;

  void findHeldValues();
  void findEdges();
  void addControlEdges(uint32_t from, uint32_t instruction, const Operand &target);
  void findReachable();
  void findDefined();
  [[nodiscard]] BitSet initiallyDefined() const;
  [[nodiscard]] std::vector<BitSet> possiblyDefined() const;
  [[nodiscard]] BitSet definedAlong(const Edge &edge, const std::vector<BitSet> &atEntry) const;
};

} // namespace tactus::tpal

#endif
