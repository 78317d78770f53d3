//===- sorts.h - which sorts of values registers and memory may hold -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The machine asks each value for its sort at each step. Compiled code asks only where more than one answer is
// possible: this is an abstract interpretation that finds, before each instruction, the sorts that each register may
// have, and for each array (`.data` directive or `halloc` instruction, a *site*) those that its cells may have. All
// stacks count as one.
//
//     n := mem[sp + 2]       {Integer, Label, Record}: checked once, here ↓
//     n := n - 2             after it n is {Integer}
//
// Where an array only ever holds one sort, its cells carry no sort at run time and are as large as C's.
//
// Invariant: a sort that a register has in some execution of the machine is in its set. Jumps through registers go to
// all labels that Flow finds.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TPAL_NATIVE_SORTS_H
#define TACTUS_TPAL_NATIVE_SORTS_H

#include "tpal/flow.h"
#include "tpal/value.h"

namespace tactus::tpal::native {

/// A set of sorts, one bit for each enumerator of Sort.
using SortMask = uint16_t;
constexpr SortMask maskOf(Sort sort) { return static_cast<SortMask>(1u << static_cast<unsigned>(sort)); }

inline constexpr SortMask UndefinedOnly = maskOf(Sort::Undefined), IntegerOnly = maskOf(Sort::Integer),
                          FloatOnly = maskOf(Sort::Float), LabelOnly = maskOf(Sort::Label),
                          RecordOnly = maskOf(Sort::Record), StackOnly = maskOf(Sort::StackPointer),
                          HeapOnly = maskOf(Sort::HeapPointer);
/// A pointer to a stack of another task, which can only be compared.
inline constexpr SortMask ForeignStackOnly = maskOf(Sort::ForeignStack), AnyStack = StackOnly | ForeignStackOnly;

/// What a register may hold.
struct Held {
  SortMask sorts = 0;
  /// Where a heap pointer may point.
  BitSet sites;
  bool unite(const Held &other);
};

using State = std::vector<Held>;

class Sorts {
public:
  Sorts(const Program &input, const Flow &flowOfInput);

  /// Whether the analysis has found a way to the block.
  [[nodiscard]] bool isReached(uint32_t block) const { return reached.contains(block); }
  /// The registers before each instruction of a block, one state each.
  [[nodiscard]] std::vector<State> statesIn(uint32_t block) const;
  [[nodiscard]] Held heldBy(const State &state, const Operand &operand) const;
  /// The one sort that all cells of a site have, or Undefined if there are several.
  [[nodiscard]] Sort uniformSort(size_t site) const;
  /// The site of a `.data` directive and of a `halloc`.
  [[nodiscard]] size_t siteOfData(size_t index) const { return index; }
  [[nodiscard]] size_t siteOfInstruction(uint32_t block, size_t instruction) const;
  /// Whether nothing is ever stored into a `.data` array.
  [[nodiscard]] bool isConstant(size_t site) const { return site < program.data.size() && !stored.contains(site); }
  [[nodiscard]] size_t siteCount() const { return contents.size(); }
  /// Whether stack pointers get into the heap or through a join.
  [[nodiscard]] bool stacksAreShared() const { return shared; }
  /// Labels that a control transfer through an operand may go to.
  [[nodiscard]] std::vector<uint32_t> targetsOf(const Operand &operand) const;
  /// Join targets whose records an operand may hold.
  [[nodiscard]] std::vector<uint32_t> continuationsOf(const Operand &operand) const;

  /// Whether all values of a register are doubles: it is then a register for them.
  [[nodiscard]] bool isFloat(uint32_t reg) const { return everHeld[reg] == FloatOnly; }
  /// Whether a register holds the address of the first cell of a `.data` array wherever it has a value.
  [[nodiscard]] bool isArray(uint32_t reg) const { return arrays.contains(reg); }

private:
  const Program &program;
  const Flow &flow;
  /// Of each register, all sorts but Undefined.
  std::vector<SortMask> everHeld;
  BitSet arrays;
  BitSet reached;
  std::vector<State> entry;
  /// Of each block, what children bring to the registers that ΔR maps into; only for join targets.
  std::vector<State> brought;
  std::vector<std::pair<uint32_t, size_t>> allocations;
  std::vector<Held> contents;
  /// Sites that are stored into.
  BitSet stored;
  Held stack;
  bool shared = false;
  bool changed = false;

  [[nodiscard]] Held nothing() const;
  [[nodiscard]] Held only(SortMask sorts) const;
  void summarise();
  void flowTo(uint32_t block, const State &state);
  void uniteInto(Held &target, const Held &value);
  void visitBlock(uint32_t block);
  void step(const Instruction &instruction, uint32_t block, size_t index, State &state) const;
  void effects(const Instruction &instruction, uint32_t block, const State &state);
  [[nodiscard]] Held arithmetic(const Instruction &instruction, const State &state) const;
};

} // namespace tactus::tpal::native

#endif
