//===- procedures.h - recognises calls and returns through a stack -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// TPAL has no call. A program stores a label into the top cell of a stack and jumps; somebody loads the cell and jumps
// to it. A *procedure* is a block that some block calls in this way, with everything that control reaches from it until
// it returns. Its frame is what it allocates on the stack:
//
//     fib: [prppt h]              frame        known of the cells, from the base
//       salloc sp, 3              3 cells      value  value  value
//       prmpush mem[sp + 1]                    value  mark   value
//       mem[sp + 0] := first-done              value  mark   first-done
//       jump fib                               call of fib; continues at first-done
//     leaf:
//       t := mem[sp + 0]          empty        t = where to return
//       jump t                                 return
//
// This is an abstract interpretation of the blocks of a procedure. What it knows of the frame and of registers is a
// Shape, and a block is looked at once for each shape it is entered with (a Point). Cells, marks and labels then have
// no need to be in memory: direct.cpp compiles a procedure to a machine function, calls to calls, and cells to SSA
// values.
//
// A block is a procedure only if everything on its paths is understood: the stack is used by constant offsets within
// the frame, and for nothing else; no tasks are forked or joined, other than by handlers, which run in general code.
// Where that does not hold, all code is general code.
//
// Invariant: a procedure touches no cell below its frame, and no other procedure can see its cells.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TPAL_NATIVE_PROCEDURES_H
#define TACTUS_TPAL_NATIVE_PROCEDURES_H

#include "sorts.h"

#include <map>
#include <set>

namespace tactus::tpal::native {

/// What is known of a cell or a register.
struct Known {
  enum class Kind : uint8_t { Value, Label, Mark, Return };
  Kind kind = Kind::Value;
  /// Of a label, the block.
  uint32_t block = 0;
  auto operator<=>(const Known &) const = default;
};

struct Shape {
  /// The frame, from its base.
  std::vector<Known> cells;
  /// Registers of which something is known.
  std::map<uint32_t, Known> registers;
  auto operator<=>(const Shape &) const = default;
};

/// A block as it is entered.
struct Point {
  uint32_t block = 0;
  Shape shape;
  auto operator<=>(const Point &) const = default;
};

struct Procedure {
  uint32_t entry = 0;
  /// The register that points to the top of the stack.
  uint32_t stack = 0;
  /// Its blocks, from its entry on.
  std::map<Point, size_t> points;
  std::set<uint32_t> callees;
  size_t maximalCells = 0;
  /// How long its code is, and how many calls it has.
  size_t instructions = 0, calls = 0;
  /// What callers pass, what may have changed when it returns, and what of that anybody needs.
  BitSet arguments, written, results;
  /// Labels that it may return to, and what registers hold then.
  BitSet returnTargets;
  State returned;
};

/// Where a jump goes.
struct Transfer {
  enum class Kind : uint8_t { Unknown, Jump, Call, Return };
  Kind kind = Kind::Unknown;
  /// Of a call, the point after it.
  Point to;
  uint32_t callee = 0;
};

class Procedures {
public:
  Procedures(const Program &input, const Sorts &sortsOfInput, const std::vector<BitSet> &liveIn);

  /// The procedure that starts at a block, or null.
  [[nodiscard]] const Procedure *at(uint32_t block) const;
  [[nodiscard]] const std::map<uint32_t, Procedure> &all() const { return procedures; }
  /// Whether the block is left to general code: one that ends the program.
  [[nodiscard]] bool isExit(uint32_t block) const;

  /// The shape after an instruction that transfers no control; false if it is not understood. `state` is what registers
  /// hold before it.
  bool step(const Procedure &procedure, const Instruction &instruction, const State &state, Shape &shape) const;
  [[nodiscard]] Transfer transfer(const Procedure &procedure, const Operand &target, const Shape &shape) const;

private:
  const Program &program;
  const Sorts &sorts;
  const std::vector<BitSet> &live;
  std::map<uint32_t, Procedure> procedures;

  void findCandidates();
  bool explore(Procedure &procedure) const;
  bool exploreBlock(Procedure &procedure, const Point &point, std::vector<Point> &pending) const;
  void noteReturn(Procedure &procedure, const Operand &target, const State &state) const;
  [[nodiscard]] Shape shapeAt(uint32_t block, Shape shape) const;
  [[nodiscard]] bool isReturnLive(const Shape &shape, uint32_t block) const;
  void findRegisters();
  bool stepStack(const Instruction &instruction, Shape &shape) const;
  [[nodiscard]] bool isHeapAccess(const Instruction &instruction, const State &state) const;
};

/// How the cells of the arrays that an address may point into are stored.
enum class Cells { Uniform, Mixed, Unsure };
/// `uniform` is their sort if they are uniform.
[[nodiscard]] Cells cellsOf(const Sorts &sorts, const Held &base, Sort &uniform);

} // namespace tactus::tpal::native

#endif
